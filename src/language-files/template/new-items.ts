import type { KeySeparator } from '../model/nesting/key-separator';

/** The arrays of the names that begin in one way. */
interface NameNode {
  /** By what stands between two indexes. */
  arrays: Map<string, ArrayNode>;
  /** One of the names has a text. */
  hasText: boolean;
}

/** The items of an array, by index. */
type ArrayNode = Map<number, NameNode>;

/** An array that a name is in: its items, the index of the name in it, and where the name of the array ends. */
type Step = readonly [array: ArrayNode, index: number, end: number];

/** An index of an array that `nestKeys` rebuilds. */
const INDEX = /\[(0|[1-9]\d{0,6})\]/g;

const createNode = (): NameNode => ({ arrays: new Map(), hasText: false });

/** The items of arrays among the names that a file lacks. */
export class NewItems {
  private readonly root = createNode();

  constructor(private readonly separator: KeySeparator) {}

  /** @param hasText false for a name that has no text in the language */
  add(name: string, hasText: boolean): void {
    for (const [array, index] of this.walk(name)) {
      const item = array.get(index) ?? createNode();
      array.set(index, item);
      item.hasText ||= hasText;
    }
  }

  /**
   * Returns the number of items that an array of `size` items can have: one for each index up to the first that no name
   * has.
   */
  countFrom(array: string, size: number): number {
    let count = size;
    // The array of any item is the array.
    const [items] = [...this.walk(`${array}[0]`)].at(-1) ?? [];
    while (items?.has(count)) count++;
    return count;
  }

  /**
   * Yields the names of the items without a text, of each array that one of the names is in.
   *
   * @param start the offset at which the names of the arrays end, or behind it
   */
  *gaps(names: Iterable<string>, start: number): Generator<string> {
    const seen = new Set<ArrayNode>();
    for (const name of names) {
      for (const [array, , end] of this.walk(name)) {
        if (end < start || seen.has(array)) continue;
        seen.add(array);
        for (const [index, { hasText }] of array) if (!hasText) yield `${name.slice(0, end)}[${index}]`;
      }
    }
  }

  /** Yields the arrays that a name is in, the outermost first. */
  private *walk(name: string): Generator<Step> {
    let node: NameNode | undefined = this.root;
    let start = 0;
    for (const { 0: whole, 1: index, index: end } of name.matchAll(INDEX)) {
      const behind = end + whole.length;
      if (!node || !(behind === name.length || name[behind] === '[' || this.separator.isAt(name, behind))) return;
      const part = name.slice(start, end);
      const array: ArrayNode = node.arrays.get(part) ?? new Map<number, NameNode>();
      node.arrays.set(part, array);
      yield [array, Number(index), end];
      node = array.get(Number(index));
      start = behind;
    }
  }
}
