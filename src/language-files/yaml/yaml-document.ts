import { Composer, type CST, type Document, isMap, Lexer, LineCounter, Parser, type ParsedNode } from 'yaml';
import { shorten } from '../../common/shorten';
import { FileLimitError, MalformedFileError } from '../model/format-errors';
import { MAX_NESTING } from '../model/nesting/key-tree';
import { readBlocks } from './block-reader';
import { toYamlMap } from './parsed-nodes';
import { createDepthError, createSyntaxError } from './yaml-errors';
import type { YamlMap } from './yaml-node';
import { YamlSource } from './yaml-source';

/** Maximum nesting depth: `MAX_NESTING` levels of keys, plus one for the locale and one for plural forms. */
export const MAX_YAML_DEPTH = MAX_NESTING + 2;

/** The composer makes an error of each error token, with a message and a stack: 200,000 of them take seconds. */
const MAX_ERROR_TOKENS = 100;

/** The library takes some 2.5 µs for each. It reads only the files that `readBlocks` leaves. */
const MAX_LEXEMES = 3_000_000;

/** 1-based; the column in UTF-16 code units. */
export interface YamlPosition {
  line: number;
  column: number;
}

export interface YamlComment {
  /** The offset of `#`. */
  start: number;
  /** The offset behind the text. */
  end: number;
  /** 1-based. */
  line: number;
  /** The text without `#` and the space after it. */
  text: string;
  /** True if nothing precedes the comment on its line. */
  isWholeLine: boolean;
}

export interface YamlDocument {
  /** Undefined if the file is empty or contains only comments or `~`. */
  root: YamlMap | undefined;
  /** In file order. */
  comments: YamlComment[];
  getPosition(offset: number): YamlPosition;
}

type ToPosition = (offset: number) => YamlPosition;

/**
 * Reads a YAML 1.2 file with one document whose root is a map. Uses the failsafe schema (§10.1), in which every scalar
 * is a text as written. Aliases are not resolved and keys may repeat.
 *
 * @param text the file's text without a byte order mark
 * @throws MalformedFileError, FileLimitError with line and column
 */
export function readYamlDocument(text: string): YamlDocument {
  const lineCounter = new LineCounter();
  lineCounter.addNewLine(0);
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) lineCounter.addNewLine(end + 1);
  const toPosition = positionFinder(lineCounter);
  const source = new YamlSource(text, MAX_YAML_DEPTH, toPosition);
  const root = readBlocks(source);
  if (!root) return readAnyDocument(text);
  if (root.kind === 'map') return createDocument(text, root, source.comments, toPosition);
  throw createRootError(root.start, toPosition);
}

/** Reads a file with the library. @throws as `readYamlDocument` does */
export function readAnyDocument(text: string): YamlDocument {
  const lineCounter = new LineCounter();
  const toPosition = positionFinder(lineCounter);
  const tokens = parseTokens(text, lineCounter, toPosition);
  const comments = scanTokens(tokens, toPosition);
  return createDocument(text, getRootMap(composeDocument(tokens, toPosition), toPosition), comments, toPosition);
}

function positionFinder(lineCounter: LineCounter): ToPosition {
  return (offset) => {
    const { line, col } = lineCounter.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
}

/** @param comments the offsets of the comments */
function createDocument(
  text: string,
  root: YamlMap | undefined,
  comments: readonly number[],
  getPosition: ToPosition,
): YamlDocument {
  const toComment = (start: number): YamlComment => {
    const lineEnd = text.indexOf('\n', start);
    const line = text.slice(start, lineEnd < 0 ? undefined : lineEnd).replace(/\r$/, '');
    return {
      start,
      end: start + line.length,
      line: getPosition(start).line,
      text: line.slice(1).replace(/^ /, ''),
      isWholeLine: text.slice(text.lastIndexOf('\n', start - 1) + 1, start).trim() === '',
    };
  };
  return { root, comments: comments.map(toComment), getPosition };
}

/**
 * Parses the file into tokens. The library's `Parser.parse` does the same in one step; here the depth must be limited
 * before the parser leaves all nested collections at once, which it does by recursion.
 */
function parseTokens(text: string, lineCounter: LineCounter, toPosition: ToPosition): CST.Token[] {
  const parser = new Parser(lineCounter.addNewLine);
  const tokens: CST.Token[] = [];
  const errors: CST.ErrorToken[] = [];
  lineCounter.addNewLine(0);
  let lexemes = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (++lexemes > MAX_LEXEMES) throw createSizeError(parser.offset, toPosition);
    for (const token of parser.next(lexeme)) {
      tokens.push(token);
      if (token.type === 'error') errors.push(token);
    }
    if (errors.length > MAX_ERROR_TOKENS) throw createTokenError(errors, toPosition);
    // The stack contains the document, the open collections, and at the end perhaps a scalar.
    const token = parser.stack[MAX_YAML_DEPTH + 1];
    if (token && 'items' in token) throw createDepthError(MAX_YAML_DEPTH, toPosition(token.offset));
  }
  tokens.push(...parser.end());
  return tokens;
}

function createSizeError(offset: number, toPosition: ToPosition): FileLimitError {
  const rare = 'anchors, aliases, tags, directives, explicit names or errors';
  return new FileLimitError(`more than ${MAX_LEXEMES} tokens in a file with ${rare}`, toPosition(offset));
}

function createTokenError([first]: readonly CST.ErrorToken[], toPosition: ToPosition): MalformedFileError {
  const source = first?.source === undefined ? '' : `: ${JSON.stringify(shorten(first.source, 100))}`;
  return createSyntaxError(`${first?.message}${source}`, toPosition(first?.offset ?? 0));
}

/**
 * Composes the nodes of the file's only document. The library's `parseDocument` does the same in one step; here
 * `scanTokens` must limit the depth before the composer recurses.
 */
function composeDocument(tokens: readonly CST.Token[], toPosition: ToPosition): Document.Parsed | undefined {
  const composer = new Composer({
    schema: 'failsafe',
    resolveKnownTags: false,
    uniqueKeys: false,
    prettyErrors: false,
    keepSourceTokens: true,
    logLevel: 'silent',
  });
  stopAtFirstError(composer, toPosition);
  let first: Document.Parsed | undefined;
  for (const document of composer.compose(tokens)) {
    const [error] = document.errors;
    if (error) throw createSyntaxError(error.message, toPosition(error.pos[0]));
    if (first) throw new MalformedFileError('the file contains several documents', toPosition(document.range[0]));
    first = document;
  }
  return first;
}

/** The library would make an error, with its stack, for each of 60,000 wrong tokens. It has no option to stop. */
function stopAtFirstError(composer: Composer, toPosition: ToPosition): void {
  let first: MalformedFileError | undefined;
  const onError: ComposerErrorHandler = (source, _code, message, isWarning) => {
    if (isWarning) return;
    // The composer reports what is thrown inside a collection once more, at the start of the collection.
    first ??= createSyntaxError(message, toPosition(getOffset(source)));
    throw first;
  };
  Object.assign(composer, { onError });
}

function getOffset(source: Parameters<ComposerErrorHandler>[0]): number {
  if (typeof source === 'number') return source;
  return 'offset' in source ? source.offset : source[0];
}

/** The type of the composer's private member `onError`. */
type ComposerErrorHandler = (
  source: number | readonly [number, number] | { offset: number },
  code: string,
  message: string,
  isWarning?: boolean,
) => void;

function getRootMap(document: Document.Parsed | undefined, toPosition: ToPosition): YamlMap | undefined {
  const root: ParsedNode | null | undefined = document?.contents;
  if (isMap(root)) return toYamlMap(root);
  if (!root || isNullScalar(root)) return undefined;
  throw createRootError(root.range[0], toPosition);
}

const createRootError = (offset: number, toPosition: ToPosition): MalformedFileError =>
  new MalformedFileError('the root must be a map', toPosition(offset));

const isNullScalar = (node: ParsedNode): boolean => 'value' in node && (node.value === '' || node.value === '~');

/**
 * Returns the offsets of the comments in file order, and limits the nesting depth. Uses a stack of its own, because
 * recursion over a maliciously nested file could overflow the call stack.
 */
function scanTokens(tokens: readonly CST.Token[], toPosition: ToPosition): number[] {
  const comments: number[] = [];
  const stack: { token: CST.Token; depth: number }[] = tokens.map((token) => ({ token, depth: 0 }));
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { token } = next;
    if (token.type === 'comment') comments.push(token.offset);
    const depth = 'items' in token ? next.depth + 1 : next.depth;
    if (depth > MAX_YAML_DEPTH) throw createDepthError(MAX_YAML_DEPTH, toPosition(token.offset));
    for (const children of groupChildren(token)) {
      for (const child of children) stack.push({ token: child, depth });
    }
  }
  return comments.sort((a, b) => a - b);
}

/** Returns the child tokens in groups, without joining them: a group can be as long as the file. */
function groupChildren(token: CST.Token): (readonly CST.Token[])[] {
  const groups: (readonly CST.Token[])[] = [];
  if ('items' in token) {
    for (const { start, key, sep, value } of token.items) {
      groups.push(start, sep ?? [], key ? [key] : [], value ? [value] : []);
    }
  }
  if (token.type === 'document') groups.push(token.start, token.value ? [token.value] : []);
  if (token.type === 'block-scalar') groups.push(token.props);
  if ('end' in token && token.end) groups.push(token.end);
  return groups;
}
