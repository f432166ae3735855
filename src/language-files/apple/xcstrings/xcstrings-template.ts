import { canonicalLanguage } from '../../../common/language-tag';
import { printCompactJson } from '../../json/json-printer';
import { JsonStyle } from '../../json/json-style';
import {
  type JsonMember,
  type JsonNode,
  type JsonObject,
  lastMember,
  objectNode,
  readJson,
  stringNode,
} from '../../json/json-tree';
import type { FileToWrite } from '../../model/codec';
import type { EntryToWrite } from '../../model/entry';
import type { Meta } from '../../model/meta';
import {
  type FileTemplate,
  type ListSpace,
  type NewElement,
  type NewText,
  type Span,
  type TemplateElement,
  type TemplateList,
  TemplateMisfitError,
  type TemplateText,
} from '../../template/file-template';
import { isEquivalent } from '../../template/unchanged';
import { zeroFormScope } from '../../text/plurals/zero-form';
import { type Localization, readLocalization } from './localization-reader';
import { isNameless } from './xcstrings-reader';
import { buildLocalization, buildString, isImpliedSource, untranslated } from './xcstrings-writer';

/** A localization, whose value is its JSON as written. */
interface LocalizationText extends TemplateText {
  /** What an import reads from it. */
  found: Localization;
}

/** The parts of a string in a catalog. */
interface CatalogString {
  object: TemplateList;
  localizations?: TemplateList;
  /** By canonical language. */
  texts: Map<string, LocalizationText>;
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
      const name = localizationName(key, language);
      const text = string.texts.get(language);
      if (text && isUnchanged(text.found, entry, language)) {
        yield [name, text.value ?? '', key];
        continue;
      }
      const localization = localizationOf(entry, language, file, text !== undefined);
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
function isUnchanged({ value, meta }: Localization, { values, metas }: EntryToWrite, language: string): boolean {
  const isSameText = isEquivalent(value, values?.get(language), (type) => zeroFormScope(type, language));
  return isSameText && isSameMeta(meta, metas?.get(language) ?? {});
}

const isSameMeta = (one: Meta, other: Meta): boolean =>
  Object.keys(one).length === Object.keys(other).length && JSON.stringify(one) === JSON.stringify(other);

/** A catalog, in which each localization is one token: a text with its state, or variations. */
class CatalogTemplate implements FileTemplate {
  readonly root: TemplateList;
  readonly strings = new Map<string, CatalogString>();
  private readonly style: JsonStyle;
  private readonly colon: string;
  /** The places of the lists, which show their indentation. */
  private readonly objects = new Map<TemplateList, ObjectPlace>();
  private readonly keys = new Map<TemplateList, string>();

  constructor(readonly source: string) {
    const root = readJson(source, { keepsSpans: true });
    const place = placeOf(root);
    const elements = root.members.map((member) => spanOf(member));
    this.style = new JsonStyle(source, { ...place, elements });
    this.colon = this.style.colonOf({ ...place, elements });
    const strings = lastMember(root, 'strings')?.value;
    if (strings?.kind !== 'object') throw new TemplateMisfitError('the catalog has no strings');
    if (new Set(strings.members.map(({ name }) => name)).size < strings.members.length) {
      throw new TemplateMisfitError('the catalog has a key twice');
    }
    const stringsPlace = placeOf(strings, place);
    this.root = this.register(
      stringsPlace,
      strings.members.map((member) => this.readString(member, stringsPlace)),
    );
  }

  /** Returns a localization on one line. */
  printCompact({ start, end }: TemplateText): string {
    return printCompactJson(readJson(this.source.slice(start, end)));
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
    const indent = this.style.indentOf(this.placeOf(list));
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
    const indent = this.style.indentOf(this.placeOf(list));
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

  private placeOf(list: TemplateList): ObjectPlace {
    const place = this.objects.get(list);
    if (!place) throw new TemplateMisfitError('the list is not one of the catalog');
    return place;
  }

  private register(place: ObjectPlace, elements: TemplateElement[]): TemplateList {
    const list = { start: place.start, end: place.end, elements };
    this.objects.set(list, place);
    return list;
  }

  private readString(member: JsonMember, outer: ObjectPlace): TemplateElement {
    const { name: key, value } = member;
    if (value.kind !== 'object' || isNameless(key)) return spanOf(member);
    const place = placeOf(value, outer);
    const texts: CatalogString['texts'] = new Map();
    const localizations = lastMember(value, 'localizations');
    const string: Omit<CatalogString, 'object'> = { texts };
    const elements = value.members.map((part): TemplateElement => {
      if (part.name === 'comment' && part.value.kind === 'string' && part.value.text !== '') {
        string.comment = { ...spanOf(part.value), value: part.value.text, name: commentName(key), key };
        return { ...spanOf(part), isNote: true, text: string.comment };
      }
      if (part !== localizations || part.value.kind !== 'object') return { ...spanOf(part), isNote: true };
      string.localizations = this.readLocalizations(key, part.value, place, texts);
      return { ...spanOf(part), list: string.localizations };
    });
    const object = this.register(place, elements);
    this.keys.set(object, key);
    this.strings.set(key, { ...string, object });
    return { ...spanOf(member), key, list: object };
  }

  private readLocalizations(
    key: string,
    localizations: JsonObject,
    outer: ObjectPlace,
    texts: CatalogString['texts'],
  ): TemplateList {
    const last = new Map(localizations.members.map((member) => [member.name, member]));
    const elements = localizations.members.map((member): TemplateElement => {
      const { name, value: node } = member;
      if (node.kind !== 'object' || last.get(name) !== member) return spanOf(member);
      const language = canonicalLanguage(name) ?? name;
      const found = readLocalization(node, language);
      const { start, end } = spanOf(node);
      const value = found.value === null ? null : this.source.slice(start, end);
      const text: LocalizationText = { name: localizationName(key, language), key, value, start, end, found };
      texts.set(language, text);
      return { ...spanOf(member), text };
    });
    return this.register(placeOf(localizations, outer), elements);
  }
}

/** Where the members of an object are. */
interface ObjectPlace extends TemplateList {
  parent?: ObjectPlace;
}

const spanOf = ({ start = 0, end = start }: Partial<Span>): Span => ({ start, end });

function placeOf({ start, end, members: [first] }: JsonObject & Partial<Span>, parent?: ObjectPlace): ObjectPlace {
  const outer = spanOf({ start, end });
  return { start: outer.start + 1, end: outer.end - 1, elements: first ? [spanOf(first)] : [], parent };
}

const languageIn = (name: string): string => name.slice(name.lastIndexOf('\0') + 1);
