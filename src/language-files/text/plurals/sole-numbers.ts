import { intlLocale } from '../../../common/language-tag';
import { LRUCache } from 'lru-cache';
import type { Plural, PluralCategory, SoleNumbers } from '../../model/plural';

/** The numbers that the rules of CLDR distinguish: they compare remainders of 10, 100, 1,000 and a million. */
export const SAMPLE_INTEGERS: readonly number[] = [
  ...Array.from({ length: 2001 }, (_, n) => n),
  ...[100_000, 1_000_000, 1_000_001, 2_000_000, 2_000_002],
];
const SAMPLE_DECIMALS: readonly number[] = Array.from({ length: 1300 }, (_, n) => n / 100);

const known = new LRUCache<string, SoleNumbers>({ max: 500 });

/**
 * Returns the categories of a language that stand for one number and no other: English `one` is 1, French `one` is 0
 * and 1, and Danish `one` is 1 and some decimals.
 *
 * @param counts the numbers that the format selects forms for
 */
export function soleNumbers(
  language: string,
  type: Plural['type'] = 'cardinal',
  counts: 'integers' | 'decimals' = 'decimals',
): SoleNumbers {
  const id = `${language} ${type} ${counts}`;
  const numbers = known.get(id) ?? findInLanguage(language, type, counts);
  known.set(id, numbers);
  return numbers;
}

function findInLanguage(language: string, type: Plural['type'], counts: 'integers' | 'decimals'): SoleNumbers {
  if (Intl.PluralRules.supportedLocalesOf(intlLocale(language)).length === 0) return new Map();
  const rules = new Intl.PluralRules(intlLocale(language), { type });
  const samples = counts === 'integers' ? SAMPLE_INTEGERS : [...SAMPLE_INTEGERS, ...SAMPLE_DECIMALS];
  return findSoleNumbers(samples, (n) => rules.select(n));
}

/** Returns the categories that only one of the samples has. */
export function findSoleNumbers(
  samples: readonly number[],
  categoryOf: (n: number, index: number) => PluralCategory | undefined,
): SoleNumbers {
  const numbers = new Map<PluralCategory, number>();
  const shared = new Set<PluralCategory>();
  samples.forEach((n, index) => {
    const category = categoryOf(n, index);
    if (category === undefined || shared.has(category)) return;
    const other = numbers.get(category);
    if (other === undefined || other === n) numbers.set(category, n);
    else {
      numbers.delete(category);
      shared.add(category);
    }
  });
  return numbers;
}
