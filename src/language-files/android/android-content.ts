import type { SourcePosition } from '../model/format-errors';
import type { XmlElement, XmlNode } from '../xml/xml-tree';
import { attributes } from '../xml/xml-writer';
import { decodeRun, isReference } from './android-escapes';

/** The content of a `<string>` or an `<item>`. */
export interface AndroidContent {
  /** Plain text, or, with `markup`, XML with inline elements. */
  text: string;
  markup: boolean;
  /** True for a reference to another resource, as opposed to an escaped text that looks like one. */
  reference: boolean;
  /** True where all of the text was written as CDATA. */
  cdata: boolean;
  hasComments: boolean;
}

/** A run of text, or the start or end tag of an inline element. */
type Token = { kind: 'text'; text: string } | { kind: 'open' | 'close'; xml: string; isSpan: boolean };
type TextToken = Extract<Token, { kind: 'text' }>;

const LEADING_SPACE = /^[ \t\n\v\f\r]+/;
const SPACE = ' \t\n\v\f\r';

/**
 * Reads the content of a resource as aapt2 does. CDATA is ordinary text and comments are ignored. Elements without a
 * prefix are style spans; elements with one (`xliff:g`) only mark text that is not to be translated.
 *
 * @throws MalformedFileError for a malformed escape
 */
export function readContent(element: XmlElement, position: SourcePosition): AndroidContent {
  const tokens = tokensOf(element.children);
  const texts = tokens.filter(isText);
  const markup = tokens.length > texts.length;
  const raw = trimSpace(texts.map(({ text }) => text).join(''));
  const reference = !markup && isReference(raw);
  return {
    text: reference ? raw : decodeTokens(tokens, markup, position),
    markup,
    reference,
    cdata: !markup && isCdata(element.children),
    hasComments: element.children.some((node) => node.type === 'comment'),
  };
}

const isText = (token: Token): token is TextToken => token.kind === 'text';

function isCdata(nodes: readonly XmlNode[]): boolean {
  const isPadding = (node: XmlNode): boolean => node.type === 'text' && !node.cdata && node.text.trim() === '';
  const content = nodes.filter((node) => !isPadding(node));
  return content.length > 0 && content.every((node) => node.type === 'text' && node.cdata);
}

function tokensOf(nodes: readonly XmlNode[]): Token[] {
  const [node] = nodes;
  if (node?.type === 'text' && nodes.length === 1) return [{ kind: 'text', text: node.text }];
  return [...mergeTexts(flatten(nodes))];
}

/** Recursion is bounded by the maximum depth of a file. */
function* flatten(nodes: readonly XmlNode[]): Generator<Token> {
  for (const node of nodes) {
    if (node.type === 'text') yield { kind: 'text', text: node.text };
    if (node.type !== 'element') continue;
    const isSpan = !node.name.includes(':');
    const pairs = node.attributes.map(({ name, value }) => [name, value] as const);
    yield { kind: 'open', xml: `<${node.name}${attributes(pairs, '')}>`, isSpan };
    yield* flatten(node.children);
    yield { kind: 'close', xml: `</${node.name}>`, isSpan };
  }
}

/** Merges adjacent texts, which a comment or a CDATA boundary separated. */
function* mergeTexts(tokens: Iterable<Token>): Generator<Token> {
  let texts: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'text') {
      texts.push(token.text);
      continue;
    }
    if (texts.length > 0) yield { kind: 'text', text: texts.join('') };
    texts = [];
    yield token;
  }
  if (texts.length > 0) yield { kind: 'text', text: texts.join('') };
}

/**
 * Decodes the escapes of all runs of text. Without spans, the first run is trimmed at its start and the last one at its
 * end. A span resets the state of quotes and white space.
 */
function decodeTokens(tokens: readonly Token[], markup: boolean, position: SourcePosition): string {
  if (!tokens.some((token) => token.kind !== 'text' && token.isSpan)) trimEdges(tokens.filter(isText));
  let state = { quoted: false, spaced: false };
  const parts: string[] = [];
  let isAfterStartTag = false;
  for (const token of tokens) {
    if (token.kind === 'text') {
      const text = decodeRun(token.text, state, position);
      if (text === '') continue;
      parts.push(markup ? escapeMarkupText(text) : text);
    } else {
      if (token.isSpan) state = { quoted: false, spaced: false };
      if (token.kind === 'close' && isAfterStartTag) parts.push(`${parts.pop()?.slice(0, -1) ?? ''}/>`);
      else parts.push(token.xml);
    }
    isAfterStartTag = token.kind === 'open';
  }
  return parts.join('');
}

function trimEdges(runs: readonly TextToken[]): void {
  const [first, last] = [runs[0], runs.at(-1)];
  if (first) first.text = first.text.replace(LEADING_SPACE, '');
  if (last) last.text = trimEnd(last.text);
}

const trimSpace = (text: string): string => trimEnd(text.replace(LEADING_SPACE, ''));

/** Written as a loop, because `/\s+$/` takes quadratic time in runs of white space. */
function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && SPACE.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

const REFERENCES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['\r', '&#13;'],
]);

/** Escapes a text that is part of XML with inline elements. */
export const escapeMarkupText = (text: string): string =>
  text.replace(/[&<>\r]/g, (unit) => REFERENCES.get(unit) ?? unit);
