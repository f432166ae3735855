import type { Database } from '../database/database';
import { type BoundedRow, firstBytes, sizeOf } from '../database/first-bytes';
import { prepared } from '../database/statements';
import { stillIgnored } from '../findings/ignored-findings';
import { heldAt } from '../project-write/as-of/versions';
import { isKey } from '../projects/id-prefix';
import type { KeyWithTexts, TextInLanguage } from './key';

/** Bytes of texts that a step reads. */
const STEP_BYTES = 1_048_576;

/** The texts of a key as they were at a revision. */
export interface TextsOfRevision {
  projectId: string;
  keyId: string;
  revision: string;
  /** Languages whose texts are read, in this order. */
  languages: readonly string[];
}

type Source = Pick<Database, 'rows'>;

/** Reads texts of a key in steps of about a mebibyte, each by a short statement. */
export async function* readInSteps(
  from: Source,
  { projectId, keyId, revision, languages }: TextsOfRevision,
): AsyncGenerator<TextInLanguage[]> {
  for (let place = 0; ;) {
    const values = [projectId, keyId, revision, languages, place];
    const rows = await from.rows<StepRow>(STEP, values);
    yield rows.map(({ language, text }) => [language, text] as const);
    const last = rows.at(-1);
    if (!last?.hasNext) return;
    place = last.place;
  }
}

/**
 * Returns a key whose texts are read in steps, with what its entity tag is made of.
 *
 * @param from the database in which the key was read
 * @param later where the steps are read: by statements outside of a transaction
 */
export async function inSteps(
  key: KeyWithTexts,
  ofRevision: TextsOfRevision,
  from: Source,
  later: Source = from,
): Promise<KeyWithTexts & Required<Pick<KeyWithTexts, 'readTexts'>>> {
  const { projectId, keyId, revision, languages } = ofRevision;
  const [row] = await from.rows<{ hash: string | null }>(HASH, [projectId, keyId, revision, languages]);
  return {
    ...key,
    texts: new Map(Array.from(key.texts, ([language, text]) => [language, { ...text, text: null }])),
    ignored: await ignoredIn(key, ofRevision, from),
    readTexts: () => readInSteps(later, ofRevision),
    textsHash: row?.hash ?? '',
  };
}

/** Returns the findings of a key that are ignored for its texts of a revision. */
async function ignoredIn(
  { ignored }: KeyWithTexts,
  ofRevision: TextsOfRevision,
  from: Source,
): Promise<KeyWithTexts['ignored']> {
  if (ignored.length === 0) return [];
  const [sourceLanguage = ''] = ofRevision.languages;
  const still: KeyWithTexts['ignored'][number][] = [];
  let source: string | null = null;
  for await (const step of readInSteps(from, ofRevision)) {
    const texts = new Map(step);
    source ??= texts.get(sourceLanguage) ?? null;
    still.push(...stillIgnored(ignored, source, (language) => texts.get(language)));
  }
  return still;
}

interface StepRow extends BoundedRow {
  language: string;
  text: string;
  place: number;
}

const TEXTS = `(
  SELECT language, text FROM translations WHERE project_id = $1 AND key_id = $2 AND since <= $3
  UNION ALL
  SELECT language, text FROM translations_history WHERE project_id = $1 AND ${isKey('key_id', '$2')} AND ${heldAt('$3')}) t`;

const PLACE = 'array_position($4::text[], t.language)';

const STEP = prepared(`
  SELECT language, text, place, "hasNext" FROM (${firstBytes({
    rows: `SELECT t.language, t.text, ${PLACE} AS place FROM ${TEXTS} WHERE ${PLACE} > $5 ORDER BY 3 LIMIT 1000`,
    order: 'r.place',
    bytes: sizeOf('r.text'),
    maxBytes: STEP_BYTES,
  })}) r ORDER BY place`);

/** Hashes the texts one by one: together they may be too large for the database. */
const HASH = prepared(`
  SELECT encode(sha256(string_agg(sha256(convert_to(t.text, 'UTF8')), ''::bytea ORDER BY ${PLACE})), 'hex') AS hash
  FROM ${TEXTS} WHERE ${PLACE} IS NOT NULL`);
