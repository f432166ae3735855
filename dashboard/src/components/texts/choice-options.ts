import { PLURAL_CATEGORIES, pluralCategories, printChoice, readChoice, type WrittenChoice } from './messages';

/** The options in which a choice is edited: of its source, of its own, and for numbers the categories of its language. */
export interface ChoiceOptions {
  readonly type: WrittenChoice['type'];
  readonly arg: string;
  readonly selectors: readonly string[];
}

/** Returns the options of a choice, or of a text that is still to be written for a choice; undefined for another text. */
export function choiceOptionsOf(text: string, source: string, language: string): ChoiceOptions | undefined {
  const own = readChoice(text);
  const original = readChoice(source);
  const choice = own ?? (text === '' ? original : undefined);
  if (!choice) return undefined;
  const { type, arg } = choice;
  const known = [...(original?.arg === arg ? original.options.keys() : []), ...(own?.options.keys() ?? [])];
  if (type === 'select') return { type, arg, selectors: othersLast(known) };
  const inLanguage = pluralCategories(language, type === 'plural' ? 'cardinal' : 'ordinal');
  const exact = known.filter((selector) => selector.startsWith('='));
  const categories = PLURAL_CATEGORIES.filter((name) => inLanguage.includes(name) || own?.options.has(name));
  return { type, arg, selectors: [...new Set([...exact, ...categories])] };
}

const othersLast = (selectors: readonly string[]): string[] => [
  ...new Set([...selectors.filter((selector) => selector !== 'other'), 'other']),
];

/** Returns a choice with another text of an option; an empty text if all options are empty. */
export function withOption(
  text: string,
  { type, arg, selectors }: ChoiceOptions,
  selector: string,
  option: string,
): string {
  const before = readChoice(text)?.options;
  const options = new Map(selectors.map((name) => [name, name === selector ? option : (before?.get(name) ?? '')]));
  // ICU selects nothing else where an option is absent than where it is "other".
  const written = new Map(
    [...options].filter(([name, value]) => value !== '' || name === 'other' || before?.has(name)),
  );
  return [...written.values()].every((value) => value === '') ? '' : printChoice({ type, arg, options: written });
}
