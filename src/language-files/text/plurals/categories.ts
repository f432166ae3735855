import { intlLocale } from '../../../common/language-tag';
import { PLURAL_CATEGORIES, type Plural, type PluralCategory } from '../../model/plural';

/** The most languages whose categories are kept. Looking them up takes some 10 µs, as long as writing several texts. */
const MAX_KEPT = 1_000;
const kept = new Map<string, readonly PluralCategory[]>();

/**
 * Returns the plural categories of a language in CLDR, in the order of `PLURAL_CATEGORIES`. For a language that CLDR
 * does not have it returns `other` alone, where `Intl.PluralRules` would use the rules of the host's language.
 */
export function pluralCategories(language: string, type: Plural['type'] = 'cardinal'): readonly PluralCategory[] {
  const name = `${type} ${language}`;
  const known = kept.get(name);
  if (known) return known;
  const found = findCategories(language, type);
  if (kept.size >= MAX_KEPT) kept.clear();
  kept.set(name, found);
  return found;
}

function findCategories(language: string, type: Plural['type']): readonly PluralCategory[] {
  if (Intl.PluralRules.supportedLocalesOf(intlLocale(language)).length === 0) return ['other'];
  const { pluralCategories: categories } = new Intl.PluralRules(intlLocale(language), { type }).resolvedOptions();
  return PLURAL_CATEGORIES.filter((category) => categories.includes(category));
}

export const isPluralCategory = (name: string): name is PluralCategory =>
  (PLURAL_CATEGORIES as readonly string[]).includes(name);
