import { compareCodePoints } from '../model/code-point-order';
import { nameOf } from './element-names';
import type { NameOrder, TemplateList } from './file-template';

const byCodeUnits: NameOrder = (one, other) => (one < other ? -1 : one > other ? 1 : 0);

/** Compares names in one case, and those that differ in case only by code units. */
const byCase =
  (fold: (name: string) => string): NameOrder =>
  (one, other) =>
    byCodeUnits(fold(one), fold(other)) || byCodeUnits(one, other);

/** Without a locale of the machine, so that a file is the same on each. */
const byCollator = (options: Intl.CollatorOptions): NameOrder => {
  const collator = new Intl.Collator('en', options);
  return (one, other) => collator.compare(one, other) || byCodeUnits(one, other);
};

/** The order of names in files that Xcode writes: the Finder's order, in which numbers are compared by value. */
export const FINDER_ORDER = byCollator({ numeric: true });

/** The orders of the names of a file, the most frequent first. */
const ORDERS: readonly NameOrder[] = [
  byCodeUnits,
  compareCodePoints,
  byCase((name) => name.toLowerCase()),
  // Differs for the underscore, which stands between the cases.
  byCase((name) => name.toUpperCase()),
  byCollator({}),
  FINDER_ORDER,
];

/** Three names in one order may be sorted; two always are. */
const FEWEST_NAMES = 3;

/**
 * Returns the order that all names of a file are in. Undefined: the file is not sorted, or has too few names to tell.
 */
export function findOrder(root: TemplateList): NameOrder | undefined {
  const lists = [...namesByList(root)];
  if (!lists.some((names) => names.length >= FEWEST_NAMES)) return undefined;
  return ORDERS.find((order) => lists.every((names) => isSorted(names, order)));
}

const isSorted = (names: readonly string[], order: NameOrder): boolean => {
  let previous: string | undefined;
  for (const name of names) {
    if (previous !== undefined && previous !== name && order(previous, name) > 0) return false;
    previous = name;
  }
  return true;
};

/**
 * Yields the names of each list whose elements stand by name: maps and files, but neither arrays nor the parts of an
 * entry.
 */
function* namesByList(list: TemplateList): Generator<string[]> {
  if (list.rankOf || list.isPlural) return;
  const names: string[] = [];
  for (const element of list.elements) {
    const name = nameOf(element);
    if (name !== undefined) names.push(name);
    const isEntry = element.key !== undefined || element.owner !== undefined || element.isNote;
    if (element.list && !isEntry && (name === undefined || element.list.key !== undefined)) {
      yield* namesByList(element.list);
    }
  }
  yield names;
}
