import type { Transaction } from '../database/transaction';
import { validate as isUuid } from 'uuid';
import { prepared } from '../database/statements';
import { inOrder, type KeyWithTexts } from './key';

/** Rows a statement: fewer cost round trips, more cost memory on both sides. */
const CHUNK_ROWS = 5_000;

export interface NewKey {
  id: string;
  name: string;
  description?: string | null;
  /** JSON text of what formats keep. */
  meta?: string | null;
}

export interface TextRow {
  keyId: string;
  language: string;
  text: string;
  /** JSON text of what formats keep. */
  meta?: string | null;
}

/**
 * Keys and texts of a project in sets: one statement for up to 5,000 rows, each array one parameter. Whoever calls it
 * holds the project's lock.
 */
export class KeyStore {
  constructor(
    private readonly tx: Transaction,
    private readonly projectId: string,
  ) {}

  /** Skips names that the project has. @returns how many were inserted */
  async insertKeys(keys: readonly NewKey[]): Promise<number> {
    let inserted = 0;
    for (const chunk of chunksOf(keys)) {
      const [row] = await this.tx.rows<{ count: number }>(INSERT_KEYS, [
        this.projectId,
        chunk.map(({ id }) => id),
        chunk.map(({ name }) => name),
        chunk.map(({ description }) => description ?? null),
        chunk.map(({ meta }) => meta ?? null),
      ]);
      inserted += row?.count ?? 0;
    }
    return inserted;
  }

  /** A few keys, each with at least one text, in one statement. @returns how many keys were inserted */
  async insertKeysWithTexts(keys: readonly NewKey[], texts: readonly TextRow[], apiKeyId: string): Promise<number> {
    const [row] = await this.tx.rows<{ count: number }>(INSERT_KEYS_WITH_TEXTS, [
      this.projectId,
      keys.map(({ id }) => id),
      keys.map(({ name }) => name),
      keys.map(({ description }) => description ?? null),
      texts.map(({ language }) => language),
      texts.map(({ keyId }) => keyId),
      texts.map(({ text }) => text),
      apiKeyId,
    ]);
    return row?.count ?? 0;
  }

  /** Sets texts, whatever stood there; what formats kept of an old text goes with it. No pair may be named twice. */
  async upsertTexts(rows: readonly TextRow[], apiKeyId: string): Promise<void> {
    for (const chunk of chunksOf(rows)) {
      await this.tx.rows(UPSERT_TEXTS, [
        this.projectId,
        chunk.map(({ language }) => language),
        chunk.map(({ keyId }) => keyId),
        chunk.map(({ text }) => text),
        chunk.map(({ meta }) => meta ?? null),
        apiKeyId,
      ]);
    }
  }

  async deleteTexts(rows: readonly { keyId: string; language: string }[]): Promise<void> {
    for (const chunk of chunksOf(rows)) {
      await this.tx.rows(DELETE_TEXTS, [
        this.projectId,
        chunk.map(({ language }) => language),
        chunk.map(({ keyId }) => keyId),
      ]);
    }
  }

  /** @returns how many there were */
  async deleteKeys(ids: readonly string[]): Promise<number> {
    let deleted = 0;
    for (const chunk of chunksOf(ids)) {
      deleted += await this.tx.count('DELETE FROM keys WHERE project_id = $1 AND id = ANY ($2)', [
        this.projectId,
        chunk,
      ]);
    }
    return deleted;
  }

  async idsByName(names: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.tx.rows<{ id: string; name: string }>(IDS_BY_NAME, [this.projectId, names]);
    return new Map(rows.map(({ id, name }) => [name, id]));
  }

  /** The keys of the project among these, each with all its texts. */
  async withTexts(ids: readonly string[], languages: readonly string[]): Promise<Map<string, KeyWithTexts>> {
    const uuids = ids.filter((id) => isUuid(id));
    const rows = await this.tx.rows<KeyRow>(KEYS_WITH_TEXTS, [this.projectId, uuids]);
    return new Map(rows.map((row) => [row.id, toKey(row, languages)]));
  }

  /** Names, descriptions and the time of the change, by id. */
  async updateKeys(keys: readonly { id: string; name: string; description: string | null }[]): Promise<void> {
    await this.tx.rows(
      `UPDATE keys k SET name = new.name, name_hash = sha256(convert_to(new.name, 'UTF8')), description = new.description,
              updated_at = now()
       FROM unnest($2::uuid[], $3::text[], $4::text[]) AS new (id, name, description)
       WHERE k.project_id = $1 AND k.id = new.id`,
      [
        this.projectId,
        keys.map(({ id }) => id),
        keys.map(({ name }) => name),
        keys.map(({ description }) => description),
      ],
    );
  }
}

/** A row of `KEY_COLUMNS`: the texts are parallel arrays, in no order. */
export type KeyRow = Omit<KeyWithTexts, 'value' | 'texts'> & { languages: string[] | null; texts: string[] | null };

/** Of a key `k` with its texts; `updatedAt` is that of the latest text where that is later. */
export const KEY_COLUMNS = `k.id, k.name, k.namespace, k.description,
  k.created_at AS "createdAt", greatest(k.updated_at, t.updated_at) AS "updatedAt", t.languages, t.texts`;

export const JOIN_TEXTS = `LEFT JOIN LATERAL (
  SELECT array_agg(language) AS languages, array_agg(text) AS texts, max(updated_at) AS updated_at
  FROM translations WHERE project_id = k.project_id AND key_id = k.id) t ON true`;

/** @param projectLanguages the source language first */
export function toKey(row: KeyRow, projectLanguages: readonly string[]): KeyWithTexts {
  const { id, name, namespace, description, createdAt, updatedAt, languages, texts } = row;
  const textByLanguage = new Map((languages ?? []).map((language, i) => [language, texts?.[i] ?? '']));
  const value = textByLanguage.get(projectLanguages[0] ?? '') ?? null;
  const ordered = inOrder(textByLanguage, projectLanguages);
  return { id, name, namespace, value, description, createdAt, updatedAt, texts: ordered };
}

export function* chunksOf<T>(rows: readonly T[], size = CHUNK_ROWS): Generator<readonly T[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}

const INSERT_KEYS = prepared(`WITH inserted AS (
   INSERT INTO keys (project_id, id, name, name_hash, description, meta)
   SELECT $1, id, name, sha256(convert_to(name, 'UTF8')), description, meta
   FROM unnest($2::uuid[], $3::text[], $4::text[], $5::jsonb[]) AS new (id, name, description, meta)
   ON CONFLICT (project_id, name_hash) DO NOTHING
   RETURNING 1)
 SELECT count(*)::int AS count FROM inserted`);

// Here, foreign keys are checked when all of the statement is done.
const INSERT_KEYS_WITH_TEXTS = prepared(`WITH inserted AS (
   INSERT INTO keys (project_id, id, name, name_hash, description)
   SELECT $1, id, name, sha256(convert_to(name, 'UTF8')), description
   FROM unnest($2::uuid[], $3::text[], $4::text[]) AS new (id, name, description)
   ON CONFLICT (project_id, name_hash) DO NOTHING
   RETURNING id),
 texts AS (
   INSERT INTO translations (project_id, language, key_id, text, updated_by)
   SELECT $1, language, key_id, text, $8
   FROM unnest($5::text[], $6::uuid[], $7::text[]) AS new (language, key_id, text)
   WHERE key_id IN (SELECT id FROM inserted))
 SELECT count(*)::int AS count FROM inserted`);

const UPSERT_TEXTS = prepared(`INSERT INTO translations (project_id, language, key_id, text, meta, updated_by)
 SELECT $1, language, key_id, text, meta, $6
 FROM unnest($2::text[], $3::uuid[], $4::text[], $5::jsonb[]) AS new (language, key_id, text, meta)
 ON CONFLICT (project_id, language, key_id) DO UPDATE
 SET text = excluded.text, meta = excluded.meta, updated_at = now(), updated_by = excluded.updated_by`);

const KEYS_WITH_TEXTS = prepared(
  `SELECT ${KEY_COLUMNS} FROM keys k ${JOIN_TEXTS} WHERE k.project_id = $1 AND k.id = ANY ($2)`,
);

// Each row is looked up by itself (LIMIT 1), and deleted where it lies: a join would read the whole project for each set.
const DELETE_TEXTS = `DELETE FROM translations WHERE project_id = $1 AND ctid = ANY (ARRAY(
   SELECT t.place FROM unnest($2::text[], $3::uuid[]) AS gone (language, key_id)
   CROSS JOIN LATERAL (
     SELECT ctid AS place FROM translations
     WHERE project_id = $1 AND language = gone.language AND key_id = gone.key_id LIMIT 1) t))`;

const IDS_BY_NAME = `SELECT k.id, wanted.name FROM unnest($2::text[]) AS wanted (name)
 CROSS JOIN LATERAL (
   SELECT id FROM keys WHERE project_id = $1 AND name_hash = sha256(convert_to(wanted.name, 'UTF8')) LIMIT 1) k`;
