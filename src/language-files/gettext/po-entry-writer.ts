import type { EntryToWrite } from '../model/entry';
import type { Plural, PluralCategory } from '../model/plural';
import type { Warning } from '../model/warnings';
import { UnwritableTextError } from '../model/format-errors';
import { parsePluralMessage, printPluralMessage, toIcuMessage } from '../text/plurals/icu-message';
import { CONTEXT_SEPARATOR, impliedSource } from './po-entry-reader';
import { readKeyMeta, readTranslationMeta, type PoKeyMeta } from './po-meta';
import { commentLines, notesLines } from './po-notes';
import type { PoMessage } from './po-parser';

type Text = string | Plural;

export interface PoExport {
  /** The category of each `msgstr[n]`. */
  categories: readonly PluralCategory[];
  /** The texts are the source's. */
  isSource: boolean;
  warn(warning: Warning): void;
}

/** @throws UnwritableTextError for U+0000, U+0004 (but in a key, once) and an empty key, which is the header's */
export function messageOf(entry: EntryToWrite, context: PoExport): PoMessage {
  const { key } = entry;
  const keyMeta = readKeyMeta(entry.keyMeta);
  const value = entry.value === undefined ? '' : asGettext(entry.value, keyMeta);
  const source = asGettext(entry.source ?? '', keyMeta);
  const id = splitKey(key);
  const msgidPlural = pluralIdOf(id.msgid, value, context.isSource ? value : source, keyMeta);
  const ids = { ...id, ...(msgidPlural !== undefined && { msgidPlural }) };
  const msgstr = msgidPlural === undefined ? new Map([[0, textOf(value)]]) : formsOf(value, key, context);
  for (const text of [msgidPlural ?? '', ...msgstr.values()]) assertWritable(text, key);
  warnOfAltered(entry, keyMeta, context);
  const meta = readTranslationMeta(entry.meta);
  return {
    line: 0,
    obsolete: false,
    comments: commentsOf(entry, ids, { value, source: isSaid(value, context) ? undefined : source }, keyMeta),
    previous: meta.previous,
    ...ids,
    msgstr,
  };
}

function warnOfAltered({ key, value, source, description }: EntryToWrite, keyMeta: PoKeyMeta, context: PoExport): void {
  const isOrdinal = [value, source].some((text) => typeof text === 'object' && text.type === 'ordinal');
  if (isOrdinal && !keyMeta.icu) {
    context.warn({ code: 'plural_as_icu', detail: 'gettext has no ordinals; written as the ICU message', key });
  }
  if (typeof value === 'object' && [...value.forms.values()].every((form) => form === '')) {
    context.warn({ code: 'empty_text_dropped', detail: 'a plural of empty forms is no translation', key });
  }
  if (description && /\r(?!\n|$)/.test(description)) {
    context.warn({ code: 'comment_altered', detail: 'a lone CR in the description is written as a line end', key });
  }
}

function splitKey(key: string): { msgctxt?: string; msgid: string } {
  if (key === '') throw new UnwritableTextError(key, 'the empty msgid is the header of a PO file');
  const at = key.indexOf(CONTEXT_SEPARATOR);
  const msgid = key.slice(at + 1);
  assertWritable(key.slice(0, Math.max(at, 0)) + msgid, key);
  return at < 0 ? { msgid } : { msgctxt: key.slice(0, at), msgid };
}

function assertWritable(text: string, key: string): void {
  if (text.includes('\0')) throw new UnwritableTextError(key, 'gettext texts end at U+0000');
  if (text.includes(CONTEXT_SEPARATOR)) throw new UnwritableTextError(key, 'U+0004 separates context and msgid');
}

/** gettext has cardinal plurals only; what it cannot say is written as its ICU message, a text like any other. */
function asGettext(text: Text, { icu }: PoKeyMeta): Text {
  if (typeof text === 'string' || (text.type === 'cardinal' && !icu)) return text;
  return toIcuMessage(text);
}

/** Undefined for a message without plural. A symbolic key is its own plural, for a source text may change and an id must not. */
function pluralIdOf(msgid: string, value: Text, source: Text | undefined, keyMeta: PoKeyMeta): string | undefined {
  if (keyMeta.msgidPlural !== undefined) return keyMeta.msgidPlural;
  const sourcePlural = typeof source === 'object' ? source : undefined;
  if (typeof value === 'string' && !(value === '' && sourcePlural)) return undefined;
  const isNatural = sourcePlural?.forms.get('one') === msgid;
  return isNatural ? sourcePlural.forms.get('other') : msgid;
}

const textOf = (value: Text): string => (typeof value === 'string' ? value : (value.forms.get('other') ?? ''));

function formsOf(value: Text, key: string, context: PoExport): Map<number, string> {
  if (typeof value === 'string') {
    if (value !== '')
      context.warn({ code: 'plural_form_invented', detail: 'a text without plural in every form', key });
    return new Map(context.categories.map((_, index) => [index, value]));
  }
  const other = value.forms.get('other') ?? '';
  const msgstr = new Map<number, string>();
  context.categories.forEach((category, index) => {
    const form = value.forms.get(category);
    if (form === undefined)
      context.warn({ code: 'plural_form_invented', detail: `"${category}" is a copy of "other"`, key });
    msgstr.set(index, form ?? other);
  });
  for (const detail of lostForms(value, context.categories)) {
    context.warn({ code: 'plural_form_dropped', detail, key });
  }
  return msgstr;
}

/** What is lost, in words: forms that no `msgstr[n]` has. */
function lostForms({ forms, exact }: Plural, categories: readonly PluralCategory[]): string[] {
  // Where no integer is `other`, gettext has no form for it and import makes it a copy of the highest one.
  const highest = categories.at(-1);
  const copied = categories.includes('other') || !highest ? undefined : (forms.get(highest) ?? forms.get('other'));
  const isThere = (category: PluralCategory, text: string): boolean =>
    categories.includes(category) || (category === 'other' && text === copied);
  return [
    ...[...forms]
      .filter(([category, text]) => !isThere(category, text))
      .map(([category]) => `the file's Plural-Forms have no "${category}"`),
    ...[...exact.keys()].map((n) => `gettext has no form for exactly ${n}`),
  ];
}

/** The source language's own texts are no comment too, but for what its plural forms cannot say. */
function isSaid(value: Text, { isSource, categories }: PoExport): boolean {
  return isSource && (typeof value === 'string' ? value !== '' : lostForms(value, categories).length === 0);
}

function commentsOf(
  entry: EntryToWrite,
  ids: { msgid: string; msgidPlural?: string },
  texts: { value: Text; source: Text | undefined },
  keyMeta: PoKeyMeta,
): string[] {
  const meta = readTranslationMeta(entry.meta);
  const plural = [texts.value, texts.source].find((text) => typeof text === 'object');
  const arg = plural && plural.arg !== 'count' ? plural.arg : undefined;
  const implied = asWritten(impliedSource(ids, arg ?? 'count'), keyMeta);
  const notes = notesLines({
    ...(entry.description && { description: entry.description }),
    ...(texts.source !== undefined && !sameText(texts.source, implied) && { source: texts.source }),
    ...(arg !== undefined && { arg }),
  });
  const flags = [...(meta.fuzzy && texts.value !== '' ? ['fuzzy'] : []), ...keyMeta.flags];
  return [
    ...meta.comments.flatMap(commentLines).map((line) => `#${/^[~|:.,!=]/.test(line) ? ' ' : ''}${line}`),
    ...notes.map((line) => (line === '' ? '#.' : `#. ${line}`)),
    ...keyMeta.references.map((line) => `#: ${line}`),
    ...(flags.length > 0 ? [`#, ${flags.join(', ')}`] : []),
  ];
}

/** The source text comes out of storage as the canonical ICU message; the msgid may be the same one in another spelling. */
function asWritten(implied: Text, { icu }: PoKeyMeta): Text {
  const plural = icu && typeof implied === 'string' ? parsePluralMessage(implied) : undefined;
  return plural ? printPluralMessage(plural, plural.placeholders) : implied;
}

function sameText(a: Text, b: Text): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b;
  const sameForms = a.forms.size === b.forms.size && [...a.forms].every(([name, text]) => b.forms.get(name) === text);
  return sameForms && a.arg === b.arg && a.exact.size === 0 && b.exact.size === 0;
}
