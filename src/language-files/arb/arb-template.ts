import { jsonStringAt, readJsonPlaces } from '../json/json-template';
import { type JsonObject, objectNode, stringNode } from '../json/json-tree';
import type { FileFacts, FileToWrite, TemplateContext, TemplateSupport } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import {
  type FileTemplate,
  type ListSpace,
  type NewElement,
  type NewText,
  type Renaming,
  type Replacement,
  type TemplateList,
  TemplateMisfitError,
  type TemplateText,
  type WantedTexts,
} from '../template/file-template';
import { lastTexts } from '../template/rewrite-template';
import { plainText } from '../text/plain-text';
import { type ArbList, type ArbPlaces, attributesOf, descriptionOf, readArbPlaces } from './arb-places';
import { buildAttributes, chooseLocale, nameEntry } from './arb-writer';
import { KEY_ATTRIBUTE, toFlutterName } from './flutter-name';

/** Names the language of the file. @throws FormatError as `visitJson` does */
function adaptArb(source: string, context: TemplateContext): string {
  const locale = readJsonPlaces(source).root.elements.find(({ text }) => text?.name === '@@locale')?.text;
  if (!locale) return source;
  const name = JSON.stringify(chooseLocale({ ...context, meta: undefined }));
  return source.slice(0, locale.start) + name + source.slice(locale.end);
}

export const arbTemplate: TemplateSupport<ArbPlaces, ArbTemplate> = {
  adapt: adaptArb,
  read: readArbPlaces,
  open: (places, file) => new ArbTemplate(places, file),
  texts: arbTexts,
};

/** Yields the texts of the entries, and in the file of the source language the descriptions. */
function* arbTexts(file: FileToWrite, template: ArbTemplate): Generator<[string, string, string?]> {
  for (const entry of file.entries) {
    const { key, description, keyMeta } = entry;
    const name = template.nameOf(key) ?? nameEntry(entry, file);
    yield [key, plainText(entry)];
    if (template.nameOf(key) === undefined)
      template.addName(key, name, buildAttributes({ key, description, keyMeta }, name, file));
    else if (template.isSource && description) yield [descriptionOf(key), description, key];
    else if (template.isForeign && name !== key) yield [attributesOf(key), key, key];
  }
}

class ArbTemplate implements FileTemplate {
  readonly source: string;
  readonly root: TemplateList;
  /** The file has the source language: its descriptions are the descriptions of the keys. */
  readonly isSource: boolean;
  private readonly isCamel: boolean;
  private readonly added = new Map<string, { name: string; attributes?: JsonObject }>();

  /** @throws TemplateMisfitError */
  constructor(
    private readonly places: ArbPlaces,
    { arbNames, language, sourceLanguage }: FileFacts,
  ) {
    this.source = places.source;
    this.root = places.root;
    this.isCamel = arbNames === 'camel';
    this.isSource = language === sourceLanguage;
    if (!this.isCamel) return;
    for (const [key, { name }] of places.entries) {
      if (toFlutterName(key) === name) continue;
      throw new TemplateMisfitError('the file has other names than those in lower camel case');
    }
  }

  /** The file is one of another language. */
  get isForeign(): boolean {
    return this.places.isForeign;
  }

  holds({ key, value, description = '' }: EntryToWrite): boolean {
    if (this.isForeign || typeof value !== 'string' || !this.places.entries.has(key)) return false;
    const texts = lastTexts(this.root);
    const hasDescription = !this.isSource || (texts.get(descriptionOf(key))?.value ?? '') === description;
    return hasDescription && texts.get(key)?.value === value;
  }

  /** The attributes of a key without a text stay as they are: no entry has their description. */
  prepare(wanted: WantedTexts): WantedTexts {
    const prepared = new Map(wanted);
    for (const [key, { list }] of this.places.entries) {
      const isWithoutText = !list && wanted.has(key) && wanted.get(key) === undefined;
      const name = descriptionOf(key);
      const description = isWithoutText ? lastTexts(this.root).get(name)?.value : undefined;
      if (description) prepared.set(name, description);
    }
    return prepared;
  }

  /** Returns the name that the file has for a key. */
  nameOf(key: string): string | undefined {
    return this.places.entries.get(key)?.name;
  }

  /** Sets the name and the attributes of a key that the file lacks. */
  addName(key: string, name: string, attributes?: JsonObject): void {
    this.added.set(key, { name, attributes });
  }

  /** Returns the name of a new text. */
  private newNameOf(key: string): string {
    return this.added.get(key)?.name ?? this.nameOf(key) ?? key;
  }

  listFor(name: string): TemplateList {
    const [key = name, part] = name.split('\0');
    const entry = this.places.entries.get(key);
    if (part !== undefined && entry) return entry.attributes ?? entry.list ?? this.root;
    const newName = this.newNameOf(key);
    if (this.places.json.names.has(newName))
      throw new TemplateMisfitError(`the file has another member named ${newName}`);
    return this.root;
  }

  /** Its attributes have its name too. A name that is not the key was derived from the key. */
  rename({ element, from, to }: Renaming): Replacement[] | undefined {
    const { source, style, entries, json } = this.places;
    const entry = entries.get(from);
    if (entry?.name !== from || to.startsWith('@') || json.names.has(to) || this.isCamel) return undefined;
    const starts = new Set([element.start]);
    if (entry.note && element.list === entry.list) starts.add(entry.note.start);
    const renamed = Array.from(starts, (start) => {
      const isText = jsonStringAt(source, start, from);
      const span = isText ?? jsonStringAt(source, start, `@${from}`);
      return span && { ...span, token: style.string(isText ? to : `@${to}`) };
    });
    return renamed.every((each) => each !== undefined) ? renamed : undefined;
  }

  writeToken(value: string, { name }: TemplateText): string {
    if (name !== attributesOf(value)) return this.places.style.string(value);
    const { json, style } = this.places;
    const attributes = json.lists.get(`@${this.nameOf(value)}`) ?? json;
    const node = objectNode([[KEY_ATTRIBUTE, stringNode(value)]]);
    return style.print(node, this.indentOf(this.root), style.colonOf(attributes));
  }

  writeElements(list: TemplateList | ArbList, texts: readonly NewText[]): NewElement[] {
    const { style } = this.places;
    const colon = style.colonOf(list);
    const member = (name: string, value: string): string => `${style.string(name)}${colon}${value}`;
    const indent = this.indentOf(list);
    if (!('isAttributes' in list)) return texts.map((text) => this.writeEntry(text, colon, indent));
    return texts.map(({ name, value }) => {
      if (list.isAttributes) return { source: member('description', style.string(value)), names: [name] };
      const attributes = style.print(objectNode([['description', stringNode(value)]]), indent, colon);
      return { source: member(`@${this.nameOf(list.key) ?? list.key}`, attributes), names: [name], isNote: true };
    });
  }

  spaceOf(list: TemplateList | ArbList): ListSpace {
    const { newline, blank, unit } = this.places.style;
    const indent = this.indentOf(list);
    return {
      before: newline + indent,
      between: `,${newline || blank}${indent}`,
      after: newline + indent.slice(unit.length),
    };
  }

  private indentOf(list: TemplateList | ArbList): string {
    const { style, json } = this.places;
    return style.indentOf('json' in list ? list.json : json);
  }

  private writeEntry({ name: key, value }: NewText, colon: string, indent: string): NewElement {
    const { style } = this.places;
    const name = this.newNameOf(key);
    const attributes = this.added.get(key)?.attributes;
    const text = `${style.string(name)}${colon}${style.string(value)}`;
    if (!attributes) return { source: text, names: [key] };
    const note = `${style.string(`@${name}`)}${colon}${style.print(attributes, indent, colon)}`;
    return { source: `${text},${style.newline || style.blank}${indent}${note}`, names: [key] };
  }
}
