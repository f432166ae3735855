import { canonicalLanguage } from '../../../common/language-tag';
import { printCompactJson } from '../../json/json-printer';
import type { JsonStyle } from '../../json/json-style';
import { readJsonPlaces } from '../../json/json-template';
import { type JsonNode, objectNode, readJson, stringNode } from '../../json/json-tree';
import type { FileToWrite } from '../../model/codec';
import type { EntryToWrite } from '../../model/entry';
import {
  type FileTemplate,
  type ListSpace,
  type NewElement,
  type NewText,
  type TemplateElement,
  type TemplateList,
  TemplateMisfitError,
  type TemplateText,
} from '../../template/file-template';
import type { NestedList } from '../../template/nested-template';
import { isEquivalent } from '../../template/unchanged';
import { zeroFormScope } from '../../text/plurals/zero-form';
import { readLocalization } from './localization-reader';
import { isNameless } from './xcstrings-reader';
import { buildLocalization, buildString, isImpliedSource, untranslated } from './xcstrings-writer';

/** The parts of a string in a catalog. */
interface CatalogString {
  object: TemplateList;
  localizations?: TemplateList;
  /** By canonical language. */
  texts: Map<string, TemplateText>;
  comment?: TemplateText;
}

/** Characters before a token that are searched for the start of its line. */
const MAX_LEAD = 500;

const localizationName = (key: string, language: string): string => `${key}\0localization\0${language}`;
const commentName = (key: string): string => `${key}\0comment`;

/** Reads a catalog as a template. @throws FormatError, TemplateMisfitError */
export const readCatalogTemplate = (source: string): CatalogTemplate => new CatalogTemplate(source);

/** Yields the localizations and the comments of the entries. */
export function* catalogTexts(file: FileToWrite, template: CatalogTemplate): Generator<[string, string, string?]> {
  for (const entry of file.entries) {
    const { key, description } = entry;
    const string = template.strings.get(key);
    if (!string) {
      yield [key, printCompactJson(buildString(entry, file)), key];
      continue;
    }
    if (description) yield [commentName(key), description, key];
    for (const language of file.languages) {
      const text = string.texts.get(language);
      const wanted = localizationOf(entry, language, file, text !== undefined);
      if (!wanted) continue;
      const isEqual = text && printCompactJson(wanted) === text.value;
      const keeps = isEqual || (text && isUnchanged(template.nodeOf(text), entry, language));
      yield [localizationName(key, language), keeps ? (text.value ?? '') : printCompactJson(wanted), key];
    }
  }
}

function localizationOf(
  entry: EntryToWrite,
  language: string,
  file: FileToWrite,
  isPresent: boolean,
): JsonNode | undefined {
  const value = entry.values?.get(language);
  if (value !== undefined) {
    return isImpliedSource(entry, language, file) ? undefined : buildLocalization(entry, value, language, file);
  }
  // Without a localization in the source language, Xcode would use the key as the source text.
  return language === file.sourceLanguage && !isPresent ? untranslated() : undefined;
}

/** Whether an import of the localization finds the text and the states of the entry. */
function isUnchanged(node: JsonNode, { values, metas }: EntryToWrite, language: string): boolean {
  const found = readLocalization(node, language);
  const isSameText = isEquivalent(found.value, values?.get(language), (type) => zeroFormScope(type, language));
  return isSameText && JSON.stringify(found.meta) === JSON.stringify(metas?.get(language) ?? {});
}

/** A catalog, in which each localization is one token: a text with its state, or variations. */
class CatalogTemplate implements FileTemplate {
  readonly root: TemplateList;
  readonly strings = new Map<string, CatalogString>();
  private readonly style: JsonStyle;
  private readonly colon: string;
  /** The lists of the file, as JSON. */
  private readonly json = new Map<TemplateList, NestedList>();
  private readonly keys = new Map<TemplateList, string>();

  constructor(readonly source: string) {
    const { root, style } = readJsonPlaces(source);
    this.style = style;
    this.colon = this.style.colonOf(root);
    const strings = root.lists.get('strings');
    if (!strings || strings.isArray) throw new TemplateMisfitError('the catalog has no strings');
    const names = new Map<TemplateList, string>(Array.from(strings.lists, ([name, list]) => [list, name]));
    this.root = this.register(
      strings,
      strings.elements.map((element) => this.readString(element, names, strings)),
    );
  }

  nodeOf({ start, end }: TemplateText): JsonNode {
    return readJson(this.source.slice(start, end));
  }

  listFor(name: string): TemplateList {
    const [key = name, part] = name.split('\0');
    const string = this.strings.get(key);
    if (!string) return this.root;
    return part === 'localization' ? (string.localizations ?? string.object) : string.object;
  }

  writeToken(value: string, replaced: TemplateText): string {
    if (replaced.name.endsWith('\0comment')) return this.style.string(value);
    return this.print(readJson(value), this.indentAt(replaced.start));
  }

  writeElements(list: TemplateList, texts: readonly NewText[]): NewElement[] {
    const indent = this.style.indentOf(this.jsonOf(list));
    const member = (name: string, node: JsonNode): string =>
      this.style.string(name) + this.colon + this.print(node, indent);
    if (list === this.root) {
      return texts.map(({ name, value }) => ({ source: member(name, readJson(value)), names: [name] }));
    }
    const localizations = texts.filter(({ name }) => !name.endsWith('\0comment'));
    const members = localizations.map(({ name, value }) => ({
      name,
      language: languageIn(name),
      node: readJson(value),
    }));
    const comments = texts.filter((text) => !localizations.includes(text));
    const notes = comments.map(({ name, value }) => ({
      ...{ source: member('comment', stringNode(value)), names: [name], isNote: true },
    }));
    if (list !== this.strings.get(this.keys.get(list) ?? '')?.object)
      return members.map(({ name, language, node }) => ({ source: member(language, node), names: [name] }));
    if (members.length === 0) return notes;
    const node = objectNode(members.map(({ language, node: localization }) => [language, localization]));
    return [...notes, { source: member('localizations', node), names: members.map(({ name }) => name) }];
  }

  spaceOf(list: TemplateList): ListSpace {
    const { newline, blank, unit } = this.style;
    const indent = this.style.indentOf(this.jsonOf(list));
    const after = newline + indent.slice(unit.length);
    return { before: newline + indent, between: `,${newline || blank}${indent}`, after };
  }

  private print(node: JsonNode, indent: string): string {
    return this.style.print(node, indent, this.colon);
  }

  private indentAt(offset: number): string {
    const lead = this.source.slice(Math.max(0, offset - MAX_LEAD), offset);
    return /[\r\n]([ \t]*)[^\r\n]*$/.exec(lead)?.[1] ?? '';
  }

  private jsonOf(list: TemplateList): NestedList {
    const json = this.json.get(list);
    if (!json) throw new TemplateMisfitError('the list is not one of the catalog');
    return json;
  }

  private register(json: NestedList, elements: TemplateElement[]): TemplateList {
    const list = { start: json.start, end: json.end, elements };
    this.json.set(list, json);
    return list;
  }

  private readString(
    element: TemplateElement,
    names: ReadonlyMap<TemplateList, string>,
    strings: NestedList,
  ): TemplateElement {
    const key = element.list && names.get(element.list);
    if (element.list && key === undefined) throw new TemplateMisfitError('the catalog has a key twice');
    const json = key === undefined ? undefined : strings.lists.get(key);
    const { start, end } = element;
    if (key === undefined || !json || isNameless(key)) return { start, end };
    const string: CatalogString = { object: json, texts: new Map() };
    const elements = json.elements.map((member) => this.readMember(key, json, member, string));
    string.object = this.register(json, elements);
    this.keys.set(string.object, key);
    this.strings.set(key, string);
    return { start, end, key, list: string.object };
  }

  private readMember(
    key: string,
    json: NestedList,
    { start, end, list, text }: TemplateElement,
    string: CatalogString,
  ): TemplateElement {
    if (text?.value && text.name === `${json.key}.comment` && this.source[text.start] === '"') {
      string.comment = { ...text, name: commentName(key), key };
      return { start, end, isNote: true, text: string.comment };
    }
    const localizations = json.lists.get('localizations');
    if (!list || list !== localizations) return { start, end, isNote: true };
    const languages = new Map<TemplateList, string>(
      Array.from(localizations.lists, ([language, found]) => [found, language]),
    );
    const elements = localizations.elements.map((member) => this.readLocalization(key, member, languages, string));
    string.localizations = this.register(localizations, elements);
    return { start, end, list: string.localizations };
  }

  private readLocalization(
    key: string,
    { start, end, list }: TemplateElement,
    languages: ReadonlyMap<TemplateList, string>,
    { texts }: CatalogString,
  ): TemplateElement {
    const named = list && languages.get(list);
    if (!list || named === undefined) return { start, end };
    const language = canonicalLanguage(named) ?? named;
    const span = { start: list.start - 1, end: list.end + 1 };
    const node = readJson(this.source.slice(span.start, span.end));
    const hasText = readLocalization(node, language).value !== null;
    const text: TemplateText = {
      ...{ ...span, key, name: localizationName(key, language) },
      value: hasText ? printCompactJson(node) : null,
    };
    texts.set(language, text);
    return { start, end, text };
  }
}

const languageIn = (name: string): string => name.slice(name.lastIndexOf('\0') + 1);
