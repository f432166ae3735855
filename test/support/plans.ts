import { Client } from 'pg';

export interface Statement {
  text: string;
  values: unknown[];
  /** `SET LOCAL` statements of the transaction in which it ran. */
  settings: string;
}

/** Notes what the service asks the database. */
export class StatementLog {
  private readonly spy = jest.spyOn(Client.prototype, 'query');

  /** The statements about keys and texts that a request makes. */
  async during(request: () => Promise<unknown>): Promise<Statement[]> {
    this.spy.mockClear();
    await request();
    const calls: unknown[][] = this.spy.mock.calls;
    let settings = '';
    return calls
      .map((args) => {
        const { text, values } = toStatement(args);
        if (/^(?:BEGIN|COMMIT)/.test(text)) settings = (text.match(/SET LOCAL [^;]+/g) ?? []).join('; ');
        return { text: text.replace(/^DECLARE .* CURSOR FOR /, ''), values, settings };
      })
      .filter(({ text }) => /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b[\s\S]*\b(keys|translations)\b/.test(text))
      .filter(({ text }) => !/\bapi_keys\b/.test(text));
  }

  stop(): void {
    this.spy.mockRestore();
  }
}

/** As a text and its values, or as one object of a statement that is prepared. */
function toStatement([query, values]: unknown[]): Omit<Statement, 'settings'> {
  if (typeof query !== 'object' || query === null) return { text: String(query), values: toArray(values) };
  const { text, values: ofPrepared } = query as { text?: unknown; values?: unknown };
  return { text: String(text), values: toArray(ofPrepared ?? values) };
}

const toArray = (values: unknown): unknown[] => (Array.isArray(values) ? values : []);

/** A node of a plan, with those below it. */
export class PlanNode {
  readonly type: string;
  readonly table?: string;
  readonly index?: string;
  readonly condition?: string;
  readonly children: PlanNode[];

  constructor(raw: RawNode) {
    this.type = raw['Node Type'] === 'ModifyTable' ? (raw.Operation ?? '') : raw['Node Type'];
    this.table = raw['Relation Name'];
    this.index = raw['Index Name'];
    this.condition = raw['Index Cond'];
    this.children = (raw.Plans ?? []).map((child) => new PlanNode(child));
  }

  get all(): PlanNode[] {
    return [this, ...this.children.flatMap((child) => child.all)];
  }
}

interface RawNode {
  'Node Type': string;
  Operation?: string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: RawNode[];
}

/** How the server would carry it out; it is not carried out. */
export async function explain(sql: Client, { text, values, settings }: Statement): Promise<PlanNode> {
  await sql.query(`BEGIN; ${settings}`);
  const { rows } = await sql.query<{ 'QUERY PLAN': { Plan: RawNode }[] }>(`EXPLAIN (FORMAT JSON) ${text}`, values);
  await sql.query('ROLLBACK');
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (!plan) throw new Error(`no plan came for ${text}`);
  return new PlanNode(plan);
}

/** What plans do anew for every row of something else: the inner sides of nested loops. */
export const findRepeatedNodes = (plans: readonly PlanNode[]): PlanNode[] =>
  plans
    .flatMap((plan) => plan.all)
    .filter(({ type }) => type === 'Nested Loop')
    .flatMap(({ children }) => children.slice(1));

export interface Scan {
  type: string;
  table: string;
  index?: string;
  /** The index is asked for keys, not for all of a project; or nothing is looked for. */
  byKey: boolean;
}

const TABLES: Readonly<Record<string, string>> = {
  keys_pkey: 'keys',
  keys_by_id: 'keys',
  keys_by_name_hash: 'keys',
  keys_in_order: 'keys',
  translations_pkey: 'translations',
  translations_of_key: 'translations',
};

/** Where plans read keys and texts. */
export function findScans(plans: readonly PlanNode[]): Scan[] {
  return plans
    .flatMap((plan) => plan.all)
    .filter(({ type }) => type.includes('Scan') && type !== 'Bitmap Heap Scan')
    .map(({ type, table, index, condition = '' }) => ({
      type,
      table: table ?? TABLES[index ?? ''] ?? '',
      index,
      byKey: type === 'Tid Scan' || /\b(key_id|id|name_hash) = /.test(condition),
    }))
    .filter(({ table }) => table === 'keys' || table === 'translations');
}
