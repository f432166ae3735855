import { intlLocale } from '../../common/language-tag';
import { PLURAL_CATEGORIES, type Plural, type PluralCategory } from '../model/plural';
import type { ParseContext } from '../model/codec';
import type { ParsedEntry, Value } from '../model/entry';
import { readJsonEntries } from '../json/json-entries';
import { withoutSuffix } from '../model/nesting/key-path';
import { createDuplicateWarning } from '../model/duplicates';
import { pluralCategories } from '../text/plurals/categories';
import { zeroIsExact } from '../text/plurals/zero-form';
import { groupPlurals, type NamedText, type PluralGroup } from './plural-groups';

interface NamedEntry extends NamedText {
  entry: ParsedEntry;
}

/** Reads the texts of a file; the forms of a plural become one entry in the place of the first form. */
export function readI18next(text: string, context: ParseContext): ParsedEntry[] {
  const entries = lastTexts(readJsonEntries(text, context), context);
  const plurals = joinPlurals(entries, context);
  // A Set keeps the place of the first form and drops the others.
  return [...new Set(entries.map((entry) => plurals.get(entry.key) ?? entry))];
}

/** Returns one entry for each name, with its last text. A name that had another one produces a warning. */
function lastTexts(entries: readonly ParsedEntry[], context: ParseContext): ParsedEntry[] {
  const { language } = context;
  const last = new Map<string, ParsedEntry>();
  for (const entry of entries) {
    const { key, line } = entry;
    const earlier = last.get(key);
    if (earlier && earlier.value !== entry.value) {
      context.warn(createDuplicateWarning({ key, language, earlierLine: earlier.line, line }, 'last'));
    }
    last.set(key, entry);
  }
  return [...last.values()];
}

/** Returns the plurals of a file by the names of their forms. @param entries one for each name */
export function joinPlurals(
  entries: readonly ParsedEntry[],
  context: Pick<ParseContext, 'language' | 'isPlural' | 'warn'>,
): Map<string, ParsedEntry> {
  const named = entries.map((entry) => ({
    name: entry.key,
    text: typeof entry.value === 'string' ? entry.value : undefined,
    entry,
  }));
  const pluralsByName = new Map<string, ParsedEntry>();
  for (const group of groupPlurals(named, (key) => context.isPlural?.(key) ?? false)) {
    const plural = toPluralEntry(group, context);
    for (const { name } of group.members.values()) pluralsByName.set(name, plural);
  }
  return pluralsByName;
}

type PluralContext = Pick<ParseContext, 'language' | 'warn'>;

function toPluralEntry(group: PluralGroup<NamedEntry>, context: PluralContext): ParsedEntry {
  const [first] = group.members.values();
  const { key = '', path: formPath, line } = first?.entry ?? {};
  const path = formPath && withoutSuffix(formPath, key.length - group.base.length);
  return { key: group.base, value: toPluralValue(group, context), line, ...(path && { path }) };
}

/** Extractors write empty forms for an untranslated plural; such a plural is read as an empty text. */
function toPluralValue({ base, type, members }: PluralGroup<NamedEntry>, context: PluralContext): Value {
  if ([...members.values()].every(({ text }) => text === '')) return '';
  const isZeroExact = type === 'cardinal' && zeroIsExact(context.language);
  const exact = new Map<number, string>();
  const forms = new Map<PluralCategory, string>();
  for (const [category, { text = '' }] of members) {
    if (category === 'zero' && isZeroExact) exact.set(0, text);
    else forms.set(category, text);
  }
  const plural: Plural = { type, arg: 'count', exact, forms };
  return forms.has('other') ? plural : { ...plural, forms: addOther(plural, base, context) };
}

function addOther({ type, exact, forms }: Plural, key: string, context: PluralContext): Plural['forms'] {
  const category = findMostFrequentCategory(context.language, type, new Set(forms.keys()));
  const text = category === undefined ? exact.get(0) : forms.get(category);
  context.warn({
    code: 'plural_form_invented',
    detail: `the form "other" is missing; the text of "${category ?? 'zero'}" is used for it`,
    key,
  });
  return new Map([...forms, ['other', text ?? '']]);
}

/** Returns the candidate that applies to the most whole numbers from 0 to 200 in the language. */
function findMostFrequentCategory(
  language: string | undefined,
  type: Plural['type'],
  candidates: ReadonlySet<PluralCategory>,
): PluralCategory | undefined {
  const counts = new Map<PluralCategory, number>();
  if (language !== undefined && pluralCategories(language, type).length > 1) {
    const rules = new Intl.PluralRules(intlLocale(language), { type });
    for (let n = 0; n <= 200; n++) {
      const category = rules.select(n);
      counts.set(category, (counts.get(category) ?? 0) + 1);
    }
  }
  return PLURAL_CATEGORIES.filter((category) => candidates.has(category)).sort(
    (a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0),
  )[0];
}
