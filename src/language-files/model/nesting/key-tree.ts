/** Keys as the objects and arrays of a nested format. Flattening the tree (`KeyPaths`) gives exactly the same keys. */
export interface KeyTree<T> {
  kind: 'object';
  /** By name, in no particular order. */
  members: Map<string, KeyNode<T>>;
}

export interface KeyList<T> {
  kind: 'array';
  items: KeyNode<T>[];
}

export interface KeyLeaf<T> {
  kind: 'leaf';
  value: T;
  /** The key has no text. */
  isMissing?: boolean;
}

/** How keys without a text are nested. */
export interface MissingKeys<T> {
  /** The leaf that stands for an item of an array which has no text. */
  gap: T;
  /** Whether members of objects without a text, and arrays without any, are omitted. */
  omitsMissing: boolean;
}

export type KeyNode<T> = KeyTree<T> | KeyList<T> | KeyLeaf<T>;

/** The most levels of a tree including the root. Our readers accept as many. */
export const MAX_NESTING = 100;

/**
 * Nests keys at their dots and rebuilds arrays.
 *
 * - A dot at the start or the end of a key, or beside another dot, is not a separator (`Loading...` is one name).
 * - If `a` and `a.b` are both keys, `a.b` keeps its dotted name beside `a`.
 * - An array is rebuilt only if `name[0]` to `name[n-1]` are all present without leading zeros, `name` is not empty and
 *   is not a key itself. Otherwise its items keep their names.
 * - An item of an array without a text is a gap, so that the other items keep their places.
 * - Below `MAX_NESTING` levels the rest of a key is one dotted name.
 *
 * @param keys each key once, a prefix before the longer keys that it begins (the order of code points or code units)
 */
export function nestKeys<T>(
  keys: Iterable<readonly [key: string, value: T, isMissing?: boolean]>,
  missing?: MissingKeys<T>,
): KeyTree<T> {
  const root: KeyTree<T> = { kind: 'object', members: new Map() };
  let hasMissing = false;
  for (const [key, value, isMissing] of keys) {
    insert(root, key, { kind: 'leaf', value, isMissing });
    hasMissing ||= isMissing === true;
  }
  rebuildArrays(root, 1);
  if (missing && hasMissing) fillGaps(root, missing);
  return root;
}

/**
 * Replaces items without a text by gaps, and removes what is omitted. Recurses at most `MAX_NESTING` levels.
 *
 * @returns whether nothing is left of the node
 */
function fillGaps<T>(node: KeyNode<T>, missing: MissingKeys<T>): boolean {
  if (node.kind === 'leaf') return node.isMissing === true && missing.omitsMissing;
  if (node.kind === 'object') {
    for (const [name, child] of node.members) if (fillGaps(child, missing)) node.members.delete(name);
    return node.members.size === 0;
  }
  const isGap = node.items.map((item) => fillGaps(item, missing) || (item.kind === 'leaf' && item.isMissing === true));
  if (missing.omitsMissing && isGap.every(Boolean)) return true;
  node.items = node.items.map((item, index) => (isGap[index] ? { kind: 'leaf', value: missing.gap } : item));
  return false;
}

function insert<T>(root: KeyTree<T>, key: string, leaf: KeyLeaf<T>): void {
  let parent = root;
  let level = 1;
  let start = 0;
  for (let dot = findSeparator(key, start); dot !== -1; dot = findSeparator(key, start)) {
    const name = key.slice(start, dot);
    level += 1 + countTrailingIndexes(name);
    const next = level > MAX_NESTING ? undefined : enter(parent, name);
    if (!next) break;
    parent = next;
    start = dot + 1;
  }
  parent.members.set(key.slice(start), leaf);
}

/** Returns the object of that name, which is created if it is missing. Returns undefined if the name is a text. */
function enter<T>(parent: KeyTree<T>, name: string): KeyTree<T> | undefined {
  const existing = parent.members.get(name);
  if (existing) return existing.kind === 'object' ? existing : undefined;
  const created: KeyTree<T> = { kind: 'object', members: new Map() };
  parent.members.set(name, created);
  return created;
}

/** Returns the index of the next dot that has other characters on both sides, or -1. */
function findSeparator(key: string, start: number): number {
  for (let dot = key.indexOf('.', start + 1); dot !== -1; dot = key.indexOf('.', dot + 1)) {
    if (dot + 1 < key.length && key[dot - 1] !== '.' && key[dot + 1] !== '.') return dot;
  }
  return -1;
}

interface ItemName {
  array: string;
  index: number;
}

/** Parses the name of an item: `list[3]` is item 3 of `list`. */
function parseItemName(name: string): ItemName | undefined {
  if (!name.endsWith(']')) return undefined;
  const open = name.lastIndexOf('[');
  const digits = name.slice(open + 1, -1);
  if (open < 1 || !/^(?:0|[1-9]\d{0,6})$/.test(digits)) return undefined;
  return { array: name.slice(0, open), index: Number(digits) };
}

/** Counts the indexes at the end of a name: 2 in `table[0][1]`. */
function countTrailingIndexes(name: string): number {
  let count = 0;
  for (let item = parseItemName(name); item && count < MAX_NESTING; item = parseItemName(item.array)) count++;
  return count;
}

function rebuildArrays<T>(tree: KeyTree<T>, level: number): void {
  for (const [name, node] of tree.members) {
    if (node.kind === 'object') rebuildArrays(node, level + 1 + countTrailingIndexes(name));
  }
  const byDepth: string[][] = [];
  for (const name of tree.members.keys()) {
    const depth = countTrailingIndexes(name);
    if (depth > 0 && level + depth <= MAX_NESTING) (byDepth[depth] ??= []).push(name);
  }
  // Innermost first, because the items of `table` exist only once the arrays `table[0]`, `table[1]` do.
  for (let depth = byDepth.length - 1; depth > 0; depth--) {
    const rebuilt = foldItems(tree, byDepth[depth] ?? []);
    if (depth > 1) byDepth[depth - 1] = (byDepth[depth - 1] ?? []).concat(rebuilt);
  }
}

/** Turns complete sets of items into arrays and returns the names of the arrays. */
function foldItems<T>(tree: KeyTree<T>, names: readonly string[]): string[] {
  const arrays = new Map<string, Map<number, string>>();
  for (const name of names) {
    const item = parseItemName(name);
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
