import { type MetaValue, metaItems, metaObject, metaText } from '../../model/meta';

/**
 * A value of a property list, in a shape that is stored as it is: a `<string>` is its text; a `<dict>` its pairs, in order and
 * with duplicates; everything else keeps its element's name.
 */
export type PlistValue = string | PlistDict | { array: PlistValue[] } | { scalar: string; text: string };
export type PlistDict = { dict: [key: string, value: PlistValue][] };

/** The elements without structure that Apple's DTD has beside `<string>`. */
export const PLIST_SCALARS: readonly string[] = ['integer', 'real', 'true', 'false', 'date', 'data'];

export const isDict = (value: PlistValue | undefined): value is PlistDict =>
  typeof value === 'object' && 'dict' in value;

/** The value of a key that is there exactly once. */
export function member({ dict }: PlistDict, key: string): PlistValue | undefined {
  const found = dict.filter(([name]) => name === key);
  return found.length === 1 ? found[0]?.[1] : undefined;
}

/** Deeper values would not be read from a file either. */
const MAX_DEPTH = 90;

/** A value out of stored metadata; undefined where it has another shape. */
export function storedPlistValue(value: MetaValue | undefined, depth = 0): PlistValue | undefined {
  if (typeof value === 'string') return value;
  if (depth > MAX_DEPTH) return undefined;
  const { dict, array, scalar, text } = metaObject(value);
  if (Array.isArray(dict)) return storedDict(dict, depth);
  if (Array.isArray(array)) {
    const items = array.map((item) => storedPlistValue(item, depth + 1));
    return items.every((item) => item !== undefined) ? { array: items } : undefined;
  }
  const name = metaText(scalar);
  if (name === undefined || !PLIST_SCALARS.includes(name)) return undefined;
  return { scalar: name, text: metaText(text) ?? '' };
}

function storedDict(pairs: MetaValue[], depth: number): PlistDict | undefined {
  const dict: PlistDict['dict'] = [];
  for (const pair of pairs) {
    const [key, stored] = metaItems(pair);
    const value = storedPlistValue(stored, depth + 1);
    if (typeof key !== 'string' || value === undefined) return undefined;
    dict.push([key, value]);
  }
  return { dict };
}
