import { PLURAL_CATEGORIES, type PluralCategory } from '../model/plural';
import { pluralCategories } from '../text/plurals/categories';
import { parsePluralExpression, type PluralExpression } from './plural-expression';

/** What the header field `Plural-Forms` says: how many forms there are, and which of them each number takes. */
export interface PluralForms {
  nplurals: number;
  /** The index of the form, 0 … nplurals - 1, for each of `SAMPLES`. */
  sampled: readonly number[];
}

/** One for each CLDR category; more could not be told apart afterwards. No language needs more than six. */
const MAX_FORMS = PLURAL_CATEGORIES.length;

/** The numbers at which an expression is compared with CLDR; the million is where Romance languages have `many`. */
const SAMPLES: readonly number[] = [...Array.from({ length: 2001 }, (_, n) => n), 1_000_000];

/** For indexes that no category of the language is left for: any name will do that comes back to the same index. */
const SPARE: readonly PluralCategory[] = ['one', 'two', 'few', 'many', 'zero', 'other'];

/**
 * Reads `nplurals=2; plural=(n != 1);`. Undefined where that is malformed, is a template's `nplurals=INTEGER`, has more than
 * six forms, divides by zero or gives an index beyond `nplurals` (what `msgfmt -c` refuses too).
 */
export function parsePluralForms(field: string): PluralForms | undefined {
  const nplurals = Number(/nplurals\s*=\s*(\d{1,3})(?!\d)/.exec(field)?.[1] ?? 0);
  const expression = parsePluralExpression(/(?<![a-z])plural\s*=([^;]*)/.exec(field)?.[1] ?? '');
  if (!expression || nplurals < 1 || nplurals > MAX_FORMS) return undefined;
  const sampled = sample(expression);
  return sampled?.every((index) => index < nplurals) ? { nplurals, sampled } : undefined;
}

function sample(expression: PluralExpression): number[] | undefined {
  try {
    return SAMPLES.map((n) => Number(expression(BigInt(n))));
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/**
 * The CLDR category of each index. A category belongs to the index that holds most of its samples; an index takes the largest
 * of its own; one left without takes the largest of its samples' that is still free. What numbers cannot tell (an index that is
 * never reached, a language that CLDR does not know) takes a free category of the language, else any free one.
 */
export function categoriesByIndex(forms: PluralForms, language: string): readonly PluralCategory[] {
  const counts = countByIndex(forms, language);
  const owners = ownersOf(counts);
  const own = counts.map((count, index) => largest(count, (category) => owners.get(category) === index));
  const taken = new Set(own);
  const spare = [...pluralCategories(language), ...SPARE];
  return own.map((category, index) => {
    if (category) return category;
    const free = (name: PluralCategory): boolean => !taken.has(name);
    const chosen = largest(counts[index], free) ?? spare.find(free) ?? 'other';
    taken.add(chosen);
    return chosen;
  });
}

type Count = Map<PluralCategory, number>;

function countByIndex({ nplurals, sampled }: PluralForms, language: string): Count[] {
  const counts: Count[] = Array.from({ length: nplurals }, () => new Map<PluralCategory, number>());
  const known = Intl.PluralRules.supportedLocalesOf(language).length > 0;
  const rules = new Intl.PluralRules(known ? language : 'ja');
  SAMPLES.forEach((n, i) => {
    const count = counts[sampled[i] ?? 0];
    const category = rules.select(n);
    count?.set(category, (count.get(category) ?? 0) + 1);
  });
  return counts;
}

function ownersOf(counts: readonly Count[]): Map<PluralCategory, number> {
  const owners = new Map<PluralCategory, number>();
  const most = new Map<PluralCategory, number>();
  counts.forEach((count, index) => {
    for (const [category, samples] of count) {
      if (samples <= (most.get(category) ?? 0)) continue;
      owners.set(category, index);
      most.set(category, samples);
    }
  });
  return owners;
}

function largest(count: Count | undefined, allowed: (category: PluralCategory) => boolean): PluralCategory | undefined {
  let best: [category: PluralCategory, samples: number] | undefined;
  for (const [category, samples] of count ?? []) {
    if (allowed(category) && (!best || samples > best[1])) best = [category, samples];
  }
  return best?.[0];
}
