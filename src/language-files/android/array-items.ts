import type { FileFacts } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { UnwritableTextError } from '../model/format-errors';

/** The maximum number of items of an array that are no keys; with more of them, the index in a key is probably a mistake. */
const MAX_GAPS = 1000;

/** The key of an item: the key of its array and its index. */
const ITEM = /^([^]*)\[(0|[1-9]\d{0,8})\]$/;

type Warn = FileFacts['warn'];

/**
 * Returns the items of an array in their order. Items without a text are undefined: they are written as empty items. An
 * app gets the array of its language as a whole, and may read each item that the array of the default language has.
 *
 * @param items with a text, by index
 * @param missing the indexes of the items whose keys have no text
 * @param start the index of the first item
 * @throws UnwritableTextError for too many items that are no keys
 */
export function completeArray(
  items: ReadonlyMap<number, EntryToWrite>,
  missing: Iterable<number>,
  start = 0,
): (EntryToWrite | undefined)[] {
  const [last, entry] = [...items].reduce((a, b) => (b[0] > a[0] ? b : a));
  const others = [...missing].filter((index) => index >= start && !items.has(index));
  const { length, gaps } = measureArray(items.size, last, others, start);
  if (gaps > MAX_GAPS) throw new UnwritableTextError(entry.key, `the array would have ${gaps} empty items`);
  return Array.from({ length }, (_, index) => items.get(start + index));
}

/**
 * Returns the number of items of an array from `start` on, and how many of them are no keys. It ends before an item without a text behind
 * which these would be too many.
 *
 * @param count of the items with a text
 * @param last the index of the last item with a text
 * @param missing the indexes of the other keys
 */
function measureArray(
  count: number,
  last: number,
  missing: readonly number[],
  start = 0,
): { length: number; gaps: number } {
  const behind = missing.filter((index) => index > last).sort((one, other) => one - other);
  let length = last + 1 - start;
  let gaps = length - count - (missing.length - behind.length);
  for (const index of behind) {
    const more = index - start - length;
    if (gaps + more > MAX_GAPS) break;
    gaps += more;
    length = index - start + 1;
  }
  return { length, gaps };
}

/** @param key of an item with a text */
export function warnOfEmptyItems(count: number, key: string, warn: Warn): void {
  if (count === 0) return;
  const detail = `items without a text are written as empty items of the array: ${count}`;
  warn({ code: 'array_filled', detail, key });
}

/** @param key of an item with a text */
export function warnOfAbsentItems(count: number, key: string, warn: Warn): void {
  const detail = `the array of the file ends before items without a text: ${count}`;
  if (count > 0) warn({ code: 'array_filled', detail, key });
}

interface WantedArray {
  texts: Set<number>;
  missing: Set<number>;
  /** The index of the last item with a text, and its key. Without one, -1 and none. */
  last: number;
  key?: string;
}

/** The items that the project has of the arrays of a file, by the keys of the arrays. */
export class WantedItems {
  private readonly arrays = new Map<string, WantedArray>();

  /** Adds a key, if it is the key of an item. */
  add(key: string, hasText: boolean): void {
    const [, name, index] = ITEM.exec(key) ?? [];
    if (name === undefined) return;
    const array: WantedArray = this.arrays.get(name) ?? { texts: new Set(), missing: new Set(), last: -1 };
    this.arrays.set(name, array);
    const item = Number(index);
    if (hasText && item > array.last) Object.assign(array, { last: item, key });
    (hasText ? array.texts : array.missing).add(item);
  }

  /** Returns the indexes of the items without a text of the array that a key is an item of. */
  missingBeside(key: string): ReadonlySet<number> {
    return this.arrays.get(ITEM.exec(key)?.[1] ?? '')?.missing ?? new Set();
  }

  /** @param sizeOf returns the number of items that the file has; undefined without the array */
  warn(sizeOf: (name: string) => number | undefined, warn: Warn): void {
    for (const [name, { texts, missing, last, key }] of this.arrays) {
      if (key === undefined) continue;
      const size = sizeOf(name) ?? measureArray(texts.size, last, [...missing]).length;
      const written = [...missing].filter((index) => index < Math.max(size, last));
      const length = written.reduce((highest, index) => Math.max(highest, index), last) + 1;
      warnOfEmptyItems(length - texts.size, key, warn);
      warnOfAbsentItems(missing.size - written.length, key, warn);
    }
  }
}
