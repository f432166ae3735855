/**
 * How the texts of a platform name what is put into them:
 * `icu` `{name}`, `{0}` (ICU MessageFormat); `i18next` `{{name}}`; `printf` `%s`, `%1$s`, `%(name)s` (POSIX, Python);
 * `android` `%1$s` (java.util.Formatter); `apple` `%@`, `%1$@`, `%lld` (NSString); `ruby` `%{name}`, `%<name>d` (I18n).
 */
export const PLACEHOLDER_STYLES = ['icu', 'i18next', 'printf', 'android', 'apple', 'ruby'] as const;
export type PlaceholderStyle = (typeof PLACEHOLDER_STYLES)[number];

/** The number that selects the form of a plural, however a style names it. */
export const COUNT = Symbol('count');

/** Positions are counted from 0; a name of digits is a position. */
export type Argument = number | string | typeof COUNT;

export interface Placeholder {
  readonly argument: Argument;
  /** `s` as it is, `d` a whole number, or another conversion of printf: `f`, `x`, `e` … */
  readonly conversion: string;
  /** Flags, width and precision of printf: `05`, `.2`. */
  readonly modifiers: string;
  /** As it stands in the text. */
  readonly raw: string;
}

/** Looks like a placeholder of the style, and nothing else can say the same. */
export interface Foreign {
  readonly foreign: string;
}

/** A text in pieces: literal text without escapes, and what is between it. */
export type Piece = string | Placeholder | Foreign;

export interface PlaceholderSyntax {
  /** Linear in the length of the text; never throws. */
  read(text: string): Piece[];
  /** Undefined for a placeholder that the style cannot say. `text`: all the pieces around it. */
  write(placeholder: Placeholder, text: readonly Piece[]): string | undefined;
  escape(literal: string): string;
}

export const isPlaceholder = (piece: Piece): piece is Placeholder => typeof piece === 'object' && 'argument' in piece;

/** Positions are written by people from 0 or 1 on; more digits are a name. */
export const argumentOf = (name: string): Argument => (/^(?:0|[1-9]\d{0,2})$/.test(name) ? Number(name) : name);

/** As the styles with names write it, positions too. */
export const nameOf = (argument: Argument): string | undefined => (argument === COUNT ? undefined : String(argument));

/**
 * Cuts a text at the matches of a pattern.
 *
 * @param pattern global
 * @param piece of a match; literal text where it is no placeholder
 */
export function pieces(text: string, pattern: RegExp, piece: (match: RegExpExecArray) => Piece): Piece[] {
  const found: Piece[] = [];
  let literal = '';
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    literal += text.slice(end, match.index);
    end = match.index + match[0].length;
    const next = piece(match);
    if (typeof next === 'string') literal += next;
    else {
      if (literal !== '') found.push(literal);
      literal = '';
      found.push(next);
    }
  }
  literal += text.slice(end);
  if (literal !== '') found.push(literal);
  return found;
}
