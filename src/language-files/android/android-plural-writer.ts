import { PLURAL_CATEGORIES, type Plural, type PluralCategory, type SoleNumbers } from '../model/plural';
import { pluralCategories } from '../text/plurals/categories';
import { toCategories } from '../text/plurals/exact-forms';
import { soleNumbers } from '../text/plurals/sole-numbers';

/** Android selects a form for an integer. */
export const androidNumbers = (language: string): SoleNumbers => soleNumbers(language, 'cardinal', 'integers');

/**
 * Returns the forms of a plural: those that it has, and one for each required category. A missing form is a copy of
 * `other`.
 *
 * @param required default: every category of the language
 */
export function pluralForms(
  plural: Plural,
  language: string,
  warn: (code: string, detail: string) => void,
  required: readonly PluralCategory[] = pluralCategories(language),
): [category: PluralCategory, text: string][] {
  const { arg, exact, forms } = toCategories(plural, androidNumbers(language), warn);
  const categories = PLURAL_CATEGORIES.filter((category) => forms.has(category) || required.includes(category));
  const missing = categories.filter((category) => !forms.has(category));
  if (missing.length > 0) warn('plural_form_invented', `missing forms are copies of "other": ${missing.join(', ')}`);
  for (const n of exact.keys()) warn('plural_form_dropped', `Android has no form for exactly ${n}`);
  if (arg !== 'count') warn('plural_argument_dropped', `Android has no name for the argument "${arg}"`);
  return categories.map((category) => [category, forms.get(category) ?? forms.get('other') ?? '']);
}
