import { KeySeparator } from './key-separator';

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

export interface NestingOptions<T> {
  /** Where keys are split. Default: at dots. */
  separator?: KeySeparator;
  /** Default: keys without a text are nested as others are. */
  missing?: MissingKeys<T>;
  /** Is called for each key that is split although it may be a sentence. */
  onGuess?: (key: string) => void;
}

/**
 * Nests keys at their separators and rebuilds arrays.
 *
 * - A separator at the start or the end of a key, or beside another one, separates nothing (`Loading...` is one name), nor does
 *   one behind white space or directly before it (`Save file. Really`).
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
  { separator = new KeySeparator(), missing, onGuess }: NestingOptions<T> = {},
): KeyTree<T> {
  const root: KeyTree<T> = { kind: 'object', members: new Map() };
  let hasMissing = false;
  for (const [key, value, isMissing] of keys) {
    const limit = separator.limitIn(key);
    const name = insert(root, key, { separator, limit }, { kind: 'leaf', value, isMissing });
    if (limit < key.length && name.length < key.length) onGuess?.(key);
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

/** @returns the name of the leaf in its object */
function insert<T>(
  root: KeyTree<T>,
  key: string,
  { separator, limit }: { separator: KeySeparator; limit: number },
  leaf: KeyLeaf<T>,
): string {
  let parent = root;
  let level = 1;
  let start = 0;
  for (;;) {
    const end = separator.find(key, start, limit);
    if (end === -1) break;
    const name = key.slice(start, end);
    level += 1 + countTrailingIndexes(name);
    const next = level > MAX_NESTING ? undefined : enter(parent, name);
    if (!next) break;
    parent = next;
    start = end + separator.length;
  }
  const name = key.slice(start);
  parent.members.set(name, leaf);
  return name;
}

/** Returns the object of that name, which is created if it is missing. Returns undefined if the name is a text. */
function enter<T>(parent: KeyTree<T>, name: string): KeyTree<T> | undefined {
  const existing = parent.members.get(name);
  if (existing) return existing.kind === 'object' ? existing : undefined;
  const created: KeyTree<T> = { kind: 'object', members: new Map() };
  parent.members.set(name, created);
  return created;
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
