import { usualNewline } from '../text/usual-newline';
import type { FileToWrite, TemplateSupport } from '../model/codec';
import type { EntryToWrite, ParsedEntry } from '../model/entry';
import type {
  FileTemplate,
  ListSpace,
  NewElement,
  NewText,
  Renaming,
  Replacement,
  Span,
  TemplateElement,
  TemplateList,
  TemplateText,
} from '../template/file-template';
import { plainText } from '../text/plain-text';
import { groupComments } from '../xml/xml-comments';
import {
  commentName,
  ElementList,
  type ElementOutline,
  ElementReader,
  indentAt,
  listIn,
  outlineOf,
  replaceAttribute,
  spaceIn,
  withLineEnds,
  writeTextElement,
} from '../xml/xml-template';
import { xmlEncoding } from '../xml/xml-reader';
import { childElement, childElements, deepText, type XmlElement, type XmlNode } from '../xml/xml-tree';
import { escapeText } from '../xml/xml-writer';
import { type ResxHandler, visitResx } from './resx-reader';
import { type ResxLayout, writeData } from './resx-writer';

/** The list of the root or of a `<data>`. */
interface ResxList extends TemplateList {
  element: ElementOutline;
}

/** The value stands in front of the comment. */
const rankOf = (name: string): number => (name.includes('\0') ? 1 : 0);

export const resxTemplate: TemplateSupport<ResxPlaces, ResxTemplate> = {
  ...xmlEncoding,
  read: (source, { language, sourceLanguage }) => {
    const places = new ResxPlaces(source, language === sourceLanguage);
    visitResx(source, { warn: () => undefined }, places);
    return places;
  },
  open: (places) => new ResxTemplate(places),
  texts: resxTexts,
};

/** Yields the texts and, in the file of the source language, the descriptions. */
function* resxTexts(
  { entries }: FileToWrite,
  template: ResxTemplate,
): Generator<[name: string, text: string, key?: string]> {
  const { data, comments, hasComments } = template.places;
  const missing = new Map(comments);
  for (const entry of entries) {
    missing.delete(entry.key);
    template.addEntry(entry);
    yield [entry.key, plainText(entry)];
    const hasPlace = hasComments && data.has(entry.key);
    const isEmptyElement = comments.get(entry.key) === '';
    if (hasPlace && (entry.description || isEmptyElement)) yield [commentName(entry.key), entry.description ?? ''];
  }
  // The comment of a missing key goes with its element, or stays with it.
  for (const [key, comment] of missing) yield [commentName(key), comment, key];
}

/** The content of a RESX file. */
class ResxPlaces implements ResxHandler {
  /** The last `<data>` of each key. */
  readonly data = new Map<string, Data>();
  /** The texts of the `<comment>` elements by key, if the descriptions are texts. */
  readonly comments = new Map<string, string>();
  private readonly elements: TemplateElement[] = [];
  private readonly children = new ElementList(this.elements);
  private rootList: ResxList | undefined;
  private elementReader: ElementReader | undefined;

  /** @param hasComments the descriptions are texts */
  constructor(
    readonly source: string,
    readonly hasComments: boolean,
  ) {}

  get root(): ResxList {
    if (!this.rootList) throw new Error('a file that was read has a root');
    return this.rootList;
  }

  element(element: XmlElement, preceding: readonly XmlNode[], entry: ParsedEntry | undefined): void {
    const groups = groupComments(preceding);
    this.children.addComments(groups);
    const { start, end } = element;
    const place = { start: groups.own[0]?.start ?? start, end };
    if (!entry) {
      this.children.add(place);
      return;
    }
    const { key } = entry;
    const data = new Data(this, place, { start, end }, entry, key, this.data.has(key));
    this.data.set(key, data);
    const comment = this.hasComments ? childElement(element, 'comment') : undefined;
    if (comment) this.comments.set(key, deepText(comment));
    this.children.add(data);
  }

  end(root: XmlElement, nodes: readonly XmlNode[]): void {
    const { trailing, apart, own } = groupComments(nodes);
    this.children.addComments({ trailing, apart: [...apart, ...own] });
    this.rootList = { ...listIn(root), elements: this.elements, element: outlineOf(root) };
  }

  get layout(): ResxLayout {
    const first = this.elements[0];
    const indent = first ? indentAt(this.source, first.start) : '  ';
    if (indent === undefined) return { newline: '', indent: '', inner: '' };
    const [data] = this.data.values();
    const part = data?.list.elements[0];
    const inner = part && indentAt(this.source, part.start);
    return { newline: usualNewline(this.source), indent, inner: inner ?? indent + indent };
  }

  /** Reads the element of a text again. */
  readList({ element: span, owner: key, value }: Data): ResxList {
    this.elementReader ??= new ElementReader(this.source);
    const element = this.elementReader.at(span);
    const offset = span.start;
    const [valueElement, comment] = [childElement(element, 'value'), childElement(element, 'comment')];
    const elements = childElements(element).map((child): TemplateElement => {
      const place = { start: offset + child.start, end: offset + child.end };
      const isNote = child !== valueElement;
      if (!isNote) return { ...place, isNote, text: value === undefined ? undefined : { name: key, value, ...place } };
      const isText = child === comment && this.hasComments;
      return {
        ...place,
        isNote,
        text: isText ? { name: commentName(key), value: deepText(child), ...place } : undefined,
      };
    });
    const { start, end } = listIn(element);
    return { start: offset + start, end: offset + end, elements, element: outlineOf(element, offset), rankOf };
  }
}

/** A `<data>` with a text, whose parts are found when it may change. */
class Data implements TemplateElement {
  readonly start: number;
  end: number;
  /** Undefined without a `<value>`. */
  readonly value: string | undefined;
  /** Without a `<value>`, it is the place of the key, and has no text that goes with it. */
  readonly key: string | undefined;
  private foundList: ResxList | undefined;

  /**
   * @param place includes the comments that belong to the element
   * @param owner the key
   * @param isRepeated another element in front of it has the same key
   */
  constructor(
    private readonly places: ResxPlaces,
    place: Span,
    readonly element: Span,
    { value }: ParsedEntry,
    readonly owner: string,
    readonly isRepeated: boolean,
  ) {
    this.start = place.start;
    this.end = place.end;
    this.value = typeof value === 'string' ? value : undefined;
    this.key = this.value === undefined ? owner : undefined;
  }

  get list(): ResxList {
    this.foundList ??= this.places.readList(this);
    return this.foundList;
  }
}

/** A RESX file whose texts can be replaced in their places. */
class ResxTemplate implements FileTemplate {
  readonly source: string;
  readonly root: ResxList;
  private readonly newEntries = new Map<string, EntryToWrite>();
  private readonly elements: ElementReader;

  constructor(readonly places: ResxPlaces) {
    this.source = places.source;
    this.elements = new ElementReader(places.source);
    this.root = places.root;
  }

  /** Keeps an entry that the file lacks. */
  addEntry(entry: EntryToWrite): void {
    if (!this.places.data.has(entry.key)) this.newEntries.set(entry.key, entry);
  }

  holds({ key, value, description }: EntryToWrite): boolean {
    const data = this.places.data.get(key);
    if (!data || data.isRepeated || data.value === undefined || data.value !== value) return false;
    return !this.places.hasComments || (this.places.comments.get(key) ?? '') === (description ?? '');
  }

  rename({ element, to }: Renaming): Replacement[] | undefined {
    if (!(element instanceof Data)) return undefined;
    return replaceAttribute(this.elements.at(element.element), 'name', to, element.element.start);
  }

  listFor(name: string): ResxList {
    return this.places.data.get(name.split('\0')[0] ?? '')?.list ?? this.root;
  }

  writeToken(value: string, replaced: TemplateText): string {
    return writeTextElement(this.elements.at(replaced), value, replaced.name, this.source);
  }

  writeElements(list: ResxList, texts: readonly NewText[]): NewElement[] {
    const { indent, newline } = this.places.layout;
    return texts.map(({ name, value }) => {
      const entry = this.newEntries.get(name);
      const [key = '', part] = name.split('\0');
      const tag = part === undefined ? 'value' : 'comment';
      const source = entry
        ? writeData(entry, this.places.layout).slice(indent.length, -newline.length || undefined)
        : `<${tag}>${escapeText(value, key)}</${tag}>`;
      return { source: withLineEnds(source, this.source), names: [name], isNote: part !== undefined };
    });
  }

  spaceOf({ element, elements: [first] }: ResxList): ListSpace {
    const { newline, indent, inner } = this.places.layout;
    if (element === this.root.element) return spaceIn(element, indent, '', newline);
    const isOneLine = first !== undefined && indentAt(this.source, first.start) === undefined;
    return isOneLine ? spaceIn(element, '', '', '') : spaceIn(element, inner, indent, newline);
  }
}
