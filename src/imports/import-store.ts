import type { Transaction } from '../database/transaction';
import { chunksOf } from '../keys/key-store';
import { MAX_DETAILS } from './import-result';
import type { UnitState } from './import-plan';
import type { UnitAction } from './unit-action';
import type { ImportedFile, ImportedKey } from './reading/imported-file';

/** The statements of an import, all in sets, on a project that is locked. */
export class ImportStore {
  constructor(
    private readonly tx: Transaction,
    private readonly projectId: string,
  ) {}

  /**
   * What the project holds for the pairs of the file: only those where something is to be done, and the first ones, whose
   * details may be told. One statement for each 5,000 pairs.
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
      const rows = await this.tx.rows<UnitState>(STATES, [
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
      yield* rows;
    }
  }

  /**
   * Descriptions, and what the format keeps of keys, for keys that the project has.
   * @returns whether anything was changed
   */
  async describeKeys(keys: readonly ImportedKey[], metaId: string, overwrite: boolean): Promise<boolean> {
    const described = keys.filter(({ description, meta }) => description !== undefined || meta !== undefined);
    let changed = 0;
    for (const chunk of chunksOf(described)) {
      const count = await this.tx.count(overwrite ? DESCRIBE_OVERWRITING : DESCRIBE_KEEPING, [
        this.projectId,
        chunk.map(({ name }) => name),
        chunk.map(({ description }) => description ?? null),
        chunk.map(({ meta }) => (meta === undefined ? '{}' : `{${JSON.stringify(metaId)}:${meta}}`)),
      ]);
      changed += count;
    }
    return changed > 0;
  }

  /** What the format keeps of texts that stay. */
  async setMetas(
    rows: readonly { keyId: string; language: string; meta: string | null }[],
    metaId: string,
  ): Promise<void> {
    for (const chunk of chunksOf(rows)) {
      await this.tx.rows(SET_METAS, [
        this.projectId,
        chunk.map(({ keyId }) => keyId),
        chunk.map(({ language }) => language),
        chunk.map(({ meta }) => meta),
        metaId,
      ]);
    }
  }

  /** @returns whether anything was changed */
  async setLanguageMetas(metas: ReadonlyMap<string, string>, metaId: string): Promise<boolean> {
    if (metas.size === 0) return false;
    const rows = await this.tx.rows<unknown>(
      `INSERT INTO language_meta AS m (project_id, language, meta)
       SELECT $1, language, jsonb_build_object($4::text, meta) FROM unnest($2::text[], $3::jsonb[]) AS f (language, meta)
       ON CONFLICT (project_id, language) DO UPDATE SET meta = m.meta || excluded.meta
       WHERE m.meta || excluded.meta <> m.meta
       RETURNING 1`,
      [this.projectId, [...metas.keys()], [...metas.values()], metaId],
    );
    return rows.length > 0;
  }

  /** Keys that a file does not name, within a namespace when given, in the order of their names. */
  async missingFrom(
    keys: readonly ImportedKey[],
    namespace: string | undefined,
  ): Promise<{ id: string; name: string }[]> {
    return this.tx.rows<{ id: string; name: string }>(
      `SELECT k.id, k.name FROM keys k
       WHERE k.project_id = $1 AND ($3::text IS NULL OR k.namespace = $3)
         AND NOT EXISTS (SELECT FROM unnest($2::text[]) AS f (name) WHERE f.name COLLATE "C" = k.name)
       ORDER BY k.name`,
      [this.projectId, keys.map(({ name }) => name), namespace ?? null],
    );
  }
}

// Each row is looked up by itself (LIMIT 1): a join would read the whole project for each 5,000 rows of a large file. What is
// found is changed through its unique index, for the same reason: the conflict that the insertion meets is certain.
const STATES = `
  SELECT f.unit, k.id AS "keyId", t.text IS NOT NULL AS had, t.text IS NOT DISTINCT FROM f.text AS same,
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

const SET_METAS = `
  INSERT INTO translations (project_id, language, key_id, text, meta)
  SELECT $1, f.language, f.key_id, t.text,
         nullif((coalesce(t.meta, '{}') - $5) || coalesce(jsonb_build_object($5, nullif(f.meta, 'null')), '{}'), '{}')
  FROM unnest($2::uuid[], $3::text[], $4::jsonb[]) AS f (key_id, language, meta)
  CROSS JOIN LATERAL (
    SELECT text, meta FROM translations WHERE project_id = $1 AND language = f.language AND key_id = f.key_id LIMIT 1) t
  ON CONFLICT (project_id, language, key_id) DO UPDATE SET meta = excluded.meta`;

const describe = (description: string, meta: string): string => `
  INSERT INTO keys (project_id, id, name, name_hash, description, meta)
  SELECT $1, k.id, k.name, k.name_hash, new.description, new.meta
  FROM unnest($2::text[], $3::text[], $4::jsonb[]) AS f (name, description, meta)
  CROSS JOIN LATERAL (
    SELECT id, name, name_hash, description, meta FROM keys
    WHERE project_id = $1 AND name_hash = sha256(convert_to(f.name, 'UTF8')) LIMIT 1) k
  CROSS JOIN LATERAL (SELECT ${description} AS description, nullif(${meta}, '{}') AS meta) new
  WHERE k.description IS DISTINCT FROM new.description OR k.meta IS DISTINCT FROM new.meta
  ON CONFLICT (project_id, name_hash) DO UPDATE
  SET description = excluded.description, meta = excluded.meta, updated_at = now()`;

const DESCRIBE_OVERWRITING = describe('coalesce(f.description, k.description)', `coalesce(k.meta, '{}') || f.meta`);
const DESCRIBE_KEEPING = describe('coalesce(k.description, f.description)', `f.meta || coalesce(k.meta, '{}')`);
