import {
  type ChoiceElement,
  type MessageElement,
  quoteMessageText,
  readMessageElements,
} from '../../language-files/messages';
import { sampledForms } from './plural-samples';

/** A part of a form: literal text, or an argument. */
export type FormPart =
  string | { /** Its text in the message. */ code: string; /** The text that the provider receives. */ shown: string };

/** A form of a message without choices. */
export interface Form {
  parts: readonly FormPart[];
  isInPlural: boolean;
}

/** A message whose choices are around whole sentences. */
export type FormTree =
  | { form: Form }
  | { choice: Pick<ChoiceElement, 'type' | 'arg' | 'offset'>; options: readonly (readonly [string, FormTree])[] };

/** The most forms of a message that is translated. */
const MAX_FORMS = 40;

/** A choice around a form, with the option that applies. */
interface Scope extends Pick<ChoiceElement, 'type' | 'arg' | 'offset'> {
  option: string;
  /** The number that stands for the option of a plural. */
  number?: string;
}

class TooManyForms extends Error {}

/**
 * Writes a message as whole sentences: `{n, plural, one {# file} other {# files}} deleted` becomes a plural of two
 * sentences, with the forms of the target language.
 *
 * @returns undefined for a text that is no message of ICU, or has too many forms
 */
export function formsOf(text: string, languages: { source: string; target: string }): FormTree | undefined {
  const elements = readMessageElements(text);
  if (!elements) return undefined;
  let forms = 0;

  const expand = (parts: readonly MessageElement[], scopes: readonly Scope[]): FormTree => {
    const place = parts.findIndex(({ kind }) => kind === 'choice');
    const choice = parts[place];
    if (choice?.kind !== 'choice') {
      if (++forms > MAX_FORMS) throw new TooManyForms();
      return { form: toForm(parts, scopes) };
    }
    const { type, arg, offset } = choice;
    const withOption = (option: string): readonly MessageElement[] => [
      ...parts.slice(0, place),
      ...(choice.options.get(option) ?? choice.options.get('other') ?? []),
      ...parts.slice(place + 1),
    ];
    const known = scopes.find((scope) => scope.arg === arg && scope.type === type && scope.offset === offset);
    if (known) return expand(withOption(known.option), scopes);
    const found: readonly { selector: string; option: string; number?: string }[] =
      type === 'select'
        ? [...choice.options.keys()].map((selector) => ({ selector, option: selector }))
        : sampledForms(choice, languages);
    const options = found.map(
      ({ selector, option, number }) =>
        [selector, expand(withOption(option), [...scopes, { type, arg, offset, option, number }])] as const,
    );
    return { choice: { type, arg, offset }, options };
  };

  try {
    return expand(elements, []);
  } catch (error) {
    if (error instanceof TooManyForms) return undefined;
    throw error;
  }
}

function toForm(elements: readonly MessageElement[], scopes: readonly Scope[]): Form {
  const plurals = scopes.filter(({ type }) => type !== 'select');
  const nearest = plurals.at(-1);
  const parts = elements.map((element): FormPart => {
    if (element.kind === 'text') return element.text;
    if (element.kind === 'choice') return '';
    const name = element.kind === 'count' ? element.arg : element.name;
    const plural = plurals.findLast(({ arg }) => arg === name);
    if (element.kind === 'argument') {
      return { code: element.code, shown: (plural?.offset === 0 ? plural.number : undefined) ?? element.code };
    }
    if (nearest?.arg === name) return { code: '#', shown: plural?.number ?? '#' };
    // `#` would be the number of the plural that is nearer now.
    if (plural?.offset !== 0) throw new TooManyForms();
    return { code: `{${name}, number}`, shown: plural.number ?? '#' };
  });
  return { parts: mergeTexts(parts), isInPlural: nearest !== undefined };
}

/** Joins literal text, so that no placeholder in it is divided. */
function mergeTexts(parts: readonly FormPart[]): FormPart[] {
  const merged: FormPart[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    if (typeof part === 'string' && typeof last === 'string') merged[merged.length - 1] = last + part;
    else merged.push(part);
  }
  return merged;
}

/** The forms of a tree, in their order. */
export const leavesOf = (tree: FormTree): readonly Form[] =>
  'form' in tree ? [tree.form] : tree.options.flatMap(([, option]) => leavesOf(option));

/** Writes a message. @param next returns the parts of its forms, in their order */
export function printForms(tree: FormTree, next: () => readonly FormPart[]): string {
  if ('form' in tree) {
    const { isInPlural } = tree.form;
    return next()
      .map((part) => (typeof part === 'string' ? quoteMessageText(part, isInPlural) : part.code))
      .join('');
  }
  const { type, arg, offset } = tree.choice;
  const options = tree.options.map(([selector, option]) => `${selector} {${printForms(option, next)}}`);
  const start = offset === 0 ? '' : `offset:${offset} `;
  return `{${arg}, ${type}, ${start}${options.join(' ')}}`;
}
