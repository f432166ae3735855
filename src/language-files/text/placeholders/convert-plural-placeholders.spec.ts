import { parsePluralMessage, printPluralMessage } from '../plurals/icu-message';
import type { PluralCategory } from '../../model/plural';
import { convertPluralPlaceholders, type PluralWithPlaceholders } from './convert-plural-placeholders';
import type { PlaceholderStyle } from './placeholder';

const pluralOf = (one: string, other: string, arg = 'count'): PluralWithPlaceholders => {
  const forms = new Map<PluralCategory, string>([
    ['one', one],
    ['other', other],
  ]);
  return { type: 'cardinal', arg, exact: new Map(), forms, placeholders: [] };
};

function message(text: string): PluralWithPlaceholders {
  const plural = parsePluralMessage(text);
  if (!plural) throw new Error('no plural');
  return plural;
}

const formsOf = ({ forms }: PluralWithPlaceholders): string[] => [...forms.values()];

describe('convertPluralPlaceholders', () => {
  it.each<[PlaceholderStyle, string, string, string]>([
    ['printf', 'a file', '%d files', '{count, plural, one {a file} other {# files}}'],
    [
      'printf',
      '%1$s has a file',
      '%1$s has %2$d files',
      '{count, plural, one {{0} has a file} other {{0} has # files}}',
    ],
    ['android', '%1$d file', '%1$d files {x} 100%%', "{count, plural, one {# file} other {# files '{'x'}' 100%}}"],
    ['printf', '{%d} file', '{{%d} of} files', "{count, plural, one {'{'#'}' file} other {'{{'#'}' of'}' files}}"],
    ['apple', '%lld file in %@', '%lld files in %@', '{count, plural, one {# file in {1}} other {# files in {1}}}'],
    ['i18next', '{{count}} file', '{{count}} {{what}}', '{count, plural, one {# file} other {# {what}}}'],
    ['ruby', '%{count} file', '%{count} files', '{count, plural, one {# file} other {# files}}'],
  ])('converts %s %s, %s to ICU and back', (style, one, other, expected) => {
    const { plural, unconverted } = convertPluralPlaceholders(pluralOf(one, other), style, 'icu');
    expect(unconverted).toEqual([]);
    const written = printPluralMessage(plural, plural.placeholders);
    expect(written).toBe(expected);
    const back = convertPluralPlaceholders(message(written), undefined, style);
    expect(back.unconverted).toEqual([]);
    expect(back.plural.placeholders).toEqual([]);
    expect(convertPluralPlaceholders(back.plural, style, 'icu').plural).toEqual(plural);
  });

  it('converts the count to its name or the first free position of each style', () => {
    const plural = message('{n, plural, =0 {none} one {# file of {0}} other {# files of {0}}}');
    const other = (to: PlaceholderStyle): string | undefined =>
      convertPluralPlaceholders(plural, 'icu', to).plural.forms.get('other');
    expect(other('android')).toBe('%2$d files of %1$s');
    expect(other('apple')).toBe('%2$lld files of %1$@');
    expect(other('i18next')).toBe('{{n}} files of {{0}}');
    expect(other('ruby')).toBe('%{n} files of %{0}');
    expect(convertPluralPlaceholders(plural, 'icu', 'ruby').plural.exact).toEqual(new Map([[0, 'none']]));
  });

  it('converts names to positions in the given order', () => {
    const plural = message('{n, plural, one {# in {b}} other {# of {a} in {b}}}');
    const { plural: result } = convertPluralPlaceholders(plural, 'icu', 'android', { order: ['a', 'b'] });
    expect(formsOf(result)).toEqual(['%3$d in %2$s', '%3$d of %1$s in %2$s']);
  });

  it.each<[PlaceholderStyle, string, string, string[]]>([
    ['printf', '%s', '%d of %.1f', ['%.1f']],
    ['printf', '#1', '#%d', ['#']],
    ['android', '%1$d', '%1$d of %2$d', ['%1$d', '%2$d']],
  ])('changes no form when one has no equivalent in ICU: %s %s, %s', (style, one, other, unconverted) => {
    const given = pluralOf(one, other);
    expect(convertPluralPlaceholders(given, style, 'icu')).toEqual({ plural: given, unconverted });
  });

  it('does not change names in styles without names', () => {
    const given = message('{n, plural, one {# of {a}} other {# of {a}}}');
    expect(convertPluralPlaceholders(given, 'icu', 'android')).toEqual({ plural: given, unconverted: ['{a}'] });
  });

  it('does not change a plural without placeholders', () => {
    const given = pluralOf('{x} # 100%%', 'files');
    expect(convertPluralPlaceholders(given, 'icu', 'ruby')).toEqual({ plural: given, unconverted: [] });
    expect(convertPluralPlaceholders(pluralOf('a', 'b'), undefined, 'ruby').unconverted).toEqual([]);
  });

  it('returns what looks like placeholders in forms without a certain style', () => {
    const given = pluralOf('{name} %d', '{name} %d');
    expect(convertPluralPlaceholders(given, undefined, 'icu')).toEqual({ plural: given, unconverted: ['%d'] });
  });
});
