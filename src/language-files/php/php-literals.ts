/** The quotes of a text: the quotes of a string, or the label of a heredoc. */
export type PhpQuote = "'" | '"';

const QUOTE = /^[(\s]*[bB]?(['"])/;
const HEREDOC = /^[bB]?<<<[ \t]*(["']?)([a-zA-Z_\u0080-\uffff][\w\u0080-\uffff]*)\1(\r\n|\n|\r)/;
const NUMBER = /^(?:0|-?[1-9]\d{0,15})$/;
const BOOLEAN = /^(?:true|false)$/i;

/** Characters that have a meaning in double quotes and in a heredoc. */
const VARIABLE = /\\|\$(?=[a-zA-Z_{\u0080-\uffff])|(?<=\{)\$/g;
const CONTROL_CHARACTER = /\p{Cc}/gu;
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['\n', 'n'],
  ['\r', 'r'],
  ['\t', 't'],
]);

/** Returns the quote that a literal begins with; undefined for other values. */
export const quoteOf = (literal: string): PhpQuote | undefined => QUOTE.exec(literal)?.[1] as PhpQuote | undefined;

/**
 * Writes a text like the literal that it replaces: as a number, a heredoc or in its quotes.
 *
 * @param quote for a text whose literal has no quotes, or cannot hold it
 */
export function writeLike(old: string, text: string, quote: PhpQuote): string {
  if ([NUMBER, BOOLEAN].some((pattern) => pattern.test(old) && pattern.test(text))) return text;
  return writeHeredoc(old, text) ?? writeString(text, quoteOf(old) ?? quote, old);
}

/** @param old the literal whose escapes the new one has */
export function writeString(text: string, quote: PhpQuote, old = ''): string {
  if (quote === '"') return `"${escapeDouble(text, old)}"`;
  // A file whose backslashes are not doubled has doubled ones only where PHP needs them.
  const hasSingle = old.startsWith("'") && old.replace(/\\[\\']/g, '').includes('\\');
  return `'${text.replace(hasSingle ? /\\(?=[\\']|$)|'/g : /[\\']/g, '\\$&')}'`;
}

function escapeDouble(text: string, old: string): string {
  const escaped = text
    .replace(VARIABLE, '\\$&')
    .replaceAll('"', '\\"')
    .replace(CONTROL_CHARACTER, (character) => (isLiteralIn(old, character) ? character : escapeControl(character)));
  const escapesNonAscii = /\\u\{[0-9a-f]/i.test(old) && !/[^\0-\x7f]/.test(old);
  return escapesNonAscii ? escaped.replace(/[^\0-\x7f]/gu, escapeCodePoint) : escaped;
}

/** Whether a literal has a line break or tab that is not escaped. */
const isLiteralIn = (old: string, character: string): boolean => LETTERS.has(character) && old.includes(character);

const escapeControl = (character: string): string =>
  `\\${LETTERS.get(character) ?? `u{${character.charCodeAt(0).toString(16).toUpperCase()}}`}`;

const escapeCodePoint = (character: string): string =>
  `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;

/**
 * Writes a text with the label and the indentation of a heredoc or nowdoc. Returns undefined if that cannot hold it.
 */
function writeHeredoc(old: string, text: string): string | undefined {
  const [head = '', quote, label, newline = ''] = HEREDOC.exec(old) ?? [];
  const lastLine = old.slice(Math.max(old.lastIndexOf('\n'), old.lastIndexOf('\r')) + 1);
  const [indent = ''] = /^[ \t]*/.exec(lastLine) ?? [];
  if (label === undefined || lastLine !== indent + label || /\r(?!\n)/.test(text)) return undefined;
  const closing = new RegExp(`(?:^|[\\r\\n])[ \\t]*${label}(?![\\w\\u0080-\\uffff])`);
  if (closing.test(text)) return undefined;
  if (text === '') return head + indent + label;
  const body =
    quote === "'"
      ? text
      : text
          .replace(VARIABLE, '\\$&')
          .replace(CONTROL_CHARACTER, (character) => (LETTERS.has(character) ? character : escapeControl(character)));
  const lines = body.replace(/(^|\n)(?!\r?\n|$)/g, `$1${indent}`);
  return `${head}${lines}${newline}${indent}${label}`;
}
