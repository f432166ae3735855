/**
 * Fluent cannot represent some text as plain text of a pattern: leading and trailing spaces, braces, `[`, `.` and `*`
 * at the start of a line, and CR. Such text is written as a placeable with a string literal, in exactly one spelling
 * (`{"["}`, `{" "}`, `{"\u000D"}`, `{""}`). A literal in that spelling is read as its text; any other one (`{ "x" }`,
 * `{"\u00A0"}`) is kept as source. (Project Fluent, "Syntax: Special Characters" and "Multiline Text".)
 */

/** Characters that are always escaped, for a character class. */
export const CONTROL_CHARACTERS = '\\u0000-\\u0008\\u000A-\\u001F\\u007F-\\u009F\\u2028\\u2029\\uFEFF';

const CONTROL_CHARACTER = new RegExp(`[${CONTROL_CHARACTERS}]`, 'g');
/** Matches a text in which every character may need a literal. */
const NEEDS_LITERAL = new RegExp(`^[ {}[.*${CONTROL_CHARACTERS}]*$`);
const LITERAL = /^\{"((?:[^"\\]|\\u[0-9A-F]{4})*)"\}$/;

const toUnicodeEscape = (char: string): string =>
  `\\u${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Prints a text as a placeable with a string literal. */
export const printLiteral = (text: string): string => `{"${text.replace(CONTROL_CHARACTER, toUnicodeEscape)}"}`;

/** Returns the text of a placeable that `printLiteral` would print for it; undefined for any other placeable. */
export function parseLiteral(source: string): string | undefined {
  const content = LITERAL.exec(source)?.[1];
  if (content === undefined) return undefined;
  const text = content.replace(/\\u([0-9A-F]{4})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return NEEDS_LITERAL.test(text) && printLiteral(text) === source ? text : undefined;
}
