import type { JsonStyle } from '../json/json-style';
import { type JsonPlaces, readJsonPlaces } from '../json/json-template';
import type { TemplateContext, TemplatePlaces } from '../model/codec';
import type { Span, TemplateElement, TemplateList, TemplateText } from '../template/file-template';
import type { NestedList } from '../template/nested-list';
import { lastTexts } from '../template/rewrite-template';
import { KEY_ATTRIBUTE, toFlutterName } from './flutter-name';

export const descriptionOf = (key: string): string => `${key}\0description`;
export const attributesOf = (key: string): string => `${key}\0attributes`;

/** The text and the attributes of an entry, or the members of the attributes. */
export interface ArbList extends TemplateList {
  key: string;
  /** The object that it stands in. */
  json: NestedList;
  isAttributes: boolean;
}

/** The parts of an entry in an ARB file. */
export interface ArbEntry {
  name: string;
  /** The text, and the attributes if these follow it. Undefined: the file has the attributes only. */
  list?: ArbList;
  /** The member with the attributes, wherever it stands. */
  note?: TemplateElement;
  attributes?: ArbList;
}

/** A flat object, in which a member with the name of a text and an `@` has its attributes. */
export interface ArbPlaces extends TemplatePlaces {
  root: TemplateList;
  style: JsonStyle;
  /** The root as JSON. */
  json: NestedList;
  /** By key. */
  entries: ReadonlyMap<string, ArbEntry>;
  /** The file is one of another language. */
  isForeign: boolean;
}

/** Finds the texts of a file. @throws FormatError as `visitJson` does */
export const readArbPlaces = (source: string, context: TemplateContext): ArbPlaces =>
  new PlacesReader(readJsonPlaces(source, {}, { replaced: new Map() }), context).read();

class PlacesReader {
  private readonly entries = new Map<string, ArbEntry>();

  constructor(
    private readonly places: JsonPlaces,
    private readonly context: TemplateContext,
  ) {}

  read(): ArbPlaces {
    const { source, root: json, style } = this.places;
    const root = { start: json.start, end: json.end, elements: this.readElements(json) };
    const { entries } = this;
    // Listed here because a template is read while an export waits for its entries.
    lastTexts(root);
    return { source, root, style, json, entries, isForeign: this.context.template.isForeign };
  }

  private readElements({ elements: members }: NestedList): TemplateElement[] {
    const attributes = attributesByName(members);
    const names = new Set(members.flatMap(({ text }) => text?.name ?? []));
    const elements: TemplateElement[] = [];
    for (let i = 0; i < members.length; i++) {
      const member = members[i];
      if (!member) break;
      const { text, list, start, end } = member;
      const name = text?.name ?? list?.key?.slice(1) ?? '';
      const own = attributes.get(name);
      if (text && !name.startsWith('@')) {
        const isBehind = own !== undefined && own === members[i + 1];
        if (isBehind) i++;
        elements.push(this.readEntry(member, text, own, isBehind));
      } else if (own === member) {
        const key = readKey(name, list);
        // The order of the file is the order of its texts.
        elements.push({ ...this.noteOf(key, name, own), key, isNote: names.has(name) });
      } else {
        elements.push({ start, end });
      }
    }
    return elements;
  }

  /** @param isBehind whether the attributes stand directly behind the text */
  private readEntry(
    { start, end }: TemplateElement,
    text: TemplateText,
    attributes: TemplateElement | undefined,
    isBehind: boolean,
  ): TemplateElement {
    const { root: json } = this.places;
    const { name, value, start: tokenStart, end: tokenEnd } = text;
    const key = readKey(name, attributes?.list);
    const token = { start, end, text: { name: key, value, start: tokenStart, end: tokenEnd } };
    const list: ArbList = { start, end, elements: [token], key, json, isAttributes: false };
    const note = attributes && this.noteOf(key, name, attributes);
    this.entryOf(key, name).list = list;
    if (note && isBehind) {
      list.elements.push(note);
      list.end = note.end;
    }
    return { start, end: list.end, list };
  }

  private entryOf(key: string, name: string): ArbEntry {
    const entry = this.entries.get(key) ?? { name };
    this.entries.set(key, entry);
    return entry;
  }

  /** Returns the element of the attributes of a key. */
  private noteOf(key: string, name: string, { start, end, list }: TemplateElement): TemplateElement {
    const entry = this.entryOf(key, name);
    if (entry.note || !list) return entry.note ?? { start, end };
    entry.note = this.readAttributes(key, { start, end }, list);
    const { list: attributes } = entry.note;
    if (attributes) entry.attributes = Object.assign(attributes, { key, json: list as NestedList, isAttributes: true });
    return entry.note;
  }

  /** Returns the attributes with their description; in another language, only attributes that name the key. */
  private readAttributes(key: string, { start, end }: Span, list: TemplateList): TemplateElement {
    const { language, sourceLanguage, template } = this.context;
    if (template.isForeign) {
      const object = { start: list.start - 1, end: list.end + 1 };
      return { start, end, isNote: true, text: { ...object, name: attributesOf(key), key, value: '\0' } };
    }
    if (language !== sourceLanguage) return { start, end, isNote: true };
    const elements = list.elements.map((element): TemplateElement => {
      const isDescription =
        element.text?.name.endsWith('.description') && this.places.source[element.text.start] === '"';
      if (!isDescription || !element.text) return { start: element.start, end: element.end };
      return { ...element, text: { ...element.text, name: descriptionOf(key), key } };
    });
    return { start, end, isNote: true, list: { start: list.start, end: list.end, elements } };
  }
}

/** Returns the members with attributes by the names of their texts: of several, an import reads the first. */
function attributesByName(members: readonly TemplateElement[]): ReadonlyMap<string, TemplateElement> {
  const found = new Map<string, TemplateElement>();
  for (const member of members) {
    const list = member.list as NestedList | undefined;
    const name = list?.key?.slice(1) ?? '';
    const isAttributes = list?.key?.startsWith('@') && !list.key.startsWith('@@') && !list.isArray;
    if (isAttributes && !found.has(name)) found.set(name, member);
  }
  return found;
}

/** Returns the key that an export wrote into the attributes of a renamed one. */
function readKey(name: string, attributes?: TemplateList): string {
  const stored = attributes?.elements.find(({ text }) => text?.name === `@${name}.${KEY_ATTRIBUTE}`)?.text?.value;
  return stored && toFlutterName(stored) === name ? stored : name;
}
