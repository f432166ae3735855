import { uuidArray } from '../database/array-parameter';
import { type BoundedRow, firstBytes, sizeOf } from '../database/first-bytes';
import { lookUpIfAny } from '../database/planned-reads';
import { prepared } from '../database/statements';
import type { ProjectWrite } from '../project-write/project-write';
import { keyById, textOf } from '../project-write/stored-rows';

/** Bytes of the source texts that are read at a time. */
const SOURCE_BYTES = 1_048_576;

/** The length limit and the source text of a key, as the transaction has stored them; nulls for a key that is new. */
interface StoredKey {
  maxLength: number | null;
  source: string | null;
}

/**
 * Reads what texts are checked with: the length limits and the source texts of their keys, as many of these at a time
 * as there is room for.
 *
 * @param chunks of texts
 */
export async function* withStoredKeys<Text extends { keyId: string }>(
  { tx, project }: ProjectWrite,
  chunks: Iterable<readonly Text[]>,
): AsyncGenerator<(Text & StoredKey)[]> {
  for (const chunk of chunks) {
    for (let rest = chunk; rest.length > 0;) {
      const ids = uuidArray(rest.map(({ keyId }) => keyId));
      const stored = await tx.rows<StoredKey & BoundedRow>(STORED_KEYS, [project.id, ids, project.sourceLanguage]);
      yield stored.map(({ maxLength, source }, place) => ({ ...(rest[place] as Text), maxLength, source }));
      rest = rest.slice(stored.length);
    }
  }
}

const FOUND_KEYS = `
  SELECT f.place, k.max_length AS "maxLength", s.text AS source FROM unnest($2::uuid[]) WITH ORDINALITY AS f (id, place)
  ${lookUpIfAny(keyById('f.id', 'max_length'), 'k')}
  ${lookUpIfAny(textOf('f.id', '$3', 'text'), 's')}
  ORDER BY f.place`;

/** The first keys of `$2`, as many as their source texts have room for. */
const STORED_KEYS = prepared(`
  ${firstBytes({ rows: FOUND_KEYS, order: 'r.place', bytes: sizeOf('r.source'), maxBytes: SOURCE_BYTES })} ORDER BY r.place`);
