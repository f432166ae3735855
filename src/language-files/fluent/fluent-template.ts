import { usualNewline } from '../text/usual-newline';
import type { FileToWrite } from '../model/codec';
import type { EntryToWrite, Value } from '../model/entry';
import { PLURAL_CATEGORIES, type Plural } from '../model/plural';
import type {
  FileTemplate,
  ListSpace,
  NewElement,
  NewText,
  Renaming,
  Replacement,
  Span,
  TemplateElement,
  TemplateList,
  TemplateText,
} from '../template/file-template';
import { isUnchanged, keepsMessage } from '../template/unchanged';
import { toIcuMessage } from '../text/plurals/icu-message';
import {
  createTermError,
  printComment,
  printValue,
  refuseUnwritable,
  splitKey,
  warnAboutComment,
} from './fluent-printer';
import { VARIANT_INDENT } from './fluent-plural';
import { ReferenceCheck } from './fluent-references';
import { ATTRIBUTE_INDENT, layoutOf, VALUE_INDENT } from './pattern-text';

export interface FluentText extends TemplateText {
  /** The indentation of its further lines in the canonical layout. */
  indent: number;
}

/** The parts of a message. */
export interface MessageList extends TemplateList {
  id: string;
  /** The offset where attributes begin. */
  attributes: number;
  /** In the order of the file. */
  attributeKeys: string[];
}

/** A message or a term: a list of its parts or, where it is only a head and a text, that text. */
export interface MessageElement extends TemplateElement {
  text?: FluentText;
  list?: MessageList;
}

/** The variants of a plural. */
export interface VariantList extends TemplateList {
  key: string;
  isVariants: true;
  indent: number;
}

export const createMessageList = (span: Span, id: string): MessageList => ({
  ...span,
  id,
  attributes: 0,
  attributeKeys: [],
  elements: [],
});

/** Returns the list of a message, to which attributes can be added. A text becomes a list of its head and itself. */
function listOf(element: MessageElement): MessageList {
  const { start, end, text, list } = element;
  if (list) return list;
  if (!text) throw new Error('a message has a text or a list');
  const made = createMessageList({ start, end }, text.name);
  made.attributes = text.end;
  made.elements.push({ start, end: text.start, isNote: true }, { start: text.start, end: text.end, text });
  element.text = undefined;
  element.list = made;
  return made;
}

const DESCRIPTION = '\0description';
/** The name of the comment above a message. */
export const descriptionOf = (id: string): string => id + DESCRIPTION;
const describedId = (name: string): string | undefined =>
  name.endsWith(DESCRIPTION) ? name.slice(0, -DESCRIPTION.length) : undefined;

/** The name of a form of a plural: a category or a number. */
export const formName = (key: string, form: string | number): string => `${key}\0${form}`;
const formOf = (name: string): string => name.slice(name.indexOf('\0') + 1);

/** The characters of a plural that show how its variants are indented. */
const MAX_LEAD = 200;

/** Numbers stand before categories, because Fluent takes the first variant that matches. */
export const rankOfForm = (name: string): number =>
  PLURAL_CATEGORIES.findIndex((category) => category === formOf(name));

/** The content of a Fluent file. */
export interface FluentPlaces {
  source: string;
  root: TemplateList;
  /** As an import reads them. */
  values: ReadonlyMap<string, Value>;
  /** By identifier. */
  messages: ReadonlyMap<string, MessageElement>;
  /** The plurals whose variants are texts, by key. */
  variants: ReadonlyMap<string, VariantList>;
  /** Comments above messages are descriptions. */
  isSource: boolean;
}

/** A Fluent file as a template. */
export class FluentTemplate implements FileTemplate {
  readonly source: string;
  readonly root: TemplateList;
  readonly values: ReadonlyMap<string, Value>;
  private readonly newline: string;
  /** The plurals that are written as a whole, by key. */
  private readonly plurals = new Map<string, Plural>();

  constructor(private readonly places: FluentPlaces) {
    const { source, root, values } = places;
    this.source = source;
    this.root = root;
    this.values = values;
    this.newline = usualNewline(source);
  }

  /** Yields texts, the forms of plurals and, in the file of the source language, the comments of messages. */
  *texts(file: FileToWrite): Generator<[name: string, text: string, key?: string]> {
    const messages = new Map<string, EntryToWrite[]>();
    const references = new ReferenceCheck(file);
    for (const entry of file.entries) {
      const { id } = splitKey(entry.key);
      const known = messages.get(id);
      if (known) known.push(entry);
      else messages.set(id, [entry]);
      references.add(entry, !isUnchanged(this, entry));
      yield* this.textsOf(entry);
    }
    for (const [id, entries] of messages) {
      const described = describedEntry(id, entries, this.attributesOf(id), file);
      if (this.places.isSource) yield [descriptionOf(id), described?.description ?? ''];
    }
    references.warn();
  }

  /** Returns the keys of a message's attributes in the order of the file. */
  private attributesOf(id: string): string[] {
    return this.places.messages.get(id)?.list?.attributeKeys ?? [];
  }

  private *textsOf(entry: EntryToWrite): Generator<[name: string, text: string, key?: string]> {
    const { key, value = '' } = entry;
    if (typeof value === 'string') {
      refuseUnwritable(key, value);
      yield [key, value];
      return;
    }
    refuseUnwritable(key, value);
    const message = toIcuMessage(value);
    if (keepsMessage(this, entry)) yield [key, message];
    else if (this.places.variants.has(key)) {
      for (const [form, text] of [...value.exact, ...value.forms]) yield [formName(key, form), text, key];
    } else {
      this.plurals.set(key, value);
      yield [key, message];
    }
  }

  /** Attributes belong to keys of their own, so that only the name of a message without attributes changes. */
  rename({ element, list, from, to }: Renaming): Replacement[] | undefined {
    const [old, wanted] = [splitKey(from), splitKey(to)];
    const isAttribute = isMessage(list);
    if (isAttribute ? wanted.attribute === undefined || old.id !== wanted.id : wanted.attribute !== undefined) {
      return undefined;
    }
    if ((old.attribute === undefined) === isAttribute || old.id.startsWith('-') !== wanted.id.startsWith('-')) {
      return undefined;
    }
    const [name = '', newName = ''] = isAttribute ? [old.attribute, wanted.attribute] : [old.id, wanted.id];
    const lead = isAttribute ? /\s*\./y : /(?:[ \t]*(?:#[^\r\n]*)?(?:\r\n|\n|\r))*/y;
    lead.lastIndex = element.start;
    const start = element.start + (lead.exec(this.source)?.[0].length ?? 0);
    const end = start + name.length;
    return this.source.slice(start, end) === name ? [{ start, end, token: newName }] : undefined;
  }

  listFor(name: string): TemplateList {
    const [key = '', form] = name.split('\0');
    const variants = form === undefined ? undefined : this.places.variants.get(key);
    if (variants) return variants;
    const message = this.places.messages.get(form === undefined ? splitKey(key).id : key);
    return message ? listOf(message) : this.root;
  }

  writeToken(value: string, replaced: TemplateText): string {
    const { name, start, end, indent } = replaced as FluentText;
    if (describedId(name) !== undefined) return value === '' ? '' : this.withLineEnds(printComment('#', value));
    const old = this.source.slice(start, end);
    return this.withLineEnds(printValue(name, this.plurals.get(name) ?? value, indent, layoutOf(old, value)));
  }

  writeElements(list: TemplateList, texts: readonly NewText[]): NewElement[] {
    if (isVariants(list)) return texts.map((text) => this.writeVariant(list, text));
    if (isMessage(list)) {
      const named = texts.filter(({ name }) => describedId(name) === undefined);
      return named.map((text) => ({ source: this.writeAttribute(text, list), names: [text.name] }));
    }
    return this.writeMessages(texts);
  }

  spaceOf(list: TemplateList): ListSpace {
    if (list !== this.root) return { before: '', between: '', after: '' };
    const { newline } = this;
    return { before: /(?:^|[\r\n])$/.test(this.source.slice(-1)) ? '' : newline, between: newline, after: newline };
  }

  private writeMessages(texts: readonly NewText[]): NewElement[] {
    const messages = new Map<string, NewText[]>();
    const descriptions = new Map<string, string>();
    for (const text of texts) {
      const id = describedId(text.name);
      if (id !== undefined) {
        descriptions.set(id, text.value);
        continue;
      }
      const { id: own } = splitKey(text.name);
      const known = messages.get(own);
      if (known) known.push(text);
      else messages.set(own, [text]);
    }
    return Array.from(messages, ([id, parts]) => {
      const description = descriptions.get(id);
      const comment = description ? this.withLineEnds(printComment('#', description)) : '';
      const value = parts.find(({ name }) => name === id);
      const head = `${id} =${value ? this.printNew(value, VALUE_INDENT) : ''}`;
      const attributes = parts.filter((part) => part !== value).map((part) => this.writeAttribute(part));
      return { source: comment + head + attributes.join(''), names: parts.map(({ name }) => name) };
    });
  }

  /** @param message that gets the attribute */
  private writeAttribute(text: NewText, message?: MessageList): string {
    const lead = message && /^[\r\n]+( {1,40})\./.exec(this.source.slice(message.attributes, message.end));
    const indent = lead?.[1] ?? ' '.repeat(VALUE_INDENT);
    const { attribute = '' } = splitKey(text.name);
    return `${this.newline}${indent}.${attribute} =${this.printNew(text, ATTRIBUTE_INDENT)}`;
  }

  private writeVariant({ start, end, indent }: VariantList, { name, value }: NewText): NewElement {
    // The star of the default stands before the column of the other variants.
    const [, blank = '', star = ''] =
      /[\r\n]( {1,40})(\*?)\[/.exec(this.source.slice(start, Math.min(end, start + MAX_LEAD))) ?? [];
    const pattern = printValue(name, value, indent + VARIANT_INDENT);
    const mark = `${blank}${star && ' '}[${formOf(name)}]`;
    return { source: this.newline + mark + this.withLineEnds(pattern), names: [name] };
  }

  private printNew({ name, value }: NewText, indent: number): string {
    return this.withLineEnds(printValue(name, this.plurals.get(name) ?? value, indent));
  }

  private withLineEnds(source: string): string {
    return this.newline === '\n' ? source : source.replaceAll('\n', this.newline);
  }
}

const isVariants = (list: TemplateList): list is VariantList => 'isVariants' in list;
const isMessage = (list: TemplateList): list is MessageList => 'attributes' in list;

/**
 * Returns the entry that the comment of a message describes: its value or, without one, its first attribute.
 *
 * @param attributes the keys of those that the file has, before which new ones do not stand
 */
function describedEntry(
  id: string,
  entries: readonly EntryToWrite[],
  attributes: readonly string[],
  file: FileToWrite,
): EntryToWrite | undefined {
  const [first] = entries;
  const byKey = entries.length > 1 ? new Map(entries.map((entry) => [entry.key, entry])) : undefined;
  const has = (key: string): boolean => byKey?.has(key) ?? first?.key === key;
  if (first && id.startsWith('-') && !has(id)) throw createTermError(first.key, id);
  const described = byKey?.get([id, ...attributes].find(has) ?? '') ?? first;
  for (const entry of entries) if (entry.description) warnAboutComment(entry, entry === described, file);
  return described;
}
