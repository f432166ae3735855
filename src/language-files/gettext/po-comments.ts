import type { Plural } from '../model/plural';
import { parsePluralMessage, printPluralMessage } from '../text/plurals/icu-message';
import { impliedSource } from './po-entry-reader';
import type { PoKeyMeta, PoTranslationMeta } from './po-meta';
import { commentLines, notesLines, type PoNotes } from './po-notes';

type Text = string | Plural;

/**
 * Returns the content of a message's extracted comments.
 *
 * @param texts the message's translation, and the source text where `msgstr` does not hold it already
 */
export function notesFor(
  description: string | undefined,
  ids: { msgid: string; msgidPlural?: string },
  texts: { value: Text; source: Text | undefined },
  keyMeta: PoKeyMeta,
): PoNotes {
  const plural = [texts.value, texts.source].find((text) => typeof text === 'object');
  const arg = plural && plural.arg !== 'count' ? plural.arg : undefined;
  const implied = canonicalSource(impliedSource(ids, arg ?? 'count'), keyMeta);
  return {
    ...(description && { description }),
    ...(texts.source !== undefined && !isSameText(texts.source, implied) && { source: texts.source }),
    ...(arg !== undefined && { arg }),
  };
}

/**
 * Returns the comment lines of a message with their `#`: translator comments, extracted comments, references, flags.
 */
export function commentLinesFor(
  notes: PoNotes,
  { references, flags }: PoKeyMeta,
  { fuzzy, comments }: PoTranslationMeta,
): string[] {
  const allFlags = [...(fuzzy ? ['fuzzy'] : []), ...flags];
  return [
    ...comments.flatMap(commentLines).map((line) => `#${/^[~|:.,!=]/.test(line) ? ' ' : ''}${line}`),
    ...extractedLines(notes),
    ...references.map((line) => `#: ${line}`),
    ...(allFlags.length > 0 ? [`#, ${allFlags.join(', ')}`] : []),
  ];
}

/** Returns the extracted comments with their `#.`. */
export const extractedLines = (notes: PoNotes): string[] =>
  notesLines(notes).map((line) => (line === '' ? '#.' : `#. ${line}`));

/** Respells an ICU plural in a msgid as storage does, so that it can be compared with the stored source text. */
function canonicalSource(implied: Text, { icu }: PoKeyMeta): Text {
  const plural = icu && typeof implied === 'string' ? parsePluralMessage(implied) : undefined;
  return plural ? printPluralMessage(plural, plural.placeholders) : implied;
}

export function isSameText(a: Text, b: Text): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b;
  const sameForms = a.forms.size === b.forms.size && [...a.forms].every(([name, text]) => b.forms.get(name) === text);
  return sameForms && a.arg === b.arg && a.exact.size === 0 && b.exact.size === 0;
}
