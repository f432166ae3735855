import { type KeyQuery, type KeyRequests, PAGE_SIZE } from './key-requests';
import type { Key } from './pages-snapshot';

/** So many keys are asked for by their names in a request. */
const NAMED_KEYS = 50;

/**
 * Reads the keys of a page again. Those that the query does not select any more, because others have changed them, are read by their
 * names.
 *
 * @param keys of the page, as they were read before
 * @param mayLack whether a key may have left the list
 */
export async function readAgain(
  requests: KeyRequests,
  query: KeyQuery,
  keys: readonly Key[],
  mayLack: (key: Key) => boolean,
): Promise<Key[]> {
  const read = [...(await requests.fetch({ ...query, limit: PAGE_SIZE })).keys];
  const listed = new Set(read.map(({ id }) => id));
  const lacking = keys.filter((key) => !listed.has(key.id) && mayLack(key));
  const { include, language } = query;
  for (let first = 0; first < lacking.length; first += NAMED_KEYS) {
    const name = lacking.slice(first, first + NAMED_KEYS).map((key) => key.name);
    read.push(...(await requests.fetch({ include, language, name, limit: NAMED_KEYS })).keys);
  }
  return read;
}
