import type { JsonStyle } from '../json/json-style';
import { type JsonPlaces, readJsonPlaces } from '../json/json-template';
import { type JsonObject, objectNode, stringNode } from '../json/json-tree';
import type { FileToWrite, TemplateContext, TemplateSupport } from '../model/codec';
import {
  type FileTemplate,
  type ListSpace,
  type NewElement,
  type NewText,
  type TemplateElement,
  type TemplateList,
  TemplateMisfitError,
  type TemplateText,
} from '../template/file-template';
import type { NestedList } from '../template/nested-template';
import { plainText } from '../text/plain-text';
import { buildAttributes, chooseLocale, nameEntry } from './arb-writer';
import { KEY_ATTRIBUTE, toFlutterName } from './flutter-name';

/** The parts of an entry in an ARB file. */
interface Entry {
  /** The text and the attributes, if these follow it. */
  list: TemplateList;
  name: string;
  attributes?: TemplateList;
}

const descriptionOf = (key: string): string => `${key}\0description`;
const attributesOf = (key: string): string => `${key}\0attributes`;

/** Names the language of the file. @throws FormatError as `visitJson` does */
function adaptArb(source: string, context: TemplateContext): string {
  const locale = readJsonPlaces(source).root.elements.find(({ text }) => text?.name === '@@locale')?.text;
  if (!locale) return source;
  const name = JSON.stringify(chooseLocale({ ...context, meta: undefined }));
  return source.slice(0, locale.start) + name + source.slice(locale.end);
}

export const arbTemplate: TemplateSupport<JsonPlaces, ArbTemplate> = {
  adapt: adaptArb,
  read: (source) => readJsonPlaces(source),
  open: (places, file) => new ArbTemplate(places, file),
  texts: arbTexts,
};

/** Yields the texts of the entries, and in the file of the source language the descriptions. */
function* arbTexts(file: FileToWrite, template: ArbTemplate): Generator<[string, string, string?]> {
  const isSource = file.language === file.sourceLanguage;
  for (const entry of file.entries) {
    const { key, description, keyMeta } = entry;
    const name = template.nameOf(key) ?? nameEntry(entry, file);
    yield [key, plainText(entry)];
    if (template.nameOf(key) === undefined)
      template.addName(key, name, buildAttributes({ key, description, keyMeta }, name, file));
    else if (isSource && description) yield [descriptionOf(key), description, key];
    else if (template.isForeign && name !== key) yield [attributesOf(key), key, key];
  }
}

/** A flat object, in which the attributes of a text follow it as a member with the same name and an `@`. */
class ArbTemplate implements FileTemplate {
  readonly source: string;
  readonly root: TemplateList;
  private readonly style: JsonStyle;
  /** The root as JSON. */
  private readonly json: NestedList;
  private readonly entries = new Map<string, Entry>();
  /** The lists of entries and of attributes, with their keys and the objects that they stand in. */
  private readonly owners = new Map<TemplateList, { key: string; json: NestedList; isAttributes: boolean }>();
  private readonly added = new Map<string, { name: string; attributes?: JsonObject }>();

  /** @throws TemplateMisfitError */
  constructor(
    { source, root, style }: JsonPlaces,
    private readonly file: FileToWrite,
  ) {
    this.source = source;
    this.json = root;
    this.style = style;
    this.root = { start: root.start, end: root.end, elements: this.readElements() };
  }

  /** The file is one of another language. */
  get isForeign(): boolean {
    return this.file.template?.isForeign === true;
  }

  /** Returns the name that the file has for a key. */
  nameOf(key: string): string | undefined {
    return this.entries.get(key)?.name;
  }

  /** Sets the name and the attributes of a key that the file lacks. */
  addName(key: string, name: string, attributes?: JsonObject): void {
    this.added.set(key, { name, attributes });
  }

  listFor(name: string): TemplateList {
    const [key = name, part] = name.split('\0');
    const entry = this.entries.get(key);
    if (part !== undefined && entry) return entry.attributes ?? entry.list;
    const newName = this.added.get(key)?.name ?? key;
    if (this.json.names.has(newName)) throw new TemplateMisfitError(`the file has another member named ${newName}`);
    return this.root;
  }

  writeToken(value: string, { name }: TemplateText): string {
    if (name !== attributesOf(value)) return this.style.string(value);
    const json = this.json.lists.get(`@${this.nameOf(value)}`) ?? this.json;
    return this.style.print(
      objectNode([[KEY_ATTRIBUTE, stringNode(value)]]),
      this.indentOf(this.root),
      this.style.colonOf(json),
    );
  }

  writeElements(list: TemplateList, texts: readonly NewText[]): NewElement[] {
    const owner = this.owners.get(list);
    const colon = this.style.colonOf(list);
    const member = (name: string, value: string): string => `${this.style.string(name)}${colon}${value}`;
    const indent = this.indentOf(list);
    if (!owner) return texts.map((text) => this.writeEntry(text, colon, indent));
    return texts.map(({ name, value }) => {
      if (owner.isAttributes) return { source: member('description', this.style.string(value)), names: [name] };
      const attributes = this.style.print(objectNode([['description', stringNode(value)]]), indent, colon);
      return { source: member(`@${this.nameOf(owner.key) ?? owner.key}`, attributes), names: [name], isNote: true };
    });
  }

  spaceOf(list: TemplateList): ListSpace {
    const { newline, blank, unit } = this.style;
    const indent = this.indentOf(list);
    return {
      before: newline + indent,
      between: `,${newline || blank}${indent}`,
      after: newline + indent.slice(unit.length),
    };
  }

  private indentOf(list: TemplateList): string {
    return this.style.indentOf(this.owners.get(list)?.json ?? this.json);
  }

  private writeEntry({ name: key, value }: NewText, colon: string, indent: string): NewElement {
    const { style } = this;
    const { name = key, attributes } = this.added.get(key) ?? {};
    const text = `${style.string(name)}${colon}${style.string(value)}`;
    if (!attributes) return { source: text, names: [key] };
    const note = `${style.string(`@${name}`)}${colon}${style.print(attributes, indent, colon)}`;
    return { source: `${text},${style.newline || style.blank}${indent}${note}`, names: [key] };
  }

  private readElements(): TemplateElement[] {
    const elements: TemplateElement[] = [];
    const members = this.json.elements;
    for (let i = 0; i < members.length; i++) {
      const member = members[i];
      if (!member) break;
      const { text } = member;
      const next = members[i + 1];
      if (text && !text.name.startsWith('@')) {
        const attributes = next?.list && next.list === this.json.lists.get(`@${text.name}`) ? next : undefined;
        if (attributes) i++;
        elements.push(this.readEntry(member, text, attributes));
      } else {
        elements.push({ start: member.start, end: member.end });
      }
    }
    return elements;
  }

  private readEntry(
    member: TemplateElement,
    { name, ...text }: TemplateText,
    attributes?: TemplateElement,
  ): TemplateElement {
    const key = this.readKey(name, attributes?.list);
    const token = { start: member.start, end: member.end, text: { ...text, name: key } };
    const list: TemplateList = { start: member.start, end: attributes?.end ?? member.end, elements: [token] };
    this.owners.set(list, { key, json: this.json, isAttributes: false });
    const entry: Entry = { list, name };
    this.entries.set(key, entry);
    if (attributes?.list) {
      const note = this.readAttributes(key, attributes, attributes.list);
      entry.attributes = note.list;
      if (note.list)
        this.owners.set(note.list, { key, json: this.json.lists.get(`@${name}`) ?? this.json, isAttributes: true });
      list.elements.push(note);
    }
    return { start: list.start, end: list.end, list };
  }

  /** Returns the key that an export wrote into the attributes of a renamed one. */
  private readKey(name: string, attributes?: TemplateList): string {
    const stored = attributes?.elements.find(({ text }) => text?.name === `@${name}.${KEY_ATTRIBUTE}`)?.text?.value;
    const key = stored && toFlutterName(stored) === name ? stored : name;
    if (this.file.arbNames === 'camel' && toFlutterName(key) !== name)
      throw new TemplateMisfitError('the file has other names than those in lower camel case');
    return key;
  }

  /** Returns the attributes with their description; those of another language are only those that name the key. */
  private readAttributes(key: string, { start, end }: TemplateElement, list: TemplateList): TemplateElement {
    const { language, sourceLanguage } = this.file;
    if (this.isForeign) {
      const object = { start: list.start - 1, end: list.end + 1 };
      return { start, end, isNote: true, text: { ...object, name: attributesOf(key), key, value: '\0' } };
    }
    if (language !== sourceLanguage) return { start, end, isNote: true };
    const elements = list.elements.map((element): TemplateElement => {
      const isDescription = element.text?.name.endsWith('.description') && this.source[element.text.start] === '"';
      if (!isDescription || !element.text) return { start: element.start, end: element.end };
      return { ...element, text: { ...element.text, name: descriptionOf(key), key } };
    });
    return { start, end, isNote: true, list: { start: list.start, end: list.end, elements } };
  }
}
