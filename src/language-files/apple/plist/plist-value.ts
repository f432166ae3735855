import { type MetaValue, metaItems, metaObject, metaText } from '../../model/meta';

/**
 * A value of a property list as JSON that can be stored. A `<string>` is its text; a `<dict>` is a list of its members
 * in file order, duplicates included; every other element keeps its name.
 */
export type PlistValue = string | PlistDict | { array: PlistValue[] } | { scalar: string; text: string };
export type PlistDict = { dict: [key: string, value: PlistValue][] };

/** The elements other than `<string>` that Apple's DTD defines for single values. */
export const PLIST_SCALARS: readonly string[] = ['integer', 'real', 'true', 'false', 'date', 'data'];

export const isDict = (value: PlistValue | undefined): value is PlistDict =>
  typeof value === 'object' && 'dict' in value;

/** Returns the value of a key that occurs exactly once in the dictionary. */
export function getUniqueMember({ dict }: PlistDict, key: string): PlistValue | undefined {
  const members = dict.filter(([name]) => name === key);
  return members.length === 1 ? members[0]?.[1] : undefined;
}

/** Maximum depth of stored values; deeper ones cannot come from a file that was read. */
const MAX_DEPTH = 90;

/** Converts stored metadata to a value; returns undefined if the metadata does not have the structure of one. */
export function parseStoredPlist(stored: MetaValue | undefined, depth = 0): PlistValue | undefined {
  if (typeof stored === 'string') return stored;
  if (depth > MAX_DEPTH) return undefined;
  const { dict, array, scalar, text } = metaObject(stored);
  if (Array.isArray(dict)) return parseStoredDict(dict, depth);
  if (Array.isArray(array)) {
    const items = array.map((item) => parseStoredPlist(item, depth + 1));
    return items.every((item) => item !== undefined) ? { array: items } : undefined;
  }
  const name = metaText(scalar);
  if (name === undefined || !PLIST_SCALARS.includes(name)) return undefined;
  return { scalar: name, text: metaText(text) ?? '' };
}

function parseStoredDict(stored: MetaValue[], depth: number): PlistDict | undefined {
  const dict: PlistDict['dict'] = [];
  for (const member of stored) {
    const [key, storedValue] = metaItems(member);
    const value = parseStoredPlist(storedValue, depth + 1);
    if (typeof key !== 'string' || value === undefined) return undefined;
    dict.push([key, value]);
  }
  return { dict };
}
