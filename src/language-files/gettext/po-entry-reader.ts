import { PLURAL_CATEGORIES, type Plural, type PluralCategory } from '../model/plural';
import type { ParsedEntry } from '../model/entry';
import type { Warning } from '../model/warnings';
import { isArgumentName, parsePluralMessage } from '../text/plurals/icu-message';
import { keyMetaOf, translationMetaOf, type PoKeyMeta, type PoTranslationMeta } from './po-meta';
import { readNotes, type PoNotes } from './po-notes';
import type { PoMessage } from './po-parser';

/** gettext's own form of a key with a context, as in MO files. */
export const CONTEXT_SEPARATOR = '\u0004';

export interface PoImport {
  /** The category of each `msgstr[n]`. */
  categories: readonly PluralCategory[];
  /** The file holds the source language itself: where a message has a `msgstr`, that is the source text. */
  isSource: boolean;
  warn(warning: Warning): void;
}

export const keyOf = ({ msgctxt, msgid }: Pick<PoMessage, 'msgctxt' | 'msgid'>): string =>
  msgctxt === undefined ? msgid : `${msgctxt}${CONTEXT_SEPARATOR}${msgid}`;

export function entryOf(message: PoMessage, context: PoImport): ParsedEntry {
  const { notes, keyMeta, meta } = readComments(message);
  const key = keyOf(message);
  const arg = notes.arg !== undefined && isArgumentName(notes.arg) ? notes.arg : 'count';
  const value = valueOf(message, arg, { ...context, warn: (warning) => context.warn({ ...warning, key }) });
  // Of the source language's own file, `msgstr` is the text, not `msgid`.
  const source = notes.source ?? (context.isSource && value !== '' ? undefined : impliedSource(message, arg));
  if (value === '' && meta.comments.length > 0) {
    const detail = 'the translator comment of a message without a translation';
    context.warn({ code: 'comment_dropped', detail, key, line: message.line });
  }
  const keyMetaValue = keyMetaOf(keyMeta);
  const metaValue = translationMetaOf(meta);
  return {
    key,
    value,
    ...(source !== undefined && { source }),
    ...(notes.description !== undefined && { description: notes.description }),
    ...(Object.keys(keyMetaValue).length > 0 && { keyMeta: keyMetaValue }),
    ...(Object.keys(metaValue).length > 0 && { meta: metaValue }),
    line: message.line,
  };
}

/** The source text that a message has without a comment that says otherwise. */
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

function readComments(message: PoMessage): { notes: PoNotes; keyMeta: PoKeyMeta; meta: PoTranslationMeta } {
  const extracted: string[] = [];
  const references: string[] = [];
  const flagLines: string[] = [];
  const comments: string[] = [];
  for (const comment of message.comments) {
    const text = comment.slice(2).replace(/^ /, '');
    const kind = comment[1] ?? '';
    if (kind === '.') extracted.push(text);
    else if (kind === ':') references.push(text);
    else if (kind !== '' && ',!='.includes(kind)) flagLines.push(text);
    else comments.push(comment.slice(1));
  }
  const { msgid, msgidPlural, msgstr, previous } = message;
  const icu = msgidPlural === undefined && [msgid, msgstr.get(0) ?? ''].some((text) => parsePluralMessage(text));
  const flags = flagLines.flatMap((line) => line.split(',')).map((flag) => flag.trim());
  const own = flags.filter((flag) => flag !== '' && flag !== 'fuzzy');
  return {
    notes: readNotes(extracted),
    keyMeta: { references, flags: own, ...(msgidPlural !== undefined && { msgidPlural }), icu },
    meta: { fuzzy: flags.includes('fuzzy'), comments, previous },
  };
}

function valueOf(message: PoMessage, arg: string, context: PoImport): string | Plural {
  const { msgstr, line } = message;
  if (message.msgidPlural === undefined) return msgstr.get(0) ?? '';
  if ([...msgstr.values()].every((text) => text === '')) return '';
  const byCategory = new Map<PluralCategory, string>();
  for (const [index, text] of msgstr) {
    const category = context.categories[index];
    if (category) byCategory.set(category, text);
    else context.warn({ code: 'plural_form_dropped', detail: `msgstr[${index}] is beyond Plural-Forms`, line });
  }
  if (!byCategory.has('other')) byCategory.set('other', copiedOther(message, context));
  const forms = new Map<PluralCategory, string>();
  for (const category of PLURAL_CATEGORIES) {
    const text = byCategory.get(category);
    if (text !== undefined) forms.set(category, text);
  }
  return { type: 'cardinal', arg, exact: new Map(), forms };
}

/** In Russian or Polish no integer is `other`, so gettext has no form for it; said once a file, by the codec. */
function copiedOther({ msgstr, line }: PoMessage, context: PoImport): string {
  const highest = Math.max(...msgstr.keys());
  if (context.categories.includes('other')) {
    context.warn({ code: 'plural_form_invented', detail: `"other" is missing; copied from msgstr[${highest}]`, line });
  }
  return msgstr.get(highest) ?? '';
}
