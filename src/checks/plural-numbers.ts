import { intlLocale } from '../common/language-tag';
import { isPluralCategory, pluralCategories, type PluralCategory } from '../language-files/messages';

/**
 * Plurals are tried with numbers up to this one. Larger ones have categories of their own in some languages (French
 * `many`).
 */
const MAX_NUMBER = 200;

/** The numbers from 0 to 200 of each category of a language. */
export type PluralNumbers = ReadonlyMap<PluralCategory, readonly number[]>;

const known = new Map<string, PluralNumbers | undefined>();
const MAX_KNOWN = 1_000;

/**
 * Returns the categories of CLDR that whole numbers have in a language; undefined for a language that CLDR does not
 * have. Categories that only decimals or millions have are not contained.
 */
export function pluralNumbers(language: string, type: 'cardinal' | 'ordinal'): PluralNumbers | undefined {
  const id = `${language} ${type}`;
  if (known.has(id)) return known.get(id);
  const numbers = computeNumbers(language, type);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(id, numbers);
  return numbers;
}

function computeNumbers(language: string, type: 'cardinal' | 'ordinal'): PluralNumbers | undefined {
  if (Intl.PluralRules.supportedLocalesOf(intlLocale(language)).length === 0) return undefined;
  const rules = new Intl.PluralRules(intlLocale(language), { type });
  const numbers = new Map<PluralCategory, number[]>(pluralCategories(language, type).map((name) => [name, []]));
  for (let n = 0; n <= MAX_NUMBER; n++) numbers.get(rules.select(n))?.push(n);
  return new Map([...numbers].filter(([, list]) => list.length > 0));
}

/**
 * More numbers than these are not spelled out in a form: "one file" may be 1, or 0 and 1 in French, 1 and 101 in
 * Slovene.
 */
const MAX_SPELLED = 2;

/** Returns whether the form of a selector stands for so few numbers that its text need not show them. */
export function isSpelledOut(selector: string, numbers: PluralNumbers | undefined): boolean {
  if (selector === 'zero' || !isPluralCategory(selector)) return true;
  if (selector === 'other') return false;
  return (numbers?.get(selector)?.length ?? 0) <= MAX_SPELLED;
}
