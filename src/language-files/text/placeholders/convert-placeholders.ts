import { i18nextSyntax, icuSyntax } from './brace-syntax';
import { fluentSyntax, isFluentText } from './fluent-syntax';
import { androidSyntax, appleSyntax, laravelSyntax, printfSyntax, qtSyntax, rubySyntax } from './percent-syntax';
import {
  type Argument,
  describeArguments,
  isPlaceholder,
  mapPlaceholders,
  once,
  type Placeholder,
  type PlaceholderStyle,
  type PlaceholderSyntax,
  type Token,
} from './placeholder';

export const SYNTAXES: Readonly<Record<PlaceholderStyle, PlaceholderSyntax>> = {
  icu: icuSyntax,
  i18next: i18nextSyntax,
  printf: printfSyntax,
  android: androidSyntax,
  apple: appleSyntax,
  ruby: rubySyntax,
  fluent: fluentSyntax,
  qt: qtSyntax,
  laravel: laravelSyntax,
};

export interface Conversion {
  text: string;
  /**
   * The placeholders that the target style has no equivalent for, as written. If there is one, the text is unchanged.
   */
  unconverted: string[];
}

/**
 * Writes the placeholders of a text in another style, and its literal text with the escapes of that style. A text is
 * converted completely or not at all, because a half-converted text is wrong on both platforms. A text without
 * placeholders is unchanged, `%%` included, because no platform formats it; only the quotes of ICU around braces are
 * removed, as in plurals. The result is parsed again, and is used only when it has the same placeholders.
 *
 * A position can be written in every style (`%1$s` is `{0}`). A name can be written in a style without names only when
 * `order` contains it.
 *
 * @param from default: the style of the text, see `detectStyle`
 * @param order the argument names of the source text (`argumentNames`), which give each name the same position in all
 *   languages
 */
export function convertPlaceholders(
  text: string,
  from: PlaceholderStyle | undefined,
  to: PlaceholderStyle,
  order: readonly string[] = [],
): Conversion {
  const style = from ?? detectStyle(text) ?? (isQuoted(text) ? 'icu' : undefined);
  if (style === undefined) return { text, unconverted: findLookalikes(text, to) };
  if (style === to) return { text, unconverted: [] };
  const tokens = SYNTAXES[style].parse(text);
  if (tokens.every((token) => typeof token === 'string')) {
    if (style !== 'icu' || !isQuoted(text)) return { text, unconverted: [] };
    return withoutQuotes(text, tokens.join(''), to);
  }
  const positioned = withPositions(tokens, to, order);
  const { formatted, unconverted } = formatTokens(positioned, to);
  return formatted === undefined ? { text, unconverted } : { text: formatted, unconverted: [] };
}

/**
 * Returns whether a text has quotes that only ICU has: around braces that are shown (`'{name}'`), or the apostrophe of
 * a word (`it''s`).
 */
const isQuoted = (text: string): boolean => text.includes("'") && /'[{}]|\p{L}''\p{L}/u.test(text);

/** Converts a text of ICU that has quotes and no placeholders. The platforms do not format it, except Fluent. */
function withoutQuotes(text: string, literal: string, to: PlaceholderStyle): Conversion {
  const syntax = SYNTAXES[to];
  const tokens = syntax.parse(literal);
  if (to === 'fluent') return { text: syntax.escape(literal), unconverted: [] };
  const unconverted = tokens.flatMap((token) => (isPlaceholder(token) ? token.raw : []));
  return unconverted.length > 0 ? { text, unconverted } : { text: literal, unconverted };
}

/**
 * Detects the style of a text; the most specific syntax is tried first. Returns undefined for a text without
 * placeholders and for one with placeholders of two families, such as `{x}` and `%s`. Placeholders of Qt and Laravel
 * are not detected: `%1` and `:name` are literal text in most texts.
 */
export const detectStyle = (text: string): PlaceholderStyle | undefined => detectAmong(['i18next', 'icu'], text);

/** Detects the style of a text that is no message of ICU: `{x}` is literal text, also beside `%s`. */
export const detectStyleOfLiteral = (text: string): PlaceholderStyle | undefined => detectAmong(['i18next'], text);

function detectAmong(styles: readonly ('i18next' | 'icu')[], text: string): PlaceholderStyle | undefined {
  const percent = PERCENT_SIGNS.find(([, sign]) => sign.test(text))?.[0];
  const braces = isFluentText(text)
    ? 'fluent'
    : styles.find((style) => SYNTAXES[style].parse(text).some(isPlaceholder));
  if (percent === undefined) return braces;
  // The braces of `%{name}` are part of Ruby's placeholder.
  return braces === undefined || percent === 'ruby' ? percent : undefined;
}

/** The patterns that only placeholders of the style match. */
const PERCENT_SIGNS: readonly (readonly [PlaceholderStyle, RegExp])[] = [
  ['ruby', /%(?:\{\w+\}|<\w+>)/],
  ['apple', /%(?:\d+\$)?[-+#0]{0,5}\d{0,4}(?:@|(?:ll?|q)[diuxXo])/],
  ['android', /%\d+\$[-+#0]{0,5}\d{0,4}(?:\.\d{1,4})?[sdfeExXoc]/],
  ['printf', /%(?:\([^()]{1,200}\))?[-+#0]{0,5}\d{0,4}(?:\.\d{1,4})?[sdiufFeEgGxXoc]/],
];

/**
 * Finds what styles other than the target read as placeholders in a text without a certain style: `{x}` beside `%s`,
 * `{x, number}`, `$t(`.
 */
export function findLookalikes(text: string, to: PlaceholderStyle): string[] {
  const found = FAMILIES.filter((styles) => !styles.includes(to)).flatMap(([style]) =>
    SYNTAXES[style].parse(text).flatMap((token) => {
      if (typeof token === 'string') return [];
      if (isPlaceholder(token)) return [token.raw];
      // An unsupported token of ICU extends to the end of the text, and counts only with the name and type of an
      // argument.
      return style === 'icu'
        ? (/^\{\s*[^\s{},]{1,200}\s*,\s*\w{1,20}/.exec(token.unsupported) ?? [])
        : [token.unsupported];
    }),
  );
  return [...new Set(found)];
}

/** Styles with the same parser; the first one is used for all. A text with a Ruby placeholder has a certain style. */
const FAMILIES: readonly (readonly [PlaceholderStyle, ...PlaceholderStyle[]])[] = [
  ['icu'],
  ['i18next'],
  ['printf', 'android', 'apple'],
];

/**
 * Returns the names of a text's arguments, each once and in the order of the text. Their indexes are their positions.
 */
export function argumentNames(text: string, style: PlaceholderStyle): string[] {
  const names = SYNTAXES[style].parse(text).flatMap((token) => {
    return isPlaceholder(token) && typeof token.argument === 'string' ? [token.argument] : [];
  });
  return [...new Set(names)];
}

/** The styles whose placeholders have positions and no names. */
export const POSITIONAL: ReadonlySet<PlaceholderStyle> = new Set(['android', 'apple', 'qt']);

/** Replaces names by their positions when the target style has only positions. */
function withPositions(tokens: readonly Token[], to: PlaceholderStyle, order: readonly string[]): Token[] {
  if (!POSITIONAL.has(to)) return [...tokens];
  const positions = positionsOf(order, tokens);
  return mapPlaceholders(tokens, (token) => {
    const position = positions.get(token.argument);
    return position === undefined ? token : { ...token, argument: position };
  });
}

/** Returns the positions of names: their indexes, but for those that the text has positions of its own for. */
export function positionsOf(order: readonly string[], tokens: readonly Token[]): Map<Argument, number> {
  const positions = new Map<Argument, number>();
  const taken = new Set(tokens.map((token) => (isPlaceholder(token) ? token.argument : undefined)));
  let position = 0;
  for (const name of order) {
    while (taken.has(position)) position++;
    positions.set(name, position++);
  }
  return positions;
}

/** Formats tokens in a style. `formatted` is undefined when one of them has no equivalent. */
export function formatTokens(
  tokens: readonly Token[],
  to: PlaceholderStyle,
): { formatted?: string; unconverted: string[] } {
  const syntax = SYNTAXES[to];
  const all = describeArguments(tokens);
  const format = once((placeholder: Placeholder) => syntax.format(placeholder, all));
  const unconverted: string[] = [];
  let formatted = '';
  for (const token of tokens) {
    if (typeof token === 'string') formatted += syntax.escape(token);
    else {
      const placeholder = isPlaceholder(token) ? format(token) : undefined;
      if (placeholder === undefined) unconverted.push(isPlaceholder(token) ? token.raw : token.unsupported);
      else formatted += placeholder;
    }
  }
  if (unconverted.length > 0) return { unconverted };
  if (areEquivalent(tokens, syntax.parse(formatted), to)) return { formatted, unconverted };
  return { unconverted: tokens.filter(isPlaceholder).map(({ raw }) => raw) };
}

/**
 * Compares the tokens of a text with the tokens of its converted form. They differ for a literal `{{` in i18next, for
 * instance.
 */
function areEquivalent(tokens: readonly Token[], parsed: readonly Token[], to: PlaceholderStyle): boolean {
  const expected = joinLiterals(tokens);
  return (
    expected.length === parsed.length &&
    expected.every((token, index) => {
      const other = parsed[index];
      if (typeof token === 'string' || other === undefined || !isPlaceholder(token)) return token === other;
      return isPlaceholder(other) && isSamePlaceholder(token, other, to);
    })
  );
}

/** The styles in which a placeholder does not tell that its value is an integer. */
const UNTYPED: ReadonlySet<PlaceholderStyle> = new Set(['i18next', 'fluent', 'qt', 'laravel']);

function isSamePlaceholder(a: Placeholder, b: Placeholder, to: PlaceholderStyle): boolean {
  if (a.argument !== b.argument) return false;
  return UNTYPED.has(to) || (a.conversion === b.conversion && a.modifiers === b.modifiers);
}

/** Joins adjacent literals and removes empty ones. */
function joinLiterals(tokens: readonly Token[]): Token[] {
  const joined: Token[] = [];
  for (const token of tokens) {
    const last = joined.at(-1);
    if (typeof token === 'string' && typeof last === 'string') joined[joined.length - 1] = last + token;
    else if (token !== '') joined.push(token);
  }
  return joined;
}
