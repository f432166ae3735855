import { isKey } from '../projects/id-prefix';
import { conditionsOf, type ReversalTarget, selectMade } from '../projects/write/reversal-target';

const TEXT = 'key_id, language, text, state';
const WHOLE_TEXT = `${TEXT}, meta, text_revision, since`;

/** A text to put back, replace or remove. */
export interface TextRow {
  keyId: string;
  language: string;
  /** Null: it did not exist. */
  wantedText: string | null;
  wantedMeta: string | null;
  wantedState: number | null;
  /** The column `text_revision` of the text that is put back. */
  wantedRevision: string | null;
  /** The text that what is undone has left; null if it removed the text. */
  madeText: string | null;
  madeState: number | null;
  currentText: string | null;
  currentState: number | null;
  /** The formats' metadata is not what it was. */
  hasOtherMeta: boolean;
  hasKey: boolean;
}

/** Returns a condition, after AND, of the rows of the key of a target that has one. @param parameter has the id of the key */
const ofKey = ({ keyId }: ReversalTarget, column: string, parameter: string): string =>
  keyId === undefined ? '' : ` AND ${isKey(column, parameter)}`;

/**
 * Selects the texts that are not as they were. `$2` is the source language; if a single change is undone, `$3` is the revision of
 * the write; if it is undone for one key, `$4` is its id.
 */
export function selectTexts(target: ReversalTarget): string {
  const { wanted } = conditionsOf(target);
  const condition = ofKey(target, 'key_id', '$4');
  return `
  SELECT key_id AS "keyId", language, w.text AS "wantedText", w.meta::text AS "wantedMeta", w.state AS "wantedState",
         CASE WHEN language = $2 THEN ${revisionOfSource(target)} ELSE coalesce(w.text_revision, w.since) END AS "wantedRevision",
         m.text AS "madeText", m.state AS "madeState", c.text AS "currentText", c.state AS "currentState",
         w.meta IS DISTINCT FROM c.meta AS "hasOtherMeta",
         EXISTS (SELECT FROM keys k WHERE k.project_id = $1 AND k.id = key_id) AS "hasKey"
  FROM (SELECT ${WHOLE_TEXT} FROM translations_history WHERE project_id = $1 AND ${wanted}${condition}) w
  FULL JOIN (${selectMade('translations', TEXT, target, condition)}) m USING (key_id, language)
  LEFT JOIN (SELECT ${WHOLE_TEXT} FROM translations WHERE project_id = $1) c USING (key_id, language)
  WHERE w.text IS DISTINCT FROM c.text OR w.meta IS DISTINCT FROM c.meta OR w.state IS DISTINCT FROM c.state
     OR CASE WHEN language = $2 THEN ${makesOutdated(wanted)}
             ELSE ${isOutdated('w', wanted)} <> ${isOutdated('c', wanted)} END`;
}

/**
 * Returns SQL of the revision that changed a source text last when it is put back. If a single change is undone, texts that were
 * set since are outdated: they were made for the text that is replaced.
 */
const revisionOfSource = ({ only }: ReversalTarget): string =>
  only === undefined
    ? 'w.text_revision'
    : `CASE WHEN EXISTS (SELECT FROM translations t WHERE t.project_id = $1 AND t.key_id = w.key_id AND t.language <> $2
                           AND coalesce(t.text_revision, t.since) > ${only}) THEN $3::bigint ELSE w.text_revision END`;

/** Returns SQL of whether a source text that was changed back makes others outdated, which may be put back. */
const makesOutdated = (wanted: string): string => `(w.text_revision IS DISTINCT FROM c.text_revision AND EXISTS (
      SELECT FROM translations WHERE project_id = $1 AND key_id = c.key_id AND language <> $2
        AND coalesce(text_revision, since) < c.text_revision
      UNION ALL
      SELECT FROM translations_history WHERE project_id = $1 AND key_id = c.key_id AND language <> $2 AND ${wanted}
        AND coalesce(text_revision, since) < c.text_revision))`;

/** Returns SQL of whether a text will be outdated: its source text may be put back too. */
const isOutdated = (
  text: string,
  wanted: string,
): string => `(coalesce(${text}.text_revision, ${text}.since) < coalesce(
      (SELECT coalesce(text_revision, 0) FROM translations_history
       WHERE key_id = ${text}.key_id AND project_id = $1 AND language = $2 AND ${wanted} LIMIT 1),
      (SELECT text_revision FROM translations WHERE project_id = $1 AND language = $2 AND key_id = ${text}.key_id), 0))`;

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

const KEY = 'id, name, description, tags, max_length';

/** Selects the keys that are not as they were. If a change is undone for one key, `$2` is its id. */
export function selectKeys(target: ReversalTarget): string {
  const condition = ofKey(target, 'id', '$2');
  return `
  SELECT id, w.name AS "wantedName", c.name AS "currentName",
         (m.name, m.description, m.tags, m.max_length) IS NOT DISTINCT FROM (c.name, c.description, c.tags, c.max_length) AS "isAsMade",
         (SELECT k.id FROM keys k
          WHERE k.project_id = $1 AND k.name_hash = sha256(convert_to(w.name, 'UTF8')) AND k.id <> w.id LIMIT 1) AS holder
  FROM (SELECT ${KEY}, meta FROM keys_history WHERE project_id = $1 AND ${conditionsOf(target).wanted}${condition}) w
  FULL JOIN (${selectMade('keys', KEY, target, condition)}) m USING (id)
  LEFT JOIN (SELECT ${KEY}, meta FROM keys WHERE project_id = $1) c USING (id)
  WHERE (w.name, w.description, w.meta, w.tags, w.max_length) IS DISTINCT FROM (c.name, c.description, c.meta, c.tags, c.max_length)`;
}

/**
 * Selects which keys of `$2` and languages of `$3` have texts that what is undone has not made. If a change is undone for one key,
 * `$4` is its id.
 */
export const selectInUse = (target: ReversalTarget): string => `
  SELECT DISTINCT CASE WHEN t.key_id = ANY ($2::uuid[]) THEN t.key_id END AS "keyId",
         CASE WHEN t.language = ANY ($3::text[]) THEN t.language END AS language
  FROM translations t LEFT JOIN (${selectMade('translations', TEXT, target, ofKey(target, 'key_id', '$4'))}) m USING (key_id, language)
  WHERE t.project_id = $1 AND (t.key_id = ANY ($2::uuid[]) OR t.language = ANY ($3::text[])) 
    AND (m.text, m.state) IS DISTINCT FROM (t.text, t.state)`;

/** Selects the last names of the keys of `$2`. */
export const SELECT_NAMES = `
  SELECT DISTINCT ON (id) id, name FROM (
    SELECT id, name, since FROM keys WHERE project_id = $1 AND id = ANY ($2::uuid[])
    UNION ALL
    SELECT id, name, since FROM keys_history WHERE project_id = $1 AND id = ANY ($2::uuid[])) versions
  ORDER BY id, since DESC`;
