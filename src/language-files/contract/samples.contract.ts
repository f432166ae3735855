import * as fc from 'fast-check';
import type { Plural, PluralCategory } from '../model/plural';
import { pluralCategories } from '../text/plurals/categories';

/** Valid texts (without U+0000 and lone surrogates) that were a problem in some format. */
export const NASTY_TEXTS: readonly string[] = [
  'plain',
  '',
  ' ',
  '  edge spaces  ',
  '\t',
  '\n',
  '\r',
  'LF\nCRLF\r\nCR\rend\n',
  '\n\nblank lines\n\n',
  'tab\tend\t',
  'double "quotes" and ""',
  "it's ''quoted''",
  'C:\\new\\table \\\\ \\',
  '\\n \\u0041 \\x41 \\101 \\',
  '<b>bold</b> <br/> < > & &amp; &lt; &#13; &nbsp; ]]> <!-- x --> <?php ?>',
  '%d %s %1$s %@ %n% %% %L1 {0} {name} {{value}} {{- raw}} ${x} $t(key) %{count} #{y} :name @:link | one|other',
  '{count, plural, one {# file} other {# files}}',
  '{ } [ ] ( ) # ! = : ; , . / ? * + - ~ ` ^ $ @ %',
  '=1+1',
  '-5%',
  '+1',
  '@a',
  '# no comment',
  '// no comment',
  '/* no comment */',
  '; no comment',
  '- item',
  'key: value',
  'key = "value";',
  '@string/other',
  '?attr/other',
  'null',
  'true',
  'no',
  '1_000',
  '0x10',
  '1e400',
  '9007199254740993',
  '2026-11-20',
  '~',
  '__proto__',
  'constructor',
  'e\u0301 and \u00e9, \u2126 and \u03a9',
  '\u65e5\u672c\u8a9e \u4e2d\u6587 \ud55c\uad6d\uc5b4',
  '\u0645\u0631\u062d\u0628\u0627 \u202b\u05e9\u05dc\u05d5\u05dd\u202c \u200f',
  '\u{1F468}\u200d\u{1F469}\u200d\u{1F467} \u{1F600} \u{10FFFF}',
  '\u0085 \u2028 \u2029 \u00a0 \u00ad \u200b \ufeff \ufffd \ufffe \uffff \u007f',
  '\ufeffmark first',
  '\u0001\u0008\u000b\u000c\u001b\u001f',
  'x'.repeat(65_536),
  '"\\\''.repeat(20_000),
  '<{[('.repeat(15_000),
  '\r\n'.repeat(20_000),
];

/**
 * Valid key names (without U+0000 and lone surrogates, not only white space, at most 8,192 bytes) that were a problem
 * in some format.
 */
export const NASTY_KEYS: readonly string[] = [
  'plain',
  'UPPER',
  'upper',
  'a',
  'a.b',
  'a.b.c',
  'a..b',
  '.lead',
  'trail.',
  '...',
  'list[0]',
  'list[1]',
  'gap[1]',
  'zero[01]',
  'tail[0]x',
  '[0]',
  '0',
  '9',
  '10',
  'a b',
  ' edge ',
  'tab\tkey',
  'line\nend',
  'cr\rkey',
  'crlf\r\nkey',
  'k:v=w#x!y;z',
  '# hash',
  '//slashes',
  '"quoted"',
  "it's",
  'back\\slash\\',
  '\\n',
  '<b>&amp;&lt;</b>',
  '{brace}',
  '%s',
  '-dash',
  '@at',
  '@@locale',
  '$schema',
  '=formula',
  '~',
  'null',
  'true',
  'no',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'item_one',
  'item_other',
  'context\u0004id',
  '\u00e9 \u043a\u043b\u044e\u0447 \u0645\u0641\u062a\u0627\u062d \u952e',
  '\u{1F600}',
  '\u0085\u2028\ufeff.',
  'A whole paragraph, as gettext has them. With several sentences; and "quotes".\n\nAnd lines.',
  'k'.repeat(8192),
  'a.'.repeat(4095) + 'z',
  'b[0]'.repeat(2048),
];

/** Languages with many different plural rules, and one that CLDR does not have. */
export const PLURAL_LANGUAGES = [
  ...['en', 'de', 'fr', 'es', 'pt-BR', 'it', 'nl', 'sv', 'ja', 'zh-Hans', 'ko', 'ru', 'uk', 'pl', 'cs'],
  ...['sl', 'lt', 'lv', 'ar', 'he', 'cy', 'ga', 'ro', 'tr', 'xx'],
] as const;

const special = fc.constantFrom(
  ...Array.from('{}[]()<>&"\'\\/#%$@|=:;,.-_+*?! \t\n\r\u0085\u2028\ufeff\u007f\u0001ae0é日'),
  ...[
    '\r\n',
    '\\n',
    '\\u',
    '&lt;',
    ']]>',
    '%d',
    '{n}',
    '${',
    '<b>',
    '//',
    '/*',
    '*/',
    "''",
    '""',
    '😀',
    '_one',
    '_other',
  ],
);

const withoutNul = (text: string): string => text.replaceAll('\0', '');

/** Any valid text, with many of the characters that have a meaning in formats. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.array(special, { maxLength: 12 }).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }).map(withoutNul) },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 20 }).map(withoutNul) },
);

/** Any valid key name. */
export const anyKey: fc.Arbitrary<string> = fc
  .oneof(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 12 }), anyText)
  .filter((key) => key.trim() !== '');

/** Returns plurals with exactly the forms that the language has. */
export const pluralIn = (language: string, form: fc.Arbitrary<string>): fc.Arbitrary<Plural> => {
  const categories = pluralCategories(language);
  return fc
    .array(form, { minLength: categories.length, maxLength: categories.length })
    .map((forms) => pluralOf(new Map(categories.map((category, index) => [category, forms[index] ?? '']))));
};

export const pluralOf = (
  forms: ReadonlyMap<PluralCategory, string>,
  exact: ReadonlyMap<number, string> = new Map(),
  type: Plural['type'] = 'cardinal',
): Plural => ({ type, arg: 'count', exact, forms });
