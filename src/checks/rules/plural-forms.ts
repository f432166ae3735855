import { primarySubtag } from '../../common/language-tag';
import type { PluralCategory } from '../../language-files/messages';
import { listNames } from '../list-names';
import type { Choice, Message } from '../message';
import { pluralNumbers, type PluralNumbers } from '../plural-numbers';

/**
 * Categories that CLDR has and that texts do without: the Hebrew dual is for some nouns only, and in Turkish and others
 * nouns do not change after numbers, so that many files have one form for all.
 */
const OPTIONAL = new Map<string, readonly PluralCategory[]>([
  ['he', ['two']],
  ['iw', ['two']],
  ...['tr', 'az', 'hu', 'fa', 'ka', 'kk', 'ky', 'uz', 'tk', 'ug'].map((language): [string, PluralCategory[]] => [
    language,
    ['one'],
  ]),
]);

/**
 * Finds the categories of CLDR that a plural of the translation does not have. Exact numbers stand for a category if
 * they are all of its numbers: `=1` for English `one`. A plural that is incomplete in the source language may be so in
 * others.
 */
export function findMissingForms(
  source: Message,
  sourceLanguage: string,
  target: Message,
  language: string,
): string | undefined {
  for (const choice of target.choices) {
    if (choice.type === 'select') continue;
    const missing = missingCategories(choice, language);
    if (missing.length === 0) continue;
    const original = source.choices.find(({ arg, type }) => arg === choice.arg && type === choice.type);
    if (original && missingCategories(original, sourceLanguage).length > 0) continue;
    const forms = missing.length === 1 ? 'the form' : 'the forms';
    return `{${choice.arg}, ${choice.type}} does not have ${forms} ${listNames(missing)}`;
  }
  return undefined;
}

function missingCategories({ type, options }: Choice, language: string): PluralCategory[] {
  const numbers: PluralNumbers = pluralNumbers(language, type === 'plural' ? 'cardinal' : 'ordinal') ?? new Map();
  const optional = OPTIONAL.get(primarySubtag(language)) ?? [];
  return [...numbers]
    .filter(([category, all]) => {
      if (options.has(category) || optional.includes(category)) return false;
      return !all.every((n) => options.has(`=${n}`));
    })
    .map(([category]) => category);
}
