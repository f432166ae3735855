import type { FileToWrite, TemplateSupport } from '../model/codec';
import type { EntryToWrite, ParsedEntry } from '../model/entry';
import type {
  FileTemplate,
  ListSpace,
  NewElement,
  NewText,
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
  newlineOf,
  outlineOf,
  spaceIn,
  withLineEnds,
  writeTextElement,
} from '../xml/xml-template';
import { declaredEncoding } from '../xml/xml-reader';
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
  declaredEncoding,
  read: (source, { language, sourceLanguage }) => {
    const places = new ResxPlaces(source, language === sourceLanguage);
    visitResx(source, { warn: () => undefined }, places);
    return places;
  },
  open: (places) => new ResxTemplate(places),
  texts: resxTexts,
};

/** Yields the texts and, in the file of the source language, the descriptions. */
function* resxTexts({ entries }: FileToWrite, template: ResxTemplate): Generator<[name: string, text: string]> {
  const { data, comments, hasComments } = template.places;
  const missing = new Map(comments);
  for (const entry of entries) {
    missing.delete(entry.key);
    template.addEntry(entry);
    yield [entry.key, plainText(entry)];
    const hasPlace = hasComments && data.has(entry.key);
    const isEmptyElement = comments.get(entry.key)?.value === '';
    if (hasPlace && (entry.description || isEmptyElement)) yield [commentName(entry.key), entry.description ?? ''];
  }
  // The comment of a missing key goes with its element, or stays with it.
  for (const { name, value } of missing.values()) yield [name, value ?? ''];
}

/** The content of a RESX file. */
class ResxPlaces implements ResxHandler {
  /** The lists of the `<data>` elements, and their comments, by key. */
  readonly data = new Map<string, ResxList>();
  readonly comments = new Map<string, TemplateText>();
  private readonly elements: TemplateElement[] = [];
  private readonly children = new ElementList(this.elements);
  private rootList: ResxList | undefined;

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
    const list = entry && this.readList(element, entry);
    this.children.add({ start: groups.own[0]?.start ?? element.start, end: element.end, list });
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
    const inner = data?.elements[0] && indentAt(this.source, data.elements[0].start);
    return { newline: newlineOf(this.source), indent, inner: inner ?? indent + indent };
  }

  private readList(element: XmlElement, { key, value }: ParsedEntry): ResxList {
    const { start, end, elements } = listIn(element);
    const list: ResxList = { start, end, elements, element: outlineOf(element), rankOf };
    const [valueElement, comment] = [childElement(element, 'value'), childElement(element, 'comment')];
    for (const child of childElements(element)) {
      const { start, end } = child;
      const place: TemplateElement = { start, end, isNote: child !== valueElement };
      if (child === valueElement && typeof value === 'string') place.text = { name: key, value, start, end };
      else if (child === comment && this.hasComments) {
        place.text = { name: commentName(key), value: deepText(child), start, end };
        this.comments.set(key, place.text);
      }
      list.elements.push(place);
    }
    this.data.set(key, list);
    return list;
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

  listFor(name: string): ResxList {
    return this.places.data.get(name.split('\0')[0] ?? '') ?? this.root;
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
