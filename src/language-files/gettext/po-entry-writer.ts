import type { EntryToWrite } from '../model/entry';
import { UnwritableTextError } from '../model/format-errors';
import type { Plural, PluralCategory } from '../model/plural';
import type { Warning } from '../model/warnings';
import { toCategories } from '../text/plurals/exact-forms';
import { toIcuMessage } from '../text/plurals/icu-message';
import type { IndexedForms } from './plural-forms';
import { commentLinesFor, notesFor } from './po-comments';
import { isFormatFlag, isFormatOf } from './po-format-flags';
import { CONTEXT_SEPARATOR, type PoMessage } from './po-message';
import { readKeyMeta, readTranslationMeta, type PoKeyMeta } from './po-meta';
import type { PoNotes } from './po-notes';

type Text = string | Plural;
type PluralTexts = Pick<Plural, 'forms' | 'exact'>;

/** The properties of a file that are needed to write its messages. */
export interface PoWriteContext extends IndexedForms {
  /** True where the file is in the source language. */
  isSource: boolean;
  warn(warning: Warning): void;
}

/** The parts of an entry in the terms of gettext. */
export interface PoTranslation {
  msgctxt?: string;
  msgid: string;
  msgidPlural?: string;
  value: Text;
  msgstr: Map<number, string>;
  notes: PoNotes;
}

/**
 * Converts an entry to a message.
 *
 * @throws UnwritableTextError for U+0000, for U+0004 other than the first one of a key, and for an empty msgid, which
 *   is the
 * header's
 */
export function toMessage(entry: EntryToWrite, context: PoWriteContext): PoMessage {
  const keyMeta = readKeyMeta(entry.keyMeta);
  const meta = readTranslationMeta(entry.meta);
  const { value, notes, ...fields } = toTranslation(entry, keyMeta, context);
  const isLost = keyMeta.flags.some(isFormatFlag) && !isFormatOf(fields.msgidPlural ?? fields.msgid, entry.source);
  if (isLost) keyMeta.flags = keyMeta.flags.filter((flag) => !isFormatFlag(flag));
  const comments = commentLinesFor(notes, keyMeta, { ...meta, fuzzy: meta.fuzzy && value !== '' });
  return { line: 0, obsolete: false, comments, previous: meta.previous, ...fields };
}

/** Converts the texts and the description of an entry. @throws UnwritableTextError as `toMessage` does */
export function toTranslation(entry: EntryToWrite, keyMeta: PoKeyMeta, context: PoWriteContext): PoTranslation {
  const { key } = entry;
  const value = entry.value === undefined ? '' : toGettextText(entry.value, keyMeta);
  const source = toGettextText(entry.source ?? '', keyMeta);
  const id = splitKey(key);
  const msgidPlural = choosePluralId(id.msgid, value, context.isSource ? value : source, keyMeta);
  const ids = { ...id, ...(msgidPlural !== undefined && { msgidPlural }) };
  const msgstr = msgidPlural === undefined ? new Map([[0, singleForm(value)]]) : pluralForms(value, key, context);
  for (const text of [msgidPlural ?? '', ...msgstr.values()]) assertWritable(text, key);
  warnOfChanges(entry, keyMeta, context);
  const texts = { value, source: isSourceInMsgstr(value, context) ? undefined : source };
  return { ...ids, value, msgstr, notes: notesFor(entry.description, ids, texts, keyMeta) };
}

function warnOfChanges(
  { key, value, source, description }: EntryToWrite,
  keyMeta: PoKeyMeta,
  context: PoWriteContext,
): void {
  const isOrdinal = [value, source].some((text) => typeof text === 'object' && text.type === 'ordinal');
  if (isOrdinal && !keyMeta.icu) {
    const detail = 'gettext has no ordinal plurals; the text is written as its ICU message';
    context.warn({ code: 'plural_as_icu', detail, key });
  }
  if (typeof value === 'object' && [...value.forms.values()].every((form) => form === '')) {
    const detail = 'a plural whose forms are all empty is written as an untranslated message';
    context.warn({ code: 'empty_text_dropped', detail, key });
  }
  if (description && /\r(?!\n|$)/.test(description)) {
    context.warn({ code: 'comment_altered', detail: 'a lone CR in the description is written as a line end', key });
  }
}

/** @throws UnwritableTextError */
export function splitKey(key: string): { msgctxt?: string; msgid: string } {
  if (key === '') throw new UnwritableTextError(key, 'the empty msgid is the header of a PO file');
  const separator = key.indexOf(CONTEXT_SEPARATOR);
  const msgid = key.slice(separator + 1);
  assertWritable(key.slice(0, Math.max(separator, 0)) + msgid, key);
  return separator < 0 ? { msgid } : { msgctxt: key.slice(0, separator), msgid };
}

function assertWritable(text: string, key: string): void {
  if (text.includes('\0')) throw new UnwritableTextError(key, 'a gettext text ends at U+0000');
  if (text.includes(CONTEXT_SEPARATOR)) throw new UnwritableTextError(key, 'U+0004 separates context and msgid');
}

/**
 * Converts ordinal plurals, which gettext does not have, and plurals that were ICU messages in the file to ICU
 * messages.
 */
function toGettextText(text: Text, { icu }: PoKeyMeta): Text {
  if (typeof text === 'string' || (text.type === 'cardinal' && !icu)) return text;
  return toIcuMessage(text);
}

/**
 * Returns the `msgid_plural` of a message, or undefined for a message without plural. A symbolic key is used as its
 * `msgid_plural` too, because a source text may change and a msgid must not.
 */
function choosePluralId(msgid: string, value: Text, source: Text | undefined, keyMeta: PoKeyMeta): string | undefined {
  if (keyMeta.msgidPlural !== undefined) return keyMeta.msgidPlural;
  const sourcePlural = typeof source === 'object' ? source : undefined;
  if (typeof value === 'string' && !(value === '' && sourcePlural)) return undefined;
  const isSourceText = sourcePlural?.forms.get('one') === msgid;
  return isSourceText ? sourcePlural.forms.get('other') : msgid;
}

const singleForm = (value: Text): string => (typeof value === 'string' ? value : (value.forms.get('other') ?? ''));

/** Returns the texts of all `msgstr[n]`; forms that are missing or have no place produce warnings. */
export function pluralForms(value: Text, key: string, context: PoWriteContext): Map<number, string> {
  const { categories, numbers } = context;
  if (typeof value === 'string') {
    const detail = 'the text has no plural forms; every form is a copy of it';
    if (value !== '') context.warn({ code: 'plural_form_invented', detail, key });
    return new Map(categories.map((_, index) => [index, value]));
  }
  const { forms, exact } = toCategories(value, numbers, (code, detail) => context.warn({ code, detail, key }));
  const other = forms.get('other') ?? '';
  const msgstr = new Map<number, string>();
  categories.forEach((category, index) => {
    const form = forms.get(category);
    const detail = `the form "${category}" is missing; it is a copy of "other"`;
    if (form === undefined) context.warn({ code: 'plural_form_invented', detail, key });
    msgstr.set(index, form ?? other);
  });
  for (const detail of describeLostForms({ forms, exact }, categories)) {
    context.warn({ code: 'plural_form_dropped', detail, key });
  }
  return msgstr;
}

/** Returns a sentence for each form of a plural that no `msgstr[n]` holds. */
function describeLostForms({ forms, exact }: PluralTexts, categories: readonly PluralCategory[]): string[] {
  // Where no integer is `other`, gettext has no form for it, and an import makes it a copy of the highest one.
  const highest = categories.at(-1);
  const copied = categories.includes('other') || !highest ? undefined : (forms.get(highest) ?? forms.get('other'));
  const isWritten = (category: PluralCategory, text: string): boolean =>
    categories.includes(category) || (category === 'other' && text === copied);
  return [
    ...[...forms]
      .filter(([category, text]) => !isWritten(category, text))
      .map(([category]) => `the file's Plural-Forms have no form "${category}"`),
    ...[...exact.keys()].map((n) => `gettext has no form for exactly ${n}`),
  ];
}

/**
 * Whether the `msgstr` of a source language file holds the source text completely, so that no comment has to repeat it.
 */
function isSourceInMsgstr(value: Text, { isSource, categories, numbers }: PoWriteContext): boolean {
  if (!isSource || typeof value === 'string') return isSource && value !== '';
  return describeLostForms(toCategories(value, numbers), categories).length === 0;
}
