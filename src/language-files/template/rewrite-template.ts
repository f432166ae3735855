import { isNameless } from '../model/nameless';
import { Additions, type OrderedText } from './additions';
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
import { type ChangedElement, joinElements, type WrittenElement } from './join-elements';

export interface RewriteOptions {
  /** Returns the texts of another file in their order: a new text stands behind the text that precedes it there. */
  order?: () => readonly OrderedText[];
  /** The keys whose texts stay as they are. */
  unchanged?: ReadonlySet<string>;
  /** The keys of further texts that stay, with the elements that they own. They are not among the wanted ones. */
  held?: ReadonlySet<string>;
  /** The earlier keys of new texts, by name: a renamed key stays in its place. */
  renamed?: ReadonlyMap<string, readonly string[]>;
  /** A text that the file has in several places is changed in each place with the same text, not in the last one only. */
  changesAll?: boolean;
  /** The keys of texts with other names. */
  keys?: ReadonlyMap<string, string>;
}

/**
 * Writes a file that differs from its template only where the texts do. Whatever is between the texts stays: order,
 * comments, white space, and the tokens of texts that are equal.
 */
export function rewriteTemplate(template: FileTemplate, wanted: WantedTexts, options: RewriteOptions = {}): string {
  const prepared = template.prepare?.(wanted, textsToLack(wanted, options)) ?? wanted;
  const written = new Rewriter(template, prepared, options).write();
  return template.complete?.(written) ?? written;
}

/** Returns what finds the places of the file for which the project has no text. */
function textsToLack(
  wanted: WantedTexts,
  { unchanged = NONE, held = NONE }: RewriteOptions,
): (text: TemplateText) => boolean {
  return ({ name, key = name }) =>
    !(unchanged.has(key) || held.has(key) || isNameless(key)) && wanted.get(name) === undefined;
}

class Rewriter {
  private lastTexts: ReadonlyMap<string, TemplateText> | undefined;
  private readonly additions: Additions;
  private readonly unchanged: ReadonlySet<string>;
  private readonly held: ReadonlySet<string>;
  private readonly changesAll: boolean;
  private filledTexts: ReadonlyMap<string, TemplateText> | undefined;

  constructor(
    private readonly template: FileTemplate,
    private readonly wanted: WantedTexts,
    { order = () => [], unchanged = NONE, held = NONE, renamed = new Map(), ...options }: RewriteOptions,
  ) {
    this.unchanged = unchanged;
    this.held = held;
    const { keys, changesAll = false } = options;
    this.changesAll = changesAll;
    const added: NewText[] = [];
    for (const [name, value] of wanted) {
      if (value === undefined || this.texts.has(name)) continue;
      added.push({ name, key: keys?.get(name), value, list: template.listFor(name) });
    }
    this.additions = new Additions(template, added, { readOrder: order, renamed });
  }

  write(): string {
    const { source, root } = this.template;
    const written = this.writeList(root);
    if (!written) return source;
    const { start, end } = written.source === '' ? lineOf(source, root) : root;
    return source.slice(0, start) + written.source + source.slice(end);
  }

  /** The texts by name, which are searched when a text of the project is compared with the file. */
  private get texts(): ReadonlyMap<string, TemplateText> {
    this.lastTexts ??= lastTexts(this.template.root, this.held);
    return this.lastTexts;
  }

  /** Returns undefined for a list that stays as it is. */
  private writeList(list: TemplateList): WrittenList | undefined {
    const written: WrittenElement[] = [];
    let hasChanged = false;
    let isEmpty = true;
    const add = (elements: readonly NewElement[], before?: number): void => {
      for (const element of elements) written.push(before === undefined ? element : { ...element, before });
      hasChanged ||= elements.length > 0;
      isEmpty &&= elements.length === 0;
    };
    add(this.additions.atStart(list));
    for (const [index, element] of list.elements.entries()) {
      add(this.additions.before(element), index);
      const kept = this.writeElement(element);
      isEmpty &&= kept === UNCHANGED ? this.isVoid(element) : kept?.isVoid !== false;
      if (kept === UNCHANGED) this.keep(index, element, written);
      else {
        hasChanged = true;
        if (kept) written.push({ ...kept, place: { first: index, last: index }, isNote: element.isNote });
      }
      add(this.additions.behind(element));
    }
    add(this.additions.atEnd(list));
    if (!hasChanged) return undefined;
    while (written.at(-1)?.isGone) written.pop();
    return { source: joinElements(this.template, list, written), isEmpty };
  }

  /** Returns whether an element that stays as it is has no text: a comment, or the place of an item without one. */
  private isVoid(element: TemplateElement): boolean {
    if (element.isNote || !element.isPositional) return element.isNote === true;
    const { text } = element;
    return text !== undefined && !this.isUnchanged(text.key ?? text.name) && this.wanted.get(text.name) === undefined;
  }

  /** Adds an element that stays as it is, to those in front of it where they stay too. */
  private keep(index: number, { isNote }: TemplateElement, written: WrittenElement[]): void {
    const previous = written.at(-1);
    const isRun = previous?.source === undefined && previous?.isNote === isNote;
    if (isRun && previous?.place?.last === index - 1) previous.place.last = index;
    else written.push({ place: { first: index, last: index }, isNote });
  }

  /** Returns undefined for an element that is removed. */
  private writeElement(element: TemplateElement): ChangedElement | typeof UNCHANGED | undefined {
    const { owner } = element;
    if (owner !== undefined && this.held.has(owner)) return UNCHANGED;
    const { start, end, text, list, key, replacedBy, isPositional } = element;
    if (key !== undefined && !this.isKnown(key)) return undefined;
    if (replacedBy !== undefined && this.isWritten(replacedBy)) return undefined;
    if (text) {
      const token = this.writeText(text, isPositional);
      if (token === UNCHANGED) return UNCHANGED;
      if (token !== undefined) return { source: this.replace(element, text, token), isVoid: false };
      const isGone = !this.isKnown(text.key ?? text.name);
      return isPositional ? { source: this.replace(element, text, this.emptyToken), isGone, isVoid: true } : undefined;
    }
    const inner = list && this.writeList(list);
    if (!list || !inner) return UNCHANGED;
    if (!inner.isEmpty || list.isKept || key !== undefined) {
      return { source: this.replace(element, list, inner.source), isVoid: false };
    }
    if (!isPositional) return undefined;
    const place = { start: list.open ?? start, end: list.close ?? end };
    const replaced = this.replace({ start, end }, place, this.emptyListToken(list));
    return { source: replaced, isGone: !this.hasKeyOf(list), isVoid: true };
  }

  private get emptyToken(): string {
    return this.template.emptyToken ?? '';
  }

  /** A token for no text would be a text of the key of the list, which the project may have elsewhere in the file. */
  private emptyListToken(list: TemplateList): string {
    const key = innermost(list).key ?? '';
    return (this.isWritten(key) ? this.template.emptyListToken?.(list) : undefined) ?? this.emptyToken;
  }

  /** Returns whether the project has one of the keys of a list, with or without a text. */
  private hasKeyOf({ elements }: TemplateList): boolean {
    return elements.some(({ text, list, isNote }) => {
      if (isNote) return false;
      return (text && this.isKnown(text.key ?? text.name)) || (list && this.hasKeyOf(list));
    });
  }

  private replace({ start, end }: Span, part: Span, token: string): string {
    const { source } = this.template;
    return source.slice(start, part.start) + token + source.slice(part.end, end);
  }

  /** Whether the texts of a key stay as they are. */
  private isUnchanged(key: string): boolean {
    return this.unchanged.has(key) || this.held.has(key) || isNameless(key);
  }

  /** Whether the file gets a text of a key. */
  private isWritten(key: string): boolean {
    return this.wanted.get(key) !== undefined || this.held.has(key) || this.unchanged.has(key);
  }

  /** Whether the project has a key, with or without a text, or cannot have it. */
  private isKnown(key: string): boolean {
    return this.wanted.has(key) || this.held.has(key) || isNameless(key);
  }

  /** Returns the new token of the text, undefined if it is removed. */
  private writeText(text: TemplateText, isPositional = false): string | typeof UNCHANGED | undefined {
    const { name, key = name, start, end } = text;
    if (this.isUnchanged(key)) return UNCHANGED;
    const wanted = this.wanted.get(name);
    if (wanted !== undefined) {
      if (wanted === (text.value ?? '') || !this.isUsed(text)) return UNCHANGED;
      const token = this.template.writeToken(wanted, text);
      return token === this.template.source.slice(start, end) ? UNCHANGED : token;
    }
    const stays = isPositional || this.wanted.has(name) || this.wanted.has(key);
    return stays && !text.value ? UNCHANGED : undefined;
  }

  /** Whether the text of a name is written in this place. */
  private isUsed(text: TemplateText): boolean {
    const { name, value } = text;
    const last = this.texts.get(name);
    if (!this.changesAll) return last === text;
    const used = last?.value ? last : (this.filled.get(name) ?? last);
    return used === text || (Boolean(value) && used?.value === value);
  }

  /** The last place of each name that has a text. */
  private get filled(): ReadonlyMap<string, TemplateText> {
    this.filledTexts ??= new Map(
      Array.from(textsOf(this.template.root))
        .filter(({ value }) => value)
        .map((text) => [text.name, text]),
    );
    return this.filledTexts;
  }
}

/** Returns the list of an element, which may be in a list with a note on it. */
export function innermost(list: TemplateList): TemplateList {
  const [note, entry] = list.elements;
  return list.key === undefined && note?.isNote && entry?.list ? innermost(entry.list) : list;
}

/** Returns the span of the lines that a span is in, with their indentation and line end, if nothing else is in them. */
function lineOf(source: string, { start, end }: Span): Span {
  const isBlank = (offset: number): boolean => /[ \t]/.test(source.charAt(offset));
  let [first, last] = [start, end];
  while (isBlank(first - 1)) first--;
  while (isBlank(last)) last++;
  const [lineEnd] = /^(?:\r\n|\n|\r|$)/.exec(source.slice(last, last + 2)) ?? [];
  const startsLine = first === 0 || /[\r\n]/.test(source.charAt(first - 1));
  return startsLine && lineEnd !== undefined ? { start: first, end: last + lineEnd.length } : { start, end };
}

const NONE: ReadonlySet<string> = new Set();

/** Stands for the source of an element or text that stays as it is. */
const UNCHANGED = Symbol('unchanged');

interface WrittenList {
  source: string;
  isEmpty: boolean;
}

const TEXTS = new WeakMap<readonly TemplateElement[], ReadonlyMap<string, TemplateText>>();

/**
 * Returns the last text of each name, which is used where a name occurs several times. The names of a list do not
 * change, so that files that share a list share the map.
 *
 * @param held the keys whose elements are left out, if they are the owners of their texts
 */
export function lastTexts(list: TemplateList, held = NONE): ReadonlyMap<string, TemplateText> {
  const known = TEXTS.get(list.elements);
  if (known) return known;
  const texts = new Map<string, TemplateText>();
  if (addTexts(list, texts, held)) TEXTS.set(list.elements, texts);
  return texts;
}

/** Returns whether the texts of all elements were added. */
function addTexts({ elements }: TemplateList, texts: Map<string, TemplateText>, held: ReadonlySet<string>): boolean {
  let isComplete = true;
  for (const element of elements) {
    if (element.owner !== undefined && held.has(element.owner)) {
      isComplete = false;
      continue;
    }
    const { text, list } = element;
    if (text) texts.set(text.name, text);
    if (list && !addTexts(list, texts, held)) isComplete = false;
  }
  return isComplete;
}

/** Yields the texts of a list and of the lists in it, in the order of the file. */
export function* textsOf(root: TemplateList): Generator<TemplateText> {
  // A generator for each list would take most of the time of a file with many lists.
  const lists = [root.elements.values()];
  for (let elements = lists.at(-1); elements; elements = lists.at(-1)) {
    const { value, done } = elements.next();
    if (done) lists.pop();
    else {
      if (value.text) yield value.text;
      if (value.list) lists.push(value.list.elements.values());
    }
  }
}
