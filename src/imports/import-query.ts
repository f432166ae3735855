import { chunksOf } from '../database/chunks';
import type { Database } from '../database/database';
import { prepared } from '../database/statements';
import type { Transaction } from '../database/transaction';
import { MAX_DETAILS } from './import-result';
import type { UnitState } from './import-plan';
import type { ImportedFile, ImportedKey } from './reading/imported-file';
import type { UnitAction } from './unit-action';

/** The id and the name of a key. */
export type NamedKey = Pick<ImportedKey, 'name'> & { id: string };

/** Reads what an import compares its file with, in the transaction that holds the project's lock. */
export class ImportQuery {
  constructor(
    private readonly tx: Transaction,
    private readonly projectId: string,
  ) {}

  /**
   * Reads the project's state of the translation units that the import changes, and of the first 1,000 units, whose details may be
   * reported; in the order of the file. One statement reads up to 5,000 units.
   *
   * @param actions one for each unit
   */
  async *states(
    { keys, units, metaId }: ImportedFile,
    actions: readonly UnitAction[],
    sourceLanguage: string,
  ): AsyncGenerator<UnitState> {
    let offset = 0;
    for (const chunk of chunksOf(units)) {
      const start = offset;
      offset += chunk.length;
      yield* await this.tx.rows<UnitState>(STATES, [
        this.projectId,
        chunk.map((_, i) => start + i),
        chunk.map(({ key }) => keys[key]?.name),
        chunk.map(({ language }) => language),
        chunk.map(({ text }) => text),
        actions.slice(start, offset),
        chunk.map(({ meta }) => meta ?? null),
        metaId,
        MAX_DETAILS,
        chunk.map(({ plural }) => plural !== undefined),
        sourceLanguage,
      ]);
    }
  }

  /** Reads the keys that a file does not name, in the order of their names. @param namespace limits them */
  async missingKeys(keys: readonly ImportedKey[], namespace: string | undefined): Promise<NamedKey[]> {
    return this.tx.rows<NamedKey>(MISSING_KEYS, [this.projectId, keys.map(({ name }) => name), namespace ?? null]);
  }
}

/** Reads the names of the keys with a plural among their texts. */
export async function findPluralKeys(database: Database, projectId: string): Promise<Set<string>> {
  const rows = await database.rows<{ name: string }>(PLURAL_KEYS, [projectId]);
  return new Set(rows.map(({ name }) => name));
}

// Each key and text is looked up by itself (LIMIT 1), by an index: PostgreSQL may plan a join that reads the whole project for
// each set of a large file.
const STATES = `
  SELECT f.unit, k.id AS "keyId", t.text IS NOT NULL AS "hasText", t.text IS NOT DISTINCT FROM f.text AS same,
         t.meta -> $8 IS NOT DISTINCT FROM f.meta AS "sameMeta",
         CASE WHEN f.plural OR t.text LIKE '{%}' THEN t.text END AS current, s.text AS "sourceText"
  FROM unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::jsonb[], $10::boolean[])
       AS f (unit, name, language, text, action, meta, plural)
  LEFT JOIN LATERAL (
    SELECT id FROM keys WHERE project_id = $1 AND name_hash = sha256(convert_to(f.name, 'UTF8')) LIMIT 1) k ON true
  LEFT JOIN LATERAL (
    SELECT text, meta FROM translations WHERE project_id = $1 AND language = f.language AND key_id = k.id LIMIT 1) t ON true
  LEFT JOIN LATERAL (
    SELECT text FROM translations WHERE f.plural AND project_id = $1 AND language = $11 AND key_id = k.id LIMIT 1) s ON true
  WHERE k.id IS NULL OR f.unit < $9 OR CASE f.action
    WHEN 'set' THEN t.text IS DISTINCT FROM f.text OR t.meta -> $8 IS DISTINCT FROM f.meta
    WHEN 'fill' THEN t.text IS NULL
    WHEN 'clear' THEN t.text IS NOT NULL
    ELSE false END
  ORDER BY f.unit`;

const MISSING_KEYS = `
  SELECT k.id, k.name FROM keys k
  WHERE k.project_id = $1 AND ($3::text IS NULL OR k.namespace = $3)
    AND NOT EXISTS (SELECT FROM unnest($2::text[]) AS f (name) WHERE f.name COLLATE "C" = k.name)
  ORDER BY k.name`;

const PLURAL_KEYS = prepared(
  `SELECT name FROM keys k WHERE project_id = $1 AND EXISTS (SELECT FROM translations t
   WHERE t.project_id = $1 AND t.key_id = k.id AND t.text ~ '^\\{[^{}]*,\\s*(plural|selectordinal)\\s*,')`,
);
