import { PLURAL_CATEGORIES, type Plural, type PluralCategory } from '../../model/plural';

/**
 * Returns the plural categories of a language in CLDR, in the order of `PLURAL_CATEGORIES`. For a language that CLDR
 * does not have it returns `other` alone, where `Intl.PluralRules` would use the rules of the host's language.
 */
export function pluralCategories(language: string, type: Plural['type'] = 'cardinal'): readonly PluralCategory[] {
  if (Intl.PluralRules.supportedLocalesOf(language).length === 0) return ['other'];
  const { pluralCategories: categories } = new Intl.PluralRules(language, { type }).resolvedOptions();
  return PLURAL_CATEGORIES.filter((category) => categories.includes(category));
}

export const isPluralCategory = (name: string): name is PluralCategory =>
  (PLURAL_CATEGORIES as readonly string[]).includes(name);
