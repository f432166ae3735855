import type { Plural, PluralCategory } from '../../model/plural';
import { convertForeign, foreignStyle } from './foreign-arguments';
import type { PlaceholderStyle } from './placeholder';

const pluralOf = (one: string, other: string): Plural => ({
  type: 'cardinal',
  arg: 'count',
  exact: new Map(),
  forms: new Map<PluralCategory, string>([
    ['one', one],
    ['other', other],
  ]),
});

describe('foreignStyle', () => {
  it.each<[string, PlaceholderStyle, PlaceholderStyle | undefined]>([
    ['{{count}} files', 'android', 'i18next'],
    ['{{count}} files', 'i18next', undefined],
    ['{{count}} files in {x}', 'fluent', 'i18next'],
    ['%{count} files', 'apple', 'ruby'],
    ['{ $count } files', 'printf', 'fluent'],
    [':count files of {x}', 'i18next', 'laravel'],
    ['%n files of %1', 'android', 'qt'],
    ['%1$d files of %2$s', 'qt', 'android'],
    ['%d files of {x}', 'i18next', 'printf'],
    // The tools of the format read them, too.
    ['%d files of %s', 'android', undefined],
    ['%1$d files', 'printf', undefined],
    ['%lld files', 'printf', undefined],
    ['%d files', 'apple', undefined],
    ['took %1s', 'qt', undefined],
    // They do not.
    ['%lld files of %@', 'printf', 'apple'],
    ['%lld files', 'android', 'apple'],
    ['%(count)d files', 'android', 'printf'],
    ['%d files of %s', 'apple', 'printf'],
    // Literal text.
    ['{x} files', 'android', undefined],
    ['100% of #', 'i18next', undefined],
    ['a:counter, 5% discount', 'i18next', undefined],
    ['{{x}} and %d', 'android', undefined],
  ])('finds in %j, in a format with the style %s: %s', (form, syntax, expected) => {
    expect(foreignStyle(pluralOf('a file', form), syntax)).toBe(expected);
  });
});

describe('convertForeign', () => {
  it('leaves what the format does not have, and names it', () => {
    const plural = {
      ...pluralOf('a file', '{{count}} of {{size, bytes}}, 5%'),
      foreign: { style: 'i18next', order: [] },
    };
    const { plural: converted, unconverted } = convertForeign(plural as Plural, 'android');
    expect([...converted.forms.values()]).toEqual(['a file', '%1$d of {{size, bytes}}, 5%%']);
    expect(unconverted).toEqual(['{{size, bytes}}']);
  });
});
