import { countTrailingIndexes, MAX_NESTING, parseItemName } from './item-names';
import { type KeyName, type KeyPath, splitByPath } from './key-path';
import { KeySeparator } from './key-separator';

export { MAX_NESTING } from './item-names';

/** Keys as the objects and arrays of a nested format. Flattening the tree (`KeyPaths`) gives exactly the same keys. */
export interface KeyTree<T> {
  kind: 'object';
  /** By name, in no particular order. */
  members: Map<string, KeyNode<T>>;
}

/** A tree whose arrays are not rebuilt yet. */
interface OpenTree<T> {
  kind: 'object';
  /** By the id of the name: a name that looks like an item, and the item of that name, are two members. */
  members: Map<string, KeyNode<T>>;
  /** The names whose ids are not the names, because they have another number of indexes than they show. */
  hidden?: Map<string, ItemOfPath>;
}

/** A name of a path. */
interface ItemOfPath {
  name: string;
  /** The number of indexes at its end. */
  indexes: number;
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

export interface NestingOptions<T> {
  /** Where keys are split. Default: at dots. */
  separator?: KeySeparator;
  /** The text that joins the names of paths. Default: the separator. */
  pathSeparator?: KeySeparator;
  /** Default: keys without a text are nested as others are. */
  missing?: MissingKeys<T>;
  /** Is called for each key that is split although it may be a sentence. */
  onGuess?: (key: string) => void;
  /** Is called for each key whose path is not used, because the names of two keys would be the same. */
  onMisfit?: (key: string) => void;
}

/** A key to nest. Its path says where it is split, whatever its names hold. */
export type KeyToNest<T> = readonly [key: string, value: T, isMissing?: boolean, path?: KeyPath];

/**
 * Nests keys by their paths, else at their separators, and rebuilds arrays.
 *
 * - A separator at the start or the end of a key, or beside another one, separates nothing (`Loading...` is one name),
 *   nor does one behind white space or directly before it (`Save file. Really`).
 * - If `a` and `a.b` are both keys, `a.b` keeps its dotted name beside `a`.
 * - An array is rebuilt only if `name[0]` to `name[n-1]` are all present without leading zeros, `name` is not empty and
 *   is not a key itself. Otherwise its items keep their names.
 * - An item of an array without a text is a gap, so that the other items keep their places; an object or array without a text stays empty if
 *   its key has a text elsewhere.
 * - Below `MAX_NESTING` levels the rest of a key is one dotted name.
 *
 * @param keys each key once, a prefix before the longer keys that it begins (the order of code points or code units)
 */
export function nestKeys<T>(keys: Iterable<KeyToNest<T>>, options: NestingOptions<T> = {}): KeyTree<T> {
  const list = Array.from(keys);
  const tree = nest(list, options);
  if (tree) return tree;
  const withoutPaths = list.map(([key, value, isMissing, path]): KeyToNest<T> => {
    if (path) options.onMisfit?.(key);
    return [key, value, isMissing];
  });
  return nest(withoutPaths, options) ?? createTree();
}

const createTree = <T>(): OpenTree<T> => ({ kind: 'object', members: new Map() });

/** @returns undefined if two keys with paths would have the same name */
function nest<T>(
  keys: readonly KeyToNest<T>[],
  { separator = new KeySeparator(), pathSeparator = separator, missing, onGuess }: NestingOptions<T>,
): KeyTree<T> | undefined {
  const root = createTree<T>();
  const guesses: string[] = [];
  let hasMissing = false;
  for (const [key, value, isMissing, path] of keys) {
    const leaf: KeyLeaf<T> = { kind: 'leaf', value, isMissing };
    const names = path && splitByPath(path, key, pathSeparator);
    const limit = separator.limitIn(key);
    const name = insert(root, key, names ? { separator: pathSeparator, limit, names } : { separator, limit }, leaf);
    if (!names && limit < key.length && name.length < key.length) guesses.push(key);
    hasMissing ||= isMissing === true;
  }
  if (!rebuildArrays(root, 1)) return undefined;
  for (const key of guesses) onGuess?.(key);
  if (missing && hasMissing) new GapFiller(keys, pathSeparator, missing).fill(root);
  return root;
}

/** Replaces items without a text by gaps, and removes what is omitted. */
class GapFiller<T> {
  private texts?: ReadonlySet<string>;

  constructor(
    private readonly keys: readonly KeyToNest<T>[],
    private readonly separator: KeySeparator,
    private readonly missing: MissingKeys<T>,
  ) {}

  /**
   * Recurses at most `MAX_NESTING` levels.
   *
   * @param key of the node; undefined for the root
   * @returns whether nothing is left of the node
   */
  fill(node: KeyNode<T>, key?: string): boolean {
    const { omitsMissing } = this.missing;
    if (node.kind === 'leaf') return node.isMissing === true && omitsMissing;
    if (node.kind === 'object') {
      const start = key === undefined ? '' : key + this.separator.text;
      for (const [name, child] of node.members) if (this.fill(child, start + name)) node.members.delete(name);
      return node.members.size === 0;
    }
    const items = node.items.map((item, index) => this.fillItem(item, `${key}[${index}]`));
    if (omitsMissing && items.every(({ isGap }) => isGap)) return true;
    node.items = items.map(({ item }) => item);
    return false;
  }

  /** @returns the item or what stands for it */
  private fillItem(item: KeyNode<T>, key: string): { item: KeyNode<T>; isGap: boolean } {
    const isGap = this.fill(item, key) || (item.kind === 'leaf' && item.isMissing === true);
    if (!isGap) return { item, isGap };
    // A gap would be a text of the key.
    if (item.kind === 'object' && this.hasText(key)) return { item, isGap };
    if (item.kind === 'array' && this.hasText(key)) return { item: { kind: 'array', items: [] }, isGap };
    return { item: { kind: 'leaf', value: this.missing.gap }, isGap };
  }

  private hasText(key: string): boolean {
    this.texts ??= new Set(this.keys.flatMap(([name, , isMissing]) => (isMissing ? [] : [name])));
    return this.texts.has(key);
  }
}

/** Where a key is split. */
interface Split {
  separator: KeySeparator;
  /** As `KeySeparator.limitIn` returned it. */
  limit: number;
  /** The names of a key with a path, which are not searched. */
  names?: readonly KeyName[];
}

/** @returns the name of the leaf in its object */
function insert<T>(root: OpenTree<T>, key: string, { separator, limit, names }: Split, leaf: KeyLeaf<T>): string {
  let parent = root;
  let level = 1;
  let start = 0;
  for (let place = 0; ; place++) {
    const given = names?.[place];
    const end = names ? (given?.end ?? key.length) : separator.find(key, start, limit);
    const isLast = names ? place >= names.length - 1 : end === -1;
    if (isLast) {
      const name = key.slice(start);
      parent.members.set(given ? idIn(parent, name, given.indexes) : name, leaf);
      return name;
    }
    const name = key.slice(start, end);
    level += 1 + (given?.indexes ?? countTrailingIndexes(name));
    const next = level > MAX_NESTING ? undefined : enter(parent, given ? idIn(parent, name, given.indexes) : name);
    if (!next) break;
    parent = next;
    start = end + separator.length;
  }
  const name = key.slice(start);
  parent.members.set(name, leaf);
  return name;
}

/** Returns the object of that name, which is created if it is missing. Returns undefined if the name is a text. */
function enter<T>(parent: OpenTree<T>, id: string): OpenTree<T> | undefined {
  const existing = parent.members.get(id);
  if (existing) return existing.kind === 'object' ? existing : undefined;
  const created = createTree<T>();
  parent.members.set(id, created);
  return created;
}

/** Returns the id of a name of a path in an object. */
function idIn<T>(tree: OpenTree<T>, name: string, indexes: number): string {
  if (indexes === countTrailingIndexes(name)) return name;
  const id = `${name}\0${indexes}`;
  tree.hidden ??= new Map();
  tree.hidden.set(id, { name, indexes });
  return id;
}

const nameOf = <T>({ hidden }: OpenTree<T>, id: string): ItemOfPath =>
  hidden?.get(id) ?? { name: id, indexes: countTrailingIndexes(id) };

/** @returns whether all names are different */
function rebuildArrays<T>(tree: OpenTree<T>, level: number): boolean {
  let isDistinct = true;
  const byDepth: string[][] = [];
  for (const [id, node] of tree.members) {
    const { indexes } = nameOf(tree, id);
    if (node.kind === 'object' && !rebuildArrays(node, level + 1 + indexes)) isDistinct = false;
    if (indexes > 0 && level + indexes <= MAX_NESTING) (byDepth[indexes] ??= []).push(id);
  }
  // Innermost first, because the items of `table` exist only once the arrays `table[0]`, `table[1]` do.
  for (let depth = byDepth.length - 1; depth > 0; depth--) {
    const rebuilt = foldItems(tree, byDepth[depth] ?? []);
    if (depth > 1) byDepth[depth - 1] = (byDepth[depth - 1] ?? []).concat(rebuilt);
  }
  return showNames(tree) && isDistinct;
}

/** Gives the members their names. @returns whether they are different */
function showNames<T>(tree: OpenTree<T>): boolean {
  for (const [id, { name }] of tree.hidden ?? []) {
    const node = tree.members.get(id);
    if (!node) continue;
    if (tree.members.has(name)) return false;
    tree.members.delete(id);
    tree.members.set(name, node);
  }
  delete tree.hidden;
  return true;
}

/** Turns complete sets of items into arrays and returns the ids of the arrays. */
function foldItems<T>(tree: OpenTree<T>, ids: readonly string[]): string[] {
  const arrays = new Map<string, Map<number, string>>();
  for (const id of ids) {
    const { name, indexes } = nameOf(tree, id);
    const item = parseItemName(name, 0);
    if (!item) continue;
    const array = idIn(tree, item.array, indexes - 1);
    const items = arrays.get(array) ?? new Map<number, string>();
    arrays.set(array, items.set(item.index, id));
  }
  return [...arrays].filter(([array, items]) => fold(tree, array, items)).map(([array]) => array);
}

function fold<T>(tree: OpenTree<T>, array: string, ids: ReadonlyMap<number, string>): boolean {
  if (tree.members.has(array)) return false;
  const items: KeyNode<T>[] = [];
  for (let index = 0; index < ids.size; index++) {
    const item = tree.members.get(ids.get(index) ?? '');
    if (!ids.has(index) || !item) return false;
    items.push(item);
  }
  for (const id of ids.values()) tree.members.delete(id);
  tree.members.set(array, { kind: 'array', items });
  return true;
}
