/**
 * The placeholder syntaxes of the platforms:
 * `icu` `{name}`, `{0}` (ICU MessageFormat); `i18next` `{{name}}`; `printf` `%s`, `%1$s`, `%(name)s` (POSIX, Python);
 * `android` `%1$s` (java.util.Formatter); `apple` `%@`, `%1$@`, `%lld` (NSString); `ruby` `%{name}`, `%<name>d` (I18n).
 */
export const PLACEHOLDER_STYLES = ['icu', 'i18next', 'printf', 'android', 'apple', 'ruby'] as const;
export type PlaceholderStyle = (typeof PLACEHOLDER_STYLES)[number];

/** The number that selects the form of a plural, whatever a style calls it. */
export const COUNT = Symbol('count');

/** A position, counted from 0, or a name. A name of digits is a position. */
export type Argument = number | string | typeof COUNT;

export interface Placeholder {
  readonly argument: Argument;
  /** `s` for a value as it is, `d` for an integer, or another conversion of printf: `f`, `x`, `e` … */
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

/** The parser and formatter of one style. */
export interface PlaceholderSyntax {
  /** Splits a text into tokens. Takes linear time and never throws. */
  parse(text: string): Token[];
  /**
   * Returns a placeholder in this style, or undefined when the style has no equivalent.
   *
   * @param tokens all tokens of the text
   */
  format(placeholder: Placeholder, tokens: readonly Token[]): string | undefined;
  /** Escapes literal text. */
  escape(literal: string): string;
}

export const isPlaceholder = (token: Token): token is Placeholder => typeof token === 'object' && 'argument' in token;

/** Parses a name or a position. Digits beyond 999 are a name. */
export const parseArgument = (name: string): Argument => (/^(?:0|[1-9]\d{0,2})$/.test(name) ? Number(name) : name);

/** Returns the name of an argument in styles with names, where a position is a name too. */
export const argumentName = (argument: Argument): string | undefined =>
  argument === COUNT ? undefined : String(argument);

/**
 * Splits a text at the matches of a pattern. Adjacent literal text becomes one token.
 *
 * @param pattern a global pattern
 * @param toToken converts a match to a token; a match that is not a placeholder becomes its literal text
 */
export function tokenize(text: string, pattern: RegExp, toToken: (match: RegExpExecArray) => Token): Token[] {
  const tokens: Token[] = [];
  let literal = '';
  let end = 0;
  for (const match of text.matchAll(pattern)) {
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
