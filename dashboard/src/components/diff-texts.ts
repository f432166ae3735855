import { diffArrays } from 'diff';

/** A part of two texts: in both, only in the earlier one (`removed`), or only in the later one (`added`). */
export interface DiffPart {
  kind: 'common' | 'removed' | 'added';
  text: string;
}

/** Texts that differ in more words than this have no parts in common that help a person. */
const MAX_EDITS = 400;

/** Compares two texts of a language word by word, as the language divides its words (Unicode UAX #29). */
export function diffTexts(before: string, after: string, language: string): DiffPart[] {
  const changes = diffArrays(wordsOf(before, language), wordsOf(after, language), { maxEditLength: MAX_EDITS });
  const parts = changes?.map(({ value, added, removed }): DiffPart => {
    return { kind: added ? 'added' : removed ? 'removed' : 'common', text: value.join('') };
  });
  if (parts && isReadable(parts, before, after)) return parts;
  return [
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ];
}

/** Whether enough is common: scattered common words make two different texts harder to read, not easier. */
function isReadable(parts: readonly DiffPart[], before: string, after: string): boolean {
  const common = parts.reduce((sum, { kind, text }) => sum + (kind === 'common' ? text.trim().length : 0), 0);
  return common * 3 >= Math.max(before.length, after.length);
}

function wordsOf(text: string, language: string): string[] {
  return Array.from(new Intl.Segmenter(language, { granularity: 'word' }).segment(text), ({ segment }) => segment);
}
