import type { JsonStyle } from '../json/json-style';
import { type JsonPlaces, readJsonPlaces } from '../json/json-template';
import type { TemplateContext, TemplatePlaces } from '../model/codec';
import type { TemplateElement, TemplateList, TemplateText } from '../template/file-template';
import type { NestedList } from '../template/nested-template';
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
  /** The text and the attributes, if these follow it. */
  list: ArbList;
  attributes?: ArbList;
}

/** A flat object, in which the attributes of a text follow it as a member with the same name and an `@`. */
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
  new PlacesReader(readJsonPlaces(source), context).read();

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

  private readElements({ elements: members, lists }: NestedList): TemplateElement[] {
    const elements: TemplateElement[] = [];
    for (let i = 0; i < members.length; i++) {
      const member = members[i];
      if (!member) break;
      const { text } = member;
      const next = members[i + 1];
      if (text && !text.name.startsWith('@')) {
        const attributes = next?.list && next.list === lists.get(`@${text.name}`) ? next : undefined;
        if (attributes) i++;
        elements.push(this.readEntry(member, text, attributes));
      } else {
        elements.push({ start: member.start, end: member.end });
      }
    }
    return elements;
  }

  private readEntry(
    { start, end }: TemplateElement,
    text: TemplateText,
    attributes?: TemplateElement,
  ): TemplateElement {
    const { root: json } = this.places;
    const { name, value, start: tokenStart, end: tokenEnd } = text;
    const key = readKey(name, attributes?.list);
    const token = { start, end, text: { name: key, value, start: tokenStart, end: tokenEnd } };
    const list: ArbList = { start, end: attributes?.end ?? end, elements: [token], key, json, isAttributes: false };
    const entry: ArbEntry = { list, name };
    this.entries.set(key, entry);
    if (attributes?.list) {
      const note = this.readAttributes(key, attributes, attributes.list);
      const inner = json.lists.get(`@${name}`) ?? json;
      if (note.list) entry.attributes = Object.assign(note.list, { key, json: inner, isAttributes: true });
      entry.list.elements.push(note);
    }
    return { start, end: list.end, list };
  }

  /** Returns the attributes with their description; in another language, only attributes that name the key. */
  private readAttributes(key: string, { start, end }: TemplateElement, list: TemplateList): TemplateElement {
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

/** Returns the key that an export wrote into the attributes of a renamed one. */
function readKey(name: string, attributes?: TemplateList): string {
  const stored = attributes?.elements.find(({ text }) => text?.name === `@${name}.${KEY_ATTRIBUTE}`)?.text?.value;
  return stored && toFlutterName(stored) === name ? stored : name;
}
