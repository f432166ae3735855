import { usualNewline } from '../text/usual-newline';
import type {
  ListSpace,
  Replacement,
  Span,
  TemplateElement,
  TemplateList,
  TemplateText,
} from '../template/file-template';
import { type CommentGroups, commentText, joinTexts, readComments } from './xml-comments';
import { XmlEntities } from './xml-entities';
import { writeSections } from './sections';
import { readXmlFragment } from './xml-reader';
import { type XmlComment, type XmlElement, type XmlNode, attributeSpans, isSelfClosing } from './xml-tree';
import { escapeAttribute, escapeText } from './xml-writer';

/** Characters in front of an element that are searched for its indentation, which is written before each new text. */
const MAX_INDENT = 200;

/** Returns the indentation of an element; undefined if it does not begin a line. */
export const indentAt = (source: string, offset: number): string | undefined =>
  /[\r\n]([ \t]*)$/.exec(source.slice(Math.max(0, offset - MAX_INDENT), offset))?.[1];

/**
 * Returns the list of what an element contains. The list of an element that is one tag is the end of the tag: `spaceOf`
 * adds the rest of the tags.
 */
export const listIn = (element: XmlElement): TemplateList & { elements: TemplateElement[] } => ({
  start: isSelfClosing(element) ? element.start + tagsOf(element).head.length : element.contentStart,
  end: isSelfClosing(element) ? element.end : element.contentEnd,
  elements: [],
});

/** The tags of an element, without its content. */
export type ElementOutline = Pick<XmlElement, 'name' | 'start' | 'contentStart' | 'end'>;

/**
 * Returns the outline of an element, which a template keeps in place of the element: its nodes take much memory.
 *
 * @param offset in the file of the text that the element was read of
 */
export const outlineOf = ({ name, start, contentStart, end }: XmlElement, offset = 0): ElementOutline => ({
  name,
  start: offset + start,
  contentStart: offset + contentStart,
  end: offset + end,
});

/** Reads the elements of a file again that are written with other texts. */
export class ElementReader {
  private entities: XmlEntities | undefined;

  constructor(private readonly source: string) {}

  /** @param span of one element that was read before. The spans in it begin with its start */
  at({ start, end }: Span): XmlElement {
    this.entities ??= XmlEntities.of(this.source);
    const [element] = readXmlFragment(this.source.slice(start, end), this.entities);
    if (element?.type !== 'element') throw new Error('the span is not an element');
    return element;
  }
}

/** Returns what stands around the elements of `listIn`, for elements on lines of their own. */
export function spaceIn(element: ElementOutline, indent: string, outer: string, newline: string): ListSpace {
  const [open, close] = isSelfClosing(element) ? ['>', `</${element.name}>`] : ['', ''];
  return {
    before: `${open}${newline}${indent}`,
    between: `${newline}${indent}`,
    after: `${newline}${outer}${close}`,
  };
}

/** Returns the start tag without its end, and the end tag. A tag that is both is opened. */
export function tagsOf(element: XmlElement): { head: string; tail: string } {
  const { file, start, contentStart, contentEnd, end, name } = element;
  if (isSelfClosing(element)) return { head: file.slice(start, end - '/>'.length).trimEnd(), tail: `</${name}>` };
  return { head: file.slice(start, contentStart - '>'.length), tail: file.slice(contentEnd, end) };
}

/** Returns attributes behind the head of a start tag. */
export const addAttributes = (head: string, pairs: Iterable<readonly [name: string, value: string]>): string =>
  Array.from(pairs, ([name, value]) => ` ${name}="${escapeAttribute(value, name)}"`).reduce((a, b) => a + b, head);

/** Returns the replacement of an attribute's value. @param offset of the text that the element was read of */
export function replaceAttribute(element: XmlElement, name: string, value: string, offset = 0): Replacement[] {
  return attributeSpans(element)
    .filter((span) => span.name === name)
    .map(({ valueStart, valueEnd }) => ({
      start: offset + valueStart,
      end: offset + valueEnd,
      token: escapeAttribute(value, value).replaceAll("'", '&apos;'),
    }));
}

const REFERENCE = /&#(?:(\d{1,7})|x([\da-f]{1,6}));/gi;

/**
 * Writes the characters of element content as its old content has them: characters outside of ASCII as references, and
 * `>` without one.
 *
 * @param spelled further spellings of the old content, by character
 */
export function respell(xml: string, old: string, spelled: ReadonlyMap<string, string> = new Map()): string {
  const spellings = new Map(spelled);
  for (const [reference, decimal, hex] of old.matchAll(REFERENCE)) {
    const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
    if (code > 0x7f && code <= 0x10ffff) spellings.set(String.fromCodePoint(code), reference);
  }
  const isTextOnly = !xml.includes('<') && !old.includes('<');
  const hasBareEnd = isTextOnly && old.includes('>') && !old.includes('&gt;');
  const respelled = hasBareEnd ? xml.replace(/(^|[^\]])&gt;/g, '$1>') : xml;
  if (spellings.size === 0) return respelled;
  return respelled.replace(/[^\0-\x7f]/gu, (character) => spellings.get(character) ?? character);
}

/** Adds the elements of a list, each with the comments that belong to it. */
export class ElementList {
  private last: TemplateElement | undefined;

  constructor(private readonly elements: TemplateElement[]) {}

  /** Adds the nodes in front of an element, except those that belong to it. */
  addComments({ trailing, apart }: Omit<CommentGroups, 'own'>): void {
    const behind = this.last ? trailing.at(-1)?.end : undefined;
    if (this.last && behind !== undefined) this.last.end = behind;
    else this.addAll(trailing);
    this.addAll(apart);
  }

  add(element: TemplateElement): void {
    this.elements.push(element);
    this.last = element;
  }

  private addAll(nodes: readonly XmlNode[]): void {
    for (const { start, end } of nodes) this.elements.push({ start, end, isComment: true });
  }
}

/** The comments above an element that describe a key: a token from the first comment to the element. */
export class CommentText implements TemplateText {
  readonly value: string;
  readonly start: number;
  readonly end: number;

  constructor(
    readonly name: string,
    private readonly comments: readonly XmlComment[],
    { start }: Span,
  ) {
    this.value = readComments(comments) ?? '';
    this.start = comments[0]?.start ?? start;
    this.end = start;
  }

  /**
   * Writes another description in front of the element. @param comment as the canonical layout has it, without a line
   * end
   */
  write(source: string, value: string, comment: string): string {
    if (value === '') return '';
    const indent = indentAt(source, this.start);
    const space = indent === undefined ? '' : usualNewline(source) + indent;
    return this.inOldStyle(source, value) ?? comment.replaceAll('\n', usualNewline(source)) + space;
  }

  /** Returns undefined if the old comment has no style in which the description is read again. */
  private inOldStyle(source: string, value: string): string | undefined {
    const [comment, ...others] = this.comments;
    if (!comment || others.length > 0) return undefined;
    const { text } = comment;
    const inner = text.trim();
    const at = text.indexOf(inner);
    const [before, after] = [text.slice(0, at), text.slice(at + inner.length)];
    const styled = before + value.replaceAll('\n', before.startsWith('\n') ? before : '\n') + after;
    const isFit = !/--|\r|^-?>/.test(styled) && !styled.endsWith('-') && inner !== '';
    if (!isFit || commentText(styled) !== value) return undefined;
    return `<!--${styled.replaceAll('\n', usualNewline(source))}-->${source.slice(comment.end, this.end)}`;
  }
}

/** Returns the name of comments that describe a key. @param index of these among all of the key */
export const commentName = (key: string, index = 0): string => `${key}\0description${index || ''}`;

/**
 * Yields the texts that the comments of a key shall have. Those behind the first ones stay where the description ends
 * with them.
 */
export function* descriptionTexts(
  comments: readonly CommentText[],
  description: string,
): Generator<[name: string, value: string]> {
  const rest = joinTexts(comments.slice(1).map(({ value }) => value));
  const isEnd = rest !== undefined && `\n${description}`.endsWith(`\n${rest}`);
  for (const [index, { name, value }] of comments.entries()) {
    const first = isEnd ? description.slice(0, -rest.length).replace(/\n$/, '') : description;
    yield [name, index === 0 ? first : isEnd ? value : ''];
  }
}

/**
 * Writes an element with another text, as CDATA where the old one was.
 *
 * @param source the whole file
 * @throws UnwritableTextError
 */
export function writeTextElement(element: XmlElement, text: string, key: string, source: string): string {
  const { head, tail } = tagsOf(element);
  const old = element.file.slice(element.contentStart, element.contentEnd);
  const escape = (part: string): string => respell(escapeText(part, key), old);
  const newlines = (xml: string): string => withLineEnds(xml, source);
  const content = writeSections(element, text, { key, escape, newlines }) ?? newlines(escape(text));
  return `${head}>${content}${tail}`;
}

/** Writes the line ends of new content as the file has them. */
export const withLineEnds = (xml: string, file: string): string => xml.replaceAll('\n', usualNewline(file));
