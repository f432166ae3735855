import { entryName, keyOf, nameOf } from './element-names';
import { findOrder } from './file-order';
import type {
  FileTemplate,
  NameOrder,
  NewElement,
  NewText,
  TemplateElement,
  TemplateList,
  TemplateText,
} from './file-template';

/** A text in its order. */
export type OrderedText = Pick<TemplateText, 'name' | 'key'>;

interface Options {
  /** Returns the texts of another file in their order. */
  readOrder: () => readonly OrderedText[];
  /** The earlier keys of new texts, by name. */
  renamed: ReadonlyMap<string, readonly string[]>;
}

/**
 * The new elements of a file, and their places: the place of the key's earlier name, else the place in the order of the
 * file, else behind the element that precedes them in another file, else the end of their list.
 */
export class Additions {
  private readonly behindElement = new Map<TemplateElement, NewElement[]>();
  private readonly beforeElement = new Map<TemplateElement, NewElement[]>();
  private readonly first = new Map<TemplateList, NewElement[]>();
  private readonly last = new Map<TemplateList, NewElement[]>();

  constructor(template: FileTemplate, texts: readonly NewText[], { readOrder, renamed }: Options) {
    if (texts.length === 0) return;
    const nameOrder = template.onlyAppends ? undefined : (template.order ?? findOrder(template.root));
    const order = nameOrder ? [] : readOrder();
    const found = nameOrder ? NO_PLACES : findPlaces(template.root, texts, order);
    for (const [list, added] of groupBy(texts, (text) => text.list)) {
      const elements = template.writeElements(list, added);
      if (list.rankOf) this.addRanked(list, elements, list.rankOf);
      else if (elements.some(({ isPositional }) => isPositional)) this.addAtEnd(list, elements);
      else {
        const others = this.addRenamed(list, elements, renamed);
        if (nameOrder) this.addSorted(list, others, nameOrder);
        else this.addBehind(list, others, found);
      }
    }
  }

  private addRanked(list: TemplateList, elements: NewElement[], rankOf: (name: string) => number): void {
    const rank = ({ names: [name = ''] }: NewElement): number => rankOf(name);
    elements.sort((one, other) => compareRanks(rank(one), rank(other)));
    for (const element of elements) {
      const anchor = list.elements.findLast((other) => rankOf(textNameIn(other) ?? '') < rank(element));
      if (anchor) push(this.behindElement, anchor, element);
      else push(this.first, list, element);
    }
  }

  /**
   * Adds elements in the places of their earlier names, or behind the nested lists that had them.
   *
   * @returns the elements whose keys have no earlier name in the list
   */
  private addRenamed(list: TemplateList, elements: NewElement[], renamed: Options['renamed']): NewElement[] {
    if (renamed.size === 0) return elements;
    const own = new Map<string, TemplateElement>();
    const nested = new Map<string, TemplateElement>();
    for (const element of list.elements) {
      const key = keyOf(element);
      if (key !== undefined && !own.has(key)) own.set(key, element);
      for (const inner of keysIn(element.list)) if (!nested.has(inner)) nested.set(inner, element);
    }
    return elements.filter((element) => {
      const earlier = renamed.get(element.names[0] ?? '') ?? [];
      const place = firstOf(own, earlier);
      const around = place ? undefined : firstOf(nested, earlier);
      if (place) push(this.beforeElement, place, element);
      if (around) push(this.behindElement, around, element);
      return !place && !around;
    });
  }

  /** Adds elements where the order of the names puts them. */
  private addSorted(list: TemplateList, elements: NewElement[], order: NameOrder): void {
    const named = list.elements.flatMap((element) => {
      const name = nameOf(element);
      return name === undefined ? [] : [{ name, element }];
    });
    const [first] = named;
    if (!first) return this.addAtEnd(list, elements);
    elements.sort((one, other) => order(orderNameOf(one), orderNameOf(other)));
    for (const element of elements) {
      const name = orderNameOf(element);
      // A sorted file may be sorted by hand in a part: the last element that precedes the new one is found by halves.
      let [low, high] = [0, named.length];
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (order(named[middle]?.name ?? '', name) > 0) high = middle;
        else low = middle + 1;
      }
      const previous = named[low - 1];
      if (previous) push(this.behindElement, previous.element, element);
      else push(this.beforeElement, first.element, element);
    }
  }

  private addBehind(list: TemplateList, elements: NewElement[], places: ReadonlyMap<string, Place>): void {
    const placeOf = ({ names: [name = ''] }: NewElement): Place => places.get(name) ?? NO_PLACE;
    elements.sort((one, other) => compareRanks(placeOf(one).rank, placeOf(other).rank));
    for (const element of elements) {
      const { anchor } = placeOf(element);
      if (anchor) push(this.behindElement, anchor, element);
      else this.addAtEnd(list, [element]);
    }
  }

  /** A comment at the end of a list would become the description of an element behind it. */
  private addAtEnd(list: TemplateList, elements: readonly NewElement[]): void {
    const last = list.elements.findLast(({ isComment, isTrailing }) => !isComment && !isTrailing);
    for (const element of elements) {
      if (last) push(this.behindElement, last, element);
      else push(this.last, list, element);
    }
  }

  atStart(list: TemplateList): readonly NewElement[] {
    return this.first.get(list) ?? [];
  }

  before(element: TemplateElement): readonly NewElement[] {
    return this.beforeElement.get(element) ?? [];
  }

  behind(element: TemplateElement): readonly NewElement[] {
    return this.behindElement.get(element) ?? [];
  }

  atEnd(list: TemplateList): readonly NewElement[] {
    return this.last.get(list) ?? [];
  }
}

function firstOf(places: ReadonlyMap<string, TemplateElement>, keys: readonly string[]): TemplateElement | undefined {
  const key = keys.find((each) => places.has(each));
  return key === undefined ? undefined : places.get(key);
}

/** Yields the keys in a list and the lists in it. */
function* keysIn(list: TemplateList | undefined): Generator<string> {
  for (const element of list?.elements ?? []) {
    const key = keyOf(element);
    if (key !== undefined) yield key;
    yield* keysIn(element.list);
  }
}

const orderNameOf = ({ orderName, names: [name = ''] }: NewElement): string => orderName ?? entryName(name);

/** Returns the name of the text that is not a note. */
const textNameIn = ({ text, list }: TemplateElement): string | undefined =>
  text?.name ?? list?.elements.find(({ isNote }) => !isNote)?.text?.name;

/** Where a new text stands. */
interface Place {
  /** In the order of another file. */
  rank: number;
  /** The element of its list that it stands behind. Undefined: it stands at the end. */
  anchor?: TemplateElement;
}

const NO_PLACE: Place = { rank: Infinity };
const NO_PLACES: ReadonlyMap<string, Place> = new Map();

/**
 * Returns, for each new text, its place in the order of another file. A text that is not in that file, a form of a plural
 * for instance, stands behind the last text of its key.
 */
function findPlaces(
  root: TemplateList,
  texts: readonly NewText[],
  order: readonly OrderedText[],
): ReadonlyMap<string, Place> {
  const paths = new Map<string, [TemplateList, TemplateElement][]>();
  addPaths(root, [], paths);
  const ordered = new Set(order.map(({ name }) => name));
  const others = texts.filter(({ name, key, list }) => key !== undefined && !list.rankOf && !ordered.has(name));
  const lists = new Map(texts.map(({ name, list }) => [name, list]));
  const byKey = groupBy(others, ({ key }) => key);
  const lastIn = new Map<TemplateList, TemplateElement>();
  const places = new Map<string, Place>();
  for (const [rank, { name, key = name }] of order.entries()) {
    for (const [list, element] of paths.get(name) ?? []) lastIn.set(list, element);
    const list = lists.get(name);
    if (list) places.set(name, { rank, anchor: lastIn.get(list) });
    for (const other of byKey.get(key) ?? []) places.set(other.name, { rank, anchor: lastIn.get(other.list) });
  }
  for (const [list, ofList] of groupBy(others, (text) => text.list)) {
    const lastOf = new Map(list.elements.map((element) => [element.text?.key, element]));
    for (const { name, key } of ofList) {
      const anchor = lastOf.get(key);
      if (anchor) places.set(name, { rank: places.get(name)?.rank ?? Infinity, anchor });
    }
  }
  return places;
}

/** Adds the place of each text in its list, and in the lists around it. */
function addPaths(
  list: TemplateList,
  outer: readonly [TemplateList, TemplateElement][],
  paths: Map<string, [TemplateList, TemplateElement][]>,
): void {
  for (const element of list.elements) {
    const path: [TemplateList, TemplateElement][] = [...outer, [list, element]];
    if (element.text) paths.set(element.text.name, path);
    if (element.list) addPaths(element.list, path, paths);
  }
}

const compareRanks = (one: number, other: number): number => (one === other ? 0 : one - other);

function groupBy<T, K>(items: readonly T[], toGroup: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) push(groups, toGroup(item), item);
  return groups;
}

function push<K, T>(groups: Map<K, T[]>, key: K, item: T): void {
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
}
