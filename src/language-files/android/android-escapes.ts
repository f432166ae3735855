import { MalformedFileError, UnwritableTextError, type SourcePosition } from '../model/format-errors';
import { checkCharacters } from '../xml/xml-writer';

/** Between runs of text: inside quotes or not, after a space that was kept or not. */
export interface DecoderState {
  quoted: boolean;
  spaced: boolean;
}

const ESCAPED: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
]);
const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\n', '\\n'],
  ['\t', '\\t'],
  ['"', '\\"'],
  ["'", "\\'"],
  ['\\', '\\\\'],
]);
const TOKEN = /\\u[0-9a-fA-F]{1,4}|\\[^]|\\|"|[ \t\n\v\f\r]+|[^\\" \t\n\v\f\r]+/g;

/**
 * A run of text of a string resource as aapt2 reads it: outside of quotes white space collapses to one space; backslash
 * escapes count everywhere; quotes themselves disappear. The state goes on from run to run.
 *
 * @throws MalformedFileError for a `\u` without its digits
 */
export function decodeRun(text: string, state: DecoderState, position: SourcePosition): string {
  return text.replace(TOKEN, (token) => {
    if (token === '"') {
      state.quoted = !state.quoted;
      state.spaced = false;
      return '';
    }
    if (!state.quoted && /^[ \t\n\v\f\r]/.test(token)) {
      const space = state.spaced ? '' : ' ';
      state.spaced = true;
      return space;
    }
    state.spaced = false;
    return token.startsWith('\\') ? unescape(token, position) : token;
  });
}

function unescape(token: string, position: SourcePosition): string {
  if (token === '\\u') throw new MalformedFileError('\\u must be followed by four hexadecimal digits', position);
  const code = token.slice(1);
  if (code.length > 1) return unicodeCharacter(code, position);
  return ESCAPED.get(code) ?? code;
}

function unicodeCharacter(code: string, position: SourcePosition): string {
  if (code.length === 5) return String.fromCharCode(parseInt(code.slice(1), 16));
  throw new MalformedFileError(`\\${code} must have four hexadecimal digits`, position);
}

/** Where a run of text stands: at an edge, or after a space, white space would be lost. */
export interface RunPosition {
  /** Nothing is before it, or a space is. */
  afterSpace: boolean;
  /** Nothing is after it. */
  last: boolean;
  /** It is the first text of all, where `@` and `?` begin a reference. */
  first: boolean;
}

/**
 * The run as it is written, before it is escaped for XML. What XML 1.0 cannot carry goes as `\uXXXX`.
 *
 * @throws UnwritableTextError for U+0000 and lone surrogates, which Android cannot hold
 */
export function encodeRun(text: string, key: string, { afterSpace, last, first }: RunPosition): string {
  if (text.includes('\0')) throw new UnwritableTextError(key, 'Android cannot carry the character U+0000');
  const escaped = text.replace(
    /["'\\\ufffe\uffff]|\p{Cc}/gu,
    (unit) => ESCAPES.get(unit) ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  checkCharacters(escaped, key);
  const marked = first && /^[@?]/.test(escaped) ? `\\${escaped}` : escaped;
  const needsQuotes =
    escaped.includes('  ') || (afterSpace && escaped.startsWith(' ')) || (last && escaped.endsWith(' '));
  return needsQuotes ? `"${marked}"` : marked;
}

/**
 * A raw text that aapt2 takes for a reference to another resource or to a theme's attribute, or for one of the two
 * constants: `@string/name`, `@android:string/ok`, `?attr/name`, `@null`, `@empty`.
 */
export const isReference = (raw: string): boolean =>
  /^@(?:null|empty|[+*]?(?:[\w.]+:)?\w+\/[\w.-]+)$|^\?[+*]?(?:[\w.]+:)?(?:\w+\/)?[\w.-]+$/.test(raw);
