import type { FileFacts, FileToWrite, TemplateSupport } from '../../model/codec';
import type { EntryToWrite, Value } from '../../model/entry';
import type { FileTemplate, ListSpace, NewElement, NewText, Renaming, Replacement } from '../../template/file-template';
import { groupOf } from '../../template/group-of';
import { isSameValue, isUnchanged, keepsMessage } from '../../template/unchanged';
import { toIcuMessage } from '../../text/plurals/icu-message';
import { writeComment } from '../../xml/xml-comments';
import {
  CommentText,
  descriptionTexts,
  ElementReader,
  indentAt,
  spaceIn,
  withLineEnds,
  writeTextElement,
} from '../../xml/xml-template';
import { xmlEncoding } from '../../xml/xml-reader';
import { visitPlist } from '../plist/plist-reader';
import { isDict, type PlistValue } from '../plist/plist-value';
import { printDictMember, printValue } from '../plist/plist-writer';
import { VALUE_TYPE_KEY } from './localized-format';
import { type DictList, type LeafText, leafText, StringsdictPlaces } from './stringsdict-places';
import { buildValue } from './stringsdict-writer';

/**
 * The texts are the values that are no dictionaries. The name of one is its path, joined by U+0000.
 */
export const stringsdictTemplate: TemplateSupport<StringsdictPlaces, StringsdictTemplate> = {
  ...xmlEncoding,
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
  for (const [key, comments] of template.places.comments) {
    for (const { name, value } of comments) yield [name, value, key];
  }
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

/** A text that the file has as a plain text stays a plain text. */
function wantedValue(entry: EntryToWrite, file: FileToWrite, template: StringsdictTemplate): PlistValue {
  const { key, value } = entry;
  const text = typeof value === 'object' ? toIcuMessage(value) : value;
  if (typeof value !== 'object' && text !== undefined && template.hasPlainText(key)) return text;
  return buildValue(keepsMessage(template, entry) ? { ...entry, value: text } : entry, file);
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
    private readonly file: FileFacts,
  ) {
    this.source = places.source;
    this.root = places.root;
    this.values = places.values;
    this.elements = new ElementReader(places.source);
  }

  holds({ key, value, description = '' }: EntryToWrite): boolean {
    const comments = this.places.comments.get(key) ?? [];
    const wanted = [...descriptionTexts(comments, description)];
    const isDescribed = comments.every((comment, index) => wanted[index]?.[1] === comment.value);
    return isDescribed && isSameValue(this.values.get(key), value);
  }

  hasPlainText(key: string): boolean {
    return this.places.text(key)?.isString === true;
  }

  /** Yields the leaves of a value. A rule gets no value type that it did not have. */
  *leaves(path: string, value: PlistValue, key = path): Generator<readonly [name: string, text: string, key: string]> {
    if (!isDict(value)) {
      yield [path, leafText(value), key];
      return;
    }
    for (const [name, inner] of value.dict) {
      const isAdded = this.places.list(path) !== undefined && !this.places.text(`${path}\0${name}`);
      if (name !== VALUE_TYPE_KEY || !isAdded) yield* this.leaves(`${path}\0${name}`, inner, key);
    }
  }

  rename({ element, to }: Renaming): Replacement[] | undefined {
    const span = this.places.keyOf(element);
    if (!span) return undefined;
    return [{ ...span, token: writeTextElement(this.elements.at(span), to, to, this.source) }];
  }

  listFor(name: string): DictList {
    for (let path = name; path.includes('\0');) {
      path = path.slice(0, path.lastIndexOf('\0'));
      const list = this.places.list(path);
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
      groupOf(names, member).push(name);
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

const memberOf = (value: PlistValue, name: string): PlistValue =>
  (isDict(value) ? value.dict.findLast(([other]) => other === name)?.[1] : undefined) ?? '';
