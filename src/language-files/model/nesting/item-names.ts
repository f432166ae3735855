/** The most levels of a tree including the root. Our readers accept as many. */
export const MAX_NESTING = 100;

/** The name of an item: `list[3]` is item 3 of `list`. */
export interface ItemName {
  array: string;
  index: number;
}

/** Parses the name of an item. @param minLength of the name of the array */
export function parseItemName(name: string, minLength = 1): ItemName | undefined {
  if (!name.endsWith(']')) return undefined;
  const open = name.lastIndexOf('[');
  const digits = name.slice(open + 1, -1);
  if (open < minLength || !/^(?:0|[1-9]\d{0,6})$/.test(digits)) return undefined;
  return { array: name.slice(0, open), index: Number(digits) };
}

/** Counts the indexes at the end of a name: 2 in `table[0][1]`. */
export function countTrailingIndexes(name: string): number {
  let count = 0;
  for (let item = parseItemName(name); item && count < MAX_NESTING; item = parseItemName(item.array)) count++;
  return count;
}
