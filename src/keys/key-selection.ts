/** The SQL of a page of keys: conditions that narrow each other down, with their values. */
export class KeySelection {
  /** The parameters of the statement: `$1` is the project, `$2` its source language. */
  readonly values: unknown[];
  private readonly conditions: string[] = ['k.project_id = $1'];

  constructor(projectId: string, sourceLanguage: string) {
    this.values = [projectId, sourceLanguage];
  }

  /** Returns the statement. It is not prepared: filters and limit make too many different texts. */
  statement(limit: number): string {
    return `${SELECT} WHERE ${this.conditions.join(' AND ')} ORDER BY left(k.name, 512), k.id LIMIT ${limit}`;
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
      `NOT EXISTS (SELECT FROM translations t WHERE t.project_id = k.project_id AND t.language = ? AND t.key_id = k.id OFFSET 0)`,
      language,
    );
  }

  /** Selects keys with this text in their name or in one of their texts, ignoring case in every script. */
  containing(text: string): void {
    this.add(
      `(${folded('k.name')} LIKE ${folded('?::text')} OR EXISTS (SELECT FROM translations t
         WHERE t.project_id = k.project_id AND t.key_id = k.id AND ${folded('t.text')} LIKE ${folded('?::text')}))`,
      `%${text.replace(/[\\%_]/g, '\\$&')}%`,
    );
  }

  /** @param position the first 512 characters of the name and the id of the key before the page */
  after(position: readonly string[]): void {
    this.add(`(left(k.name, 512), k.id) > (?::jsonb ->> 0, (?::jsonb ->> 1)::uuid)`, JSON.stringify(position));
  }

  /** @param condition contains `?` in each place of the value */
  private add(condition: string, value: unknown): void {
    this.values.push(value);
    this.conditions.push(condition.replaceAll('?', `$${this.values.length}`));
  }
}

const SELECT = `SELECT k.id, k.name, k.namespace, s.text AS value, k.description, k.created_at AS "createdAt",
         greatest(k.updated_at, (SELECT max(updated_at) FROM translations WHERE project_id = k.project_id AND key_id = k.id)) AS "updatedAt"
  FROM keys k LEFT JOIN translations s ON s.project_id = k.project_id AND s.language = $2 AND s.key_id = k.id`;

/**
 * Returns SQL that folds case in every script; the database's own locale may fold ASCII only. A capital sigma has two small
 * forms, which depend on its place in the word, so both are folded to one.
 */
const folded = (expression: string): string => `replace(lower(${expression} COLLATE "und-x-icu"), 'ς', 'σ')`;
