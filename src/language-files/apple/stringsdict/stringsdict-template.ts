import type { FileToWrite, TemplateContext, TemplateSupport } from '../../model/codec';
import type { EntryToWrite, Value } from '../../model/entry';
import { PLURAL_CATEGORIES } from '../../model/plural';
import type {
  FileTemplate,
  ListSpace,
  NewElement,
  NewText,
  TemplateElement,
  TemplateList,
  TemplateText,
} from '../../template/file-template';
import { isUnchanged, keepsMessage } from '../../template/unchanged';
import { toIcuMessage } from '../../text/plurals/icu-message';
import { groupComments, writeComment } from '../../xml/xml-comments';
import {
  CommentText,
  descriptionTexts,
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
} from '../../xml/xml-template';
import { declaredEncoding } from '../../xml/xml-reader';
import { childElements, ownText, type XmlComment, type XmlElement, type XmlNode } from '../../xml/xml-tree';
import { type PlistHandler, type PlistMember, toPlistValue, visitPlist } from '../plist/plist-reader';
import { isDict, type PlistValue } from '../plist/plist-value';
import { printDictMember, printValue } from '../plist/plist-writer';
import { VALUE_TYPE_KEY } from './localized-format';
import { readMember } from './stringsdict-reader';
import { buildValue } from './stringsdict-writer';

/** The list of a dictionary. */
interface DictList extends TemplateList {
  element: ElementOutline;
  /** The name of the dictionary; undefined for the root. */
  path?: string;
}

/** A value that is no dictionary. */
interface LeafText extends TemplateText {
  isString: boolean;
}

/**
 * The texts are the values that are no dictionaries. The name of one is its path, joined by U+0000.
 */
export const stringsdictTemplate: TemplateSupport<StringsdictPlaces, StringsdictTemplate> = {
  declaredEncoding,
  read: (source, context) => {
    const places = new StringsdictPlaces(source, context);
    visitPlist(source, places);
    return places;
  },
  open: (places, file) => new StringsdictTemplate(places, file),
  texts: stringsdictTexts,
};

/** Yields the values of the changed entries, and the descriptions. */
function* stringsdictTexts(
  file: FileToWrite,
  template: StringsdictTemplate,
): Generator<readonly [name: string, text: string, key?: string]> {
  // The comments of a missing key go with its element, or stay with it.
  for (const { name, value } of [...template.places.comments.values()].flat()) yield [name, value];
  for (const entry of file.entries) {
    const { key, description = '' } = entry;
    const comments = template.places.comments.get(key);
    if (comments) yield* descriptionTexts(comments, description);
    if (isUnchanged(template, entry)) continue;
    const value = wantedValue(entry, file, template);
    template.wanted.set(key, { entry, value });
    yield* template.leaves(key, value);
  }
}

/** A text that the file has as a plain text stays one. */
function wantedValue(entry: EntryToWrite, file: FileToWrite, template: StringsdictTemplate): PlistValue {
  const { key, value } = entry;
  const text = typeof value === 'object' ? (value.message ?? toIcuMessage(value)) : value;
  if (typeof value !== 'object' && text !== undefined && template.hasPlainText(key)) return text;
  return buildValue(keepsMessage(template, entry) ? { ...entry, value: text } : entry, file);
}

/** The content of a stringsdict. */
class StringsdictPlaces implements PlistHandler {
  private foundLayout?: { newline: string; unit: string };
  readonly comments = new Map<string, readonly CommentText[]>();
  readonly values = new Map<string, Value>();
  readonly texts = new Map<string, LeafText>();
  readonly lists = new Map<string, DictList>();
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
    const place: TemplateElement = { start: groups.own[0]?.start ?? keyElement.start, end: valueElement.end };
    const { language, sourceLanguage } = this.context;
    const [read] = readMember(entry, { language, sourceLanguage, projectLanguages: [], warn: () => undefined });
    if (read) {
      const { key, value } = read;
      this.values.set(key, value);
      const inner = this.readValue(key, valueElement, keyElement.start);
      if (language !== sourceLanguage) Object.assign(place, { text: inner.text, list: inner.list });
      else place.list = this.describe(key, inner, keyElement, [groups.own, between]);
    }
    this.members.add(place);
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
    const [inner] = Array.from(this.lists.values(), ({ elements }) => elements[0]).filter((element) => element);
    const deeper = (inner && indentAt(this.source, inner.start)) ?? '';
    const unit = deeper.startsWith(indent) ? deeper.slice(indent.length) : indent;
    return { newline: newlineOf(this.source), unit: unit || indent };
  }

  /** Returns the indentation of the members of a dictionary. */
  indentOf({ elements: [first] = [], element }: Pick<DictList, 'element'> & Partial<DictList>): string {
    const outer = indentAt(this.source, element.start) ?? '';
    return (first && indentAt(this.source, first.start)) ?? outer + this.layout.unit;
  }

  /** Reads a value: a text, or the list of a dictionary. @param start that of its key */
  private readValue(path: string, element: XmlElement, start: number, key = path): TemplateElement {
    const { end } = element;
    if (element.name !== 'dict') {
      const value = leafText(toPlistValue(element));
      const text: LeafText = { name: path, key, value, start: element.start, end, isString: element.name === 'string' };
      this.texts.set(path, text);
      return { start, end, text };
    }
    const inside = listIn(element);
    const { elements } = inside;
    const list: DictList = {
      start: inside.start,
      end: inside.end,
      elements,
      element: outlineOf(element),
      path,
      rankOf,
    };
    this.lists.set(path, list);
    const members = childElements(element);
    for (let i = 0; i + 1 < members.length; i += 2) {
      const [name, inner] = [members[i], members[i + 1]];
      if (name && inner) elements.push(this.readValue(`${path}\0${ownText(name)}`, inner, name.start, key));
    }
    return { start, end, list };
  }

  private describe(
    key: string,
    { text, list, end }: TemplateElement,
    { start, end: keyEnd }: XmlElement,
    [above, between]: [above: readonly XmlComment[], between: readonly XmlComment[]],
  ): TemplateList {
    const valueStart = text?.start ?? (list as DictList).element.start;
    const comments = [new CommentText(`\0${key}`, above, { start, end })];
    if (between.length > 0) comments.push(new CommentText(`\0\0${key}`, between, { start: valueStart, end }));
    this.comments.set(key, comments);
    const notes = comments.map((note) => ({ start: note.start, end: note.end, isNote: true, text: note }));
    const elements = [
      ...notes.slice(0, 1),
      { start, end: keyEnd, isNote: true },
      ...notes.slice(1),
      { start: valueStart, end, text, list },
    ];
    return { start: notes[0]?.start ?? start, end, elements };
  }
}

/** A stringsdict whose values can be replaced in their places. */
class StringsdictTemplate implements FileTemplate {
  readonly source: string;
  readonly root: DictList;
  readonly values: ReadonlyMap<string, Value>;
  /** The changed entries with their values, by key. */
  readonly wanted = new Map<string, { entry: EntryToWrite; value: PlistValue }>();
  private readonly elements: ElementReader;

  constructor(
    readonly places: StringsdictPlaces,
    private readonly file: Omit<FileToWrite, 'entries'>,
  ) {
    this.source = places.source;
    this.root = places.root;
    this.values = places.values;
    this.elements = new ElementReader(places.source);
  }

  hasPlainText(key: string): boolean {
    return this.places.texts.get(key)?.isString === true;
  }

  /** Yields the leaves of a value. A rule gets no value type that it did not have. */
  *leaves(path: string, value: PlistValue, key = path): Generator<readonly [name: string, text: string, key: string]> {
    if (!isDict(value)) {
      yield [path, leafText(value), key];
      return;
    }
    for (const [name, inner] of value.dict) {
      const isAdded = this.places.lists.has(path) && !this.places.texts.has(`${path}\0${name}`);
      if (name !== VALUE_TYPE_KEY || !isAdded) yield* this.leaves(`${path}\0${name}`, inner, key);
    }
  }

  listFor(name: string): DictList {
    for (let path = name; path.includes('\0');) {
      path = path.slice(0, path.lastIndexOf('\0'));
      const list = this.places.lists.get(path);
      if (list) return list;
    }
    return this.root;
  }

  writeToken(value: string, replaced: LeafText | CommentText): string {
    if (replaced instanceof CommentText) {
      return replaced.write(this.source, value, writeComment(value, '', replaced.name, this.file).slice(0, -1));
    }
    const { isString, name, key = name } = replaced;
    if (isString && !value.startsWith('\0')) {
      return writeTextElement(this.elements.at(replaced), value, key, this.source);
    }
    const wanted = value.startsWith('\0') ? (JSON.parse(value.slice(1)) as PlistValue) : value;
    return printValue(wanted, '', key, this.places.layout).trim();
  }

  writeElements(list: DictList, texts: readonly NewText[]): NewElement[] {
    const names = new Map<string, string[]>();
    for (const { name } of texts) {
      const rest = list.path === undefined ? name : name.slice(list.path.length + 1);
      const [member = ''] = rest.split('\0');
      names.set(member, [...(names.get(member) ?? []), name]);
    }
    return Array.from(names, ([member, all]) => ({ source: this.writeMember(list, member), names: all }));
  }

  spaceOf(list: Partial<DictList>): ListSpace {
    const { element } = list;
    if (!element) return { before: '', between: '', after: '' };
    const outer = indentAt(this.source, element.start) ?? '';
    return spaceIn(element, this.places.indentOf({ ...list, element }), outer, this.places.layout.newline);
  }

  private writeMember(list: DictList, member: string): string {
    const path = list.path === undefined ? member : `${list.path}\0${member}`;
    const [key = '', ...names] = path.split('\0');
    const wanted = this.wanted.get(key);
    if (!wanted) return '';
    const { layout } = this.places;
    const indent = layout.newline && this.places.indentOf(list);
    const { description } = wanted.entry;
    const comment = names.length === 0 ? writeComment(description, indent, key, this.file).slice(0, -1) : '';
    const value = names.reduce<PlistValue>((outer, name) => memberOf(outer, name), wanted.value);
    const printed = printDictMember(member, value, indent, key, layout);
    const all = withLineEnds(comment, this.source) + (comment && layout.newline) + printed;
    return all.slice(indent.length, all.length - layout.newline.length);
  }
}

const rankOf = (name: string): number => {
  const member = name.slice(name.lastIndexOf('\0') + 1);
  const rank = PLURAL_CATEGORIES.findIndex((category) => category === member);
  return rank < 0 && !member.startsWith('NSString') ? PLURAL_CATEGORIES.length : rank;
};

const leafText = (value: PlistValue): string => (typeof value === 'string' ? value : `\0${JSON.stringify(value)}`);

const memberOf = (value: PlistValue, name: string): PlistValue =>
  (isDict(value) ? value.dict.findLast(([other]) => other === name)?.[1] : undefined) ?? '';
