import { PLURAL_CATEGORIES, type Plural, type PluralCategory, type PluralScope } from '../../model/plural';
import { pluralCategories } from './categories';

/**
 * i18next, Rails and Apple's Foundation take a form named `zero` for the number 0 in every language. Where CLDR gives the
 * language no such category, that form is ICU's `=0`. False while the language is not known.
 */
export const zeroIsExact = (language: string | undefined): boolean =>
  language !== undefined && !pluralCategories(language).includes('zero');

const WITH_ZERO: PluralScope = { categories: PLURAL_CATEGORIES, exact: 'none' };
const WITH_EXACT_ZERO: PluralScope = {
  categories: PLURAL_CATEGORIES.filter((category) => category !== 'zero'),
  exact: 'zero',
};

/** What plurals can say in such a format. */
export const zeroFormScope = (type: Plural['type'], language: string): PluralScope =>
  type === 'cardinal' && zeroIsExact(language) ? WITH_EXACT_ZERO : WITH_ZERO;

/** The forms by their names in such a format, in the order of CLDR. What it cannot say is a warning. */
export function zeroForms(
  { type, exact, forms }: Plural,
  language: string,
  warn: (code: string, detail: string) => void,
): Map<PluralCategory, string> {
  const isExact = type === 'cardinal' && zeroIsExact(language);
  const named = new Map<PluralCategory, string>();
  for (const category of PLURAL_CATEGORIES) {
    const text = category === 'zero' && isExact ? exact.get(0) : forms.get(category);
    if (text !== undefined) named.set(category, text);
  }
  if (isExact && forms.has('zero'))
    warn('plural_form_dropped', `"zero" would be shown for 0, which has no form of its own in ${language}`);
  for (const n of exact.keys())
    if (n !== 0 || !isExact) warn('plural_form_dropped', `the format has no form for exactly ${n}`);
  return named;
}
