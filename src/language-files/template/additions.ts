import type { FileTemplate, NewElement, NewText, TemplateElement, TemplateList } from './file-template';

/** The new elements of a file, and their places. */
export class Additions {
  private readonly byElement = new Map<TemplateElement, NewElement[]>();
  private readonly first = new Map<TemplateList, NewElement[]>();
  private readonly last = new Map<TemplateList, NewElement[]>();

  constructor(template: FileTemplate, texts: readonly NewText[], readOrder: () => readonly string[]) {
    if (texts.length === 0) return;
    const order = readOrder();
    const found = order.length > 0 ? findAnchors(template.root, texts, order) : undefined;
    const ranks = new Map(order.map((name, rank) => [name, rank]));
    for (const [list, added] of groupBy(texts, (text) => text.list)) {
      const rankOf = list.rankOf ?? ((name: string) => ranks.get(name) ?? Infinity);
      const rank = ({ names: [name = ''] }: NewElement): number => rankOf(name);
      const elements = template.writeElements(list, added);
      const anchors = elements.some(({ isPositional }) => isPositional) ? undefined : found;
      if (anchors || list.rankOf) elements.sort((one, other) => compareRanks(rank(one), rank(other)));
      for (const element of elements) {
        if (list.rankOf) this.addRanked(list, element, rank(element));
        else this.addBehind(anchors?.get(element.names[0] ?? ''), list, element);
      }
    }
  }

  private addRanked(list: TemplateList, element: NewElement, rank: number): void {
    const anchor = list.elements.findLast((other) => (list.rankOf?.(nameIn(other) ?? '') ?? Infinity) < rank);
    if (anchor) push(this.byElement, anchor, element);
    else push(this.first, list, element);
  }

  /** A comment at the end of a list would become the description of an element behind it. */
  private addBehind(anchor: TemplateElement | undefined, list: TemplateList, element: NewElement): void {
    const last = anchor ?? list.elements.findLast(({ isComment }) => !isComment);
    if (last) push(this.byElement, last, element);
    else push(this.last, list, element);
  }

  atStart(list: TemplateList): readonly NewElement[] {
    return this.first.get(list) ?? [];
  }

  behind(element: TemplateElement): readonly NewElement[] {
    return this.byElement.get(element) ?? [];
  }

  atEnd(list: TemplateList): readonly NewElement[] {
    return this.last.get(list) ?? [];
  }
}

/** Returns the name of the text that is not a note. */
const nameIn = ({ text, list }: TemplateElement): string | undefined =>
  text?.name ?? list?.elements.find(({ isNote }) => !isNote)?.text?.name;

/** Returns, for each new text, the element of its list that precedes it in the order. */
function findAnchors(
  root: TemplateList,
  texts: readonly NewText[],
  order: readonly string[],
): Map<string, TemplateElement> {
  const places = new Map<string, [TemplateList, TemplateElement][]>();
  addPlaces(root, [], places);
  const lists = new Map(texts.map(({ name, list }) => [name, list]));
  const lastIn = new Map<TemplateList, TemplateElement>();
  const anchors = new Map<string, TemplateElement>();
  for (const name of order) {
    for (const [list, element] of places.get(name) ?? []) lastIn.set(list, element);
    const list = lists.get(name);
    const anchor = list && lastIn.get(list);
    if (anchor) anchors.set(name, anchor);
  }
  return anchors;
}

/** Adds the place of each text in its list, and in the lists around it. */
function addPlaces(
  list: TemplateList,
  outer: readonly [TemplateList, TemplateElement][],
  places: Map<string, [TemplateList, TemplateElement][]>,
): void {
  for (const element of list.elements) {
    const path: [TemplateList, TemplateElement][] = [...outer, [list, element]];
    if (element.text) places.set(element.text.name, path);
    if (element.list) addPlaces(element.list, path, places);
  }
}

const compareRanks = (one: number, other: number): number => (one === other ? 0 : one - other);

function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) push(groups, keyOf(item), item);
  return groups;
}

function push<K, T>(groups: Map<K, T[]>, key: K, item: T): void {
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
}
