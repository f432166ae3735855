/**
 * The placeholder syntaxes of the platforms:
 * `icu` `{name}`, `{0}` (ICU MessageFormat); `i18next` `{{name}}`; `printf` `%s`, `%1$s`, `%(name)s` (POSIX, Python);
 * `android` `%1$s` (java.util.Formatter); `apple` `%@`, `%1$@`, `%lld` (NSString); `ruby` `%{name}`, `%<name>d` (I18n);
 * `fluent` `{ $name }`; `qt` `%1`, `%n`; `laravel` `:name`.
 */
export const PLACEHOLDER_STYLES = [
  'icu',
  'i18next',
  'printf',
  'android',
  'apple',
  'ruby',
  'fluent',
  'qt',
  'laravel',
] as const;
export type PlaceholderStyle = (typeof PLACEHOLDER_STYLES)[number];

/** The number that selects the form of a plural, whatever a style calls it. */
export const COUNT = Symbol('count');

/** A position, counted from 0, or a name. A name of digits is a position. */
export type Argument = number | string | typeof COUNT;

export interface Placeholder {
  readonly argument: Argument;
  /**
   * `s` for a value as it is, `n` for a number as the language writes it, `d` for an integer, or a conversion of
   * printf: `f`, `x` …
   */
  readonly conversion: string;
  /** Flags, width and precision of printf: `05`, `.2`. */
  readonly modifiers: string;
  /** The placeholder as written in the text. */
  readonly raw: string;
}

/** A placeholder of the style that has no equivalent in any other style. */
export interface Unsupported {
  /** The placeholder as written in the text. */
  readonly unsupported: string;
}

/** A part of a text: literal text without escapes, or a placeholder. */
export type Token = string | Placeholder | Unsupported;

/** The facts about all placeholders of a text that decide how a style writes each of them. */
export interface TextArguments {
  /** A placeholder has a name. */
  readonly hasNames: boolean;
  /** The arguments are taken in order, so that positions can be omitted and `%s and %s` stays as it is. */
  readonly isInOrder: boolean;
}

/** The parser and formatter of one style. */
export interface PlaceholderSyntax {
  /** Splits a text into tokens. Takes linear time and never throws. */
  parse(text: string): Token[];
  /** Returns a placeholder in this style, or undefined when the style has no equivalent. Takes constant time. */
  format(placeholder: Placeholder, all: TextArguments): string | undefined;
  /** Escapes literal text. */
  escape(literal: string): string;
}

export const isPlaceholder = (token: Token): token is Placeholder => typeof token === 'object' && 'argument' in token;

/** Parses a name or a position. Digits beyond 999 are a name. */
export const parseArgument = (name: string): Argument => (/^(?:0|[1-9]\d{0,2})$/.test(name) ? Number(name) : name);

/** Returns the name of an argument in styles with names, where a position is a name too. */
export const argumentName = (argument: Argument): string | undefined =>
  argument === COUNT ? undefined : String(argument);

export function describeArguments(tokens: readonly Token[]): TextArguments {
  let hasNames = false;
  let isInOrder = true;
  let position = 0;
  for (const token of tokens) {
    if (!isPlaceholder(token)) continue;
    hasNames ||= typeof token.argument === 'string';
    isInOrder &&= token.argument === position++;
  }
  return { hasNames, isInOrder };
}

/** Remembers results: a text may contain one placeholder 64,000 times. */
export function once<K, V>(compute: (key: K) => V): (key: K) => V {
  const results = new Map<K, V>();
  return (key) => {
    const known = results.get(key);
    if (known !== undefined) return known;
    const result = compute(key);
    results.set(key, result);
    return result;
  };
}

/** Replaces placeholders, the same object once. */
export function mapPlaceholders(tokens: readonly Token[], replace: (token: Placeholder) => Placeholder): Token[] {
  const replaceOnce = once(replace);
  return tokens.map((token) => (isPlaceholder(token) ? replaceOnce(token) : token));
}

/** The place of a placeholder in a text: the place of a match of a regular expression. */
export interface PlaceholderMatch {
  readonly index: number;
  readonly 0: string;
}

/**
 * Splits a text at matches. Adjacent literal text becomes one token.
 *
 * @param matches in the order of the text, without overlaps
 * @param toToken converts a match to a token; a match that is not a placeholder becomes its literal text
 */
export function tokenize<M extends PlaceholderMatch>(
  text: string,
  matches: Iterable<M>,
  toToken: (match: M) => Token,
): Token[] {
  const tokens: Token[] = [];
  let literal = '';
  let end = 0;
  for (const match of matches) {
    literal += text.slice(end, match.index);
    end = match.index + match[0].length;
    const token = toToken(match);
    if (typeof token === 'string') literal += token;
    else {
      if (literal !== '') tokens.push(literal);
      literal = '';
      tokens.push(token);
    }
  }
  literal += text.slice(end);
  if (literal !== '') tokens.push(literal);
  return tokens;
}
