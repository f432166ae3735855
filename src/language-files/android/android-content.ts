import type { SourcePosition } from '../model/format-errors';
import type { XmlElement, XmlNode } from '../xml/xml-tree';
import { attributes } from '../xml/xml-writer';
import { decodeRun, isReference } from './android-escapes';

/** What stands in a `<string>` or an `<item>`. */
export interface AndroidContent {
  /** With `markup`: XML with inline elements, in which `<` and `&` that are text are still escaped. */
  text: string;
  markup: boolean;
  /** The text is a reference to another resource, not a text that looks like one. */
  reference: boolean;
  /** All of it was written as CDATA. */
  cdata: boolean;
  hasComments: boolean;
}

type Piece = { kind: 'text'; text: string } | { kind: 'open' | 'close'; source: string; isSpan: boolean };

const LEADING_SPACE = /^[ \t\n\v\f\r]+/;
const SPACE = ' \t\n\v\f\r';

/**
 * Reads the content of a resource as aapt2 flattens it: CDATA is text like any other, comments are nothing, elements
 * without a prefix are spans of style, those with one (`xliff:g`) only mark what is not to be translated.
 *
 * @throws MalformedFileError for a broken escape
 */
export function readContent(element: XmlElement, position: SourcePosition): AndroidContent {
  const pieces = [...mergeTexts(flatten(element.children))];
  const texts = pieces.filter((piece) => piece.kind === 'text');
  const markup = pieces.length > texts.length;
  const raw = trim(texts.map(({ text }) => text).join(''));
  const reference = !markup && isReference(raw);
  return {
    text: reference ? raw : decodePieces(pieces, markup, position),
    markup,
    reference,
    cdata: !markup && isCdata(element.children),
    hasComments: element.children.some((node) => node.type === 'comment'),
  };
}

function isCdata(nodes: readonly XmlNode[]): boolean {
  const isPadding = (node: XmlNode): boolean => node.type === 'text' && !node.cdata && node.text.trim() === '';
  const content = nodes.filter((node) => !isPadding(node));
  return content.length > 0 && content.every((node) => node.type === 'text' && node.cdata);
}

/** Recursion is bounded by the depth that is read. */
function* flatten(nodes: readonly XmlNode[]): Generator<Piece> {
  for (const node of nodes) {
    if (node.type === 'text') yield { kind: 'text', text: node.text };
    if (node.type !== 'element') continue;
    const isSpan = !node.name.includes(':');
    const written = attributes(
      node.attributes.map(({ name, value }) => [name, value]),
      '',
    );
    yield { kind: 'open', source: `<${node.name}${written}>`, isSpan };
    yield* flatten(node.children);
    yield { kind: 'close', source: `</${node.name}>`, isSpan };
  }
}

function* mergeTexts(pieces: Iterable<Piece>): Generator<Piece> {
  let text: string[] = [];
  for (const piece of pieces) {
    if (piece.kind === 'text') text.push(piece.text);
    else {
      if (text.length > 0) yield { kind: 'text', text: text.join('') };
      text = [];
      yield piece;
    }
  }
  if (text.length > 0) yield { kind: 'text', text: text.join('') };
}

/** Without spans the first run is trimmed at its start and the last at its end; a span sets quotes and spaces back. */
function decodePieces(pieces: Piece[], markup: boolean, position: SourcePosition): string {
  const runs = pieces.filter((piece) => piece.kind === 'text');
  if (!pieces.some((piece) => piece.kind !== 'text' && piece.isSpan)) trimEdges(runs);
  let state = { quoted: false, spaced: false };
  const parts: string[] = [];
  let isEmpty = false;
  for (const piece of pieces) {
    if (piece.kind === 'text') {
      const text = decodeRun(piece.text, state, position);
      if (text === '') continue;
      parts.push(markup ? escapeMarkupText(text) : text);
    } else {
      if (piece.isSpan) state = { quoted: false, spaced: false };
      if (piece.kind === 'close' && isEmpty) parts.push(`${parts.pop()?.slice(0, -1) ?? ''}/>`);
      else parts.push(piece.source);
    }
    isEmpty = piece.kind === 'open';
  }
  return parts.join('');
}

function trimEdges(runs: { text: string }[]): void {
  const [first, last] = [runs[0], runs.at(-1)];
  if (first) first.text = first.text.replace(LEADING_SPACE, '');
  if (last) last.text = trimEnd(last.text);
}

const trim = (text: string): string => trimEnd(text.replace(LEADING_SPACE, ''));

/** By hand: `/\s+$/` is quadratic in runs of white space. */
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
/** A text in markup: what could be read as an element is escaped. */
export const escapeMarkupText = (text: string): string =>
  text.replace(/[&<>\r]/g, (unit) => REFERENCES.get(unit) ?? unit);
