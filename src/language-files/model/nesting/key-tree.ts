/**
 * A set of keys as the objects and arrays of a nested format. Flattened again (`KeyPaths`), a tree gives exactly the keys that
 * it was made of.
 */
export interface KeyTree<T> {
  kind: 'object';
  /** By name; `nestKeys` keeps no order in it. */
  members: Map<string, KeyNode<T>>;
}

export interface KeyList<T> {
  kind: 'array';
  items: KeyNode<T>[];
}

export interface KeyLeaf<T> {
  kind: 'leaf';
  value: T;
}

export type KeyNode<T> = KeyTree<T> | KeyList<T> | KeyLeaf<T>;

/** Levels of the tree, the root being the first: what our own readers accept. */
export const MAX_NESTING = 100;

/**
 * Nests keys at their dots, and rebuilds arrays.
 *
 * - A dot at the start or the end of a key, or beside another dot, is no separator (`Loading...` stays one name).
 * - Where `a` and `a.b` are both keys, `a.b` stays under its dotted name beside `a`.
 * - An array is rebuilt only where `name[0]` to `name[n-1]` are all there, without leading zeros, and `name` is not in use
 *   itself; else its items stay under their own names. It needs a name before its `[`.
 * - Below `MAX_NESTING` levels the rest of a key stays one dotted name.
 *
 * @param keys each key once, in an order that puts a prefix before what it begins (code points or code units)
 */
export function nestKeys<T>(keys: Iterable<readonly [key: string, value: T]>): KeyTree<T> {
  const root: KeyTree<T> = { kind: 'object', members: new Map() };
  for (const [key, value] of keys) insert(root, key, value);
  rebuildArrays(root, 1);
  return root;
}

function insert<T>(root: KeyTree<T>, key: string, value: T): void {
  let parent = root;
  let level = 1;
  let start = 0;
  for (let dot = separator(key, start); dot !== -1; dot = separator(key, start)) {
    const name = key.slice(start, dot);
    level += 1 + trailingIndexes(name);
    const next = level > MAX_NESTING ? undefined : enter(parent, name);
    if (!next) break;
    parent = next;
    start = dot + 1;
  }
  parent.members.set(key.slice(start), { kind: 'leaf', value });
}

/** The object of that name, made where it is missing; undefined where a text has the name. */
function enter<T>(parent: KeyTree<T>, name: string): KeyTree<T> | undefined {
  const known = parent.members.get(name);
  if (known) return known.kind === 'object' ? known : undefined;
  const made: KeyTree<T> = { kind: 'object', members: new Map() };
  parent.members.set(name, made);
  return made;
}

/** The next dot that has something other than a dot on both sides; -1 where there is none. */
function separator(key: string, start: number): number {
  for (let dot = key.indexOf('.', start + 1); dot !== -1; dot = key.indexOf('.', dot + 1)) {
    if (dot + 1 < key.length && key[dot - 1] !== '.' && key[dot + 1] !== '.') return dot;
  }
  return -1;
}

interface ItemName {
  array: string;
  index: number;
}

/** `list[3]` is item 3 of `list`. */
function itemName(name: string): ItemName | undefined {
  if (!name.endsWith(']')) return undefined;
  const open = name.lastIndexOf('[');
  const digits = name.slice(open + 1, -1);
  if (open < 1 || !/^(?:0|[1-9]\d{0,6})$/.test(digits)) return undefined;
  return { array: name.slice(0, open), index: Number(digits) };
}

/** How many arrays a name may stand for: 2 in `table[0][1]`. */
function trailingIndexes(name: string): number {
  let count = 0;
  for (let item = itemName(name); item && count < MAX_NESTING; item = itemName(item.array)) count++;
  return count;
}

function rebuildArrays<T>(tree: KeyTree<T>, level: number): void {
  for (const [name, node] of tree.members) {
    if (node.kind === 'object') rebuildArrays(node, level + 1 + trailingIndexes(name));
  }
  const byDepth: string[][] = [];
  for (const name of tree.members.keys()) {
    const depth = trailingIndexes(name);
    if (depth > 0 && level + depth <= MAX_NESTING) (byDepth[depth] ??= []).push(name);
  }
  // Innermost first: the items of `table` are there only when the arrays `table[0]`, `table[1]` are.
  for (let depth = byDepth.length - 1; depth > 0; depth--) {
    const rebuilt = foldItems(tree, byDepth[depth] ?? []);
    if (depth > 1) byDepth[depth - 1] = (byDepth[depth - 1] ?? []).concat(rebuilt);
  }
}

/** Turns the items into arrays where they are complete; returns the names of those. */
function foldItems<T>(tree: KeyTree<T>, names: readonly string[]): string[] {
  const arrays = new Map<string, Map<number, string>>();
  for (const name of names) {
    const item = itemName(name);
    if (!item) continue;
    const items = arrays.get(item.array) ?? new Map<number, string>();
    arrays.set(item.array, items.set(item.index, name));
  }
  return [...arrays].filter(([array, items]) => fold(tree, array, items)).map(([array]) => array);
}

function fold<T>(tree: KeyTree<T>, array: string, names: ReadonlyMap<number, string>): boolean {
  if (tree.members.has(array)) return false;
  const items: KeyNode<T>[] = [];
  for (let index = 0; index < names.size; index++) {
    const item = tree.members.get(names.get(index) ?? '');
    if (!names.has(index) || !item) return false;
    items.push(item);
  }
  for (const name of names.values()) tree.members.delete(name);
  tree.members.set(array, { kind: 'array', items });
  return true;
}
