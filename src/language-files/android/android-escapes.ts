import { MalformedFileError, UnwritableTextError, type SourcePosition } from '../model/format-errors';
import { checkCharacters } from '../xml/xml-writer';

/** The state that a decoder keeps from one run of text to the next. */
export interface DecoderState {
  /** True inside quotes. */
  quoted: boolean;
  /** True after a space that was kept outside of quotes. */
  spaced: boolean;
}

const UNESCAPES: ReadonlyMap<string, string> = new Map([
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
/** Matches what needs decoding; most texts have none of it. */
const NEEDS_DECODING = /[\\"\t\n\v\f\r]| {2}/;

/**
 * Decodes a run of text as aapt2 does. White space outside of quotes collapses to one space, backslash escapes are
 * resolved everywhere and quotes are removed.
 *
 * @param state is updated for the next run
 * @throws MalformedFileError for a `\u` without its digits
 */
export function decodeRun(text: string, state: DecoderState, position: SourcePosition): string {
  if (!state.quoted && !NEEDS_DECODING.test(text) && !(state.spaced && text.startsWith(' '))) {
    if (text !== '') state.spaced = text.endsWith(' ');
    return text;
  }
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
  return UNESCAPES.get(code) ?? code;
}

function unicodeCharacter(code: string, position: SourcePosition): string {
  if (code.length === 5) return String.fromCharCode(parseInt(code.slice(1), 16));
  throw new MalformedFileError(`\\${code} must have four hexadecimal digits`, position);
}

/** The place of a run in its text. White space at the edges of the text or after another space needs quotes. */
export interface RunPosition {
  /** True at the start of the text and after a space. */
  afterSpace: boolean;
  /** True for the last run of the text. */
  last: boolean;
  /** True for the first run of the text, where `@` and `?` begin a reference. */
  first: boolean;
}

/**
 * Encodes a run of text with quotes and backslash escapes. The result still has to be escaped for XML. Characters that
 * XML 1.0 cannot carry become `\uXXXX`.
 *
 * @throws UnwritableTextError for U+0000 and lone surrogates, which Android does not support
 */
export function encodeRun(text: string, key: string, { afterSpace, last, first }: RunPosition): string {
  if (text.includes('\0')) throw new UnwritableTextError(key, 'Android cannot carry the character U+0000');
  const escaped = text.replace(
    /["'\\\ufffe\uffff]|\p{Cc}/gu,
    (unit) => ESCAPES.get(unit) ?? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  checkCharacters(escaped, key);
  const encoded = first && /^[@?]/.test(escaped) ? `\\${escaped}` : escaped;
  const needsQuotes =
    escaped.includes('  ') || (afterSpace && escaped.startsWith(' ')) || (last && escaped.endsWith(' '));
  return needsQuotes ? `"${encoded}"` : encoded;
}

/**
 * Whether aapt2 reads a raw text as a reference to another resource (`@string/name`, `@android:string/ok`) or to a
 * theme attribute (`?attr/name`), or as one of the constants `@null` and `@empty`.
 */
export const isReference = (raw: string): boolean =>
  /^@(?:null|empty|[+*]?(?:[\w.]+:)?\w+\/[\w.-]+)$|^\?[+*]?(?:[\w.]+:)?(?:\w+\/)?[\w.-]+$/.test(raw);
