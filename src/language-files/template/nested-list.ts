import type { PlacedStep } from '../model/nesting/key-path';
import type { KeySeparator } from '../model/nesting/key-separator';
import type { TemplateList } from './file-template';

/** A map or an array of a nested file. */
export interface NestedList extends TemplateList {
  /** The lists that are members, by name; those that are items, by index. */
  lists: ReadonlyMap<string, NestedList>;
  /** The lengths of their names. */
  lengths: ReadonlySet<number>;
  /** Names of the members. */
  names: Set<string>;
  parent?: NestedList;
  /** The key of the map or array; undefined for one whose names are keys. */
  key?: string;
  /** Whether it is an array: its elements have places, not names. */
  isArray: boolean;
  /** Items of an array. */
  size: number;
  /** The file has no place for further elements of it. */
  isClosed?: boolean;
}

/** Most lists have no inner lists. */
export const NO_LISTS: ReadonlyMap<string, never> = new Map<string, never>();
const NO_LENGTHS: ReadonlySet<number> = new Set();

export const createList = (start: number, parent?: NestedList, key?: string, isArray = false): NestedList => ({
  ...{ start, end: start, elements: [], lists: NO_LISTS, lengths: NO_LENGTHS, names: new Set(), size: 0 },
  ...{ parent, key, isArray },
});

/** Adds a list to the one around it, under its name or index. */
export function addList(parent: NestedList, name: string, list: NestedList): void {
  if (parent.lists.size === 0) Object.assign(parent, { lists: new Map(), lengths: new Set() });
  (parent.lists as Map<string, NestedList>).set(name, list);
  (parent.lengths as Set<number>).add(name.length);
}

/** Whether a list is a map or an array, and not the parts of one entry. */
export const isNested = (list: TemplateList): list is NestedList => 'names' in list;

/** Returns the innermost list that the path of a key leads to, and the rest of the key. */
export function followSteps(root: NestedList, steps: readonly PlacedStep[], key: string): [NestedList, string] {
  let list = root;
  for (const [place, { step, offset }] of steps.entries()) {
    const next = (typeof step === 'number') === list.isArray ? list.lists.get(String(step)) : undefined;
    if (!next || place === steps.length - 1) return [list, key.slice(offset)];
    list = next;
  }
  return [list, ''];
}

/** Returns the innermost list that a key may be in by its name, and the rest of the key. */
export function enterAll(root: NestedList, key: string, separator: KeySeparator): [NestedList, string] {
  let found: [NestedList, string] = [root, key];
  for (let next: typeof found | undefined = found; next; next = enter(...found, separator)) found = next;
  return found;
}

/**
 * The lists that a key may be in, of those that one list contains. Each look-up takes time in proportion to the key.
 */
const MAX_LOOKUPS = 100;

/** Returns the list with the longest name that the key begins with, and the rest of the key. */
function enter(list: NestedList, key: string, separator: KeySeparator): [NestedList, string] | undefined {
  if (list.isArray) {
    const [whole, index = ''] = /^\[(\d+)\]/.exec(key) ?? [];
    const item = whole === undefined ? undefined : list.lists.get(index);
    return item && whole !== undefined ? restIn(item, key.slice(whole.length), separator) : undefined;
  }
  let lookups = 0;
  for (let end = key.length - 1; end > 0 && lookups < MAX_LOOKUPS; end--) {
    if (!list.lengths.has(end) || (key[end] !== '[' && !separator.isAt(key, end))) continue;
    lookups++;
    const child = list.lists.get(key.slice(0, end));
    const found = child && restIn(child, key.slice(end), separator);
    if (found) return found;
  }
  return undefined;
}

/** @param rest of the key, behind the name of the list */
function restIn(list: NestedList, rest: string, separator: KeySeparator): [NestedList, string] | undefined {
  if (list.isArray) return rest.startsWith('[') ? [list, rest] : undefined;
  const { length } = separator;
  return separator.isAt(rest, 0) && rest.length > length ? [list, rest.slice(length)] : undefined;
}

export function leave(list: NestedList, key: string, { length }: KeySeparator): [NestedList, string] {
  const outer = list.parent ?? list;
  return [outer, outer.key === undefined ? key : key.slice(outer.key.length + (outer.isArray ? 0 : length))];
}
