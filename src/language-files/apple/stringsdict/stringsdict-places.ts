import { usualNewline } from '../../text/usual-newline';
import type { TemplateContext } from '../../model/codec';
import type { Value } from '../../model/entry';
import { PLURAL_CATEGORIES } from '../../model/plural';
import type { Span, TemplateElement, TemplateList, TemplateText } from '../../template/file-template';
import { groupComments } from '../../xml/xml-comments';
import {
  CommentText,
  ElementList,
  type ElementOutline,
  ElementReader,
  indentAt,
  listIn,
  outlineOf,
} from '../../xml/xml-template';
import { childElements, ownText, type XmlComment, type XmlElement, type XmlNode } from '../../xml/xml-tree';
import { type PlistHandler, type PlistMember, toPlistValue } from '../plist/plist-reader';
import type { PlistValue } from '../plist/plist-value';
import { readMember } from './stringsdict-reader';

/** The list of a dictionary. */
export interface DictList extends TemplateList {
  element: ElementOutline;
  /** The name of the dictionary; undefined for the root. */
  path?: string;
}

/** A value that is no dictionary. */
export interface LeafText extends TemplateText {
  isString: boolean;
}

/** The content of a stringsdict. */
export class StringsdictPlaces implements PlistHandler {
  private foundLayout?: { newline: string; unit: string };
  readonly comments = new Map<string, readonly CommentText[]>();
  readonly values = new Map<string, Value>();
  private readonly membersByKey = new Map<string, Member[]>();
  private readonly texts = new Map<string, LeafText>();
  private readonly lists = new Map<string, DictList>();
  private elementReader: ElementReader | undefined;
  private readonly elements: TemplateElement[] = [];
  private readonly members = new ElementList(this.elements);
  private rootList: DictList | undefined;

  constructor(
    readonly source: string,
    private readonly context: TemplateContext,
  ) {}

  get root(): DictList {
    if (!this.rootList) throw new Error('a file that was read has a root');
    return this.rootList;
  }

  member({ entry, keyElement, valueElement, preceding, between }: PlistMember): void {
    const groups = groupComments(preceding);
    this.members.addComments(groups);
    const place: Span = { start: groups.own[0]?.start ?? keyElement.start, end: valueElement.end };
    const { language, sourceLanguage } = this.context;
    const [read] = readMember(entry, { language, sourceLanguage, projectLanguages: [], warn: () => undefined });
    if (!read) {
      this.members.add(place);
      return;
    }
    const { key, value } = read;
    const { start, end } = keyElement;
    const spans = { place, key: { start, end }, valueStart: valueElement.start };
    const notes = language === sourceLanguage ? describe(key, spans, groups.own, between) : undefined;
    const member = new Member(this, key, spans, notes);
    this.values.set(key, value);
    const others = this.membersByKey.get(key);
    if (others) others.push(member);
    else this.membersByKey.set(key, [member]);
    if (notes) this.comments.set(key, notes);
    this.members.add(member);
  }

  /** Returns where the `<key>` of a member stands. */
  keyOf(element: TemplateElement): Span | undefined {
    return element instanceof Member ? element.spans.key : undefined;
  }

  /** Returns the text at a path. */
  text(path: string): LeafText | undefined {
    this.open(path);
    return this.texts.get(path);
  }

  /** Returns the list of the dictionary at a path. */
  list(path: string): DictList | undefined {
    this.open(path);
    return this.lists.get(path);
  }

  /** Finds the texts of the members that a path is in. */
  open(path: string): void {
    for (const member of this.membersByKey.get(path.split('\0', 1)[0] ?? '') ?? []) member.read();
  }

  end(dictionary: XmlElement, nodes: readonly XmlNode[]): void {
    const { trailing, apart, own } = groupComments(nodes);
    this.members.addComments({ trailing, apart: [...apart, ...own] });
    this.rootList = { ...listIn(dictionary), elements: this.elements, element: outlineOf(dictionary) };
  }

  get layout(): { newline: string; unit: string } {
    this.foundLayout ??= this.findLayout();
    return this.foundLayout;
  }

  private findLayout(): { newline: string; unit: string } {
    const [first] = this.elements;
    const indent = first ? indentAt(this.source, first.start) : '  ';
    if (indent === undefined) return { newline: '', unit: '' };
    const inner = this.firstInner();
    const deeper = (inner && indentAt(this.source, inner.start)) ?? '';
    const unit = deeper.startsWith(indent) ? deeper.slice(indent.length) : indent;
    return { newline: usualNewline(this.source), unit: unit || indent };
  }

  /** Returns the first element of a dictionary that is a member. */
  private firstInner(): TemplateElement | undefined {
    for (const path of this.membersByKey.keys()) {
      const inner = this.list(path)?.elements[0];
      if (inner) return inner;
    }
    return undefined;
  }

  /** Returns the indentation of the members of a dictionary. */
  indentOf({ elements: [first] = [], element }: Pick<DictList, 'element'> & Partial<DictList>): string {
    const outer = indentAt(this.source, element.start) ?? '';
    return (first && indentAt(this.source, first.start)) ?? outer + this.layout.unit;
  }

  /** Reads the value of a member again. */
  readMember(key: string, { place, valueStart }: MemberSpans, start: number): TemplateElement {
    this.elementReader ??= new ElementReader(this.source);
    const element = this.elementReader.at({ start: valueStart, end: place.end });
    return this.readValue(key, element, { start: start - valueStart, offset: valueStart });
  }

  /**
   * Reads a value: a text, or the list of a dictionary.
   *
   * @param start of its key
   * @param offset of the text that the spans of the elements are in
   */
  private readValue(
    path: string,
    element: XmlElement,
    { start: keyStart, offset }: { start: number; offset: number },
    key = path,
  ): TemplateElement {
    const [start, end] = [offset + keyStart, offset + element.end];
    const outline = outlineOf(element, offset);
    if (element.name !== 'dict') {
      const value = leafText(toPlistValue(element));
      const isString = element.name === 'string';
      const text: LeafText = { name: path, key, value, start: outline.start, end, isString };
      this.texts.set(path, text);
      return { start, end, text };
    }
    const inside = listIn(element);
    const { elements } = inside;
    const list: DictList = {
      start: offset + inside.start,
      end: offset + inside.end,
      elements,
      element: outline,
      path,
      rankOf,
    };
    this.lists.set(path, list);
    const members = childElements(element);
    for (let i = 0; i + 1 < members.length; i += 2) {
      const [name, inner] = [members[i], members[i + 1]];
      if (name && inner) {
        const { start } = name;
        elements.push(this.readValue(`${path}\0${ownText(name)}`, inner, { start, offset }, key));
      }
    }
    return { start, end, list };
  }
}

/** The places of a member and its parts. The value ends with the member. */
interface MemberSpans {
  place: Span;
  key: Span;
  valueStart: number;
}

/** A member with a text, whose texts are found when the member may change: a dictionary has many. */
class Member implements TemplateElement {
  readonly start: number;
  end: number;
  private inner: Pick<TemplateElement, 'text' | 'list'> | undefined;

  /**
   * @param owner its key
   * @param notes its comments in the file of the source language
   */
  constructor(
    private readonly places: StringsdictPlaces,
    readonly owner: string,
    readonly spans: MemberSpans,
    private readonly notes: readonly CommentText[] | undefined,
  ) {
    this.start = spans.place.start;
    this.end = spans.place.end;
  }

  get text(): TemplateText | undefined {
    return this.opened.text;
  }

  get list(): TemplateList | undefined {
    return this.opened.list;
  }

  read(): void {
    this.inner ??= this.readTexts();
  }

  private get opened(): Pick<TemplateElement, 'text' | 'list'> {
    if (!this.inner) this.places.open(this.owner);
    return this.inner ?? {};
  }

  private readTexts(): Pick<TemplateElement, 'text' | 'list'> {
    const { places, owner, spans, notes } = this;
    const { key, place, valueStart } = spans;
    const { end } = place;
    const { text, list } = places.readMember(owner, spans, key.start);
    if (!notes) return { text, list };
    const [above, ...between] = notes.map((note) => ({ start: note.start, end: note.end, isNote: true, text: note }));
    const elements: TemplateElement[] = [{ ...key, isNote: true }, ...between, { start: valueStart, end, text, list }];
    if (above) elements.unshift(above);
    return { list: { start: above?.start ?? key.start, end, elements } };
  }
}

/** Returns the comments of a member: those above the key, which may be none, and any between key and value. */
function describe(
  name: string,
  { place: { end }, key, valueStart }: MemberSpans,
  above: readonly XmlComment[],
  between: readonly XmlComment[],
): CommentText[] {
  const comments = [new CommentText(`\0${name}`, above, { start: key.start, end })];
  if (between.length > 0) comments.push(new CommentText(`\0\0${name}`, between, { start: valueStart, end }));
  return comments;
}

const rankOf = (name: string): number => {
  const member = name.slice(name.lastIndexOf('\0') + 1);
  const rank = PLURAL_CATEGORIES.findIndex((category) => category === member);
  return rank < 0 && !member.startsWith('NSString') ? PLURAL_CATEGORIES.length : rank;
};

/** Returns the text that stands for a value which is no dictionary. */
export const leafText = (value: PlistValue): string =>
  typeof value === 'string' ? value : `\0${JSON.stringify(value)}`;
