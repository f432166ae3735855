import { firstBytes, sizeOf } from '../database/first-bytes';
import { isKey } from '../projects/id-prefix';
import { isOutdated, lastSet } from '../project-write/as-of/versions';
import {
  columnsWith,
  conditionsOf,
  type ReversalTarget,
  selectAfterChange,
  undoneMeta,
} from '../project-write/stores/reversal-target';
import { lookUpIfAny } from '../database/planned-reads';

const TEXT = 'key_id, language, text, state';
const WHOLE_TEXT = `${TEXT}, meta, text_revision, since`;

/** A text to put back, replace or remove. The texts themselves stay in the database. */
export interface TextRow {
  keyId: string;
  language: string;
  /** The place, in the history, of the text that is put back; null: it did not exist. */
  place: string | null;
  /** See `EarlierText`. */
  leftPlace: string | null;
  /** The column `text_revision` of the text that is put back. */
  textRevision: string | null;
  /** Null: it did not exist. */
  restoredState: number | null;
  /** Null: it does not exist. */
  currentState: number | null;
  /** The text differs from the text at the target, or exists only at the target, or only now. */
  isOtherText: boolean;
  /** The formats' metadata changes. */
  hasOtherMeta: boolean;
  /** The text is as the undone change has left it. */
  isUnchangedSince: boolean;
  hasKey: boolean;
}

/**
 * Returns a condition, after AND, of the rows of the key of a target that has one.
 *
 * @param parameter has the id of the key
 */
const ofKey = ({ keyId }: ReversalTarget, column: string, parameter: string): string =>
  keyId === undefined ? '' : ` AND ${isKey(column, parameter)}`;

/**
 * Selects the texts that are not as they were. `$2` is the source language; if a single change is undone, `$3` is the
 * revision of the write; if it is undone for one key, `$4` is its id.
 */
export function selectTexts(target: ReversalTarget): string {
  const { restored } = conditionsOf(target);
  const condition = ofKey(target, 'key_id', '$4');
  return `
  SELECT key_id AS "keyId", language, r.place::text AS place, ${leftPlace(target)} AS "leftPlace", r.state AS "restoredState", c.state AS "currentState",
         CASE WHEN language = $2 THEN ${revisionOfSource(target)} ELSE ${lastSet('r')} END AS "textRevision",
         r.text IS DISTINCT FROM c.text AS "isOtherText", ${isOtherMeta(target)} AS "hasOtherMeta",
         ${isUnchangedSince(target, 'text, state')} AS "isUnchangedSince",
         EXISTS (SELECT FROM keys k WHERE k.project_id = $1 AND k.id = key_id) AS "hasKey"
  FROM (SELECT ctid AS place, ${WHOLE_TEXT} FROM translations_history WHERE project_id = $1 AND ${restored}${condition}) r
  FULL JOIN (${selectAfterChange('translations', `ctid AS place, ${TEXT}, meta`, target, condition)}) a USING (key_id, language)
  LEFT JOIN (SELECT ${WHOLE_TEXT} FROM translations WHERE project_id = $1) c USING (key_id, language)
  WHERE r.text IS DISTINCT FROM c.text OR ${isOtherMeta(target)} OR r.state IS DISTINCT FROM c.state
     OR CASE WHEN language = $2 THEN ${makesOutdated(restored)}
             ELSE ${willBeOutdated('r', restored)} <> ${willBeOutdated('c', restored)} END`;
}

/**
 * Returns SQL of whether the current row `c` is the one `a` after the change. A whole project is restored whatever
 * happened since.
 */
const isUnchangedSince = ({ only }: ReversalTarget, columns: string): string =>
  only === undefined ? 'true' : `(${columnsWith('a', columns)}) IS NOT DISTINCT FROM (${columnsWith('c', columns)})`;

/** Returns SQL of the place of the row `a` that the change has left, if the row `c` has replaced it since. */
const leftPlace = ({ only }: ReversalTarget): string =>
  only === undefined ? 'NULL' : `CASE WHEN c.since > ${only} THEN a.place::text END`;

/**
 * Returns SQL of whether the metadata of the current row `c` changes. A change of metadata since is no conflict: both stay.
 */
const isOtherMeta = ({ only }: ReversalTarget): string =>
  `${only === undefined ? 'r.meta' : undoneMeta('r.meta', 'a.meta', 'c.meta')} IS DISTINCT FROM c.meta`;

/**
 * Returns SQL of the revision that changed a source text last when it is put back. If a single change is undone, texts
 * that were set since are outdated: they were made for the text that is replaced.
 */
const revisionOfSource = ({ only }: ReversalTarget): string =>
  only === undefined
    ? 'r.text_revision'
    : `CASE WHEN EXISTS (SELECT FROM translations t WHERE t.project_id = $1 AND t.key_id = r.key_id AND t.language <> $2
                           AND ${lastSet('t')} > ${only}) THEN $3::bigint ELSE r.text_revision END`;

/** Returns SQL of whether a source text that was changed back makes others outdated, which may be put back. */
const makesOutdated = (restored: string): string => `(r.text_revision IS DISTINCT FROM c.text_revision AND EXISTS (
      SELECT FROM translations WHERE project_id = $1 AND key_id = c.key_id AND language <> $2
        AND ${isOutdated(undefined, 'c.text_revision')}
      UNION ALL
      SELECT FROM translations_history WHERE project_id = $1 AND key_id = c.key_id AND language <> $2 AND ${restored}
        AND ${isOutdated(undefined, 'c.text_revision')}))`;

/** Returns SQL of whether a text will be outdated: its source text may be put back too. */
const willBeOutdated = (text: string, restored: string): string =>
  `(${isOutdated(
    text,
    `coalesce(
      (SELECT coalesce(text_revision, 0) FROM translations_history
       WHERE key_id = ${text}.key_id AND project_id = $1 AND language = $2 AND ${restored} LIMIT 1),
      (SELECT text_revision FROM translations WHERE project_id = $1 AND language = $2 AND key_id = ${text}.key_id), 0)`,
  )})`;

/** A key to put back, change or delete. */
export interface KeyRow {
  id: string;
  /** It existed at the target. */
  existed: boolean;
  exists: boolean;
  /** The key is as the undone change has left it. */
  isUnchangedSince: boolean;
  /** It did not exist, and has texts that the undone changes have not written. */
  isInUse: boolean;
  /** The other key that has the name now. */
  holder: string | null;
}

const LABELS = 'name, description, tags, max_length';

/**
 * Selects the keys that are not as they were, in the order of their ids. If a change is undone for one key, `$2` is its
 * id.
 */
export function selectKeys(target: ReversalTarget): string {
  const condition = ofKey(target, 'id', '$2');
  const restored = `FROM keys_history WHERE project_id = $1 AND ${conditionsOf(target).restored}${condition}`;
  const afterChange = selectAfterChange('keys', `id, ${LABELS}, meta`, target, condition);
  const created = `SELECT id FROM (${afterChange}) a WHERE id NOT IN (SELECT id ${restored})`;
  return `
  SELECT id, r.name IS NOT NULL AS existed, c.name IS NOT NULL AS exists, ${isUnchangedSince(target, LABELS)} AS "isUnchangedSince",
         r.name IS NULL AND id IN (
           SELECT t.key_id ${textsOfOthers(target, `t.key_id = ANY (ARRAY(${created}))`, ofKey(target, 'key_id', '$2'))}) AS "isInUse",
         (SELECT k.id FROM keys k
          WHERE k.project_id = $1 AND k.name_hash = sha256(convert_to(r.name, 'UTF8')) AND k.id <> r.id LIMIT 1) AS holder
  FROM (SELECT id, ${LABELS}, meta ${restored}) r
  FULL JOIN (${afterChange}) a USING (id)
  LEFT JOIN (SELECT id, ${LABELS}, meta FROM keys WHERE project_id = $1) c USING (id)
  WHERE (${columnsWith('r', LABELS)}) IS DISTINCT FROM (${columnsWith('c', LABELS)}) OR ${isOtherMeta(target)}
  ORDER BY id`;
}

/** Selects the languages of `$2` with texts that the undone changes have not written. */
export const selectLanguagesInUse = (target: ReversalTarget): string =>
  `SELECT DISTINCT t.language ${textsOfOthers(target, 't.language = ANY ($2::text[])')}`;

/** Selects the languages of `$2` in which keys of `$3` have texts. */
export const LANGUAGES_OF_KEYS = `
  SELECT DISTINCT language FROM translations
  WHERE project_id = $1 AND language = ANY ($2::text[]) AND key_id = ANY ($3::uuid[])`;

/**
 * Returns SQL of the texts `t` that the undone changes have not written, or that were changed since.
 *
 * @param condition of the texts
 * @param madeCondition of the texts that the undone changes have written, after AND
 */
const textsOfOthers = (target: ReversalTarget, condition: string, madeCondition = ''): string => `
    FROM translations t LEFT JOIN (${selectAfterChange('translations', TEXT, target, madeCondition)}) a USING (key_id, language)
    WHERE t.project_id = $1 AND ${condition} AND (a.text, a.state) IS DISTINCT FROM (t.text, t.state)`;

/**
 * Selects the names of the keys of `$2`, the last ones that they had; null for an id that is null. The first of them,
 * up to 4 MiB together.
 */
export const KEY_NAMES = `
  SELECT name FROM (${firstBytes({
    rows: `
      SELECT place, name FROM unnest($2::uuid[]) WITH ORDINALITY AS f (id, place)
      ${lookUpIfAny(
        `SELECT name FROM (
          SELECT name, since FROM keys WHERE project_id = $1 AND id = f.id
          UNION ALL
          SELECT name, since FROM keys_history WHERE project_id = $1 AND id = f.id) versions
        ORDER BY since DESC`,
        'v',
      )}
      ORDER BY place`,
    order: 'r.place',
    bytes: sizeOf('r.name'),
  })}) r ORDER BY place`;

/** Selects the id `$2` of a key that the project has or had. */
export const KEY_EVER = `
  SELECT id FROM keys WHERE project_id = $1 AND id = $2
  UNION SELECT id FROM keys_history WHERE project_id = $1 AND id = $2`;
