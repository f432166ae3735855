import type { ParsedEntry } from '../model/entry';
import { PLURAL_CATEGORIES, type Plural, type PluralCategory } from '../model/plural';
import type { Warning } from '../model/warnings';
import { isArgumentName, parsePluralMessage } from '../text/plurals/icu-message';
import { messageKey, type PoMessage } from './po-message';
import { toKeyMeta, toTranslationMeta, type PoKeyMeta, type PoTranslationMeta } from './po-meta';
import { readNotes, type PoNotes } from './po-notes';

/** The properties of a file that are needed to read its messages. */
export interface PoReadContext {
  /** The category of each `msgstr[n]`. */
  categories: readonly PluralCategory[];
  /** True where the file is in the source language: a non-empty `msgstr` is then the source text. */
  isSource: boolean;
  warn(warning: Warning): void;
}

/** Converts a message to an entry. */
export function readEntry(message: PoMessage, context: PoReadContext): ParsedEntry {
  const { notes, references, flags, meta } = readComments(message);
  const { msgidPlural } = message;
  const keyMeta: PoKeyMeta = {
    ...{ references, flags },
    ...(msgidPlural !== undefined && { msgidPlural }),
    icu: hasIcuPlural(message),
  };
  const key = messageKey(message);
  const arg = notes.arg !== undefined && isArgumentName(notes.arg) ? notes.arg : 'count';
  const value = readValue(message, arg, { ...context, warn: (warning) => context.warn({ ...warning, key }) });
  const source = notes.source ?? (context.isSource && value !== '' ? undefined : impliedSource(message, arg));
  if (value === '' && meta.comments.length > 0) {
    const detail = 'the translator comment of a message without a translation is not kept';
    context.warn({ code: 'comment_dropped', detail, key, line: message.line });
  }
  const storedKeyMeta = toKeyMeta(keyMeta);
  const storedMeta = toTranslationMeta(meta);
  return {
    key,
    value,
    ...(source !== undefined && { source }),
    ...(notes.description !== undefined && { description: notes.description }),
    ...(Object.keys(storedKeyMeta).length > 0 && { keyMeta: storedKeyMeta }),
    ...(Object.keys(storedMeta).length > 0 && { meta: storedMeta }),
    line: message.line,
  };
}

/** Returns the source text of a message that has no `Source text` comment: its msgid. */
export function impliedSource(
  { msgid, msgidPlural }: Pick<PoMessage, 'msgid' | 'msgidPlural'>,
  arg: string,
): string | Plural {
  if (msgidPlural === undefined) return msgid;
  const forms = new Map<PluralCategory, string>([
    ['one', msgid],
    ['other', msgidPlural],
  ]);
  return { type: 'cardinal', arg, exact: new Map(), forms };
}

/** The content of the comments of a message. */
export interface PoComments extends Pick<PoKeyMeta, 'references' | 'flags'> {
  notes: PoNotes;
  meta: PoTranslationMeta;
}

/** Reads the comments and the flags of a message. */
export function readComments({ comments: lines, previous }: Pick<PoMessage, 'comments' | 'previous'>): PoComments {
  const extracted: string[] = [];
  const references: string[] = [];
  const flagLines: string[] = [];
  const comments: string[] = [];
  for (const comment of lines) {
    const text = comment.slice(2).replace(/^ /, '');
    const kind = comment[1] ?? '';
    if (kind === '.') extracted.push(text);
    else if (kind === ':') references.push(text);
    else if (kind !== '' && ',!='.includes(kind)) flagLines.push(text);
    else comments.push(comment.slice(1));
  }
  const allFlags = flagLines.flatMap((line) => line.split(',')).map((flag) => flag.trim());
  const flags = allFlags.filter((flag) => flag !== '' && flag !== 'fuzzy');
  return {
    ...{ notes: readNotes(extracted), references, flags },
    meta: { fuzzy: allFlags.includes('fuzzy'), comments, previous },
  };
}

/** Returns whether a message without a plural of gettext has an ICU plural. */
export const hasIcuPlural = ({ msgid, msgidPlural, msgstr }: PoMessage): boolean =>
  msgidPlural === undefined && [msgid, msgstr.get(0) ?? ''].some((text) => parsePluralMessage(text));

/** Reads the translation of a message, with the name of a plural's argument. */
export function readValue(message: PoMessage, arg: string, context: PoReadContext): string | Plural {
  const { msgstr, line } = message;
  if (message.msgidPlural === undefined) return msgstr.get(0) ?? '';
  if ([...msgstr.values()].every((text) => text === '')) return '';
  const textByCategory = new Map<PluralCategory, string>();
  for (const [index, text] of msgstr) {
    const category = context.categories[index];
    if (category) textByCategory.set(category, text);
    else context.warn({ code: 'plural_form_dropped', detail: `Plural-Forms have no msgstr[${index}]`, line });
  }
  if (!textByCategory.has('other')) textByCategory.set('other', copyHighestForm(message, context));
  const forms = new Map<PluralCategory, string>();
  for (const category of PLURAL_CATEGORIES) {
    const text = textByCategory.get(category);
    if (text !== undefined) forms.set(category, text);
  }
  return { type: 'cardinal', arg, exact: new Map(), forms };
}

/**
 * Returns the text of `other` for a message without that form. Where the file has no such form at all (no integer is
 * `other` in Russian or Polish), the reader of the file has already warned once.
 */
function copyHighestForm({ msgstr, line }: PoMessage, context: PoReadContext): string {
  const highest = Math.max(...msgstr.keys());
  if (context.categories.includes('other')) {
    const detail = `the form "other" is missing; it is a copy of msgstr[${highest}]`;
    context.warn({ code: 'plural_form_invented', detail, line });
  }
  return msgstr.get(highest) ?? '';
}
