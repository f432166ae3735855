/** Keys that `firstKeysStatement` reads, in the order of the list. A frequent word fills a page long before. */
const FIRST_KEYS = 1_000;

const PAGE_ORDER = 'left(k.name, 512), k.id';

/**
 * The SQL of a page of keys: conditions that narrow each other down, with their values. Statements are not prepared, because
 * filters and limits make too many different texts.
 */
export class KeySelection {
  /** The parameters of the statements: `$1` is the project, `$2` its source language. */
  readonly values: unknown[];
  private readonly conditions: string[] = ['k.project_id = $1'];
  /** The parameter of the text to search for. */
  private searched?: string;

  constructor(projectId: string, sourceLanguage: string) {
    this.values = [projectId, sourceLanguage];
  }

  /** Returns the statement of a page of the whole selection. */
  statement(limit: number): string {
    // The texts are read once: for a rare word, a look-up per key takes four times as long.
    const conditions = this.searchConditions(
      (pattern) => `k.id IN (SELECT t.key_id FROM translations t
      WHERE t.project_id = $1 AND ${folded('t.text')} LIKE ${pattern})`,
    );
    return selectPage(`SELECT * FROM keys k WHERE ${conditions} ORDER BY ${PAGE_ORDER} LIMIT ${limit}`);
  }

  /**
   * Returns the statement of the same page from the first 1,000 keys only; undefined without a search. A page that it fills
   * is the page of the whole selection.
   */
  firstKeysStatement(limit: number): string | undefined {
    if (this.searched === undefined) return undefined;
    const first = `SELECT * FROM keys k WHERE ${this.conditions.join(' AND ')} ORDER BY ${PAGE_ORDER} LIMIT ${FIRST_KEYS}`;
    // OFFSET 0 makes PostgreSQL check key by key, and not read all texts of the project first.
    const found = foundIn(
      this.searched,
      (pattern) => `EXISTS (SELECT FROM translations t
      WHERE t.project_id = $1 AND t.key_id = k.id AND ${folded('t.text')} LIKE ${pattern} OFFSET 0)`,
    );
    return selectPage(`SELECT * FROM (${first}) k WHERE ${found} ORDER BY ${PAGE_ORDER} LIMIT ${limit}`);
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

  withoutTextIn(language: string): void {
    // OFFSET 0 makes PostgreSQL check key by key, which a page needs: a join would read all texts of the language.
    this.add(
      `NOT EXISTS (SELECT FROM translations t WHERE t.project_id = $1 AND t.language = ? AND t.key_id = k.id OFFSET 0)`,
      language,
    );
  }

  /** Selects keys with this text in their name or in one of their texts, ignoring case in every script. */
  containing(text: string): void {
    this.searched = `$${this.values.push(`%${text.replace(/[\\%_]/g, '\\$&')}%`)}::text`;
  }

  /** @param position the first 512 characters of the name and the id of the key before the page */
  after(position: readonly string[]): void {
    this.add(`(left(k.name, 512), k.id) > (?::jsonb ->> 0, (?::jsonb ->> 1)::uuid)`, JSON.stringify(position));
  }

  private searchConditions(inTexts: (pattern: string) => string): string {
    const conditions = [...this.conditions];
    if (this.searched !== undefined) conditions.push(foundIn(this.searched, inTexts));
    return conditions.join(' AND ');
  }

  /** @param condition contains `?` in each place of the value */
  private add(condition: string, value: unknown): void {
    this.values.push(value);
    this.conditions.push(condition.replaceAll('?', `$${this.values.length}`));
  }
}

function foundIn(parameter: string, inTexts: (pattern: string) => string): string {
  const pattern = folded(parameter);
  return `(${folded('k.name')} LIKE ${pattern} OR ${inTexts(pattern)})`;
}

/**
 * Returns SQL that reads what a list shows of some keys. Each text is looked up by itself: where the tables have no
 * statistics yet, the planner would join the page with all texts of the language. `$1` is the project of the texts too, so
 * that the planner sees which partition they are in.
 *
 * @param keys SQL that returns rows of the table `keys`
 */
const selectPage = (keys: string): string => `
  SELECT k.id, k.name, k.namespace, s.text AS value, k.description, coalesce(k.tags, '[]') AS tags,
         k.max_length AS "maxLength", k.created_at AS "createdAt",
         greatest(k.updated_at, t.updated_at) AS "updatedAt"
  FROM (${keys}) k
  LEFT JOIN LATERAL (
    SELECT text FROM translations WHERE project_id = $1 AND language = $2 AND key_id = k.id LIMIT 1) s ON true
  CROSS JOIN LATERAL (
    SELECT max(updated_at) AS updated_at FROM translations WHERE project_id = $1 AND key_id = k.id) t
  ORDER BY ${PAGE_ORDER}`;

/**
 * Returns SQL that folds case in every script; the database's own locale may fold ASCII only. A capital sigma has two small
 * forms, which depend on its place in the word, so both are folded to one.
 */
const folded = (expression: string): string => `replace(lower(${expression} COLLATE "und-x-icu"), 'ς', 'σ')`;
