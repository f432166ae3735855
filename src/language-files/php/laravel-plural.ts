import { intlLocale } from '../../common/language-tag';
import type { Plural, PluralCategory } from '../model/plural';
import { getIndexRule } from './laravel-rules';

/** The rules of all languages repeat after 100, except for millions. */
const SAMPLE_COUNT = 201;
/** Laravel's rule with more exceptions than this is another rule than CLDR's, and is not corrected. */
const MAX_EXCEPTIONS = 6;

/** A range of numbers for which Laravel selects another form than CLDR. */
interface Exception {
  from: number;
  to: number;
  cldrCategory: PluralCategory;
  /** The category of the form that Laravel selects. */
  laravelCategory: PluralCategory;
}

/** The forms of a language between `|`. */
interface Layout {
  /** The category of the form at each index. */
  categories: PluralCategory[];
  exceptions: Exception[];
}

/**
 * Prints a plural for `trans_choice`: as many forms as Laravel has for the language, `one|other`, then the forms for
 * single numbers and ranges, `{0} none|[7,10] many`. Those are last, because Laravel counts every form if no condition
 * matches. Warns about everything that Laravel cannot express.
 */
export function printLaravelPlural(
  plural: Plural,
  language: string,
  warn: (code: string, detail: string) => void,
): string {
  warn('plural_became_text', 'a Laravel plural is an ordinary text, and is read back as one');
  const { categories, exceptions } = getLayout(language, plural.type);
  const getForm = (category: PluralCategory): string => plural.forms.get(category) ?? plural.forms.get('other') ?? '';
  const forms = categories.map(getForm);
  const corrections = exceptions.filter(
    ({ cldrCategory, laravelCategory }) => getForm(cldrCategory) !== getForm(laravelCategory),
  );
  const conditions = [
    ...[...plural.exact].map(([number, text]) => `{${number}} ${text}`),
    ...corrections.map((correction) => `${printCondition(correction)} ${getForm(correction.cldrCategory)}`),
  ];
  const writtenTexts = new Set([...forms, ...corrections.map(({ cldrCategory }) => getForm(cldrCategory))]);
  for (const [category, text] of plural.forms) {
    if (writtenTexts.has(text)) continue;
    warn('plural_form_dropped', `Laravel has no form for "${category}" in ${language}: ${text}`);
  }
  warnAboutSyntax(forms, plural, warn);
  return [...forms, ...conditions].join('|');
}

const printCondition = ({ from, to }: Exception): string => (from === to ? `{${from}}` : `[${from},${to}]`);

function warnAboutSyntax(forms: readonly string[], plural: Plural, warn: (code: string, detail: string) => void): void {
  const texts = [...plural.exact.values(), ...plural.forms.values()];
  if (texts.some((text) => text.includes('|'))) {
    warn('plural_separator', 'a form contains "|", which Laravel reads as the end of the form');
  }
  if (forms.some((text) => /^[{[][^[\]{}]*[}\]]/.test(text))) {
    warn('plural_condition', 'a form starts with brackets, which Laravel reads as a condition and does not show');
  }
}

/** Caches layouts by language: a file has thousands of plurals, and computing a layout takes hundreds of steps. */
const layouts = new Map<string, Layout>();

function getLayout(language: string, type: Plural['type']): Layout {
  if (type === 'ordinal') return { categories: ['other'], exceptions: [] };
  const layout = layouts.get(language) ?? computeLayout(language);
  layouts.set(language, layout);
  return layout;
}

/** A number with the index of Laravel's form and the category of CLDR's. */
interface Sample {
  number: number;
  index: number;
  category: PluralCategory;
}

function computeLayout(language: string): Layout {
  const getIndex = getIndexRule(language);
  const isKnownToCldr = Intl.PluralRules.supportedLocalesOf(intlLocale(language)).length > 0;
  const rules = new Intl.PluralRules(intlLocale(language));
  const samples = Array.from({ length: SAMPLE_COUNT }, (_, number) => ({
    number,
    index: getIndex(number),
    category: isKnownToCldr ? rules.select(number) : ('other' as const),
  }));
  const categories = findMostFrequentCategories(samples);
  const exceptions = findExceptions(samples, categories);
  return { categories, exceptions: exceptions.length > MAX_EXCEPTIONS ? [] : exceptions };
}

/** Returns, for each index, the category that applies to most of its numbers. */
function findMostFrequentCategories(samples: readonly Sample[]): PluralCategory[] {
  const counts: Map<PluralCategory, number>[] = [];
  for (const { index, category } of samples) {
    const count = (counts[index] ??= new Map<PluralCategory, number>());
    count.set(category, (count.get(category) ?? 0) + 1);
  }
  return counts.map((count) => [...count].sort(([, a], [, b]) => b - a)[0]?.[0] ?? 'other');
}

function findExceptions(samples: readonly Sample[], categories: readonly PluralCategory[]): Exception[] {
  const exceptions: Exception[] = [];
  for (const { number, index, category: cldrCategory } of samples) {
    const laravelCategory = categories[index] ?? 'other';
    if (laravelCategory === cldrCategory) continue;
    const last = exceptions.at(-1);
    const continuesLast =
      last?.cldrCategory === cldrCategory && last.laravelCategory === laravelCategory && last.to === number - 1;
    if (continuesLast) last.to = number;
    else exceptions.push({ from: number, to: number, cldrCategory, laravelCategory });
  }
  return exceptions;
}
