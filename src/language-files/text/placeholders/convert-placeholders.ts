import { i18nextSyntax, icuSyntax } from './brace-syntax';
import { androidSyntax, appleSyntax, printfSyntax, rubySyntax } from './percent-syntax';
import {
  isPlaceholder,
  PLACEHOLDER_STYLES,
  type Piece,
  type Placeholder,
  type PlaceholderStyle,
  type PlaceholderSyntax,
} from './placeholder';

export const SYNTAXES: Readonly<Record<PlaceholderStyle, PlaceholderSyntax>> = {
  icu: icuSyntax,
  i18next: i18nextSyntax,
  printf: printfSyntax,
  android: androidSyntax,
  apple: appleSyntax,
  ruby: rubySyntax,
};

export interface Conversion {
  text: string;
  /** What the target cannot say, as it stands in the text. Empty where the text was converted, or had nothing to convert. */
  unconverted: string[];
}

/**
 * Writes a text's placeholders in another style, and its literal text with that style's escapes. A text is converted whole
 * or not at all: half of it would be wrong for both platforms. A text without placeholders stays as it is, `%%` and quotes
 * too, because no platform formats it. What is converted reads the same in the new style; that is checked, not hoped for.
 *
 * Positions and names: a position goes to any style (`%1$s` is `{0}`), a name only to one with names, unless `order`
 * says which position it has: that of the source text (see `argumentNames`), the same in all languages.
 *
 * @param from undefined: the text's own, see `placeholderStyle`
 */
export function convertPlaceholders(
  text: string,
  from: PlaceholderStyle | undefined,
  to: PlaceholderStyle,
  order: readonly string[] = [],
): Conversion {
  const style = from ?? placeholderStyle(text);
  if (style === undefined) return { text, unconverted: lookalikes(text, to) };
  if (style === to) return { text, unconverted: [] };
  const pieces = SYNTAXES[style].read(text);
  if (pieces.every((piece) => typeof piece === 'string')) return { text, unconverted: [] };
  const { written, unconverted } = writePieces(
    pieces.map((piece) => positioned(piece, to, order)),
    to,
  );
  return written === undefined ? { text, unconverted } : { text: written, unconverted: [] };
}

/**
 * The style of a text, from the most telling one on. `{x}` beside `%s` says nothing for sure, nor does a text without
 * placeholders: undefined.
 */
export function placeholderStyle(text: string): PlaceholderStyle | undefined {
  const percent = SIGNS.find(([, sign]) => sign.test(text))?.[0];
  const braces = (['i18next', 'icu'] as const).find((style) => holdsPlaceholders(text, style));
  if (percent === undefined) return braces;
  // The braces of `%{name}` are no placeholder of their own.
  return braces === undefined || percent === 'ruby' ? percent : undefined;
}

/** What other styles than the wanted one would read in a text that has no style for sure: `{x}` beside `%s`, `{x, number}`, `$t(`. */
export function lookalikes(text: string, wanted: PlaceholderStyle): string[] {
  const found = FAMILIES.filter((styles) => !styles.includes(wanted)).flatMap(([style]) =>
    SYNTAXES[style].read(text).flatMap((piece) => {
      if (typeof piece === 'string') return [];
      if (isPlaceholder(piece)) return [piece.raw];
      // What ICU cannot read begins anywhere and has no end: it is one only with the name and type of an argument.
      return style === 'icu' ? (/^\{\s*[^\s{},]{1,200}\s*,\s*\w{1,20}/.exec(piece.foreign) ?? []) : [piece.foreign];
    }),
  );
  return [...new Set(found)];
}

/** Styles that read the same in a text, by the one that reads for all. Ruby's need no sign beyond `placeholderStyle`. */
const FAMILIES: readonly (readonly [PlaceholderStyle, ...PlaceholderStyle[]])[] = [
  ['icu'],
  ['i18next'],
  ['printf', 'android', 'apple'],
];

/** The names of a text's arguments, each once, in its order: the positions that they have where there are only positions. */
export function argumentNames(text: string, style: PlaceholderStyle): string[] {
  const names = SYNTAXES[style].read(text).flatMap((piece) => {
    return isPlaceholder(piece) && typeof piece.argument === 'string' ? [piece.argument] : [];
  });
  return [...new Set(names)];
}

const SIGNS: readonly (readonly [PlaceholderStyle, RegExp])[] = [
  ['ruby', /%(?:\{\w+\}|<\w+>)/],
  ['apple', /%(?:\d+\$)?[-+#0]{0,5}\d{0,4}(?:@|(?:ll?|q)[diuxXo])/],
  ['android', /%\d+\$[-+#0]{0,5}\d{0,4}(?:\.\d{1,4})?[sdfeExXoc]/],
  ['printf', /%(?:\([^()]{1,200}\))?[-+#0]{0,5}\d{0,4}(?:\.\d{1,4})?[sdiufFeEgGxXoc]/],
];

const holdsPlaceholders = (text: string, style: PlaceholderStyle): boolean =>
  SYNTAXES[style].read(text).some(isPlaceholder);

/** Positions for names, where the style has nothing else. */
function positioned(piece: Piece, to: PlaceholderStyle, order: readonly string[]): Piece {
  if (!isPlaceholder(piece) || (to !== 'android' && to !== 'apple')) return piece;
  const position = typeof piece.argument === 'string' ? order.indexOf(piece.argument) : -1;
  return position < 0 ? piece : { ...piece, argument: position };
}

/** `written` is undefined where anything cannot be said in the style. */
export function writePieces(
  pieces: readonly Piece[],
  to: PlaceholderStyle,
): { written?: string; unconverted: string[] } {
  const syntax = SYNTAXES[to];
  const unconverted: string[] = [];
  let written = '';
  for (const piece of pieces) {
    if (typeof piece === 'string') written += syntax.escape(piece);
    else {
      const said = isPlaceholder(piece) ? syntax.write(piece, pieces) : undefined;
      if (said === undefined) unconverted.push(isPlaceholder(piece) ? piece.raw : piece.foreign);
      else written += said;
    }
  }
  if (unconverted.length > 0) return { unconverted };
  if (sameReading(pieces, syntax.read(written), to)) return { written, unconverted };
  return { unconverted: pieces.filter(isPlaceholder).map(({ raw }) => raw) };
}

/** A literal `{{` beside i18next's own, and whatever else nobody thought of. */
function sameReading(pieces: readonly Piece[], read: readonly Piece[], to: PlaceholderStyle): boolean {
  const whole = joined(pieces);
  return (
    whole.length === read.length &&
    whole.every((piece, index) => {
      const other = read[index];
      if (typeof piece === 'string' || other === undefined || !isPlaceholder(piece)) return piece === other;
      return isPlaceholder(other) && samePlaceholder(piece, other, to);
    })
  );
}

function samePlaceholder(a: Placeholder, b: Placeholder, to: PlaceholderStyle): boolean {
  if (a.argument !== b.argument) return false;
  return to === 'i18next' || (a.conversion === b.conversion && a.modifiers === b.modifiers);
}

/** Texts side by side are one text. */
function joined(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') result[result.length - 1] = last + piece;
    else if (piece !== '') result.push(piece);
  }
  return result;
}

export const isPlaceholderStyle = (value: unknown): value is PlaceholderStyle =>
  PLACEHOLDER_STYLES.some((style) => style === value);
