import type { Plural } from '../../model/plural';
import { detectStyleOfLiteral, SYNTAXES } from './convert-placeholders';
import { convertPluralPlaceholders, type PluralConversion } from './convert-plural-placeholders';
import { isPlaceholder, type PlaceholderStyle } from './placeholder';

/**
 * Returns the style of the arguments in literal forms of a plural, as another format has them: `{{count}}` of i18next.
 * Undefined where it is not certain, and for arguments that the tools of the format read, too: `%d` is one of PO,
 * Android and Apple.
 *
 * @param syntax the style of the format
 */
export function foreignStyle(
  { exact, forms }: Pick<Plural, 'exact' | 'forms'>,
  syntax: PlaceholderStyle,
): PlaceholderStyle | undefined {
  const text = [...exact.values(), ...forms.values()].join('\n');
  if (!/[%{:]/.test(text)) return undefined;
  const style = styleOf(text);
  if (style === undefined || style === syntax) return undefined;
  return isReadIn(text, style, syntax) ? undefined : style;
}

/** The number in a form of a plural, in styles that other texts do not show: `%n` and `:count`. */
const NUMBERS: readonly (readonly [PlaceholderStyle, RegExp])[] = [
  ['qt', /%L?n(?![a-z])/i],
  ['laravel', /(?<![\w:]):count(?!\w)/i],
];

/** Returns the style of the arguments in a literal form of a plural. */
const styleOf = (text: string): PlaceholderStyle | undefined =>
  detectStyleOfLiteral(text) ?? NUMBERS.find(([, number]) => number.test(text))?.[0];

/** What the platforms with conversions of printf read. They share a parser. */
const READ: Partial<Record<PlaceholderStyle, RegExp>> = {
  printf: /[^@]$/,
  android: /^%(?:\d+\$)?[-+#0]*\d*(?:\.\d+)?[sdfeExXoc]$/,
  apple: /^%[^(]*[^s]$/,
};

function isReadIn(text: string, style: PlaceholderStyle, syntax: PlaceholderStyle): boolean {
  // `%1s` is `%1` and a letter for Qt.
  if (syntax === 'qt') return style === 'printf' && /%L?(?:n|[1-9]\d?(?!\d*\$))/.test(text);
  const read = READ[syntax];
  if (!read || !READ[style]) return false;
  return SYNTAXES[syntax].parse(text).every((token) => !isPlaceholder(token) || read.test(token.raw));
}

/** Converts the arguments that other formats have in the forms of a plural. What has no equivalent stays as it is. */
export function convertForeign(plural: Plural, syntax: PlaceholderStyle): PluralConversion {
  const { foreign, ...own } = plural;
  const literal = { ...own, placeholders: [] };
  if (!foreign) return { plural: literal, unconverted: [] };
  return convertPluralPlaceholders(literal, foreign.style, syntax, { order: foreign.order, asForms: true });
}
