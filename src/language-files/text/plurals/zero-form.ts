import { PLURAL_CATEGORIES, type Plural, type PluralCategory, type PluralScope } from '../../model/plural';
import { pluralCategories } from './categories';
import { toCategories } from './exact-forms';
import { soleNumbers } from './sole-numbers';

/**
 * Returns whether a form named `zero` is ICU's `=0` in a language. i18next, Rails and Apple's Foundation use that form
 * for the number 0 in every language; where CLDR has no category `zero` for the language, it is an exact form. False
 * when the language is unknown.
 */
export const zeroIsExact = (language: string | undefined): boolean =>
  language !== undefined && !pluralCategories(language).includes('zero');

const WITH_ZERO: PluralScope = { categories: PLURAL_CATEGORIES, exact: 'none' };
const WITH_EXACT_ZERO: PluralScope = {
  categories: PLURAL_CATEGORIES.filter((category) => category !== 'zero'),
  exact: 'zero',
};

/** Returns the forms that such a format can hold. */
export const zeroFormScope = (type: Plural['type'], language: string): PluralScope => ({
  ...(type === 'cardinal' && zeroIsExact(language) ? WITH_EXACT_ZERO : WITH_ZERO),
  numbers: soleNumbers(language, type),
});

/**
 * Returns the forms of a plural by their names in such a format, in the order of CLDR. Other forms produce a warning.
 */
export function zeroForms(
  plural: Plural,
  language: string,
  warn: (code: string, detail: string) => void,
): Map<PluralCategory, string> {
  const { type } = plural;
  const { exact, forms } = toCategories(plural, soleNumbers(language, type), warn);
  const isExact = type === 'cardinal' && zeroIsExact(language);
  const named = new Map<PluralCategory, string>();
  for (const category of PLURAL_CATEGORIES) {
    const text = category === 'zero' && isExact ? exact.get(0) : forms.get(category);
    if (text !== undefined) named.set(category, text);
  }
  if (isExact && forms.has('zero'))
    warn('plural_form_dropped', `the format would show the form zero for 0, which is not that category in ${language}`);
  for (const n of exact.keys())
    if (n !== 0 || !isExact) warn('plural_form_dropped', `the format has no form for exactly ${n}`);
  return named;
}
