import { type Plural, PLURAL_CATEGORIES, type PluralCategory, type PluralScope } from '../../model/plural';
import type { Warning } from '../../model/warnings';
import { looksLikePlural, type PluralMessage, parsePluralMessage, printPluralMessage } from '../plurals/icu-message';

/** The messages that an incoming plural is about. */
export interface ReferenceMessages {
  /** The text that it replaces. */
  current?: string | null;
  sourceText?: string | null;
}

/** A text of a file in the terms of the project. */
export interface MergedText {
  text: string;
  /** It says what the project's text says already. */
  same: boolean;
  /** What is to be said where it changes that text. */
  warning?: Pick<Warning, 'code' | 'detail'>;
}

/**
 * A plural that came from a file without ICU, in the terms of the message that it replaces, or else translates: `#` and
 * `{name}` are arguments in it where they are in that one, and its argument has that one's name. Forms of the message that it
 * replaces stay where a file like this has no place for them.
 *
 * @param text as `toStoredText` made it
 */
export function mergePlural(text: string, known: ReferenceMessages, scope: PluralScope): MergedText {
  const incoming = parsePluralMessage(text);
  if (incoming && isEverywhere(known.current, incoming)) return { text: known.current, same: true };
  const current = pluralIn(known.current);
  const reference = current ?? pluralIn(known.sourceText);
  if (!incoming || !reference) return { text, same: text === known.current };
  const said = inTermsOf(incoming, reference);
  if (current?.type !== said.type) return { text: print(said), same: false };
  const unsaid = formsOutside(scope, current);
  const kept = [...[...unsaid.exact.keys()].map((n) => `=${n}`), ...unsaid.forms.keys()];
  if (kept.length === 0) return { text: print(said), same: saysTheSame(said, current) };
  const whole = withForms(said, unsaid, current.placeholders);
  const detail = `${kept.join(', ')} as before: the file has no such form`;
  return { text: print(whole), same: saysTheSame(whole, current), warning: { code: 'plural_form_kept', detail } };
}

/** Formats whose plural is the source text's write a text that is none, an ordinal too, in each form. */
const isEverywhere = (text: string | null | undefined, { exact, forms }: Plural): text is string =>
  [...exact.values(), ...forms.values()].every((form) => form === text);

/**
 * A text that came where the project may have a plural.
 *
 * @param written what the plural is where the format has none like it; undefined for formats without plurals
 */
export function mergeText(
  text: string,
  current: string | null | undefined,
  written: ((plural: Plural) => string) | undefined,
): MergedText {
  const known = written || !looksLikePlural(text) ? pluralIn(current) : undefined;
  if (!known || typeof current !== 'string') return { text, same: text === current };
  if (written?.(known) === text) return { text: current, same: true };
  if (parsePluralMessage(text)) return { text, same: false };
  const detail = 'a text without plural takes the place of a plural';
  return { text, same: false, warning: { code: 'plural_replaced', detail } };
}

const print = (plural: PluralMessage): string => printPluralMessage(plural, plural.placeholders);

const pluralIn = (text: string | null | undefined): PluralMessage | undefined =>
  typeof text === 'string' ? parsePluralMessage(text) : undefined;

function inTermsOf(plural: PluralMessage, reference: PluralMessage): PluralMessage {
  // Its placeholders were converted, so that they are arguments already.
  if (plural.placeholders.length > 0) return plural;
  const arg = plural.arg === 'count' ? reference.arg : plural.arg;
  return { ...plural, arg, placeholders: reference.placeholders };
}

type Forms = Pick<Plural, 'exact' | 'forms'>;

const withForms = (plural: PluralMessage, { exact, forms }: Forms, placeholders: readonly string[]): PluralMessage => ({
  ...plural,
  exact: new Map([...exact, ...plural.exact]),
  forms: new Map([...plural.forms, ...forms]),
  placeholders: [...new Set([...plural.placeholders, ...placeholders])],
});

/** What a message says that a file of this scope cannot. An `other` that is but a copy, as such a file has it anyhow, says nothing. */
function formsOutside({ categories, exact }: PluralScope, message: Plural): Forms {
  const last = categories.at(-1);
  const copied = last && (message.forms.get(last) ?? message.forms.get('other'));
  const isCopy = (name: PluralCategory, form: string): boolean => name === 'other' && form === copied;
  return {
    exact: new Map([...message.exact].filter(([n]) => exact === 'none' || (exact === 'zero' && n !== 0))),
    forms: new Map([...message.forms].filter(([name, form]) => !categories.includes(name) && !isCopy(name, form))),
  };
}

/**
 * Whether two plurals are the same text for every number: a form that is missing is that of `other`. Formats that want
 * each form of a language write it as a copy, which is no change when it comes back.
 */
function saysTheSame(a: PluralMessage, b: PluralMessage): boolean {
  if (a.type !== b.type || a.arg !== b.arg || a.exact.size !== b.exact.size) return false;
  const names = ({ placeholders }: PluralMessage): string => JSON.stringify([...placeholders].sort());
  const formOf = ({ forms }: Plural, category: PluralCategory): string | undefined =>
    forms.get(category) ?? forms.get('other');
  return (
    names(a) === names(b) &&
    [...a.exact].every(([n, form]) => b.exact.get(n) === form) &&
    PLURAL_CATEGORIES.every((category) => formOf(a, category) === formOf(b, category))
  );
}
