import { Composer, type CST, type Document, isMap, LineCounter, Parser, type ParsedNode, type YAMLMap } from 'yaml';
import { FileLimitError, MalformedFileError, type SourcePosition } from '../model/format-errors';
import { MAX_NESTING } from '../model/nesting/key-tree';

/** What we write ourselves: `MAX_NESTING` levels, the locale around them and the forms of a plural below. */
export const MAX_YAML_DEPTH = MAX_NESTING + 2;

export interface YamlComment {
  /** 1-based. */
  line: number;
  /** Without its `#` and the space behind it. */
  text: string;
  /** Nothing stands before it on its line. */
  isWholeLine: boolean;
}

export interface YamlDocument {
  /** Undefined for a file that says nothing: empty, comments alone, `~`. */
  root: YAMLMap.Parsed | undefined;
  /** In the order of the file. */
  comments: YamlComment[];
  positionOf(node: { range?: readonly number[] | null }): { line: number; column: number };
}

/**
 * Reads a YAML 1.2 file of one document whose root is a map, by the failsafe schema (§10.1): scalars are the texts that are
 * written. Aliases are not resolved and keys may repeat.
 *
 * @param text without a byte order mark
 * @throws MalformedFileError, FileLimitError with line and column
 */
export function readYamlDocument(text: string): YamlDocument {
  const lines = new LineCounter();
  const tokens = [...new Parser(lines.addNewLine).parse(text)];
  const positionAt = (offset: number): { line: number; column: number } => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(line, 1), column: Math.max(col, 1) };
  };
  const comments = scanTokens(tokens, positionAt).map(({ offset, source }) => ({
    line: positionAt(offset).line,
    text: source.slice(1).replace(/^ /, '').replace(/\r$/, ''),
    isWholeLine: text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).trim() === '',
  }));
  const root = rootOf(composeOne(tokens, positionAt), positionAt);
  return { root, comments, positionOf: ({ range }) => positionAt(range?.[0] ?? 0) };
}

type PositionAt = (offset: number) => SourcePosition;

/** Has the nodes made of tokens: `parseDocument` in two steps, so that the depth is known before a recursion meets it. */
function composeOne(tokens: readonly CST.Token[], positionAt: PositionAt): Document.Parsed | undefined {
  const composer = new Composer({
    schema: 'failsafe',
    resolveKnownTags: false,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  });
  let only: Document.Parsed | undefined;
  for (const document of composer.compose(tokens)) {
    const [error] = document.errors;
    if (error) throw new MalformedFileError(`not valid YAML: ${error.message}`, positionAt(error.pos[0]));
    if (only) throw new MalformedFileError('the file holds several documents', positionAt(document.range[0]));
    only = document;
  }
  return only;
}

function rootOf(document: Document.Parsed | undefined, positionAt: PositionAt): YAMLMap.Parsed | undefined {
  const root: ParsedNode | null | undefined = document?.contents;
  if (isMap(root)) return root;
  if (!root || isNullScalar(root)) return undefined;
  throw new MalformedFileError('the root must be a map', positionAt(root.range[0]));
}

const isNullScalar = (node: ParsedNode): boolean => 'value' in node && (node.value === '' || node.value === '~');

/**
 * Finds the comments, in the order of the file, and bounds the depth. Iterative: a recursion over hostile nesting could end the
 * process.
 */
function scanTokens(tokens: readonly CST.Token[], positionAt: PositionAt): CST.SourceToken[] {
  const comments: CST.SourceToken[] = [];
  const open: { token: CST.Token; depth: number }[] = tokens.map((token) => ({ token, depth: 0 }));
  for (let next = open.pop(); next; next = open.pop()) {
    const { token, depth } = next;
    if (token.type === 'comment') comments.push(token);
    const inner = 'items' in token ? depth + 1 : depth;
    if (inner > MAX_YAML_DEPTH) {
      throw new FileLimitError(`nested deeper than ${MAX_YAML_DEPTH} levels`, positionAt(token.offset));
    }
    for (const children of childrenOf(token)) {
      for (const child of children) open.push({ token: child, depth: inner });
    }
  }
  return comments.sort((a, b) => a.offset - b.offset);
}

/** In groups, for one may be as long as the file. */
function childrenOf(token: CST.Token): (readonly CST.Token[])[] {
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
