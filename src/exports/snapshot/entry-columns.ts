import type { EntryToWrite } from '../../language-files';

/** Entries as a list for each of their properties. Threads copy few long lists faster than many objects. */
export type EntryColumns = { [P in keyof EntryToWrite]?: EntryToWrite[P][] };

const PROPERTIES = Object.keys({
  key: true,
  value: true,
  source: true,
  values: true,
  description: true,
  keyMeta: true,
  meta: true,
  state: true,
  states: true,
  metas: true,
  addedAs: true,
  firstSource: true,
  path: true,
  earlierKeys: true,
} satisfies Record<keyof EntryToWrite, true>) as (keyof EntryToWrite)[];

export function toColumns(entries: readonly EntryToWrite[]): EntryColumns {
  const columns: Partial<Record<keyof EntryToWrite, unknown[]>> = {};
  for (const property of PROPERTIES) {
    if (entries.some((entry) => entry[property] !== undefined)) {
      columns[property] = entries.map((entry) => entry[property]);
    }
  }
  return columns as EntryColumns;
}

/** Returns the entries, in which properties without a value are absent. */
export function fromColumns(columns: EntryColumns): EntryToWrite[] {
  const entries = Array.from({ length: columns.key?.length ?? 0 }, () => ({}) as EntryToWrite);
  for (const property of PROPERTIES) setAll(entries, property, columns[property] ?? []);
  return entries;
}

function setAll<P extends keyof EntryToWrite>(
  entries: readonly EntryToWrite[],
  property: P,
  values: readonly EntryToWrite[P][],
): void {
  entries.forEach((entry, index) => {
    const value = values[index];
    if (value !== undefined) entry[property] = value;
  });
}
