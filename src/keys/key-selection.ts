import { stateToNumber, type TranslationState } from '../common/translation-state';
import { findingColumns } from '../findings/key-findings';
import { openFindings } from '../findings/open-findings';

/** Keys that `firstKeysStatement` reads, in the order of the list. A filter that many keys pass fills a page long before. */
const FIRST_KEYS = 1_000;

/** The orders of a list. */
export const KEY_ORDERS = ['name', '-updatedAt'] as const;
export type KeyOrder = (typeof KEY_ORDERS)[number];

/** SQL of an order: of the rows `k`, and of the position of the key before a page (`?`), a JSON list. */
const ORDERS: Record<KeyOrder, { by: string; after: string }> = {
  name: {
    by: 'left(k.name, 512), k.id',
    after: '(left(k.name, 512), k.id) > (?::jsonb ->> 0, (?::jsonb ->> 1)::uuid)',
  },
  '-updatedAt': {
    by: 'k.changed_at DESC, k.id DESC',
    after: '(k.changed_at, k.id) < ((?::jsonb ->> 0)::timestamptz, (?::jsonb ->> 1)::uuid)',
  },
};

/** A condition on texts, as SQL. */
interface TextCondition {
  /** Looks up the texts of one key `k`. */
  ofKey: string;
  /** Reads the texts of the project once. For a condition that few keys meet, look-ups per key take four times as long. */
  ofProject: string;
}

/**
 * The SQL of a page of keys: conditions that narrow each other down, with their values. Statements are not prepared, because
 * filters and limits make too many different texts.
 */
export class KeySelection {
  /** The parameters of the statements: `$1` is the project, `$2` its source language. */
  readonly values: unknown[];
  private readonly conditions: string[] = ['k.project_id = $1'];
  private readonly textConditions: TextCondition[] = [];
  /** The condition on the position in the order. */
  private start?: string;
  /** The parameter with the languages whose texts are read. */
  private languages?: string;

  constructor(
    projectId: string,
    sourceLanguage: string,
    private readonly order: KeyOrder = 'name',
  ) {
    this.values = [projectId, sourceLanguage];
  }

  /** Whether the pages are read in the order of an index. */
  get isIndexed(): boolean {
    return this.order === 'name';
  }

  /** Returns the statement of a page of the whole selection. */
  statement(limit: number): string {
    return this.page(`SELECT * FROM keys k WHERE ${this.allConditions('ofProject')}`, limit);
  }

  /**
   * Returns the statement of the same page from the first 1,000 keys only; undefined without a condition on texts. A page that it
   * fills is the page of the whole selection.
   */
  firstKeysStatement(limit: number): string | undefined {
    if (this.textConditions.length === 0 || !this.isIndexed) return undefined;
    const conditions = [...this.conditions, ...(this.start ? [this.start] : [])].join(' AND ');
    const first = `SELECT * FROM keys k WHERE ${conditions} ORDER BY ${ORDERS.name.by} LIMIT ${FIRST_KEYS}`;
    const found = this.textConditions.map(({ ofKey }) => ofKey).join(' AND ');
    return this.selectPage(`SELECT * FROM (${first}) k WHERE ${found} ORDER BY ${ORDERS.name.by} LIMIT ${limit}`);
  }

  /** Returns the statement of the number of selected keys, of a selection without a position and texts. */
  get countStatement(): string {
    return `SELECT count(*)::int AS total FROM keys k WHERE $2::text IS NOT NULL AND ${this.allConditions('ofProject')}`;
  }

  named(names: readonly string[]): void {
    this.add(`k.name_hash IN (SELECT sha256(convert_to(wanted, 'UTF8')) FROM unnest(?::text[]) AS wanted)`, names);
  }

  inNamespace(namespace: string): void {
    this.add('k.namespace = ?', namespace);
    // The range of the namespace in the index `keys_in_order`: after `ns.` and before `ns/`, whose last character is the next one.
    if (namespace !== '' && namespace.length < 500)
      this.add(`left(k.name, 512) >= ? || '.' AND left(k.name, 512) < ? || '/'`, namespace);
  }

  tagged(tag: string): void {
    this.add('jsonb_exists(k.tags, ?)', tag);
  }

  withoutTextIn(language: string): void {
    // OFFSET 0 makes PostgreSQL check key by key, which a page needs: a join would read all texts of the language.
    this.add(
      `NOT EXISTS (SELECT FROM translations t WHERE t.project_id = $1 AND t.language = ? AND t.key_id = k.id OFFSET 0)`,
      language,
    );
  }

  /** Selects keys with a text in a state. @param languages default: all but the source language */
  inState(state: TranslationState, languages: readonly string[] | undefined): void {
    const condition = `t.project_id = $1 AND t.state = ${stateToNumber(state)} AND ${this.isIn('t', languages)}`;
    this.addTextCondition(condition, `SELECT t.key_id FROM translations t WHERE ${condition}`);
  }

  /** Selects keys with an outdated text. @param languages default: all but the source language */
  outdated(languages: readonly string[] | undefined): void {
    const isOutdated = `t.project_id = $1 AND t.language <> $2 AND ${this.isIn('t', languages)}
      AND coalesce(t.text_revision, t.since) < s.text_revision`;
    const source = `FROM translations s WHERE s.project_id = $1 AND s.language = $2 AND s.text_revision IS NOT NULL`;
    const texts = `EXISTS (SELECT FROM translations t WHERE t.key_id = s.key_id AND ${isOutdated} OFFSET 0)`;
    this.textConditions.push({
      ofKey: `EXISTS (SELECT ${source} AND s.key_id = k.id AND ${texts} OFFSET 0)`,
      ofProject: isInSet(`SELECT s.key_id ${source} AND ${texts}`),
    });
  }

  /** Selects keys with a finding that is not ignored. @param code default: any. @param languages default: all */
  failing(code: string | undefined, languages: readonly string[] | undefined): void {
    const found = openFindings(
      `$${this.values.push(code ?? null)}::text`,
      `$${this.values.push(languages ?? null)}::text[]`,
    );
    this.textConditions.push({
      ofKey: `EXISTS (SELECT ${found} AND f.key_id = k.id OFFSET 0)`,
      ofProject: isInSet(`SELECT f.key_id ${found}`),
    });
  }

  /** Selects keys with this text in their name or in one of their texts, ignoring case in every script. */
  containing(text: string): void {
    const pattern = folded(`$${this.values.push(`%${text.replace(/[\\%_]/g, '\\$&')}%`)}::text`);
    const condition = `t.project_id = $1 AND ${folded('t.text')} LIKE ${pattern}`;
    const inName = `${folded('k.name')} LIKE ${pattern} OR `;
    this.addTextCondition(condition, `SELECT t.key_id FROM translations t WHERE ${condition}`, inName);
  }

  /** Reads the texts of the keys too. @param languages default: all */
  includeTexts(languages: readonly string[] | undefined): void {
    this.languages = `$${this.values.push(languages ?? null)}::text[]`;
  }

  /** @param position of the key before the page, in the order of the list */
  after(position: readonly string[]): void {
    const parameter = `$${this.values.push(JSON.stringify(position))}`;
    this.start = ORDERS[this.order].after.replaceAll('?', parameter);
  }

  private isIn(text: string, languages: readonly string[] | undefined): string {
    if (!languages) return `${text}.language <> $2`;
    return `${text}.language = ANY ($${this.values.push(languages)}::text[])`;
  }

  private addTextCondition(condition: string, keyIds: string, alternative = ''): void {
    // OFFSET 0 makes PostgreSQL check key by key, and not read all texts of the project first.
    const texts = `SELECT FROM translations t WHERE ${condition} AND t.key_id = k.id OFFSET 0`;
    this.textConditions.push({
      ofKey: `(${alternative}EXISTS (${texts}))`,
      ofProject: alternative === '' ? isInSet(keyIds) : `(${alternative}k.id IN (${keyIds}))`,
    });
  }

  private allConditions(kind: keyof TextCondition): string {
    const conditions = [...this.conditions, ...this.textConditions.map((condition) => condition[kind])];
    return conditions.join(' AND ');
  }

  private page(keys: string, limit: number): string {
    const { by } = ORDERS[this.order];
    if (this.isIndexed) {
      const start = this.start ? ` AND ${this.start}` : '';
      return this.selectPage(`${keys}${start} ORDER BY ${by} LIMIT ${limit}`);
    }
    const where = this.start ? `WHERE ${this.start}` : '';
    return this.selectPage(`SELECT * FROM (${withTimes(keys)}) k ${where} ORDER BY ${by} LIMIT ${limit}`);
  }

  /**
   * Returns SQL that reads what a list shows of some keys. Each text is looked up by itself: where the tables have no
   * statistics yet, the planner would join the page with all texts of the language. `$1` is the project of the texts too, so
   * that the planner sees which partition they are in.
   *
   * @param keys SQL that returns rows of the table `keys`
   */
  private selectPage(keys: string): string {
    const { languages } = this;
    const array = (column: string): string =>
      `array_agg(${column}) FILTER (WHERE ${languages} IS NULL OR language = ANY (${languages}))`;
    const arrays = languages
      ? `, ${array('language')} AS languages, ${array('text')} AS texts, ${array('state')} AS states,
         ${array('since')} AS since, ${array('text_revision')} AS text_revisions`
      : '';
    const columns = languages
      ? `, t.languages, t.texts, t.states, t.since, t.text_revisions AS "textRevisions", s.text_revision AS "sourceRevision",
         s.since AS "sourceSince", k.since AS "keySince", ${findingColumns('$1')}`
      : '';
    const order = this.isIndexed ? ORDERS.name.by : 'k.changed_at DESC, k.id DESC';
    return `
      SELECT k.id, k.name, k.namespace, s.text AS value, k.description, coalesce(k.tags, '[]') AS tags,
             k.max_length AS "maxLength", k.created_at AS "createdAt",
             greatest(k.updated_at, t.updated_at) AS "updatedAt"${columns}
      FROM (${keys}) k
      LEFT JOIN LATERAL (
        SELECT text, text_revision, since FROM translations WHERE project_id = $1 AND language = $2 AND key_id = k.id LIMIT 1) s ON true
      CROSS JOIN LATERAL (
        SELECT max(updated_at) AS updated_at${arrays} FROM translations WHERE project_id = $1 AND key_id = k.id) t
      ORDER BY ${order}`;
  }

  /** @param condition contains `?` in each place of the value */
  private add(condition: string, value: unknown): void {
    this.values.push(value);
    this.conditions.push(condition.replaceAll('?', `$${this.values.length}`));
  }
}

/**
 * Returns SQL of whether a key is in a set. The alternative, which no key meets, makes PostgreSQL read the set into a hash table
 * once, whatever the statistics are: it would make a join of a condition alone, and look up each key.
 */
const isInSet = (keyIds: string): string => `(k.name = '' OR k.id IN (${keyIds}))`;

/** Returns SQL that adds the time of the last change of a key or of one of its texts. @param keys SQL that returns rows of `keys` */
const withTimes = (keys: string): string => `
  SELECT k.*, greatest(k.updated_at, t.updated_at) AS changed_at FROM (${keys}) k
  CROSS JOIN LATERAL (
    SELECT max(updated_at) AS updated_at FROM translations WHERE project_id = $1 AND key_id = k.id) t`;

/**
 * Returns SQL that folds case in every script; the database's own locale may fold ASCII only. A capital sigma has two small
 * forms, which depend on its place in the word, so both are folded to one.
 */
const folded = (expression: string): string => `replace(lower(${expression} COLLATE "und-x-icu"), 'ς', 'σ')`;
