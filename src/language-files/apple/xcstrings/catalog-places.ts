import { canonicalLanguage } from '../../../common/language-tag';
import type { JsonHandler, JsonPosition, JsonScalarKind } from '../../json/json-handler';
import { visitJson } from '../../json/json-reader';
import { TreeBuilder } from '../../json/json-tree';
import { isNameless } from '../../model/nameless';
import {
  type TemplateElement,
  type TemplateList,
  TemplateMisfitError,
  type TemplateText,
} from '../../template/file-template';
import { isEmpty, type Localization, readLocalization } from './localization-reader';

/** An object of a catalog: the strings, a string, or the localizations of one. */
export interface CatalogList extends TemplateList {
  parent?: CatalogList;
  /** Whether its members are the localizations of a string. */
  hasLocalizations?: boolean;
}

/** A localization, whose value is its JSON as written. */
export interface LocalizationText extends TemplateText {
  /** The content that an import reads from it. */
  found: Localization;
}

/** The parts of a string in a catalog. */
export interface CatalogString {
  object: CatalogList;
  localizations?: CatalogList;
  /** By canonical language. */
  texts: Map<string, LocalizationText>;
}

/** The places of a catalog, in which each localization is one token: a text with its state, or variations. */
export interface CatalogPlaces {
  /** The members of the file. */
  file: TemplateList;
  strings: CatalogList;
  byKey: Map<string, CatalogString>;
}

export const localizationName = (key: string, language: string): string => `${key}\0localization\0${language}`;
export const commentName = (key: string): string => `${key}\0comment`;

/** @throws FormatError as `visitJson` does, TemplateMisfitError */
export function readCatalogPlaces(source: string): CatalogPlaces {
  const reader = new PlacesReader(source);
  visitJson(source, reader);
  const { file, strings, byKey } = reader;
  if (!strings) throw new TemplateMisfitError('the catalog has no strings');
  return { file, strings, byKey };
}

/** The depths of the objects of a catalog. Localizations are deeper. */
const FILE = 1;
const STRINGS = 2;
const STRING = 3;
const LOCALIZATIONS = 4;

class PlacesReader implements JsonHandler {
  readonly file: TemplateList = { start: 0, end: 0, elements: [] };
  readonly byKey = new Map<string, CatalogString>();
  strings?: CatalogList;
  private depth = 0;
  /** The names of the members that are open, and their offsets, by the depth of their objects. */
  private readonly names: string[] = [];
  private readonly starts: number[] = [];
  /** The lists of the objects that are open, by depth. Other objects and arrays have none. */
  private readonly lists: (CatalogList | undefined)[] = [];
  private string?: CatalogString;
  /** The names of the localizations that the string has, as written. */
  private languages = new Map<string, TemplateElement>();
  /** The localization that is open, and its offset. */
  private tree?: TreeBuilder;
  private treeStart = 0;

  constructor(private readonly source: string) {}

  member(name: string, position: JsonPosition, start: number): void {
    if (this.tree) return this.tree.member(name, position);
    this.names[this.depth] = name;
    this.starts[this.depth] = start;
  }

  beginObject(position: JsonPosition, start: number): void {
    if (!this.tree && this.lists[LOCALIZATIONS] && this.depth === LOCALIZATIONS) {
      this.tree = new TreeBuilder();
      this.treeStart = start;
    }
    this.depth++;
    if (this.tree) this.tree.beginObject(position);
    else this.lists[this.depth] = this.openList(start);
  }

  beginArray(position: JsonPosition): void {
    this.depth++;
    this.lists[this.depth] = undefined;
    this.tree?.beginArray(position);
  }

  endObject(end: number): void {
    this.depth--;
    if (!this.tree) return this.closeList(end);
    this.tree.endObject();
    if (this.depth === LOCALIZATIONS) this.addLocalization(this.tree, end);
  }

  endArray(end: number): void {
    this.depth--;
    if (this.tree) this.tree.endArray();
    else this.addElement(end, {});
  }

  scalar(kind: JsonScalarKind, text: string, position: JsonPosition, start: number, end: number): void {
    if (this.tree) return this.tree.scalar(kind, text, position);
    if (this.depth === LOCALIZATIONS) this.supersede(this.names[LOCALIZATIONS] ?? '');
    const isComment = this.depth === STRING && this.names[STRING] === 'comment' && kind === 'string' && text !== '';
    const key = this.names[STRINGS] ?? '';
    this.addElement(end, isComment ? { text: { name: commentName(key), key, value: text, start, end } } : {});
  }

  /** Returns the list of an object that begins, if it is a part of the catalog. */
  private openList(start: number): CatalogList | undefined {
    const { depth, names } = this;
    const parent = this.lists[depth - 1];
    const list: CatalogList = { start: start + 1, end: start + 1, elements: [], parent };
    if (depth === FILE) return Object.assign(this.file, list);
    if (!parent) return undefined;
    if (depth === STRINGS && names[FILE] === 'strings') return this.openStrings(list);
    if (depth === STRING) return this.openString(names[STRINGS] ?? '', list);
    const isLocalizations = depth === LOCALIZATIONS && names[STRING] === 'localizations';
    return isLocalizations ? this.openLocalizations(list) : undefined;
  }

  private openStrings(list: CatalogList): CatalogList {
    if (this.strings) throw new TemplateMisfitError('the catalog has strings twice');
    this.strings = list;
    return list;
  }

  private openString(key: string, list: CatalogList): CatalogList | undefined {
    this.string = undefined;
    if (isNameless(key)) return undefined;
    if (this.byKey.has(key)) throw new TemplateMisfitError('the catalog has a key twice');
    this.string = { object: list, texts: new Map() };
    this.byKey.set(key, this.string);
    return list;
  }

  private openLocalizations(list: CatalogList): CatalogList | undefined {
    if (!this.string) return undefined;
    if (this.string.localizations) throw new TemplateMisfitError('a string has localizations twice');
    this.languages = new Map();
    list.hasLocalizations = true;
    this.string.localizations = list;
    return list;
  }

  private closeList(end: number): void {
    const list = this.lists[this.depth + 1];
    if (!list) return this.addElement(end, {});
    list.end = end - 1;
    if (this.depth === STRINGS) this.addElement(end, { key: this.names[STRINGS], list });
    else if (this.depth === STRING) this.addElement(end, { list });
    else this.addElement(end, {});
  }

  /** Adds a member that ends to the object that is open. Of a string, all but the localizations are notes on them. */
  private addElement(end: number, content: Pick<TemplateElement, 'key' | 'list' | 'text'>): void {
    const list = this.lists[this.depth];
    const start = this.starts[this.depth];
    if (!list || start === undefined) return;
    const isNote = this.depth === STRING && !content.list;
    const orderName = this.depth >= STRING ? this.names[this.depth] : undefined;
    list.elements.push({
      start,
      end,
      ...content,
      ...(isNote && { isNote }),
      ...(orderName !== undefined && { orderName }),
    });
  }

  /** Of several localizations in a language, the last one counts. */
  private supersede(name: string): void {
    const earlier = this.languages.get(name);
    if (earlier) delete earlier.text;
    this.string?.texts.delete(canonicalLanguage(name) ?? name);
  }

  private addLocalization(tree: TreeBuilder, end: number): void {
    this.tree = undefined;
    const [name, key] = [this.names[LOCALIZATIONS] ?? '', this.names[STRINGS] ?? ''];
    this.supersede(name);
    const language = canonicalLanguage(name) ?? name;
    const found = readLocalization(tree.root, language);
    const start = this.treeStart;
    const value = isEmpty(found) ? null : this.source.slice(start, end);
    const text: LocalizationText = { name: localizationName(key, language), key, value, start, end, found };
    this.string?.texts.set(language, text);
    const element = { start: this.starts[LOCALIZATIONS] ?? start, end, text, orderName: name };
    this.languages.set(name, element);
    this.lists[LOCALIZATIONS]?.elements.push(element);
  }
}
