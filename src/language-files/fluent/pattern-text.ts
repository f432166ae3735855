import { type Pattern, type PatternElement, Placeable, StringLiteral } from '@fluent/syntax';
import { findPlaceables } from './fluent-parser';

/**
 * A pattern as one string: its text as it reads, its placeables as their source (`Hello, { $name }`).
 *
 * What Fluent cannot hold as plain text (edge spaces, braces, `[` at the start of a line, CR) it holds in a placeable with a
 * string literal. Those that are spelled as they are written here (`{"["}`, `{" "}`, `{"\u000D"}`, `{""}`) are read as
 * the text they stand for. Any other string literal (`{ "x" }`, `{"\u00A0"}`) stays as source.
 * (Project Fluent, "Syntax: Special Characters" and "Multiline Text".)
 */
interface Token {
  kind: 'text' | 'placeable';
  text: string;
}

/** How far further lines of a value, and of an attribute's value, are indented. */
export const VALUE_INDENT = 4;
export const ATTRIBUTE_INDENT = 8;

const CONTROLS = '\\u0000-\\u0008\\u000A-\\u001F\\u007F-\\u009F\\u2028\\u2029\\uFEFF';
const CONTROL = new RegExp(`[${CONTROLS}]`, 'g');
const ESCAPED = new RegExp(`^[ {}[.*${CONTROLS}]*$`);
/**
 * Blank or special at the start of a line, and what is never plain; a line feed is plain inside a text. Last, the place before
 * a tab or another space at the start of a line: the JavaScript runtime takes it for indentation, which the syntax does not.
 */
const TO_ESCAPE = new RegExp(`(?<=\\n)(?: +|[.*[])|(?:(?!\\n)[{}${CONTROLS}])+|(?<=\\n)(?=[^\\S\\n])`, 'g');
const OTHER_SPACE = new RegExp(`^(?![${CONTROLS}])[^\\S ]`);
const BRACE = /[{}]/;
const LITERAL = /^\{"((?:[^"\\]|\\u[0-9A-F]{4})*)"\}$/;

const unicodeEscape = (char: string): string => `\\u${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;

const spell = (text: string): string => `{"${text.replace(CONTROL, unicodeEscape)}"}`;

/** The text that a placeable in the spelling of `spell` stands for. */
function spelled(source: string): string | undefined {
  const content = LITERAL.exec(source)?.[1];
  if (content === undefined) return undefined;
  const text = content.replace(/\\u([0-9A-F]{4})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return ESCAPED.test(text) && spell(text) === source ? text : undefined;
}

const indent = (text: string, spaces: number): string => text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(spaces)}`);

/** Takes away what `indent` added: as many spaces as all further lines have, up to `spaces`. */
function outdent(text: string, spaces: number): string {
  let common = spaces;
  for (const [, blank = ''] of text.matchAll(/\n( *)(?=[^\n])/g)) common = Math.min(common, blank.length);
  return text.replace(/\n( +)/g, (_, blank: string) => `\n${blank.slice(common)}`);
}

function push(tokens: Token[], kind: Token['kind'], text: string): void {
  const last = tokens.at(-1);
  if (kind === 'text' && last?.kind === 'text') last.text += text;
  else if (kind === 'placeable' || text !== '') tokens.push({ kind, text });
}

/** A text taken apart. Indented first: in a file a variant's further lines are never at column 1. */
function tokensOf(text: string): Token[] {
  const source = indent(text, 4);
  const tokens: Token[] = [];
  let at = 0;
  for (const [start, end] of findPlaceables(source)) {
    const placeable = outdent(source.slice(start, end).replaceAll('\r\n', '\n'), 4);
    if (spelled(placeable) !== undefined) continue;
    push(tokens, 'text', source.slice(at, start).replaceAll('\n    ', '\n'));
    push(tokens, 'placeable', placeable);
    at = end;
  }
  push(tokens, 'text', source.slice(at).replaceAll('\n    ', '\n'));
  return tokens;
}

/** @param spaces how far the writer indents further lines of a pattern at this place */
export function readPattern(source: string, pattern: Pattern, spaces: number): string {
  const tokens = elementTokens(source, pattern.elements, spaces, (text) => ['text', text]);
  const text = tokens.map((token) => token.text).join('');
  if (!tokens.some(holdsBraces) || sameTokens(tokens, tokensOf(text))) return text;
  // Read as text, `{"{"}name{"}"}` would be taken for the placeable `{name}`: such literals stay placeables.
  const apart = elementTokens(source, pattern.elements, spaces, (literal, spelling) =>
    BRACE.test(literal) ? ['placeable', `{ ${spelling.slice(1, -1)} }`] : ['text', literal],
  );
  return apart.map((token) => token.text).join('');
}

function elementTokens(
  source: string,
  elements: readonly PatternElement[],
  spaces: number,
  literal: (text: string, spelling: string) => [Token['kind'], string],
): Token[] {
  const tokens: Token[] = [];
  for (const element of elements) {
    if (!(element instanceof Placeable)) {
      push(tokens, 'text', element.value);
      continue;
    }
    const slice = source.slice(element.span?.start, element.span?.end);
    const text = element.expression instanceof StringLiteral ? spelled(slice) : undefined;
    if (text === undefined) push(tokens, 'placeable', outdent(slice.replaceAll('\r\n', '\n'), spaces));
    else push(tokens, ...literal(text, slice));
  }
  return tokens;
}

const holdsBraces = (token: Token): boolean => token.kind === 'text' && BRACE.test(token.text);

const sameTokens = (a: readonly Token[], b: readonly Token[]): boolean =>
  a.length === b.length && a.every((token, i) => token.kind === b[i]?.kind && token.text === b[i].text);

/** What comes after `=` or `]`: a space and one line, or further lines indented by `spaces`. */
export function writePattern(text: string, spaces: number): string {
  const tokens = tokensOf(text);
  const multiline = text.includes('\n');
  const parts = tokens.map((token, i) => {
    if (token.kind === 'placeable') return token.text;
    return writeText(token.text, i === 0, i === tokens.length - 1, multiline);
  });
  const pattern = parts.join('') || '{""}';
  return pattern.includes('\n') ? indent(`\n${pattern}`, spaces) : ` ${pattern}`;
}

function writeText(text: string, first: boolean, last: boolean, multiline: boolean): string {
  let start = 0;
  let end = text.length;
  if (first) while (start < end && ' \n'.includes(text.charAt(start))) start++;
  if (first && start === 0 && multiline && '.*['.includes(text.charAt(0))) start = 1;
  if (last) while (end > start && ' \n'.includes(text.charAt(end - 1))) end--;
  const guard = first && OTHER_SPACE.test(text) ? spell('') : '';
  const edge = (part: string): string => (part === '' ? '' : spell(part));
  // The line feed before `start` is a literal by now, so what follows it is not at the start of a line.
  const middle = text.slice(start, end).replace(TO_ESCAPE, spell);
  return guard + edge(text.slice(0, start)) + middle + edge(text.slice(end));
}
