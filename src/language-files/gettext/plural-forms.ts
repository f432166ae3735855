import { intlLocale } from '../../common/language-tag';
import { LRUCache } from 'lru-cache';
import { PLURAL_CATEGORIES, type PluralCategory, type PluralScope } from '../model/plural';
import { pluralCategories } from '../text/plurals/categories';
import { findSoleNumbers, SAMPLE_INTEGERS } from '../text/plurals/sole-numbers';
import { parsePluralExpression, type PluralExpression } from './plural-expression';

/** The parsed header field `Plural-Forms`: the number of forms, and the form of each number. */
export interface PluralForms {
  nplurals: number;
  /** The index of the form, 0 to nplurals - 1, for each of `SAMPLE_INTEGERS`. */
  sampledIndexes: readonly number[];
}

/**
 * One form for each CLDR category; more forms could not be distinguished in a plural. No language has more than six.
 */
const MAX_FORMS = PLURAL_CATEGORIES.length;

/**
 * Categories for indexes when the language has none left. Any category will do: an export maps it back to the same
 * index.
 */
const SPARE: readonly PluralCategory[] = ['one', 'two', 'few', 'many', 'zero', 'other'];

/**
 * Parsed fields, because the samples take a millisecond, and the files of an export or a zip have few different fields.
 * The size of an entry is about the size of a field and its samples.
 */
const parsedFields = new LRUCache<string, { forms: PluralForms | undefined }>({
  maxSize: 500_000,
  sizeCalculation: (_, field) => field.length + SAMPLE_INTEGERS.length,
});

/** The categories of the forms of a file, and the numbers that forms stand for. */
export type IndexedForms = Required<Pick<PluralScope, 'categories' | 'numbers'>>;

/** The categories of parsed fields by language. */
const knownForms = new WeakMap<PluralForms, LRUCache<string, IndexedForms>>();

/**
 * Parses a field such as `nplurals=2; plural=(n != 1);`.
 *
 * @returns undefined where the field is malformed, is a template's `nplurals=INTEGER`, has more than six forms, divides
 *   by
 * zero or yields an index beyond `nplurals` (`msgfmt -c` refuses the last two as well)
 */
export function parsePluralForms(field: string): PluralForms | undefined {
  const known = parsedFields.get(field) ?? { forms: parseField(field) };
  parsedFields.set(field, known);
  return known.forms;
}

function parseField(field: string): PluralForms | undefined {
  const nplurals = Number(/nplurals\s*=\s*(\d{1,3})(?!\d)/.exec(field)?.[1] ?? 0);
  const expression = parsePluralExpression(/(?<![a-z])plural\s*=([^;]*)/.exec(field)?.[1] ?? '');
  if (!expression || nplurals < 1 || nplurals > MAX_FORMS) return undefined;
  const sampledIndexes = evaluateSamples(expression);
  return sampledIndexes?.every((index) => index < nplurals) ? { nplurals, sampledIndexes } : undefined;
}

/** Returns undefined where the expression divides by zero. */
function evaluateSamples(expression: PluralExpression): number[] | undefined {
  try {
    return SAMPLE_INTEGERS.map((n) => Number(expression(BigInt(n))));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * Returns the CLDR category of each form index, and the numbers that are alone in their form. A category belongs to the
 * index that most of its samples have, and an index takes the most frequent category that belongs to it. An index to
 * which none belongs takes the most frequent category of its samples that is still free. An index without samples, or
 * in a language that CLDR does not cover, takes a free category of the language, else any free one.
 */
export function indexForms(forms: PluralForms, language: string): IndexedForms {
  const known = knownForms.get(forms) ?? new LRUCache<string, IndexedForms>({ max: 100 });
  knownForms.set(forms, known);
  const indexed = known.get(language) ?? computeForms(forms, language);
  known.set(language, indexed);
  return indexed;
}

function computeForms(forms: PluralForms, language: string): IndexedForms {
  const categories = chooseCategories(forms, language);
  const numbers = findSoleNumbers(SAMPLE_INTEGERS, (_, i) => categories[forms.sampledIndexes[i] ?? 0]);
  return { categories, numbers };
}

function chooseCategories(forms: PluralForms, language: string): readonly PluralCategory[] {
  const histograms = countCategories(forms, language);
  const owners = findOwners(histograms);
  const assigned = histograms.map((histogram, index) =>
    mostFrequent(histogram, (category) => owners.get(category) === index),
  );
  const used = new Set(assigned);
  const isFree = (category: PluralCategory): boolean => !used.has(category);
  const spare = [...pluralCategories(language), ...SPARE];
  return assigned.map((category, index) => {
    if (category) return category;
    const chosen = mostFrequent(histograms[index], isFree) ?? spare.find(isFree) ?? 'other';
    used.add(chosen);
    return chosen;
  });
}

/** The number of samples of each category, for one form index. */
type Histogram = Map<PluralCategory, number>;

function countCategories({ nplurals, sampledIndexes }: PluralForms, language: string): Histogram[] {
  const histograms: Histogram[] = Array.from({ length: nplurals }, () => new Map<PluralCategory, number>());
  const isSupported = Intl.PluralRules.supportedLocalesOf(intlLocale(language)).length > 0;
  // Japanese has `other` only. Without it, Intl would use the rules of the host's language.
  const rules = new Intl.PluralRules(isSupported ? intlLocale(language) : 'ja');
  SAMPLE_INTEGERS.forEach((n, i) => {
    const histogram = histograms[sampledIndexes[i] ?? 0];
    const category = rules.select(n);
    histogram?.set(category, (histogram.get(category) ?? 0) + 1);
  });
  return histograms;
}

/** Returns the index that has most samples of each category. */
function findOwners(histograms: readonly Histogram[]): Map<PluralCategory, number> {
  const owners = new Map<PluralCategory, number>();
  const highest = new Map<PluralCategory, number>();
  histograms.forEach((histogram, index) => {
    for (const [category, samples] of histogram) {
      if (samples <= (highest.get(category) ?? 0)) continue;
      owners.set(category, index);
      highest.set(category, samples);
    }
  });
  return owners;
}

function mostFrequent(
  histogram: Histogram | undefined,
  isAllowed: (category: PluralCategory) => boolean,
): PluralCategory | undefined {
  let best: [category: PluralCategory, samples: number] | undefined;
  for (const [category, samples] of histogram ?? []) {
    if (isAllowed(category) && (!best || samples > best[1])) best = [category, samples];
  }
  return best?.[0];
}
