import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import * as fc from 'fast-check';
import { anyText } from '../../contract/samples.contract';
import { argumentNames, convertPlaceholders, detectStyle, formatTokens, SYNTAXES } from './convert-placeholders';
import { isPlaceholder, PLACEHOLDER_STYLES, type PlaceholderStyle, type Token } from './placeholder';
import { CPU_SECONDS, startCpuClock } from '../../contract/cpu-time.contract';
import { samples } from '../../../../test/support/samples';

/** What a text without placeholders shows. */
const shownBy = (style: PlaceholderStyle, text: string): string =>
  SYNTAXES[style]
    .parse(text)
    .map((token) => (typeof token === 'string' ? token : ''))
    .join('');

const convert = (text: string, from: PlaceholderStyle, to: PlaceholderStyle, order?: string[]): string => {
  const { text: result, unconverted } = convertPlaceholders(text, from, to, order);
  expect(unconverted).toEqual([]);
  return result;
};

describe('convertPlaceholders', () => {
  it.each<[PlaceholderStyle, string, PlaceholderStyle, string]>([
    ['printf', 'Hello %s, %d files', 'icu', 'Hello {0}, {1, number, integer} files'],
    ['printf', '%2$s by %1$s', 'icu', '{1} by {0}'],
    ['printf', '%(user)s', 'icu', '{user}'],
    ['printf', '%(user)s', 'ruby', '%{user}'],
    ['printf', '%(n)05d of %(total).2f', 'ruby', '%<n>05d of %<total>.2f'],
    ['printf', '%s and %s', 'android', '%1$s and %2$s'],
    ['printf', '%.2f of %5d', 'apple', '%.2f of %5lld'],
    ['android', '%1$s: %2$d', 'apple', '%@: %lld'],
    ['android', '%2$s: %1$s', 'apple', '%2$@: %1$@'],
    ['android', '%1$s and %1$s', 'icu', '{0} and {0}'],
    ['apple', '%@ has %lu items', 'android', '%1$s has %2$d items'],
    ['apple', '%1$@', 'i18next', '{{0}}'],
    ['i18next', 'Hi {{ user.name }}', 'printf', 'Hi %(user.name)s'],
    ['i18next', '{{name}}', 'icu', '{name}'],
    ['ruby', '%{name}', 'i18next', '{{name}}'],
    ['icu', '{ name }', 'ruby', '%{name}'],
    ['icu', '{0} {1, number, integer}', 'printf', '%s %d'],
  ])('converts %s %s to %s %s', (from, text, to, expected) => expect(convert(text, from, to)).toBe(expected));

  it.each<[PlaceholderStyle, string, PlaceholderStyle, string]>([
    ['printf', "100%% of {%s}, it's", 'icu', "100% of '{'{0}'}', it''s"],
    ['icu', "'{'{0}'}' it''s a ' and 5%", 'printf', "{%s} it's a ' and 5%%"],
    ['ruby', '%%{a} %{b}', 'i18next', '%{a} {{b}}'],
    ['printf', '5% off for %s', 'ruby', '5%% off for %{0}'],
  ])('converts the escapes of %s %s to %s %s', (from, text, to, expected) =>
    expect(convert(text, from, to)).toBe(expected),
  );

  it.each([...PLACEHOLDER_STYLES])('does not change a text without placeholders of %s', (from) => {
    for (const to of PLACEHOLDER_STYLES) expect(convertPlaceholders("100% it's", from, to).text).toBe("100% it's");
  });

  it.each<[PlaceholderStyle, string, PlaceholderStyle, string[]]>([
    ['printf', '%s costs %.2f', 'icu', ['%.2f']],
    ['printf', '%*d %s', 'icu', ['%*d']],
    ['android', '%1$,d', 'printf', ['%1$,d']],
    ['icu', '{name} {n, number}', 'ruby', ['{n, number}']],
    ['icu', '{n, plural, one {# file} other {{x} files}}', 'i18next', ['{n, plural, one {# file} other {{x} files}}']],
    ['icu', '{name', 'ruby', ['{name']],
    ['icu', '{name}', 'android', ['{name}']],
    ['i18next', '{{- html}} $t(key)', 'icu', ['{{- html}}', '$t(']],
    ['i18next', '{{a.b}}', 'icu', ['{{a.b}}']],
    ['printf', '%s {{x}}', 'i18next', ['%s']],
    ['printf', '{%s', 'i18next', ['%s']],
    ['icu', '{0} {name}', 'printf', ['{0}']],
  ])('does not change %s %s, which has no equivalent in %s', (from, text, to, unconverted) => {
    expect(convertPlaceholders(text, from, to)).toEqual({ text, unconverted });
  });

  it('writes names as the positions of the source text in styles without names', () => {
    const order = argumentNames('{a} of {b}, {a}', 'icu');
    expect(order).toEqual(['a', 'b']);
    expect(convert('{b} von {a}', 'icu', 'android', order)).toBe('%2$s von %1$s');
    expect(convert('{b}', 'icu', 'apple', order)).toBe('%2$@');
  });

  it.each<[string, PlaceholderStyle | undefined]>([
    ['{{name}}', 'i18next'],
    ['%{name}', 'ruby'],
    ['%<n>d', 'ruby'],
    ['%@', 'apple'],
    ['%1$lld', 'apple'],
    ['%1$s', 'android'],
    ['%s', 'printf'],
    ['%(name)s', 'printf'],
    ['{name}', 'icu'],
    ["'{name}'", undefined],
    ['{ $name } and { name }', 'fluent'],
    ['{ -brand } { name }', 'fluent'],
    ['{ name }', 'icu'],
    ['{{- name}} {{$name}}', 'i18next'],
    ['5% discount, 100%', undefined],
    ['{name} %s', undefined],
    ['plain', undefined],
  ])('detects the style of %j as %s', (text, style) => {
    expect(detectStyle(text)).toBe(style);
  });

  it.each<[string, PlaceholderStyle, string]>([
    ["Drop '{file}' into it''s '{'box'}'", 'i18next', "Drop {file} into it's {box}"],
    ["'{x}'", 'ruby', '{x}'],
    ["'{x}'", 'fluent', '{ "{" }x{ "}" }'],
    ["it''s", 'ruby', "it's"],
    ["l''été d''Anne", 'android', "l'été d'Anne"],
    ["''quoted'' text", 'ruby', "''quoted'' text"],
  ])('removes the quotes of ICU, as it shows them: %s in %s is %s', (text, to, expected) => {
    expect(convertPlaceholders(text, undefined, to)).toEqual({ text: expected, unconverted: [] });
  });

  it.each<[PlaceholderStyle, string, PlaceholderStyle, string]>([
    ['icu', '{name} of {n, number}', 'fluent', '{ $name } of { NUMBER($n) }'],
    [
      'icu',
      "'{'{name}'}' {n, number, integer}",
      'fluent',
      '{ "{" }{ $name }{ "}" } { NUMBER($n, maximumFractionDigits: 0) }',
    ],
    ['fluent', 'Browse {$store}, { "{" }', 'icu', "Browse {store}, '{'"],
    ['fluent', '{ $a } { $b }', 'i18next', '{{a}} {{b}}'],
    ['icu', '{n, number}', 'i18next', '{{n, number}}'],
    ['icu', '{name}', 'laravel', ':name'],
    ['icu', '{0} {1}', 'qt', '%1 %2'],
    ['printf', '%(name)s', 'fluent', '{ $name }'],
  ])('converts %s %s to %s %s and back', (from, text, to, expected) => {
    expect(convert(text, from, to)).toBe(expected);
  });

  it('converts from the detected style when none is given', () => {
    expect(convertPlaceholders('%s', undefined, 'icu').text).toBe('{0}');
    expect(convertPlaceholders('{{x}}', undefined, 'icu').text).toBe('{x}');
    expect(convertPlaceholders('{x}', undefined, 'icu').text).toBe('{x}');
  });
});

describe('convertPlaceholders for a text without a certain style', () => {
  it.each<[string, PlaceholderStyle, string[]]>([
    ['Hi {name}, %d new', 'icu', ['%d']],
    ['Hi {name}, %d new', 'android', ['{name}']],
    ['Hi {name}, %d new', 'ruby', ['{name}', '%d']],
    ['{x, number} and {d, date, short}', 'android', ['{x, number}', '{d, date, short}']],
    ['{x, number}', 'icu', []],
    ['You have {n, plural, one {# file} other {# files}} new', 'apple', ['{n, plural']],
    ['{{- html}} {{n, number}}', 'icu', ['{{- html}}']],
    ['{{- html}}', 'i18next', []],
    ['$t(key)', 'ruby', ['$t(']],
    ['%*d', 'icu', ['%*d']],
    ['%*d', 'apple', []],
    ['{}, { "a": 1, "b": 2 }, 5% off, 100%', 'ruby', []],
  ])('does not change %j for %s and returns what looks like placeholders', (text, to, unconverted) => {
    expect(convertPlaceholders(text, undefined, to)).toEqual({ text, unconverted });
  });
});

describe('convertPlaceholders there and back', () => {
  const literal = fc.oneof(
    anyText,
    fc.constantFrom("'", "''", '%', '%%', '{', '}', "'{", '{{', '#', '$t(', '% d', '5%'),
  );
  const placeholder = (argument: fc.Arbitrary<number | string>): fc.Arbitrary<Token> =>
    fc.record({ argument, conversion: fc.constantFrom('s', 'd'), modifiers: fc.constant(''), raw: fc.constant('') });
  const texts = (argument: fc.Arbitrary<number | string>) =>
    fc.array(fc.oneof(literal, placeholder(argument)), { maxLength: 8 });
  const pairs = (styles: readonly PlaceholderStyle[]) =>
    fc.tuple(fc.constantFrom(...styles), fc.constantFrom(...styles));
  const typed = ['icu', 'printf', 'android', 'apple', 'ruby'] as const;

  it.each([
    ['positions', typed, fc.nat(4)],
    ['names', ['icu', 'printf', 'ruby'] as const, fc.constantFrom('a', 'count', 'x_1')],
  ])('returns the same text with %s', (_, styles, argument) => {
    let converting = 0;
    fc.assert(
      fc.property(pairs(styles), texts(argument), ([from, to], tokens) => {
        const { formatted } = formatTokens(tokens, from);
        if (formatted === undefined || !tokens.some(isPlaceholder)) return;
        const there = convertPlaceholders(formatted, from, to);
        if (there.unconverted.length > 0) return;
        converting++;
        expect(convertPlaceholders(there.text, to, from)).toEqual({ text: formatted, unconverted: [] });
      }),
      { numRuns: samples(2_000) },
    );
    expect(converting).toBeGreaterThan(samples(1_000));
  });

  it('formats ICU that the parser of FormatJS reads as the same', () => {
    fc.assert(
      fc.property(texts(fc.nat(4)), (given) => {
        const { formatted } = formatTokens(given, 'icu');
        const own = SYNTAXES.icu
          .parse(formatted ?? '')
          .map((token) => (isPlaceholder(token) ? String(token.argument) : token));
        const theirs = parse(formatted ?? '', { ignoreTag: true });
        // FormatJS reads `'<` as the start of a quotation even with ignoreTag; ICU does not.
        if (/'[<]/.test(formatted ?? '')) return;
        expect(theirs.map((part) => (part.type === TYPE.pound ? '#' : part.value))).toEqual(own);
      }),
      { numRuns: samples(1_000) },
    );
  });

  it('never throws, and returns every placeholder that it does not convert', () => {
    fc.assert(
      fc.property(pairs(PLACEHOLDER_STYLES), anyText, ([from, to], text) => {
        const { text: result, unconverted } = convertPlaceholders(text, from, to);
        if (unconverted.length > 0) expect(result).toBe(text);
        if (result === text || SYNTAXES[to].parse(result).some(isPlaceholder)) return;
        // A text of ICU without placeholders lost its quotes: it shows the same as before.
        expect(shownBy(to, result)).toBe(shownBy('icu', text));
      }),
      { numRuns: samples(2_000) },
    );
  });

  it.each(['%', '%0', '%(', '%{', '{', "'{", '{ ', '{{ ', '%1$', '%-0', "'", '%000000000', '%1$(', '{a,'])(
    'takes linear time for long texts of %j',
    (part) => {
      const text = part.repeat(60_000);
      const cpuSeconds = startCpuClock();
      for (const style of PLACEHOLDER_STYLES) convertPlaceholders(text, style, style === 'icu' ? 'ruby' : 'icu');
      detectStyle(text);
      expect(cpuSeconds()).toBeLessThan(CPU_SECONDS);
    },
  );
});
