import { PLURAL_CATEGORIES, type Plural, type PluralCategory } from '../../model/plural';

/**
 * The plural categories that CLDR gives a language, in the order of `PLURAL_CATEGORIES`.
 * `other` alone for a language that CLDR does not know: `Intl.PluralRules` would silently take the host's rules.
 */
export function pluralCategories(language: string, type: Plural['type'] = 'cardinal'): readonly PluralCategory[] {
  if (Intl.PluralRules.supportedLocalesOf(language).length === 0) return ['other'];
  const known = new Intl.PluralRules(language, { type }).resolvedOptions().pluralCategories;
  return PLURAL_CATEGORIES.filter((category) => known.includes(category));
}

export const isPluralCategory = (name: string): name is PluralCategory =>
  (PLURAL_CATEGORIES as readonly string[]).includes(name);
