import { printCompactJson } from '../../json/json-printer';
import { JsonStyle } from '../../json/json-style';
import { jsonStringAt } from '../../json/json-template';
import { type JsonNode, objectNode, readJson, stringNode } from '../../json/json-tree';
import type { FileToWrite } from '../../model/codec';
import type { EntryToWrite } from '../../model/entry';
import type { Meta } from '../../model/meta';
import { saysStateOf } from '../../model/state-support';
import { FINDER_ORDER } from '../../template/file-order';
import type {
  FileTemplate,
  ListSpace,
  NewElement,
  NewText,
  Renaming,
  Replacement,
  TemplateText,
} from '../../template/file-template';
import { isEquivalent } from '../../template/unchanged';
import { zeroFormScope } from '../../text/plurals/zero-form';
import { catalogStates } from './catalog-states';
import {
  type CatalogList,
  type CatalogString,
  commentName,
  localizationName,
  readCatalogPlaces,
} from './catalog-places';
import type { Localization } from './localization-reader';
import { buildLocalization, buildString, isImpliedSource, untranslated } from './xcstrings-writer';

/** Characters before a token that are searched for the start of its line. */
const MAX_LEAD = 500;

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
      const name = localizationName(key, language);
      const text = string.texts.get(language);
      if (text && isUnchanged(text.found, entry, language)) {
        yield [name, text.value ?? '', key];
        continue;
      }
      const localization = localizationOf(entry, language, file, text?.found);
      if (!localization) continue;
      const wanted = printCompactJson(localization);
      yield [name, text && template.printCompact(text) === wanted ? (text.value ?? '') : wanted, key];
    }
  }
}

function localizationOf(
  entry: EntryToWrite,
  language: string,
  file: FileToWrite,
  found: Localization | undefined,
): JsonNode | undefined {
  const value = entry.values?.get(language);
  if (value !== undefined) {
    return isImpliedSource(entry, language, file) ? undefined : buildLocalization(entry, value, language, file, found);
  }
  // Without a localization in the source language, Xcode would use the key as the source text.
  return language === file.sourceLanguage && !found ? untranslated() : undefined;
}

/** Whether an import of the localization finds the text and the states of the entry. */
function isUnchanged({ value, meta }: Localization, { values, metas }: EntryToWrite, language: string): boolean {
  const isSameText = isEquivalent(value, values?.get(language), (type) => zeroFormScope(type, language));
  const wanted = metas?.get(language);
  return isSameText && (isSameMeta(meta, wanted ?? {}) || saysStateOf(wanted, meta, catalogStates));
}

const isSameMeta = (one: Meta, other: Meta): boolean =>
  Object.keys(one).length === Object.keys(other).length && JSON.stringify(one) === JSON.stringify(other);

/** A catalog, in which each localization is one token: a text with its state, or variations. */
class CatalogTemplate implements FileTemplate {
  readonly order = FINDER_ORDER;
  readonly root: CatalogList;
  readonly strings: ReadonlyMap<string, CatalogString>;
  private readonly style: JsonStyle;
  private readonly colon: string;

  constructor(readonly source: string) {
    const { file, strings, byKey } = readCatalogPlaces(source);
    this.root = strings;
    this.strings = byKey;
    this.style = new JsonStyle(source, file);
    this.colon = this.style.colonOf(file);
  }

  /** Returns a localization on one line. */
  printCompact({ start, end }: TemplateText): string {
    return printCompactJson(readJson(this.source.slice(start, end)));
  }

  rename({ element, from, to }: Renaming): Replacement[] | undefined {
    const name = jsonStringAt(this.source, element.start, from);
    return name && [{ ...name, token: this.style.string(to) }];
  }

  listFor(name: string): CatalogList {
    const [key = name, part] = name.split('\0');
    const string = this.strings.get(key);
    if (!string) return this.root;
    return part === 'localization' ? (string.localizations ?? string.object) : string.object;
  }

  writeToken(value: string, replaced: TemplateText): string {
    if (replaced.name.endsWith('\0comment')) return this.style.string(value);
    return this.print(readJson(value), this.indentAt(replaced.start));
  }

  writeElements(list: CatalogList, texts: readonly NewText[]): NewElement[] {
    const indent = this.indentOf(list);
    const member = (name: string, node: JsonNode): string =>
      this.style.string(name) + this.colon + this.print(node, indent);
    if (list === this.root) {
      return texts.map(({ name, value }) => ({ source: member(name, readJson(value)), names: [name] }));
    }
    const element = (orderName: string, node: JsonNode, names: string[]): NewElement => ({
      ...{ source: member(orderName, node), names, orderName },
    });
    const localizations = texts.filter(({ name }) => !name.endsWith('\0comment'));
    const members = localizations
      .map(({ name, value }) => ({ name, language: languageIn(name), node: readJson(value) }))
      .sort((one, other) => FINDER_ORDER(one.language, other.language));
    const comments = texts.filter((text) => !localizations.includes(text));
    const notes = comments.map(({ name, value }) => ({
      ...element('comment', stringNode(value), [name]),
      isNote: true,
    }));
    if (list.hasLocalizations) return members.map(({ name, language, node }) => element(language, node, [name]));
    if (members.length === 0) return notes;
    const node = objectNode(members.map(({ language, node: localization }) => [language, localization]));
    const names = members.map(({ name }) => name);
    return [...notes, element('localizations', node, names)];
  }

  spaceOf(list: CatalogList): ListSpace {
    const { newline, blank, unit } = this.style;
    const indent = this.indentOf(list);
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

  private indentOf(list: CatalogList): string {
    return this.style.indentOf(toPlace(list));
  }
}

/** Returns a list whose first element shows its indentation, even if it is a note. */
function toPlace({ start, end, elements: [first], parent }: CatalogList): CatalogList {
  const elements = first ? [{ start: first.start, end: first.end }] : [];
  return { start, end, elements, ...(parent && { parent: toPlace(parent) }) };
}

const languageIn = (name: string): string => name.slice(name.lastIndexOf('\0') + 1);
