import type {
  FileTemplate,
  NewElement,
  NewText,
  Span,
  TemplateElement,
  TemplateList,
  TemplateText,
  WantedTexts,
} from './file-template';
import { joinElements, type KeptElement, type WrittenElement } from './join-elements';

export interface RewriteOptions {
  /** Returns the names of another file in their order: a new text stands behind the text that precedes it there. */
  order?: () => readonly string[];
  /** The keys whose texts stay as they are. */
  unchanged?: ReadonlySet<string>;
}

/**
 * Writes a file that differs from its template only where the texts do. Whatever is between the texts stays: order, comments,
 * white space, and the tokens of texts that are equal.
 */
export function rewriteTemplate(template: FileTemplate, wanted: WantedTexts, options: RewriteOptions = {}): string {
  return new Rewriter(template, template.prepare?.(wanted) ?? wanted, options).write();
}

class Rewriter {
  /** The last text of each name: it is the one that counts where a name occurs several times. */
  private readonly texts = new Map<string, TemplateText>();
  private readonly additions: Additions;
  private readonly unchanged: ReadonlySet<string>;

  constructor(
    private readonly template: FileTemplate,
    private readonly wanted: WantedTexts,
    { order = () => [], unchanged = new Set() }: RewriteOptions,
  ) {
    this.unchanged = unchanged;
    for (const text of textsOf(template.root)) this.texts.set(text.name, text);
    const added: NewText[] = [];
    for (const [name, value] of wanted) {
      if (value !== undefined && !this.texts.has(name)) added.push({ name, value, list: template.listFor(name) });
    }
    this.additions = new Additions(template, added, order);
  }

  write(): string {
    const { source, root } = this.template;
    return source.slice(0, root.start) + this.writeList(root).source + source.slice(root.end);
  }

  private writeList(list: TemplateList): { source: string; isEmpty: boolean } {
    const { source } = this.template;
    const written: WrittenElement[] = [];
    let hasChanged = false;
    const add = (elements: readonly NewElement[]): void => {
      for (const element of elements) written.push(element);
      hasChanged ||= elements.length > 0;
    };
    add(this.additions.atStart(list));
    for (const [index, element] of list.elements.entries()) {
      const kept = this.writeElement(element);
      if (kept) written.push({ ...kept, place: { index, element }, isNote: element.isNote });
      hasChanged ||= kept?.source !== source.slice(element.start, element.end);
      add(this.additions.behind(element));
    }
    add(this.additions.atEnd(list));
    if (!hasChanged) return { source: source.slice(list.start, list.end), isEmpty: false };
    while (written.at(-1)?.isGone) written.pop();
    return { source: joinElements(this.template, list, written), isEmpty: written.every(({ isNote }) => isNote) };
  }

  /** Returns undefined for an element that is removed. */
  private writeElement({ start, end, text, list, key, isPositional }: TemplateElement): KeptElement | undefined {
    const { source, emptyToken = '' } = this.template;
    if (key !== undefined && !this.wanted.has(key)) return undefined;
    const around = (part: Span, token: string): string =>
      source.slice(start, part.start) + token + source.slice(part.end, end);
    if (text) {
      const token = this.writeText(text, isPositional);
      if (token !== undefined) return { source: around(text, token) };
      const isGone = !this.wanted.has(text.key ?? text.name);
      return isPositional ? { source: around(text, emptyToken), isGone } : undefined;
    }
    if (!list) return { source: source.slice(start, end) };
    const inner = this.writeList(list);
    if (!inner.isEmpty || list.isKept || key !== undefined) return { source: around(list, inner.source) };
    if (!isPositional) return undefined;
    const behind = source.slice(list.close ?? end, end);
    return { source: source.slice(start, list.open ?? start) + emptyToken + behind, isGone: true };
  }

  /** Returns the token of the text, undefined if it is removed. */
  private writeText(text: TemplateText, isPositional = false): string | undefined {
    const { name, key = name, start, end } = text;
    const token = this.template.source.slice(start, end);
    if (this.unchanged.has(key)) return token;
    const wanted = this.wanted.get(name);
    if (wanted !== undefined) {
      const isEqual = wanted === (text.value ?? '') || this.texts.get(name) !== text;
      return isEqual ? token : this.template.writeToken(wanted, text);
    }
    const stays = isPositional || this.wanted.has(name) || this.wanted.has(key);
    return stays && !text.value ? token : undefined;
  }
}

/** The new elements of a file, and their places. */
class Additions {
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

  private addBehind(anchor: TemplateElement | undefined, list: TemplateList, element: NewElement): void {
    if (anchor) push(this.byElement, anchor, element);
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

/** Yields the texts of a list and of the lists in it, in the order of the file. */
export function* textsOf({ elements }: TemplateList): Generator<TemplateText> {
  for (const { text, list } of elements) {
    if (text) yield text;
    if (list) yield* textsOf(list);
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
