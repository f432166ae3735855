import type { EntryToWrite, FileFacts } from '../../language-files';

/** What an entry takes beside its strings: the object, its place in a list and the headers of the strings. */
const ENTRY_BYTES = 160;
/** A map of texts by language, and one of its items. */
const MAP_BYTES = 200;
const ITEM_BYTES = 80;
/** A plural has a few forms. */
const PLURAL_BYTES = 1_000;
/** Metadata takes a few times the length of its JSON. */
const META_FACTOR = 4;

/** The entries of a written file, in its order, and what it was written with. */
export interface KeptEntries {
  entries: EntryToWrite[];
  file: FileFacts;
}

/** What has changed in the entries of a file. */
export interface EntryChanges {
  /** The keys that the file had of each changed entry. */
  removed: readonly string[];
  /** The changed entries that the file has now, in its order. */
  set: readonly EntryToWrite[];
}

/** Returns the entries with the changes. Both are in code point order of the keys, which are distinct. */
export function changeEntries(entries: readonly EntryToWrite[], { removed, set }: EntryChanges): EntryToWrite[] {
  const gone = new Set(removed);
  const changed: EntryToWrite[] = [];
  let start = 0;
  const copyUpTo = (end: number): void => {
    for (; start < end; start++) {
      const entry = entries[start];
      if (entry && !gone.has(entry.key)) changed.push(entry);
    }
  };
  for (const entry of set) {
    copyUpTo(placeOf(entry.key, entries, start));
    changed.push(entry);
  }
  copyUpTo(entries.length);
  return changed;
}

/** Returns the index of the first entry from `start` on whose key is not before another one. */
function placeOf(key: string, entries: readonly EntryToWrite[], start: number): number {
  const bytes = Buffer.from(key);
  let [low, high] = [start, entries.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (Buffer.compare(Buffer.from(entries[middle]?.key ?? ''), bytes) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Estimates the bytes of memory that are kept. The estimate is rather too high: a string of Latin letters takes half of
 * it.
 */
export function keptBytes({ entries, file: { template } }: KeptEntries): number {
  let bytes = (template?.bytes.length ?? 0) + (template?.source?.length ?? 0);
  for (const entry of entries) bytes += entryBytes(entry);
  return bytes;
}

function entryBytes({
  key,
  value,
  source,
  description,
  values,
  keyMeta,
  meta,
  states,
  metas,
  path,
  earlierKeys = [],
}: EntryToWrite): number {
  let bytes = ENTRY_BYTES + 2 * (key.length + (description?.length ?? 0)) + valueBytes(value) + valueBytes(source);
  for (const map of [values, states, metas]) if (map) bytes += MAP_BYTES + ITEM_BYTES * map.size;
  for (const text of values?.values() ?? []) bytes += valueBytes(text);
  for (const kept of [keyMeta, meta, ...(metas?.values() ?? [])]) {
    if (kept) bytes += META_FACTOR * JSON.stringify(kept).length;
  }
  for (const earlier of earlierKeys) bytes += ITEM_BYTES + 2 * earlier.length;
  if (path) bytes += META_FACTOR * JSON.stringify(path).length;
  return bytes;
}

const valueBytes = (value: EntryToWrite['value']): number =>
  typeof value === 'object' ? PLURAL_BYTES : 2 * (value?.length ?? 0);
