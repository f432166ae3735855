import { textArray, uuidArray } from '../database/array-parameter';
import { lookUpIfAny } from '../database/planned-reads';
import { prepared } from '../database/statements';
import { isKey } from '../projects/id-prefix';
import { assertKept, assertReached } from '../project-write/as-of/revision';
import { heldAt, keyNameAt } from '../project-write/as-of/versions';
import type { ProjectWrite } from '../project-write/project-write';
import type { TextId } from '../project-write/stores/translation-store';
import type { JsonPointer } from '../common/validation/json-pointer';
import { TextsChangedSinceError } from './key-errors';

/** Texts that an error names. */
const MAX_NAMED = 100;
/** Bytes of a text that an error has. */
const MAX_TEXT_BYTES = 4_000;

/** A text with the place in the request from which it comes: its own, or the place of a translation of it. */
interface ReadText extends TextId {
  key: string;
  pointer: JsonPointer;
}

interface ChangedText {
  /** Its place in the list, from 1. */
  place: number;
  /** The number of all changed texts. */
  count: number;
  /** Whether there was a text before the write. */
  exists: boolean;
  /** Null if there was none, or if it is long. */
  text: string | null;
}

/**
 * Checks that texts which a write has replaced or added were the same at an earlier revision as right before the write. The client knows
 * keys by their names, which other keys can have had then.
 *
 * @param revision at which the client has read them
 * @param sources texts from which they were translated. The source text of a new key with a new name has not changed
 * @throws UnknownRevisionError, RevisionPrunedError, TextsChangedSinceError
 */
export async function assertUnchangedSince(
  { tx, project }: ProjectWrite,
  revision: number,
  written: readonly ReadText[],
  sources: readonly ReadText[],
): Promise<void> {
  const texts = [...written, ...sources];
  assertReached(project.revision, revision, 'revision');
  if (Number(project.revision) === revision || texts.length === 0) return;
  assertKept(project.oldestRevision, revision);
  const places = [uuidArray(texts.map(({ keyId }) => keyId)), textArray(texts.map(({ language }) => language))];
  const names = textArray(texts.map(({ key }) => key));
  const values = [project.id, ...places, revision, project.revision, written.length, names];
  const changed = await tx.rows<ChangedText>(CHANGED, values);
  const [first] = changed;
  if (!first) return;
  const named = changed.flatMap(({ place, exists, text }) => {
    const set = texts[place - 1];
    if (!set) return [];
    const { pointer, key, language } = set;
    return [{ pointer, key, language, ...((text !== null || !exists) && { text }) }];
  });
  throw new TextsChangedSinceError(revision, first.count, named);
}

/** SQL of the text of a key that held at a revision. The write has moved what it replaced to the history. */
function textAt(key: string, revision: string): string {
  const ofText = `project_id = $1 AND ${isKey('key_id', key)} AND language = f.language`;
  return `
  SELECT text FROM translations_history WHERE ${ofText} AND ${heldAt(`${revision}::bigint`)}
  UNION ALL SELECT text FROM translations WHERE ${ofText} AND since <= ${revision}::bigint`;
}

/**
 * Selects the texts of the keys `$2` in the languages `$3` that differ between the revisions `$4` and `$5`. At `$4`, a text is one of the
 * key that had the name `$7` then. After the first `$6` texts, a text does not count whose key and name are both newer.
 */
const CHANGED = prepared(`
  WITH named AS MATERIALIZED (
    SELECT id, name FROM keys_history WHERE project_id = $1 AND name = ANY($7::text[]) AND ${heldAt('$4::bigint')}
    UNION ALL SELECT id, name FROM keys WHERE project_id = $1 AND name = ANY($7::text[]) AND since <= $4::bigint)
  SELECT f.place::int AS place, (count(*) OVER ())::int AS count, n.text IS NOT NULL AS exists,
         CASE WHEN octet_length(n.text) <= ${MAX_TEXT_BYTES} THEN n.text END AS text
  FROM unnest($2::uuid[], $3::text[], $7::text[]) WITH ORDINALITY AS f (id, language, name, place)
  LEFT JOIN named ON named.name = f.name
  CROSS JOIN LATERAL (SELECT coalesce(named.id, f.id) AS id) AS k
  ${lookUpIfAny(textAt('k.id', '$4'), 'o')}
  ${lookUpIfAny(textAt('f.id', '$5'), 'n')}
  WHERE o.text IS DISTINCT FROM n.text AND (f.place <= $6 OR named.id IS NOT NULL OR ${keyNameAt('f.id', '$4::bigint')} IS NOT NULL)
  ORDER BY f.place LIMIT ${MAX_NAMED}`);
