import { UuidList } from '../database/uuid-list';
import { MAX_DETAILS } from './import-result';
import type { ImportQuery, NamedKey } from './import-query';
import type { ImportRights } from './import-rights';
import type { Merging } from './merge/merging';
import { type ImportedKeys, KeyIndex } from './reading/packed/imported-keys';

/** UTF-16 code units of the names of a page. */
const MAX_NAMES_LENGTH = 262_144;

/** The keys of the project that a file does not name. */
export interface MissingKeys {
  ids: UuidList;
  /** A page of names, in order. */
  names: string[];
  /** The ids of keys that the file lacks too, and that stay with their texts because they are in conflict. */
  kept: ReadonlySet<string>;
}

/**
 * Compares all keys of the project, or of a namespace, with the names of a file.
 *
 * @param firstName number of names on the pages before
 * @param merging of an import with a base: only keys are missing that the base had, and a key that has changed since, or that the
 *   caller may not delete, is a conflict
 */
export async function findMissingKeys(
  query: ImportQuery,
  keys: ImportedKeys,
  namespace: string | undefined,
  firstName: number,
  rights: ImportRights,
  merging?: Merging,
): Promise<MissingKeys> {
  const index = await KeyIndex.of(keys);
  let length = 0;
  const kept = new Set<string>();
  const missing: MissingKeys = { ids: new UuidList(), names: [], kept };
  for await (const page of query.keys(namespace)) {
    const absent = page.filter(({ name }) => index.find(name) < 0);
    for (const { id, name } of merging ? await leftSince(merging, rights, absent, kept) : absent) {
      missing.ids.push(id);
      if (missing.ids.length <= firstName) continue;
      length += name.length;
      if (missing.names.length < MAX_DETAILS && length <= MAX_NAMES_LENGTH) missing.names.push(name);
    }
  }
  return missing;
}

/** Returns the keys that a file has left out since its base. @param kept gets the keys in conflict that stay */
async function leftSince(
  merging: Merging,
  rights: ImportRights,
  absent: readonly NamedKey[],
  kept: Set<string>,
): Promise<NamedKey[]> {
  if (absent.length === 0) return [];
  const changed = await merging.base.changedKeys(absent.map(({ id }) => id));
  return absent.filter(({ id, name }) => {
    const isChanged = changed.get(id);
    if (isChanged === undefined) return false;
    const reason = rights.againstDeletion() ?? (isChanged ? 'deleted' : undefined);
    const conflict = { name, language: null, base: null, file: null, now: null };
    // The key may have reviewed texts.
    const isKept = reason !== undefined && merging.keepsNow({ ...conflict, reason }, true);
    if (isKept) kept.add(id);
    return !isKept;
  });
}
