import {
  parsePluralMessage,
  PLURAL_CATEGORIES,
  pluralCategories,
  type PluralCategory,
  type PluralMessage,
  pluralNumbers,
  printPluralMessage,
} from './messages';

/** The forms in which a plural is edited: CLDR's forms of its language, and further forms that it or its source has. */
export interface PluralForms {
  readonly type: PluralMessage['type'];
  readonly arg: string;
  readonly exact: readonly number[];
  readonly categories: readonly PluralCategory[];
  /** `#` and the `{name}` that are arguments wherever they occur in a form. */
  readonly placeholders: readonly string[];
  /** The `{name}` that are plain text in the plural: whoever edits another form leaves them as they are. */
  readonly literals: readonly string[];
}

/** `{name}`, and not a part of `{{name}}` or `%{name}`. */
const ARGUMENT = /(?<![{%])\{[^{}\s,]+\}(?!\})/g;

/** Returns the forms of a plural, or of a text that is still to be written for a plural; undefined for another text. */
export function pluralFormsOf(text: string, source: string, language: string): PluralForms | undefined {
  const own = parsePluralMessage(text);
  const original = parsePluralMessage(source);
  const plural = own ?? (text === '' ? original : undefined);
  if (!plural) return undefined;
  const { type, arg } = plural;
  const inLanguage = pluralCategories(language, type);
  return {
    type,
    arg,
    exact: [...new Set([...(original?.exact.keys() ?? []), ...plural.exact.keys()])].sort((a, b) => a - b),
    categories: PLURAL_CATEGORIES.filter((name) => inLanguage.includes(name) || own?.forms.has(name)),
    placeholders: [...new Set([...plural.placeholders, ...(original?.placeholders ?? [])])].filter(
      (name) => own === undefined || own.placeholders.includes(name) || !hasLiteral(own, name),
    ),
    literals: own
      ? formsOf(own)
          .flatMap(argumentsOf)
          .filter((name) => !own.placeholders.includes(name))
      : [],
  };
}

const formsOf = (plural: PluralMessage): string[] => [...plural.exact.values(), ...plural.forms.values()];

const argumentsOf = (text: string): string[] => text.match(ARGUMENT) ?? [];

const hasLiteral = (plural: PluralMessage, text: string): boolean =>
  formsOf(plural).some((form) => form.includes(text));

/** The texts of the forms by selector (`=0`, `one`); a form that the plural lacks is empty. */
export function readForms(text: string, { exact, categories }: PluralForms): Map<string, string> {
  const plural = parsePluralMessage(text);
  return new Map([
    ...exact.map((number): [string, string] => [`=${number}`, plural?.exact.get(number) ?? '']),
    ...categories.map((category): [string, string] => [category, plural?.forms.get(category) ?? '']),
  ]);
}

/** Writes the forms as an ICU message, without empty forms except for `other`, which ICU requires; `''` without any form. */
export function writeForms(written: ReadonlyMap<string, string>, forms: PluralForms, isSource: boolean): string {
  const texts = [...written].filter(([, text]) => text !== '');
  if (texts.length === 0) return '';
  const textOf = new Map(texts);
  const { type, arg, exact, categories, placeholders, literals } = forms;
  // A source text introduces arguments; a translation has only the arguments of its source text.
  const introduced = isSource
    ? texts.flatMap(([, text]) => argumentsOf(text)).filter((name) => !literals.includes(name))
    : [];
  const plural = {
    type,
    arg,
    exact: new Map(exact.flatMap((number) => entryOf(number, textOf.get(`=${number}`)))),
    forms: new Map(
      categories.flatMap((name) => entryOf(name, textOf.get(name) ?? (name === 'other' ? '' : undefined))),
    ),
  };
  return printPluralMessage(plural, [...placeholders, ...introduced]);
}

const entryOf = <K>(key: K, text: string | undefined): [K, string][] => (text === undefined ? [] : [[key, text]]);

/** Numbers that a form is shown for, for instance `2, 3, 4, …`. */
export function exampleNumbers(selector: string, language: string, type: PluralForms['type']): string {
  if (selector.startsWith('=')) return '';
  const numbers = pluralNumbers(language, type)?.get(selector as PluralCategory) ?? [];
  return numbers.slice(0, 3).join(', ') + (numbers.length > 3 ? ', …' : '');
}
