import { EventLoopYielder } from '../common/scheduling/event-loop-yielder';
import { UuidList } from '../database/uuid-list';
import { MAX_DETAILS } from './import-result';
import type { ImportQuery } from './import-query';
import { type ImportedKeys, KeyIndex } from './reading/packed/imported-keys';

/** UTF-16 code units of the names of a page. */
const MAX_NAMES_LENGTH = 262_144;

/** The keys of the project that a file does not name. */
export interface MissingKeys {
  ids: UuidList;
  /** A page of names, in order. */
  names: string[];
}

/**
 * Compares all keys of the project, or of a namespace, with the names of a file.
 *
 * @param firstName number of names on the pages before
 */
export async function findMissingKeys(
  query: ImportQuery,
  keys: ImportedKeys,
  namespace: string | undefined,
  firstName: number,
): Promise<MissingKeys> {
  const yielder = new EventLoopYielder();
  const index = new KeyIndex(keys);
  for (const { name } of keys) {
    index.add(name);
    const pause = yielder.yieldIfDue();
    if (pause) await pause;
  }
  let length = 0;
  const missing: MissingKeys = { ids: new UuidList(), names: [] };
  for await (const page of query.keys(namespace)) {
    for (const { id, name } of page) {
      if (index.find(name) >= 0) continue;
      missing.ids.push(id);
      if (missing.ids.length <= firstName) continue;
      length += name.length;
      if (missing.names.length < MAX_DETAILS && length <= MAX_NAMES_LENGTH) missing.names.push(name);
    }
  }
  return missing;
}
