import { isArgumentName } from '../plurals/icu-message';
import {
  argumentName,
  once,
  parseArgument,
  type PlaceholderMatch,
  type PlaceholderSyntax,
  type Token,
  tokenize,
} from './placeholder';

/** The argument types of ICU by conversion. No other number format of printf has an equivalent. */
const ICU_TYPES: ReadonlyMap<string, string> = new Map([
  ['s', ''],
  ['n', ', number'],
  ['d', ', number, integer'],
]);

/**
 * Quoted text, `''` and simple arguments. Any other argument (a date, a number, a choice) may be nested and is matched
 * to the end of the text. An apostrophe elsewhere is literal (ICU, ApostropheMode DOUBLE_OPTIONAL).
 */
const ICU = /''|'([{}](?:[^']|'')*)(?:'|$)|\{\s*([^\s{},]{1,200})\s*(,\s*number\s*(?:,\s*integer\s*)?)?\}|\{[^]*/g;

export const icuSyntax: PlaceholderSyntax = {
  parse: (text) =>
    tokenize(text, text.matchAll(ICU), ([raw, quoted, name, type]) => {
      if (raw === "''") return "'";
      if (quoted !== undefined) return quoted.replaceAll("''", "'");
      if (name === undefined || !isArgumentName(name)) return { unsupported: raw };
      const conversion = type === undefined ? 's' : type.includes('integer') ? 'd' : 'n';
      return { argument: parseArgument(name), conversion, modifiers: '', raw };
    }),
  /** Quotes runs of special characters with the apostrophes around them, because `'` before `{` starts a quotation. */
  escape: (literal) =>
    literal.replace(/[{}']+/g, (run) => {
      const doubled = run.replaceAll("'", "''");
      return /[{}]/.test(run) ? `'${doubled}'` : doubled;
    }),
  format: ({ argument, conversion, modifiers }) => {
    const name = argumentName(argument);
    const type = modifiers === '' ? ICU_TYPES.get(conversion) : undefined;
    return name === undefined || type === undefined || !isArgumentName(name) ? undefined : `{${name}${type}}`;
  },
};

/** Maximum length of the text between `{{` and `}}`, in UTF-16 code units. */
const MAX_I18NEXT_LENGTH = 300;

/**
 * Finds `$t(` and `{{…}}`. As in i18next, `{{` extends to the first `}}` after at least one character, on the same
 * line. A regular expression would search each of 64,000 braces for its end.
 */
function* matchI18next(text: string): Generator<PlaceholderMatch> {
  const start = /\{\{|\$t\(/g;
  const findEnd = searchForward(text, /\}\}/g);
  const findLineEnd = searchForward(text, /[\n\r\u2028\u2029]/g);
  for (let match = start.exec(text); match; match = start.exec(text)) {
    const { 0: sign, index } = match;
    if (sign !== '{{') {
      yield match;
      continue;
    }
    const inner = index + 2;
    const end = findEnd(inner + 1);
    if (end - inner <= MAX_I18NEXT_LENGTH && findLineEnd(inner) > end) {
      start.lastIndex = end + 2;
      yield { index, 0: text.slice(index, end + 2) };
    } else start.lastIndex = index + 1;
  }
}

/**
 * Returns a function that finds the first match of a global pattern from an offset on; `Infinity` if there is none. The
 * offsets must not decrease; all calls together take linear time.
 */
function searchForward(text: string, pattern: RegExp): (from: number) => number {
  let found = -1;
  return (from) => {
    if (found < from) {
      pattern.lastIndex = from;
      found = pattern.exec(text)?.index ?? Infinity;
    }
    return found;
  };
}

/** `{{- name}}`, `{{name, format}}` and `$t(key)` exist only in i18next. */
const I18NEXT_NAME = /^[^\s{},-][^\s{},]{0,200}$/;
const I18NEXT_NUMBER = /,\s*number$/;

function toI18nextToken(raw: string): Token {
  const inner = raw.slice(2, -2).trim();
  const isNumber = I18NEXT_NUMBER.test(inner);
  const name = isNumber ? inner.slice(0, inner.lastIndexOf(',')).trimEnd() : inner;
  if (!I18NEXT_NAME.test(name)) return { unsupported: raw };
  return { argument: parseArgument(name), conversion: isNumber ? 'n' : 's', modifiers: '', raw };
}

/** i18next has no escapes, and numbers as its only conversion. */
export const i18nextSyntax: PlaceholderSyntax = {
  parse: (text) => {
    const toToken = once(toI18nextToken);
    return tokenize(text, matchI18next(text), ({ 0: raw }) => toToken(raw));
  },
  escape: (literal) => literal,
  format: ({ argument, conversion, modifiers }) => {
    const name = argumentName(argument);
    if (name === undefined || modifiers !== '' || !ICU_TYPES.has(conversion) || !I18NEXT_NAME.test(name))
      return undefined;
    return conversion === 'n' ? `{{${name}, number}}` : `{{${name}}}`;
  },
};
