import {
  type Attribute,
  Comment,
  Junk,
  Message,
  type Pattern,
  Placeable,
  SelectExpression,
  Term,
} from '@fluent/syntax';
import type { TemplateContext } from '../model/codec';
import type { Value } from '../model/entry';
import type { Span, TemplateElement } from '../template/file-template';
import { toMessage } from '../text/messages/convert-message';
import { parseResource } from './fluent-parser';
import { readPlural, VARIANT_INDENT } from './fluent-plural';
import {
  createMessageList,
  descriptionOf,
  type FluentPlaces,
  type FluentText,
  formName,
  type MessageElement,
  type MessageList,
  rankOfForm,
  type VariantList,
} from './fluent-template';
import { ATTRIBUTE_INDENT, readPattern, VALUE_INDENT } from './pattern-text';

/** Finds the places of a file. @throws FormatError as an import does */
export const readFluentPlaces = (source: string, context: TemplateContext): FluentPlaces =>
  new TemplateReader(source, context).read();

class TemplateReader {
  private readonly values = new Map<string, Value>();
  private readonly messages = new Map<string, MessageElement>();
  private readonly variants = new Map<string, VariantList>();
  private readonly isSource: boolean;

  constructor(
    private readonly source: string,
    private readonly context: TemplateContext,
  ) {
    this.isSource = context.language === context.sourceLanguage;
  }

  read(): FluentPlaces {
    const { source, values, messages, variants } = this;
    const elements = parseResource(source).body.map((entry): TemplateElement => {
      const { start, end: behind } = spanOf(entry);
      if (entry instanceof Message || entry instanceof Term) return this.readMessage(entry, { start, end: behind });
      if (!(entry instanceof Junk)) return { start, end: behind, endsWithComment: entry instanceof Comment };
      // Junk goes on to the next entry.
      const end = start + source.slice(start, behind).trimEnd().length;
      return { start, end: end + (/^[ \t]*/.exec(source.slice(end, behind))?.[0].length ?? 0) };
    });
    const [first, last] = [elements[0], elements.at(-1)];
    const root = { start: first?.start ?? source.length, end: last?.end ?? source.length, elements };
    return { source, root, values, messages, variants, isSource: this.isSource };
  }

  private readMessage(message: Message | Term, span: Span): TemplateElement {
    const id = message instanceof Term ? `-${message.id.name}` : message.id.name;
    const element = this.readText(id, message, span) ?? { ...span, list: this.readParts(id, message, span) };
    this.messages.set(id, element);
    return element;
  }

  /** Returns a message that is only a head and a text, without the list of these; undefined for another one. */
  private readText(
    id: string,
    { id: name, value, attributes }: Message | Term,
    span: Span,
  ): MessageElement | undefined {
    if (this.isSource || !value || attributes.length > 0 || isSelector(value)) return undefined;
    const { start, end } = span;
    const found = readPattern(this.source, value, VALUE_INDENT);
    this.values.set(id, found);
    const token = { start: this.behind('=', spanOf(name).end), end: spanOf(value).end };
    return { start, end, text: createText(id, found, token, VALUE_INDENT) };
  }

  /**
   * A message is a list of its comment, its head up to `=`, its value and its attributes, without gaps between them.
   */
  private readParts(id: string, message: Message | Term, { start, end }: Span): MessageList {
    const list = createMessageList({ start, end }, id);
    const { start: nameStart, end: nameEnd } = spanOf(message.id);
    const head = { start: nameStart - (message instanceof Term ? 1 : 0), end: this.behind('=', nameEnd) };
    if (this.isSource) list.elements.push(this.readComment(message, { start, end: head.start }, id));
    else head.start = start;
    list.elements.push({ ...head, isNote: true });
    const value = { start: head.end, end: message.value ? spanOf(message.value).end : head.end };
    list.elements.push(this.readValue(id, message.value, value, VALUE_INDENT));
    list.attributes = value.end;
    for (const attribute of message.attributes) list.elements.push(this.readAttribute(attribute, list));
    return list;
  }

  private readComment({ comment }: Message | Term, span: Span, id: string): TemplateElement {
    const value = comment instanceof Comment ? (comment.content ?? '') : null;
    const text: FluentText = { ...span, name: descriptionOf(id), value, indent: 0 };
    return { ...span, isNote: true, text };
  }

  /** An attribute begins behind the part of the message before it. */
  private readAttribute(attribute: Attribute, list: MessageList): TemplateElement {
    const key = `${list.id}.${attribute.id.name}`;
    const start = this.behind('=', spanOf(attribute.id).end);
    const element = this.readValue(key, attribute.value, { start, end: spanOf(attribute.value).end }, ATTRIBUTE_INDENT);
    element.start = list.elements.at(-1)?.end ?? list.start;
    list.attributeKeys.push(key);
    return element;
  }

  /** @param span from behind `=` to the end of the pattern */
  private readValue(key: string, pattern: Pattern | null, span: Span, indent: number): TemplateElement {
    if (!pattern) return { ...span, text: createText(key, null, span, indent) };
    const plural = readPlural(this.source, pattern, indent);
    const value = plural ?? readPattern(this.source, pattern, indent);
    this.values.set(key, value);
    const [placeable] = pattern.elements;
    if (
      plural &&
      this.context.isPlural(key, plural) &&
      placeable instanceof Placeable &&
      placeable.expression instanceof SelectExpression
    ) {
      return { ...span, list: this.readVariants(key, placeable.expression, indent) };
    }
    return { ...span, text: createText(key, toMessage(value, { warn: () => undefined }), span, indent) };
  }

  /** A variant begins behind the one before it. */
  private readVariants(key: string, { selector, variants }: SelectExpression, indent: number): VariantList {
    const start = this.behind('->', spanOf(selector).end);
    const list: VariantList = { key, start, end: start, elements: [], rankOf: rankOfForm, indent, isVariants: true };
    for (const variant of variants) {
      const token = { start: this.behind(']', spanOf(variant.key).end), end: spanOf(variant.value).end };
      const value = readPattern(this.source, variant.value, indent + VARIANT_INDENT);
      const name = formName(key, variant.key.type === 'Identifier' ? variant.key.name : variant.key.value);
      const text = { ...createText(name, value, token, indent + VARIANT_INDENT), key };
      list.elements.push({ start: list.end, end: token.end, text });
      list.end = token.end;
    }
    this.variants.set(key, list);
    return list;
  }

  private behind(mark: string, offset: number): number {
    return this.source.indexOf(mark, offset) + mark.length;
  }
}

/** Returns whether a pattern is only a selector, which may be a plural. */
const isSelector = ({ elements: [element] }: Pattern): boolean =>
  element instanceof Placeable && element.expression instanceof SelectExpression;

const createText = (name: string, value: string | null, span: Span, indent: number): FluentText => {
  const { start, end } = span;
  return { name, value, start, end, indent };
};

const spanOf = ({ span }: { span?: Span }): Span => span ?? { start: 0, end: 0 };
