import { Client, escapeLiteral } from 'pg';

/** A statement that the service ran. */
export interface Statement {
  text: string;
  values: unknown[];
  /** `SET LOCAL` statements of the transaction in which it ran. */
  settings: string;
  /** Whether the connection keeps a plan that does not depend on the values. */
  isGeneric: boolean;
}

/** Records the statements that the service runs. */
export class StatementLog {
  private readonly spy = jest.spyOn(Client.prototype, 'query');

  /** Returns the statements that a request runs on some tables, by default on keys and texts. */
  async during(request: () => Promise<unknown>, tables = /\b(keys|translations)\b/): Promise<Statement[]> {
    this.spy.mockClear();
    await request();
    const { calls, contexts }: { calls: unknown[][]; contexts: unknown[] } = this.spy.mock;
    // Background work on other connections begins and ends transactions between the statements of the request.
    const settingsOf = new Map<unknown, string>();
    return calls
      .flatMap((args, call) => {
        const { text, values, isPrepared } = toStatement(args);
        const connection = contexts[call];
        let settings = settingsOf.get(connection) ?? '';
        if (/^(?:BEGIN|COMMIT)/.test(text)) settings = (text.match(/SET LOCAL [^;]+/g) ?? []).join('; ');
        if (/^SET LOCAL|set_config\(/.test(text)) settings += `; ${text}`;
        settingsOf.set(connection, settings);
        // The last statements of a transaction are sent with its COMMIT.
        const statements = text.endsWith('; COMMIT') ? text.split(/; (?=[A-Z]+ )|; COMMIT$/) : [text];
        return statements.map((one) => ({
          text: one.replace(/^DECLARE .* CURSOR FOR /, ''),
          values,
          settings,
          isGeneric: isPrepared && settings.includes('force_generic_plan'),
        }));
      })
      .filter(({ text }) => /^\s*(SELECT|INSERT|UPDATE|DELETE|WITH)\b/.test(text) && tables.test(text))
      .filter(({ text }) => !/\bapi_keys\b/.test(text));
  }

  /** Ends the recording. */
  stop(): void {
    this.spy.mockRestore();
  }
}

/** Reads the arguments of `Client.query`: a text and its values, or one object. */
function toStatement([query, values]: unknown[]): Pick<Statement, 'text' | 'values'> & { isPrepared: boolean } {
  if (typeof query !== 'object' || query === null) {
    return { text: String(query), values: toArray(values), isPrepared: false };
  }
  const { name, text, values: ownValues } = query as { name?: unknown; text?: unknown; values?: unknown };
  return { text: String(text), values: toArray(ownValues ?? values), isPrepared: name !== undefined };
}

const toArray = (values: unknown): unknown[] => (Array.isArray(values) ? values : []);

/** A node of a query plan, with its children. Partitions and their indexes have the names of the partitioned ones. */
export class PlanNode {
  readonly type: string;
  readonly table?: string;
  readonly index?: string;
  readonly condition?: string;
  readonly children: PlanNode[];

  /** @param isCompiled whether the plan would be compiled before it is executed (JIT) */
  constructor(
    raw: RawNode,
    partitions: Partitions,
    readonly isCompiled = false,
  ) {
    const { 'Relation Name': table = '', 'Index Name': index = '', Plans: children = [] } = raw;
    const { parents, empty } = partitions;
    this.type = raw['Node Type'] === 'ModifyTable' ? (raw.Operation ?? '') : raw['Node Type'];
    this.table = (parents.get(table) ?? table) || undefined;
    this.index = (parents.get(index) ?? index) || undefined;
    this.condition = raw['Index Cond'];
    this.children = children
      .filter((child) => !empty.has(child['Relation Name'] ?? ''))
      .map((child) => new PlanNode(child, partitions));
  }

  /** This node and all nodes below it. */
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

interface Explained {
  Plan: RawNode;
  JIT?: object;
}

/**
 * Returns the plan of a statement, which is not executed. The plan of a prepared statement is the plan that a
 * connection keeps.
 */
export async function explain(sql: Client, { text, values, settings, isGeneric }: Statement): Promise<PlanNode> {
  const execution = `EXECUTE explained${values.length > 0 ? `(${values.map(toLiteral).join(', ')})` : ''}`;
  const explanation = `EXPLAIN (FORMAT JSON) ${isGeneric ? execution : text}`;
  await sql.query(`BEGIN; ${settings}`);
  try {
    if (isGeneric) await sql.query(`PREPARE explained AS ${text}`);
    const { rows } = await sql.query<{ 'QUERY PLAN': Explained[] }>(explanation, isGeneric ? [] : values);
    const [explained] = rows[0]?.['QUERY PLAN'] ?? [];
    if (!explained) throw new Error(`the server returned no plan for ${text}`);
    return new PlanNode(explained.Plan, await readPartitions(sql), explained.JIT !== undefined);
  } finally {
    await sql.query('ROLLBACK; DEALLOCATE ALL');
  }
}

/** Returns the SQL literal of a parameter's value. */
function toLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (!Array.isArray(value)) return escapeLiteral(typeof value === 'string' ? value : JSON.stringify(value));
  return escapeLiteral(`{${value.map((item) => JSON.stringify(String(item))).join()}}`);
}

/** The partitions of tables, and the parts of indexes that belong to them. */
interface Partitions {
  /** The partitioned table or index, by the name of its part. */
  parents: ReadonlyMap<string, string>;
  /** Partitions without rows. The planner reads them as a whole, which reads nothing. */
  empty: ReadonlySet<string>;
}

async function readPartitions(sql: Client): Promise<Partitions> {
  const { rows } = await sql.query<{ part: string; parent: string; empty: boolean }>(
    `SELECT part.relname AS part, parent.relname AS parent, part.relkind = 'r' AND pg_relation_size(part.oid) = 0 AS empty
     FROM pg_inherits JOIN pg_class part ON part.oid = inhrelid JOIN pg_class parent ON parent.oid = inhparent`,
  );
  return {
    parents: new Map(rows.map(({ part, parent }) => [part, parent])),
    empty: new Set(rows.filter(({ empty }) => empty).map(({ part }) => part)),
  };
}

/** Returns the nodes that are executed once for each row of another node: the inner sides of nested loops. */
export const findRepeatedNodes = (plans: readonly PlanNode[]): PlanNode[] =>
  plans
    .flatMap((plan) => plan.all)
    .filter(({ type }) => type === 'Nested Loop')
    .flatMap(({ children }) => children.slice(1));

/**
 * Returns the nodes that read several partitions, and no unions of other rows; the partitions of other projects are
 * skipped only when the statement is executed.
 */
export const findPartitionedReads = (plans: readonly PlanNode[]): PlanNode[] =>
  plans
    .flatMap((plan) => plan.all)
    .filter(
      ({ type, children }) => /^(Merge )?Append$/.test(type) && children.some(({ table }) => table !== undefined),
    );

/** A read of the table `keys` or `translations`. */
export interface Scan {
  type: string;
  table: string;
  index?: string;
  /** The scan finds single rows, not all rows of a project. */
  byKey: boolean;
}

const TABLES: Readonly<Record<string, string>> = {
  keys_pkey: 'keys',
  keys_by_id: 'keys',
  keys_by_name_hash: 'keys',
  keys_in_order: 'keys',
  keys_with_tags: 'keys',
  keys_with_paths: 'keys',
  keys_by_revision: 'keys',
  keys_by_removal: 'keys',
  translations_pkey: 'translations',
  translations_of_key: 'translations',
  translations_by_revision: 'translations',
  translations_by_state: 'translations',
  translations_by_text: 'translations',
  translations_by_text_revision: 'translations',
};

/**
 * Conditions under which an index finds single rows; without the language, `translations_pkey` is read for the whole
 * project.
 */
const KEY_CONDITIONS: Readonly<Record<string, RegExp>> = { translations_pkey: /\blanguage = .*\bkey_id = / };

/** Returns the scans of keys and texts in plans. */
export function findScans(plans: readonly PlanNode[]): Scan[] {
  return plans
    .flatMap((plan) => plan.all)
    .filter(({ type }) => type.includes('Scan') && type !== 'Bitmap Heap Scan')
    .map(({ type, table, index, condition = '' }) => ({
      type,
      table: table ?? TABLES[index ?? ''] ?? '',
      index,
      byKey: type === 'Tid Scan' || (KEY_CONDITIONS[index ?? ''] ?? /\b(key_id|id|name_hash) = /).test(condition),
    }))
    .filter(({ table }) => table === 'keys' || table === 'translations');
}

/**
 * Checks that the rows of a table are read in pages, each of which begins behind the last row of the page before and reads no further than
 * its limit, and single keys and texts by look-ups.
 */
export function expectPages(plans: readonly PlanNode[], table: string): void {
  const isPage = (node: PlanNode): boolean => node.table === table && (node.condition?.includes(' > ') ?? false);
  const pages = plans.filter((plan) => plan.all.some(isPage));
  const types = pages.flatMap((plan) => plan.all).filter((node) => isPage(node) || node.type.includes('Sort'));
  expect(new Set(types.map(({ type }) => type.replace(' Only', '')))).toEqual(new Set(['Index Scan']));
  expect(findScans(findRepeatedNodes(plans)).filter(({ byKey }) => !byKey)).toEqual([]);
}

/**
 * Checks that a search in the memory reads new texts by their revision, not further than the most that it counts, texts that are the same
 * by their numbers, and others by key.
 */
export function expectSameTextsByNumber(plans: readonly PlanNode[]): void {
  const scans = findScans(plans).filter(({ byKey }) => !byKey);
  expect(scans.map(({ index }) => index)).toEqual(['translations_by_revision', 'translations_by_text']);
  // A bitmap is made of all new texts before the first one is read.
  expect(scans[0]).toMatchObject({ type: 'Index Scan' });
}
