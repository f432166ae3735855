import { conditionsOf, type ReversalTarget, selectMade } from '../projects/write/reversal-target';

const TEXT = 'key_id, language, text';

/** A text to put back, replace or remove. */
export interface TextRow {
  keyId: string;
  language: string;
  /** Null: it did not exist. */
  wantedText: string | null;
  wantedMeta: string | null;
  /** The text that what is undone has left; null if it removed the text. */
  madeText: string | null;
  currentText: string | null;
  hasKey: boolean;
}

/** Selects the texts that are not as they were. */
export const selectTexts = (target: ReversalTarget): string => `
  SELECT key_id AS "keyId", language, w.text AS "wantedText", w.meta::text AS "wantedMeta", m.text AS "madeText",
         c.text AS "currentText", EXISTS (SELECT FROM keys k WHERE k.project_id = $1 AND k.id = key_id) AS "hasKey"
  FROM (SELECT ${TEXT}, meta FROM translations_history WHERE project_id = $1 AND ${conditionsOf(target).wanted}) w
  FULL JOIN (${selectMade('translations', TEXT, target)}) m USING (key_id, language)
  LEFT JOIN (SELECT ${TEXT}, meta FROM translations WHERE project_id = $1) c USING (key_id, language)
  WHERE w.text IS DISTINCT FROM c.text OR w.meta IS DISTINCT FROM c.meta`;

/** A key to put back, change or delete. */
export interface KeyRow {
  id: string;
  wantedName: string | null;
  currentName: string | null;
  /** The key is as the undone change has left it. */
  isAsMade: boolean;
  /** The other key that has the name now. */
  holder: string | null;
}

const KEY = 'id, name, description';

/** Selects the keys that are not as they were. */
export const selectKeys = (target: ReversalTarget): string => `
  SELECT id, w.name AS "wantedName", c.name AS "currentName",
         m.name IS NOT DISTINCT FROM c.name AND m.description IS NOT DISTINCT FROM c.description AS "isAsMade",
         (SELECT k.id FROM keys k
          WHERE k.project_id = $1 AND k.name_hash = sha256(convert_to(w.name, 'UTF8')) AND k.id <> w.id LIMIT 1) AS holder
  FROM (SELECT ${KEY}, meta FROM keys_history WHERE project_id = $1 AND ${conditionsOf(target).wanted}) w
  FULL JOIN (${selectMade('keys', KEY, target)}) m USING (id)
  LEFT JOIN (SELECT ${KEY}, meta FROM keys WHERE project_id = $1) c USING (id)
  WHERE w.name IS DISTINCT FROM c.name OR w.description IS DISTINCT FROM c.description OR w.meta IS DISTINCT FROM c.meta`;

/** Selects which keys of `$2` and languages of `$3` have texts that what is undone has not made. */
export const selectInUse = (target: ReversalTarget): string => `
  SELECT DISTINCT CASE WHEN t.key_id = ANY ($2::uuid[]) THEN t.key_id END AS "keyId",
         CASE WHEN t.language = ANY ($3::text[]) THEN t.language END AS language
  FROM translations t LEFT JOIN (${selectMade('translations', TEXT, target)}) m USING (key_id, language)
  WHERE t.project_id = $1 AND (t.key_id = ANY ($2::uuid[]) OR t.language = ANY ($3::text[])) AND m.text IS DISTINCT FROM t.text`;

/** Selects the last names of the keys of `$2`. */
export const SELECT_NAMES = `
  SELECT DISTINCT ON (id) id, name FROM (
    SELECT id, name, since FROM keys WHERE project_id = $1 AND id = ANY ($2::uuid[])
    UNION ALL
    SELECT id, name, since FROM keys_history WHERE project_id = $1 AND id = ANY ($2::uuid[])) versions
  ORDER BY id, since DESC`;
