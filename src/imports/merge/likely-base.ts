import { ValidationFailedError } from '../../common/errors/domain-error';
import { textArray, uuidArray } from '../../database/array-parameter';
import { chunksOf, ROWS_PER_STATEMENT } from '../../database/chunks';
import type { Database } from '../../database/database';
import { beginRead, lookUp, lookUpAll, lookUpIfAny } from '../../database/planned-reads';
import { keyByName, textOf } from '../../project-write/stored-rows';
import type { VisibleProject } from '../../project-write/visible-project';
import { idPrefix } from '../../projects/id-prefix';
import type { LikelyBase } from '../import-result';
import type { ImportedFile } from '../reading/imported-file';

/** Revisions that are compared: the last ones, of which each takes four bytes. */
const MAX_REVISIONS = 1_000_000;

/** @throws ValidationFailedError */
export function assertFindsBase({
  findBase,
  dryRun,
  details,
}: Record<'findBase' | 'dryRun' | 'details', boolean>): void {
  if (!findBase || (dryRun && details)) return;
  const detail = 'needs dryRun=true and details=true';
  throw new ValidationFailedError([{ parameter: 'findBase', code: 'not_allowed', detail }]);
}

/**
 * Finds the revision that a file was probably made of: at which the project had the most texts of the file. Of several, it is the earliest:
 * an earlier base has more conflicts, and a later base could overwrite what the file never had.
 *
 * @param database for reads
 * @returns null if no revision has more texts of the file than the present one
 */
export async function findLikelyBase(
  database: Database,
  { keys, units }: ImportedFile,
  { id, revision, oldestRevision }: VisibleProject,
): Promise<LikelyBase | null> {
  const last = Number(revision);
  const first = Math.max(Number(oldestRevision), last - MAX_REVISIONS);
  if (last <= first) return null;
  /** How many texts more than at the revision before. */
  const gains = new Int32Array(last - first + 1);
  const addRange = (since: number, until: number, count: number): void => {
    if (until <= first || since > last) return;
    const from = Math.max(since, first) - first;
    gains[from] = (gains[from] ?? 0) + count;
    if (until <= last) gains[until - first] = (gains[until - first] ?? 0) - count;
  };
  for (const page of chunksOf(units, ROWS_PER_STATEMENT, ({ text }) => text?.length ?? 0)) {
    const texts = page.filter(({ text, fromSource }) => text !== null && text !== '' && !fromSource);
    const values = [
      id,
      textArray(texts.map(({ key }) => keys.name(key))),
      textArray(texts.map(({ language }) => language)),
      textArray(texts.map(({ text }) => text)),
    ];
    if (texts.length === 0) continue;
    await database.transaction(BEGIN, async (tx) => {
      const found = await tx.rows<{ place: number; keyId: string; since: string | null }>(PRESENT, values);
      for (const { since } of found) if (since !== null) addRange(Number(since), Infinity, 1);
      const earlier = found.flatMap(({ place, keyId }) => ({ keyId, ...texts[place - 1] }));
      const ranges = await tx.rows<{ since: string; until: string; count: number }>(FORMER, [
        id,
        uuidArray(earlier.map(({ keyId }) => keyId)),
        textArray(earlier.map(({ language }) => language)),
        textArray(earlier.map(({ text }) => text)),
        [...new Set(earlier.map(({ language }) => language))],
      ]);
      for (const { since, until, count } of ranges) addRange(Number(since), Number(until), count);
    });
  }
  return mostAlike(gains, first);
}

function mostAlike(gains: Int32Array, first: number): LikelyBase | null {
  let [same, most, place] = [0, -1, 0];
  for (const [index, gain] of gains.entries()) {
    same += gain;
    if (same > most) [most, place] = [same, index];
  }
  return most > same ? { revision: first + place, sameTexts: most, sameTextsNow: same } : null;
}

const BEGIN = beginRead('matches');

const PRESENT = `
  SELECT f.place::int, k.id AS "keyId", CASE WHEN t.text = f.text THEN t.since END AS since
  FROM unnest($2::text[], $3::text[], $4::text[]) WITH ORDINALITY AS f (name, language, text, place)
  ${lookUp(keyByName('f.name', 'id'), 'k')}
  ${lookUpIfAny(textOf('k.id', 'f.language', 'text, since'), 't')}`;

// The ids of keys that were imported together share an entry of the index: it is read once for all of them.
const FORMER = `
  SELECT h.since, h.until, count(*)::int AS count
  FROM (SELECT DISTINCT ${idPrefix('i.id')} AS prefix FROM unnest($2::uuid[]) AS i (id)) p
  ${lookUpAll(
    `SELECT key_id, language, text, since, until FROM translations_history
     WHERE project_id = $1 AND ${idPrefix('key_id')} = p.prefix AND key_id = ANY ($2::uuid[]) AND language = ANY ($5::text[])`,
    'h',
  )}
  JOIN unnest($2::uuid[], $3::text[], $4::text[]) AS f (id, language, text)
    ON f.id = h.key_id AND f.language = h.language AND f.text = h.text
  GROUP BY h.since, h.until`;
