import type { ParseContext } from '../model/codec';
import type { ParsedEntry, Value } from '../model/entry';
import type { Plural, PluralCategory } from '../model/plural';
import { jsonEntries } from '../json/json-entries';
import { zeroIsExact } from '../text/plurals/zero-form';
import { largestCategory, type NamedText, type PluralGroup, pluralGroups } from './plural-suffixes';

interface Item extends NamedText {
  entry: ParsedEntry;
}

/** The texts of the file, plurals folded: a plural stands where its first form stood. */
export function readI18next(text: string, context: ParseContext): ParsedEntry[] {
  const items = jsonEntries(text, (warning) => context.warn(warning)).map((entry) => ({
    name: entry.key,
    text: typeof entry.value === 'string' ? entry.value : undefined,
    entry,
  }));
  const plurals = new Map<string, ParsedEntry>();
  for (const group of pluralGroups(items, (key) => context.isPlural?.(key) ?? false)) fold(group, context, plurals);
  const entries: ParsedEntry[] = [];
  const placed = new Set<ParsedEntry>();
  for (const { entry } of items) {
    const plural = plurals.get(entry.key);
    if (!plural) entries.push(entry);
    else if (!placed.has(plural)) entries.push(plural);
    if (plural) placed.add(plural);
  }
  return entries;
}

function fold(group: PluralGroup<Item>, context: ParseContext, plurals: Map<string, ParsedEntry>): void {
  const members = [...group.members.values()];
  const entry: ParsedEntry = { key: group.base, value: valueOf(group, context), line: members[0]?.entry.line };
  for (const { name } of members) plurals.set(name, entry);
}

/** A group without any text is what extractors write for a plural that is not translated: an empty text. */
function valueOf({ base, type, members }: PluralGroup<Item>, context: ParseContext): Value {
  if ([...members.values()].every(({ text }) => text === '')) return '';
  const exact = new Map<number, string>();
  const forms = new Map<PluralCategory, string>();
  const isNoCategory = (category: PluralCategory): boolean =>
    category === 'zero' && type === 'cardinal' && zeroIsExact(context.language);
  for (const [category, { text = '' }] of members) {
    if (isNoCategory(category)) exact.set(0, text);
    else forms.set(category, text);
  }
  const plural: Plural = { type, arg: 'count', exact, forms };
  return forms.has('other') ? plural : { ...plural, forms: withOther(plural, base, context) };
}

function withOther({ type, exact, forms }: Plural, key: string, context: ParseContext): Plural['forms'] {
  const category = largestCategory(context.language, type, new Set(forms.keys()));
  const text = category === undefined ? exact.get(0) : forms.get(category);
  context.warn({
    code: 'plural_form_invented',
    detail: `"other" is missing; it takes the text of "${category ?? 'zero'}"`,
    key,
  });
  return new Map([...forms, ['other', text ?? '']]);
}
