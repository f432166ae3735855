import type { KeySeparator } from '../model/nesting/key-separator';
import type { NestedList } from './nested-list';

/** A name of an item in a file without nested maps and arrays. */
const FLAT_ITEM = /\[\d+\]/;

/**
 * Returns whether a map has more maps than names that would be split in one. Undefined: it has as many, as a file without texts; names that
 * are sentences, and no maps, show that names are not split.
 */
export function findHabit({ names, lists }: NestedList, separator: KeySeparator): boolean | undefined {
  if (separator.splitsNothing) return false;
  let [split, whole, hasSentence] = [0, 0, false];
  for (const inner of lists.values()) if (!inner.isArray && inner.names.size > 0) split++;
  for (const name of names) {
    if (lists.has(name)) continue;
    if (separator.splits(name) || FLAT_ITEM.test(name)) whole++;
    hasSentence ||= /\s/.test(name);
  }
  if (split === whole) return split === 0 && hasSentence ? false : undefined;
  return split > whole;
}
