import { EventLoopYielder } from '../common/scheduling/event-loop-yielder';
import { UuidList } from '../database/uuid-list';
import { codecById, DEFAULT_SEPARATOR } from '../language-files';
import type { ImportOptionsDto } from './dto/import-options.dto';
import { MAX_DETAILS } from './import-result';
import type { ImportQuery, NamedKey } from './import-query';
import type { ImportRights } from './import-rights';
import type { Merging } from './merge/merging';
import type { ImportedFile } from './reading/imported-file';
import { KeyIndex } from './reading/packed/imported-keys';

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
 * Compares all keys of the project, or of a namespace, with the names of a file. A key without a text that the file cannot name,
 * because an object or array has its place, is not missing.
 *
 * @param firstName number of names on the pages before
 * @param merging of an import with a base: only keys are missing that the base had, and a key that has changed since, or that the
 *   caller may not delete, is a conflict
 */
export async function findMissingKeys(
  query: ImportQuery,
  file: ImportedFile,
  options: ImportOptionsDto,
  firstName: number,
  rights: ImportRights,
  merging?: Merging,
): Promise<MissingKeys> {
  const index = await KeyIndex.of(file.keys);
  let length = 0;
  const kept = new Set<string>();
  const missing: MissingKeys = { ids: new UuidList(), names: [], kept };
  for await (const page of query.keys(options.namespace)) {
    const unnamed = page.filter(({ name }) => index.find(name) < 0);
    const displaced = await findDisplaced(query, file, options, unnamed);
    const absent = unnamed.filter(({ name }) => !displaced.has(name));
    for (const { id, name } of merging ? await leftSince(merging, rights, absent, kept) : absent) {
      missing.ids.push(id);
      if (missing.ids.length <= firstName) continue;
      length += name.length;
      if (missing.names.length < MAX_DETAILS && length <= MAX_NAMES_LENGTH) missing.names.push(name);
    }
  }
  return missing;
}

/** Returns the names of keys without a text in the languages of a nested file, in whose places the file has objects or arrays. */
async function findDisplaced(
  query: ImportQuery,
  { keys, format, languages }: ImportedFile,
  { keySeparator = DEFAULT_SEPARATOR }: ImportOptionsDto,
  unnamed: readonly NamedKey[],
): Promise<Set<string>> {
  const displaced = new Set<string>();
  if (unnamed.length === 0 || !codecById(format)?.nests) return displaced;
  const names = new Set(await query.namesWithoutText(unnamed, languages));
  const lengths = new Set(Array.from(names, ({ length }) => length));
  const ends = keySeparator === '' ? ['['] : [keySeparator, '['];
  const yielder = new EventLoopYielder();
  for (let index = 0; names.size > 0 && index < keys.length; index++) {
    const name = keys.name(index);
    for (const length of lengths) {
      const parent = ends.some((end) => name.startsWith(end, length)) && name.slice(0, length);
      if (parent && names.has(parent)) displaced.add(parent);
    }
    const pause = yielder.yieldIfDue();
    if (pause) await pause;
  }
  return displaced;
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
  const texts = await merging.base.changedTexts(absent.flatMap(({ id }) => (changed.get(id) ? [id] : [])));
  return absent.filter(({ id, name }) => {
    const isChanged = changed.get(id);
    if (isChanged === undefined) return false;
    const reason = rights.againstDeletion() ?? (isChanged ? 'deleted' : undefined);
    const conflict = { name, language: null, base: null, file: null, now: null, texts: texts.get(id) ?? [] };
    // The key may have reviewed texts.
    const isKept = reason !== undefined && merging.keepsNow({ ...conflict, reason }, true);
    if (isKept) kept.add(id);
    return !isKept;
  });
}
