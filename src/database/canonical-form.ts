/**
 * Ranges of characters. A text without any of them is in the normal form C of Unicode, whatever the order of its characters is: they
 * have the characters with another normal form, marks, and the parts of syllables. They have others too, as of scripts in which most
 * texts have marks.
 */
const RANGES: readonly (readonly [first: number, last: number])[] = [
  [0x0300, 0x036f], // marks of Latin, Greek and Cyrillic
  [0x0374, 0x0374],
  [0x037e, 0x037e],
  [0x0387, 0x0387],
  [0x0483, 0x0487],
  [0x0591, 0x05c7], // Hebrew points
  [0x0610, 0x061a], // Arabic marks
  [0x064b, 0x0670],
  [0x06d6, 0x06ed],
  [0x0711, 0x0711],
  [0x0730, 0x109d], // Syriac, the scripts of India, Thai, Lao, Tibetan, Myanmar
  [0x1161, 0x11c2], // vowels and finals of Hangul
  [0x135d, 0x135f],
  [0x1714, 0x1dff], // Khmer, Mongolian and other scripts of Asia
  [0x1f70, 0x1fff], // Greek with an acute of its own
  [0x2000, 0x2001],
  [0x20d0, 0x20f0],
  [0x2126, 0x212b], // ohm, kelvin, angstrom
  [0x2329, 0x232a],
  [0x2adc, 0x2adc],
  [0x2cef, 0x2cf1],
  [0x2d7f, 0x2dff],
  [0x302a, 0x302f],
  [0x3099, 0x309a], // voiced marks of kana
  [0xa66f, 0xa6f1],
  [0xa806, 0xabed],
  [0xf900, 0xfad9], // ideographs for compatibility
  [0xfb1d, 0xfb4e], // Hebrew letters with points
  [0xfe20, 0xfe2f],
  [0x101fd, 0x16ff1], // ancient scripts, and scripts of few texts
  [0x1bc9e, 0x1bc9e],
  [0x1d15e, 0x1d244], // musical symbols
  [0x1e000, 0x1e94a],
  [0x2f800, 0x2fa1d], // ideographs for compatibility
];

/** The characters between these ranges, of which none is a mark that is sorted. */
const OTHERS = [...RANGES, [0x11_0000, 0x11_0000] as const]
  .map(([first], i) => [(RANGES[i - 1]?.[1] ?? 0) + 1, first - 1] as const)
  .filter(([first, last]) => first <= last);

/** The time to sort marks grows with the square of their number, so that a text with so many in a row stays as it is. */
const MANY_MARKS = 31;

const classOf = (ranges: typeof RANGES, escape: (code: string) => string): string =>
  ranges.map((range) => range.map((code) => escape(code.toString(16).padStart(8, '0'))).join('-')).join('');

const sqlClassOf = (ranges: typeof RANGES): string => classOf(ranges, (code) => `\\U${code}`);
const jsClassOf = (ranges: typeof RANGES): string => classOf(ranges, (code) => `\\u{${code}}`);

/** Returns SQL of a text in small letters of every script. */
export const smallOf = (expression: string): string => `lower(${expression} COLLATE "und-x-icu")`;

/** SQL of a run of marks, which are in the ranges and are no letters. Symbols such as `=` are in no range. */
const MARKS = `'[^[:alnum:][:space:][:punct:]${sqlClassOf(OTHERS)}]{${MANY_MARKS}}'`;

/**
 * Returns SQL of what `use` makes of a text in small letters whose canonically equivalent forms are one: the normal form C of Unicode.
 * Most texts are in that form already: the check takes a tenth of the time of the conversion.
 *
 * @param use gets whether the text stays as it is, as it may have many marks
 */
export const withCanonicalSmall = (expression: string, use: (small: string, isLeft: boolean) => string): string => {
  const small = smallOf(expression);
  return `CASE WHEN ${expression} COLLATE "C" !~ '[${sqlClassOf(RANGES)}]' THEN ${use(small, false)}
    WHEN ${expression} COLLATE "und-x-icu" ~ ${MARKS} THEN ${use(small, true)}
    ELSE ${use(`normalize(${small}, NFC)`, false)} END`;
};

/** Whether a text may have another canonical form. */
export const mayHaveOtherForm = (text: string): boolean => HAS_OTHER_FORM.test(text);
const HAS_OTHER_FORM = new RegExp(`[${jsClassOf(RANGES)}]`, 'u');

/** Whether `withCanonicalSmall` may leave such a text as it is. White space counts as marks, as JavaScript has less of it than the database. */
export const mayHaveManyMarks = (text: string): boolean => HAS_MANY_MARKS.test(text);
const HAS_MANY_MARKS = new RegExp(`[^\\p{L}\\p{Nd}\\p{P}${jsClassOf(OTHERS)}]{${MANY_MARKS}}`, 'u');
