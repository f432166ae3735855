import { type Plural, PLURAL_CATEGORIES, type PluralCategory, type PluralScope } from '../../model/plural';
import type { Warning } from '../../model/warnings';
import { argumentOrder } from '../placeholders/argument-order';
import { foreignStyle } from '../placeholders/foreign-arguments';
import { restoreArguments } from '../placeholders/restore-arguments';
import { toCategories, toExactForms } from '../plurals/exact-forms';
import { looksLikePlural, parsePluralMessage, type PluralMessage, printPluralMessage } from '../plurals/icu-message';

/** The project's messages that an imported plural is compared with. */
export interface ReferenceMessages {
  /** The message that the import would replace. */
  current?: string | null;
  sourceText?: string | null;
}

/** An imported text as a message of the project. */
export interface MergedText {
  text: string;
  /** The text is equivalent to the project's current one. */
  same: boolean;
  /** The warning to produce if the text replaces the current one. */
  warning?: Pick<Warning, 'code' | 'detail'>;
}

/**
 * Merges a plural of a file without ICU into the message that it replaces or, for a new translation, that it
 * translates. The arguments of that message become arguments of ICU where the file has them, in the style of its format
 * or as `#` and `{name}`, and the plural gets the name of its argument. Forms of the current message that the file
 * cannot hold are kept.
 *
 * @param text the result of `toMessage`
 */
export function mergePlural(text: string, messages: ReferenceMessages, scope: PluralScope): MergedText {
  const incoming = parsePluralMessage(text);
  if (incoming && isEveryForm(messages.current, incoming)) return { text: messages.current, same: true };
  const current = tryParse(messages.current);
  const reference = current ?? tryParse(messages.sourceText);
  if (!incoming || !reference) return { text, same: text === messages.current };
  const numbers = scope.numbers ?? new Map();
  const adapted = adaptTo(reference, toCategories(incoming, numbers), scope, messages.sourceText ?? messages.current);
  if (current?.type !== adapted.type) return { text: print(adapted), same: false };
  const written = toCategories(current, numbers);
  const missing = formsOutside(scope, written);
  const kept = [...[...missing.exact.keys()].map((n) => `=${n}`), ...missing.forms.keys()];
  const merged = kept.length === 0 ? adapted : withForms(adapted, missing, current.placeholders);
  const same = isEquivalent(merged, written);
  const result = { text: print(toExactForms(merged, current, numbers)), same };
  if (kept.length === 0) return result;
  const detail = `the file has no form ${kept.join(', ')}; the project's form is kept`;
  return { ...result, warning: { code: 'plural_form_kept', detail } };
}

/**
 * Returns whether every form is the current text. Formats where the source text decides what is a plural repeat a text
 * that is not a plural, or is an ordinal, in each form.
 */
const isEveryForm = (text: string | null | undefined, { exact, forms }: Plural): text is string =>
  [...exact.values(), ...forms.values()].every((form) => form === text);

/** The texts that a format writes for the messages of a project. */
export interface WrittenTexts {
  /** The format has plurals of its own: it writes an ICU plural as a text only where it cannot hold the plural. */
  isNative: boolean;
  /** Returns what the format writes for a message that is written as a text. */
  written: (message: string) => string;
}

/**
 * Merges a text of a file into the project's current message, which may be a plural, or in the syntax of another
 * format.
 */
export function mergeText(
  text: string,
  current: string | null | undefined,
  { isNative, written }: WrittenTexts,
): MergedText {
  if (typeof current !== 'string') return { text, same: false };
  if (text === current || written(current) === text) return { text: current, same: true };
  const replaced = isNative || !looksLikePlural(text) ? tryParse(current) : undefined;
  if (!replaced || parsePluralMessage(text)) return { text, same: false };
  const detail = 'a text without plural forms replaces a plural';
  return { text, same: false, warning: { code: 'plural_replaced', detail } };
}

const print = (plural: PluralMessage): string => printPluralMessage(plural, plural.placeholders);

const tryParse = (message: string | null | undefined): PluralMessage | undefined =>
  typeof message === 'string' ? parsePluralMessage(message) : undefined;

/** Gives a plural the argument and the placeholders of the reference, unless its placeholders were converted. */
function adaptTo(
  reference: PluralMessage,
  plural: PluralMessage,
  { style, numbers = new Map() }: PluralScope,
  source: string | null | undefined,
): PluralMessage {
  if (plural.placeholders.length > 0) return plural;
  const arg = plural.arg === 'count' ? reference.arg : plural.arg;
  const adapted = { ...plural, arg, placeholders: reference.placeholders };
  if (style === undefined) return adapted;
  const from = reference.placeholders.length > 0 ? 'icu' : foreignStyle(reference, style);
  if (!from && style !== 'fluent') return adapted;
  return restoreArguments(adapted, reference, { from, style, order: argumentOrder(source, arg), numbers });
}

type Forms = Pick<Plural, 'exact' | 'forms'>;

const withForms = (plural: PluralMessage, { exact, forms }: Forms, placeholders: readonly string[]): PluralMessage => ({
  ...plural,
  exact: new Map([...exact, ...plural.exact]),
  forms: new Map([...plural.forms, ...forms]),
  placeholders: [...new Set([...plural.placeholders, ...placeholders])],
});

/**
 * Returns the forms of a message that a file with this scope cannot hold. An `other` that is a copy of the last
 * category is not one of them, because it is read back as that copy.
 */
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
 * Returns whether two plurals are the same text for every number. A missing form is a copy of `other`: a format that
 * writes each form of a language writes the copy, and reading it back is not a change.
 */
function isEquivalent(a: PluralMessage, b: PluralMessage): boolean {
  if (a.type !== b.type || a.arg !== b.arg || a.exact.size !== b.exact.size) return false;
  const names = ({ placeholders }: PluralMessage): string => JSON.stringify([...placeholders].sort());
  const getForm = ({ forms }: Plural, category: PluralCategory): string | undefined =>
    forms.get(category) ?? forms.get('other');
  return (
    names(a) === names(b) &&
    [...a.exact].every(([n, form]) => b.exact.get(n) === form) &&
    PLURAL_CATEGORIES.every((category) => getForm(a, category) === getForm(b, category))
  );
}
