import { pluralNumbers } from '../../checks/plural-numbers';
import { intlLocale } from '../../common/language-tag';
import type { ChoiceElement } from '../../language-files/messages';

/** A form of the translation of a plural, with a number that is shown in it while it is translated. */
export interface SampledForm {
  selector: string;
  /** The option of the source that is translated. */
  option: string;
  /** A number of the form, with which the words agree: `2 files` for Polish `few`. */
  number: string;
}

/** The number of a category that only decimals have. */
const DECIMAL = '1.5';
/** A form for more numbers than these shows its number. */
const MAX_SPELLED = 2;

/** Returns the forms that a plural has in the target language: its exact numbers, and each category of the language. */
export function sampledForms(
  { type, options }: ChoiceElement,
  { source, target }: { source: string; target: string },
): SampledForm[] {
  const kind = type === 'selectordinal' ? 'ordinal' : 'cardinal';
  const rules = new Intl.PluralRules(intlLocale(source), { type: kind });
  const optionOf = (number: number): string => {
    const category = rules.select(number);
    return options.has(category) ? category : 'other';
  };
  const exact = [...options.keys()].filter((selector) => selector.startsWith('='));
  const forms = exact.map((selector) => ({ selector, option: selector, number: selector.slice(1) }));
  const numbers = new Map(pluralNumbers(target, kind) ?? []);
  if (!numbers.has('other')) numbers.set('other', []);
  for (const [category, all] of numbers) {
    const left = all.filter((number) => !options.has(`=${number}`));
    // Exact numbers stand for a category if they are all of its numbers.
    if (left.length === 0 && category !== 'other') continue;
    const isSpelled = all.length <= MAX_SPELLED;
    const [first] = left;
    const shown = left.find((number) => number > 0 && optionOf(number) === 'other');
    const number = isSpelled ? first : (shown ?? first);
    forms.push(
      number === undefined
        ? { selector: category, option: 'other', number: DECIMAL }
        : { selector: category, option: optionOf(number), number: String(number) },
    );
  }
  return forms;
}
