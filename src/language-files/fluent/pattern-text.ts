import { type Pattern, type PatternElement, Placeable, StringLiteral } from '@fluent/syntax';
import { CONTROL_CHARACTERS, parseLiteral, printLiteral } from './pattern-literals';
import { findPlaceables } from './placeable-finder';

/** A part of a pattern: text, or the source of a placeable (`Hello, { $name }` has one of each). */
interface Token {
  kind: 'text' | 'placeable';
  text: string;
}

/** The indentation of the second and further lines of a message's value. */
export const VALUE_INDENT = 4;
/** The indentation of the second and further lines of an attribute's value. */
export const ATTRIBUTE_INDENT = 8;

/**
 * Matches what must be written as a literal: at the start of a line, spaces and special characters; anywhere, braces
 * and control characters except LF. The last alternative matches the empty string before a tab or another space at the
 * start of a line: the JavaScript runtime treats it as indentation, contrary to the syntax.
 */
const TO_ESCAPE = new RegExp(`(?<=\\n)(?: +|[.*[])|(?:(?!\\n)[{}${CONTROL_CHARACTERS}])+|(?<=\\n)(?=[^\\S\\n])`, 'g');
/** The same without the spaces at the start of a line, except on a line without other characters. */
const TO_ESCAPE_BEHIND_SPACES = new RegExp(
  `(?<=\\n *)[.*[]|(?<=\\n) +(?=\\n)|(?:(?!\\n)[{}${CONTROL_CHARACTERS}])+|(?<=\\n *)(?=[^\\S\\n ])`,
  'g',
);
/** White space at the start of a text that is neither a space nor a control character. */
const OTHER_SPACE = new RegExp(`^(?![${CONTROL_CHARACTERS}])[^\\S ]`);
const BRACE = /[{}]/;

/**
 * Reads a pattern as one string: its text, with placeables as their source (`Hello, { $name }`).
 *
 * @param indent the indentation that the writer uses for further lines of the pattern
 */
export function readPattern(source: string, pattern: Pattern, indent: number): string {
  const tokens = tokenizeElements(source, pattern.elements, indent, (text) => ['text', text]);
  const text = tokens.map((token) => token.text).join('');
  if (!tokens.some(isTextWithBraces) || areTokensEqual(tokens, tokenizeText(text))) return text;
  // As text, `{"{"}name{"}"}` would be read back as the placeable `{name}`, so literals with braces stay placeables.
  const unambiguous = tokenizeElements(source, pattern.elements, indent, (literal, spelling) =>
    BRACE.test(literal) ? ['placeable', `{ ${spelling.slice(1, -1)} }`] : ['text', literal],
  );
  return unambiguous.map((token) => token.text).join('');
}

/** The layout of a pattern in a file. */
export interface PatternLayout {
  /** The white space before a pattern that begins behind `=`; undefined for one that begins on a line of its own. */
  blank?: string;
  /** The indentation of further lines. */
  indent?: number;
  /**
   * Spaces at the start of further lines are written as they are, not as literals. The first line must have the
   * indentation.
   */
  keepsSpaces?: boolean;
}

/** Prints a text as a pattern, to follow `=` or `]`: a space and one line, or lines that are indented. */
export function writePattern(text: string, indent: number, layout?: PatternLayout): string {
  const tokens = tokenizeText(text);
  const hasOwnLine = layout ? layout.blank === undefined : text.includes('\n');
  const parts = tokens.map((token, i) => {
    if (token.kind === 'placeable') return token.text;
    return printText(token.text, i === 0, i === tokens.length - 1, { hasOwnLine, keepsSpaces: layout?.keepsSpaces });
  });
  const pattern = parts.join('') || printLiteral('');
  // An import takes the canonical indentation off the lines of a placeable.
  const hasLines = tokens.some((token) => token.kind === 'placeable' && token.text.includes('\n'));
  const width = hasLines ? indent : (layout?.indent ?? indent);
  if (layout ? hasOwnLine : pattern.includes('\n')) return addIndent(`\n${pattern}`, width);
  return (layout?.blank ?? ' ') + addIndent(pattern, width);
}

/** A wider margin is not repeated for each line. */
const MAX_MARGIN = 40;

/**
 * Returns the layout of a pattern of a file, from behind `=` or `]`, for another text; undefined where that needs its
 * own.
 */
export function layoutOf(source: string, text: string): PatternLayout | undefined {
  const [lead = ''] = /^ *(?:\r?\n[ \r\n]*)?/.exec(source) ?? [];
  if (source === '' || (!source.includes('\n') && text.includes('\n'))) return undefined;
  const further = /\n( *)(?=[^ \r\n])/.exec(source)?.[1];
  const indent = further && further.length <= MAX_MARGIN ? further.length : undefined;
  if (!lead.includes('\n')) return { indent, blank: lead.slice(0, MAX_MARGIN) };
  return { indent, keepsSpaces: indent !== undefined && source.includes(`\n${' '.repeat(indent + 1)}`) };
}

/** Returns the placeables of a text. */
export const placeablesOf = (text: string): string[] =>
  tokenizeText(text).flatMap((token) => (token.kind === 'placeable' ? token.text : []));

function printText(
  text: string,
  isFirst: boolean,
  isLast: boolean,
  layout: { hasOwnLine: boolean; keepsSpaces?: boolean },
): string {
  const { hasOwnLine, keepsSpaces } = layout;
  let start = 0;
  let end = text.length;
  if (isFirst) while (start < end && ' \n'.includes(text.charAt(start))) start++;
  if (isFirst && start === 0 && hasOwnLine && '.*['.includes(text.charAt(0))) start = 1;
  if (isLast) while (end > start && ' \n'.includes(text.charAt(end - 1))) end--;
  const guard = isFirst && OTHER_SPACE.test(text) ? printLiteral('') : '';
  const printEdge = (edge: string): string => (edge === '' ? '' : printLiteral(edge));
  // A line feed before `start` becomes a literal, so the text after it is not at the start of a line.
  const middle = text.slice(start, end).replace(keepsSpaces ? TO_ESCAPE_BEHIND_SPACES : TO_ESCAPE, printLiteral);
  return guard + printEdge(text.slice(0, start)) + middle + printEdge(text.slice(end));
}

/** @param toToken creates the token of a literal that stands for text, from the text and from its source */
function tokenizeElements(
  source: string,
  elements: readonly PatternElement[],
  indent: number,
  toToken: (text: string, spelling: string) => [Token['kind'], string],
): Token[] {
  const tokens: Token[] = [];
  for (const element of elements) {
    if (!(element instanceof Placeable)) {
      pushToken(tokens, 'text', element.value);
      continue;
    }
    const spelling = source.slice(element.span?.start, element.span?.end);
    const text = element.expression instanceof StringLiteral ? parseLiteral(spelling) : undefined;
    if (text === undefined) pushToken(tokens, 'placeable', removeIndent(spelling.replaceAll('\r\n', '\n'), indent));
    else pushToken(tokens, ...toToken(text, spelling));
  }
  return tokens;
}

/** Splits a text into tokens. The text is indented first, because in a file no line of a variant starts at column 1. */
function tokenizeText(text: string): Token[] {
  const source = addIndent(text, VALUE_INDENT);
  const tokens: Token[] = [];
  let offset = 0;
  for (const [start, end] of findPlaceables(source)) {
    const placeable = removeIndent(source.slice(start, end).replaceAll('\r\n', '\n'), VALUE_INDENT);
    if (parseLiteral(placeable) !== undefined) continue;
    pushToken(tokens, 'text', source.slice(offset, start).replaceAll('\n    ', '\n'));
    pushToken(tokens, 'placeable', placeable);
    offset = end;
  }
  pushToken(tokens, 'text', source.slice(offset).replaceAll('\n    ', '\n'));
  return tokens;
}

function pushToken(tokens: Token[], kind: Token['kind'], text: string): void {
  const last = tokens.at(-1);
  if (kind === 'text' && last?.kind === 'text') last.text += text;
  else if (kind === 'placeable' || text !== '') tokens.push({ kind, text });
}

const isTextWithBraces = (token: Token): boolean => token.kind === 'text' && BRACE.test(token.text);

const areTokensEqual = (a: readonly Token[], b: readonly Token[]): boolean =>
  a.length === b.length && a.every((token, i) => token.kind === b[i]?.kind && token.text === b[i].text);

/** Indents all lines except the first and empty ones. */
const addIndent = (text: string, indent: number): string => text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(indent)}`);

/** Reverts `addIndent`: removes the spaces that all lines except the first have in common, at most `indent`. */
function removeIndent(text: string, indent: number): string {
  let common = indent;
  for (const [, spaces = ''] of text.matchAll(/\n( *)(?=[^\n])/g)) common = Math.min(common, spaces.length);
  return text.replace(/\n( +)/g, (_, spaces: string) => `\n${spaces.slice(common)}`);
}
