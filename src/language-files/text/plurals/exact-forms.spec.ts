import type { Plural, PluralCategory } from '../../model/plural';
import { toCategories, toExactForms } from './exact-forms';

const ENGLISH = new Map<PluralCategory, number>([['one', 1]]);

const plural = (exact: [number, string][], forms: [PluralCategory, string][]): Plural => ({
  type: 'cardinal',
  arg: 'n',
  exact: new Map(exact),
  forms: new Map(forms),
});

function convert(value: Plural): { plural: Plural; warnings: string[] } {
  const warnings: string[] = [];
  return { plural: toCategories(value, ENGLISH, (code, detail) => warnings.push(`${code}: ${detail}`)), warnings };
}

describe('toCategories', () => {
  it('moves the form of an exact number to the category that stands for it alone', () => {
    const value = plural([[0, 'none'], [1, 'one item']], [['other', 'items']]); // prettier-ignore
    const moved = plural([[0, 'none']], [['one', 'one item'], ['other', 'items']]); // prettier-ignore
    expect(convert(value)).toEqual({ plural: moved, warnings: [] });
  });

  it('drops the form of the category, which is never shown, with a warning', () => {
    const value = plural([[1, 'exactly one']], [['one', 'one'], ['other', 'items']]); // prettier-ignore
    expect(convert(value)).toEqual({
      plural: plural([], [['one', 'exactly one'], ['other', 'items']]), // prettier-ignore
      warnings: ['plural_form_dropped: the form "one" stands for 1 only, and is never shown beside "=1"'],
    });
  });

  it('drops the same text without a warning', () => {
    expect(convert(plural([[1, 'one']], [['one', 'one'], ['other', 'items']])).warnings).toEqual([]); // prettier-ignore
  });
});

describe('toExactForms', () => {
  it.each([
    plural([[1, 'one item']], [['other', 'items']]),
    plural([[1, 'one item']], [['one', 'hidden'], ['other', 'items']]), // prettier-ignore
    plural([[7, 'seven']], [['one', 'one'], ['other', 'items']]), // prettier-ignore
  ])('gives back the forms that toCategories moved', (value) => {
    expect(toExactForms(toCategories(value, ENGLISH), value, ENGLISH)).toEqual(value);
  });

  it('keeps no exact form that the file has removed', () => {
    const original = plural([[1, 'one item']], [['other', 'items']]);
    const edited = plural([], [['other', 'things']]);
    expect(toExactForms(edited, original, ENGLISH)).toEqual(edited);
  });
});
