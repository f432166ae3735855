import { stateToNumber, type TranslationState } from '../common/translation-state';
import { findingColumns } from '../findings/key-findings';
import { openFindings } from '../findings/open-findings';
import { idPrefix } from '../projects/id-prefix';

/** Keys that a first look reads, in the order of the names. A filter that many keys pass fills a page long before. */
const FIRST_KEYS = 1_000;
/** The most rows that a first look reads, in the order of their revisions. */
const MAX_NEWEST_ROWS = 20_000;
/** Newest rows that are read for each text of a page: a part of them belongs to keys of the pages before. */
const NEWEST_ROWS_PER_TEXT = 1.5;

/** The orders of a list. */
export const KEY_ORDERS = ['name', '-updatedAt'] as const;
export type KeyOrder = (typeof KEY_ORDERS)[number];

/** SQL of an order of rows `k` with a `place`, and of what is after the position of the key before a page (`?`), a JSON list. */
const ORDERS: Record<KeyOrder, { by: string; after: string }> = {
  name: {
    by: 'k.place, k.place_id',
    after: '(k.place, k.place_id) > (?::jsonb ->> 0, (?::jsonb ->> 1)::uuid)',
  },
  '-updatedAt': {
    by: 'k.place DESC, k.place_id DESC',
    after: '(k.place, k.place_id) < ((?::jsonb ->> 0)::bigint, (?::jsonb ->> 1)::uuid)',
  },
};

/** A condition that few keys may meet, as SQL. */
interface RareCondition {
  /** Checks one key `k`. */
  ofKey: string;
  /** Selects the ids (`key_id`) of all keys of the project that meet it. For few of them, look-ups of all keys take much longer. */
  keyIds: string;
}

/**
 * The SQL of a page of keys: conditions that narrow each other down, with their values. Statements are not prepared, because
 * filters and limits make too many different texts.
 */
export class KeySelection {
  /** The parameters of the statements: `$1` is the project, `$2` its source language. */
  readonly values: unknown[];
  private readonly conditions: string[] = ['k.project_id = $1'];
  private readonly rareConditions: RareCondition[] = [];
  /** Whether the keys are named, so that there are few. */
  private isNamed = false;
  /** The parameter with the position of the key before the page, in the order of the list. */
  private position?: string;
  /** The parameter with the languages whose texts are read. */
  private languages?: string;

  /** @param languageCount of the project, the source language included */
  constructor(
    projectId: string,
    sourceLanguage: string,
    private readonly languageCount: number,
    private readonly order: KeyOrder = 'name',
  ) {
    this.values = [projectId, sourceLanguage];
  }

  /** Whether all keys are selected. */
  get isWhole(): boolean {
    return this.conditions.length === 1 && this.rareConditions.length === 0;
  }

  /** Returns the statement of a page of the whole selection. */
  statement(limit: number): string {
    return this.page(this.order === 'name' ? inNames(this.keys) : inChanges(this.keys), limit);
  }

  /**
   * Returns the statement of the same page from the first rows in its order only; undefined if that would be no faster. A page that
   * it fills is the page of the whole selection.
   */
  firstStatement(limit: number): string | undefined {
    if (this.isNamed) return undefined;
    if (this.order === '-updatedAt') return this.page(this.newestKeys(limit), limit);
    if (this.rareConditions.length === 0) return undefined;
    const keys = inNames(`SELECT * FROM keys k WHERE ${this.conditions.join(' AND ')}`);
    const first = this.cut(keys, FIRST_KEYS);
    const found = this.rareConditions.map(({ ofKey }) => ofKey).join(' AND ');
    return this.selectPage(this.cut(`SELECT * FROM (${first}) k WHERE ${found}`, limit));
  }

  /** Returns the statement of the number of selected keys, of a selection without a position and texts. */
  get countStatement(): string {
    return `SELECT count(*)::int AS total FROM (${this.keys}) k WHERE $2::text IS NOT NULL`;
  }

  named(names: readonly string[]): void {
    this.isNamed = true;
    this.add(`k.name_hash IN (SELECT sha256(convert_to(wanted, 'UTF8')) FROM unnest(?::text[]) AS wanted)`, names);
  }

  inNamespace(namespace: string): void {
    this.add('k.namespace = ?', namespace);
    // The range of the namespace in the index `keys_in_order`: after `ns.` and before `ns/`, whose last character is the next one.
    if (namespace !== '' && namespace.length < 500)
      this.add(`left(k.name, 512) >= ? || '.' AND left(k.name, 512) < ? || '/'`, namespace);
  }

  tagged(tag: string): void {
    const condition = `jsonb_exists(k.tags, $${this.values.push(tag)})`;
    const keyIds = `SELECT k.id AS key_id FROM keys k WHERE k.project_id = $1 AND ${condition}`;
    this.rareConditions.push({ ofKey: condition, keyIds });
  }

  withoutTextIn(language: string): void {
    const translated = `FROM translations t WHERE t.project_id = $1 AND t.language = $${this.values.push(language)}`;
    this.rareConditions.push({
      ofKey: `NOT EXISTS (SELECT ${translated} AND t.key_id = k.id OFFSET 0)`,
      // Both indexes are in the order of the ids, so that they can be merged.
      keyIds: `
        SELECT k.id AS key_id FROM keys k LEFT JOIN (SELECT t.key_id ${translated} ORDER BY t.key_id OFFSET 0) t ON t.key_id = k.id
        WHERE k.project_id = $1 AND t.key_id IS NULL`,
    });
  }

  /** Selects keys with a text in a state. @param languages default: all but the source language */
  inState(state: TranslationState, languages: readonly string[] | undefined): void {
    const condition = `t.project_id = $1 AND t.state = ${stateToNumber(state)} AND ${this.isIn('t', languages)}`;
    this.addTextCondition(condition);
  }

  /** Selects keys with an outdated text. @param languages default: all but the source language */
  outdated(languages: readonly string[] | undefined): void {
    const isOutdated = `t.project_id = $1 AND t.language <> $2 AND ${this.isIn('t', languages)}
      AND coalesce(t.text_revision, t.since) < s.text_revision`;
    const source = `FROM translations s WHERE s.project_id = $1 AND s.language = $2 AND s.text_revision IS NOT NULL`;
    const texts = `EXISTS (SELECT FROM translations t WHERE t.key_id = s.key_id AND ${isOutdated} OFFSET 0)`;
    this.rareConditions.push({
      ofKey: `EXISTS (SELECT ${source} AND s.key_id = k.id AND ${texts} OFFSET 0)`,
      keyIds: `SELECT s.key_id ${source} AND ${texts}`,
    });
  }

  /** Selects keys with a finding that is not ignored. @param code default: any. @param languages default: all */
  failing(code: string | undefined, languages: readonly string[] | undefined): void {
    const found = openFindings(
      `$${this.values.push(code ?? null)}::text`,
      `$${this.values.push(languages ?? null)}::text[]`,
    );
    this.rareConditions.push({
      ofKey: `EXISTS (SELECT ${found} AND f.key_id = k.id OFFSET 0)`,
      keyIds: `SELECT f.key_id ${found}`,
    });
  }

  /** Selects keys with this text in their name or in one of their texts, ignoring case in every script. */
  containing(text: string): void {
    const pattern = folded(`$${this.values.push(`%${escaped(text)}%`)}::text`);
    const coarse = `$${this.values.push(coarsePattern(text))}::text`;
    // PostgreSQL checks conditions of the same cost in the order of the statement.
    const isLike = (column: string): string =>
      `${column} COLLATE "C" ILIKE ${coarse} AND ${folded(column)} LIKE ${pattern}`;
    const condition = `t.project_id = $1 AND ${isLike('t.text')}`;
    this.rareConditions.push({
      ofKey: `(${isLike('k.name')} OR EXISTS (SELECT FROM translations t WHERE ${condition} AND t.key_id = k.id OFFSET 0))`,
      keyIds: `
        SELECT k.id AS key_id FROM keys k WHERE k.project_id = $1 AND ${isLike('k.name')}
        UNION ALL SELECT t.key_id FROM translations t WHERE ${condition}`,
    });
  }

  /** Reads the texts of the keys too. @param languages default: all */
  includeTexts(languages: readonly string[] | undefined): void {
    this.languages = `$${this.values.push(languages ?? null)}::text[]`;
  }

  /** @param position of the key before the page, in the order of the list */
  after(position: readonly string[]): void {
    this.position = `$${this.values.push(JSON.stringify(position))}`;
  }

  private isIn(text: string, languages: readonly string[] | undefined): string {
    if (!languages) return `${text}.language <> $2`;
    return `${text}.language = ANY ($${this.values.push(languages)}::text[])`;
  }

  private addTextCondition(condition: string): void {
    this.rareConditions.push({
      // OFFSET 0 makes PostgreSQL check key by key, and not read all texts of the project first.
      ofKey: `EXISTS (SELECT FROM translations t WHERE ${condition} AND t.key_id = k.id OFFSET 0)`,
      keyIds: `SELECT t.key_id FROM translations t WHERE ${condition}`,
    });
  }

  /** SQL of the selected keys. */
  private get keys(): string {
    if (this.rareConditions.length > 0 && !this.isNamed) return this.foundKeys;
    return `SELECT * FROM keys k WHERE ${this.conditionsOfKey.join(' AND ')}`;
  }

  private get conditionsOfKey(): string[] {
    return [...this.conditions, ...this.rareConditions.map(({ ofKey }) => ofKey)];
  }

  /** SQL of the same. The ids are found first, and each key is looked up by itself, whatever the statistics are. */
  private get foundKeys(): string {
    const [first = '', ...others] = this.rareConditions.map(({ keyIds }) => `SELECT key_id FROM (${keyIds}) found`);
    const ids = others.length > 0 ? [first, ...others].join(' INTERSECT ') : first.replace('SELECT', 'SELECT DISTINCT');
    return `
      SELECT k.* FROM (${ids}) f
      CROSS JOIN LATERAL (SELECT * FROM keys WHERE project_id = $1 AND id = f.key_id LIMIT 1) k
      WHERE ${this.conditions.join(' AND ')}`;
  }

  /**
   * SQL of the selected keys among those of the newest rows of keys and texts, from the position on. A key whose change is older than
   * that of another row was before the position. The keys are looked up in the order of these rows, until there are enough.
   */
  private newestKeys(limit: number): string {
    const rows = Math.min(
      MAX_NEWEST_ROWS,
      Math.max(FIRST_KEYS, Math.ceil(NEWEST_ROWS_PER_TEXT * limit * (this.languageCount + 1))),
    );
    const newest = (table: string, id: string): string => {
      const position = `(${this.position}::jsonb ->> 0)::bigint, ${idPrefix(`(${this.position}::jsonb ->> 1)::uuid`)}`;
      const start = this.position ? ` AND (since, ${idPrefix(id)}) <= (${position})` : '';
      return `(SELECT since AS place, ${id} AS place_id FROM ${table} WHERE project_id = $1 AND since IS NOT NULL${start}
               ORDER BY since DESC, ${idPrefix(id)} DESC, ${id} DESC LIMIT ${rows})`;
    };
    return `
      SELECT * FROM (
        SELECT k.*, n.*, greatest(k.since, t.since) AS changed_in
        FROM (
          SELECT place_id, max(place) AS place
          FROM (SELECT * FROM (${newest('keys', 'id')} UNION ALL ${newest('translations', 'key_id')}) k
                ORDER BY ${ORDERS['-updatedAt'].by} LIMIT ${rows}) k
          GROUP BY place_id ORDER BY place DESC, place_id DESC) n
        CROSS JOIN LATERAL (SELECT * FROM keys WHERE project_id = $1 AND id = n.place_id LIMIT 1) k
        ${LATEST_TEXT}) k
      WHERE changed_in = place AND ${this.conditionsOfKey.join(' AND ')}`;
  }

  /** @param keys SQL that returns rows of `keys` with a place */
  private page(keys: string, limit: number): string {
    return this.selectPage(this.cut(keys, limit));
  }

  /** Returns SQL of the first rows after the position. */
  private cut(keys: string, limit: number): string {
    const start = this.position ? `WHERE ${ORDERS[this.order].after.replaceAll('?', this.position)}` : '';
    return `SELECT * FROM (${keys}) k ${start} ORDER BY ${ORDERS[this.order].by} LIMIT ${limit}`;
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
    return `
      SELECT k.id, k.name, k.namespace, s.text AS value, k.description, coalesce(k.tags, '[]') AS tags,
             k.max_length AS "maxLength", k.created_at AS "createdAt",
             greatest(k.updated_at, t.updated_at) AS "updatedAt", k.place${columns}
      FROM (${keys}) k
      LEFT JOIN LATERAL (
        SELECT text, text_revision, since FROM translations WHERE project_id = $1 AND language = $2 AND key_id = k.id LIMIT 1) s ON true
      CROSS JOIN LATERAL (
        SELECT max(updated_at) AS updated_at${arrays} FROM translations WHERE project_id = $1 AND key_id = k.id) t
      ORDER BY ${ORDERS[this.order].by}`;
  }

  /** @param condition contains `?` in each place of the value */
  private add(condition: string, value: unknown): void {
    this.values.push(value);
    this.conditions.push(condition.replaceAll('?', `$${this.values.length}`));
  }
}

/** Adds the revision `since` of the latest text of a key `k`. */
const LATEST_TEXT = `CROSS JOIN LATERAL (
    SELECT max(since) AS since FROM translations WHERE project_id = $1 AND key_id = k.id) t`;

/** Returns SQL that adds places in the order of the names, as the index `keys_in_order` has them. @param keys SQL of rows of `keys` */
const inNames = (keys: string): string => `SELECT k.*, left(k.name, 512) AS place, k.id AS place_id FROM (${keys}) k`;

/** Returns SQL that adds places in the order of the revisions that changed keys or their texts last. @param keys SQL of rows of `keys` */
const inChanges = (keys: string): string =>
  `SELECT k.*, greatest(k.since, t.since) AS place, k.id AS place_id FROM (${keys}) k ${LATEST_TEXT}`;

/** Returns a part of a pattern of LIKE that stands for the text. */
const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

/**
 * Returns a pattern that what contains the text is like, ignoring only the case of ASCII, which is checked six times as fast. No
 * character beyond ASCII has one of ASCII as its small form, except those of `i` (U+0130) and of `k` (U+212A).
 */
const coarsePattern = (text: string): string => `%${escaped(text).replace(/[^\0-\x7f]+|[ik]/gi, '%')}%`;

/**
 * Returns SQL that folds case in every script; the database's own locale may fold ASCII only. A capital sigma has two small
 * forms, which depend on its place in the word, so both are folded to one.
 */
const folded = (expression: string): string => `replace(lower(${expression} COLLATE "und-x-icu"), 'ς', 'σ')`;
