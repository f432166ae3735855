import { EventLoopYielder } from '../common/scheduling/event-loop-yielder';
import { MAX_DETAILS } from './import-result';
import type { ImportQuery } from './import-query';
import { type ImportedKeys, KeyIndex } from './reading/packed/imported-keys';
import { UuidList } from './uuid-list';

/** The keys of the project that a file does not name. */
export interface MissingKeys {
  ids: UuidList;
  /** A page of up to 1,000 names, in order. */
  names: string[];
}

/**
 * Compares all keys of the project, or of a namespace, with the names of a file.
 *
 * @param expected the number of keys of the project
 * @param firstName number of names on the pages before
 */
export async function findMissingKeys(
  query: ImportQuery,
  keys: ImportedKeys,
  namespace: string | undefined,
  expected: number,
  firstName: number,
): Promise<MissingKeys> {
  const yielder = new EventLoopYielder();
  const index = new KeyIndex(keys);
  for (const { name } of keys) {
    index.add(name);
    const pause = yielder.yieldIfDue();
    if (pause) await pause;
  }
  const missing: MissingKeys = { ids: new UuidList(), names: [] };
  for await (const page of query.keys(namespace, expected)) {
    for (const { id, name } of page) {
      if (index.find(name) >= 0) continue;
      missing.ids.push(id);
      if (missing.ids.length > firstName && missing.names.length < MAX_DETAILS) missing.names.push(name);
    }
  }
  return missing;
}
