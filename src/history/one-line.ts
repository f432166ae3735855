/** The most characters of a text in one line. */
const MAX_CHARACTERS = 160;
/** Characters that are shown before the first difference of two texts. */
const BEFORE_DIFFERENCE = 40;

const ELLIPSIS = '…';

/** Returns two versions of a text in one line each. Long ones begin shortly before the first difference. */
export function inOneLine(before: string | null, after: string | null): Record<'before' | 'after', string | null> {
  const [old, present] = [charactersOf(before), charactersOf(after)];
  const isLong = Math.max(old?.length ?? 0, present?.length ?? 0) > MAX_CHARACTERS;
  const start = isLong ? Math.max(0, firstDifference(old ?? [], present ?? []) - BEFORE_DIFFERENCE) : 0;
  return { before: lineOf(old, start), after: lineOf(present, start) };
}

/** Returns 0 for equal texts. */
function firstDifference(one: readonly string[], other: readonly string[]): number {
  const [longer, shorter] = one.length > other.length ? [one, other] : [other, one];
  return Math.max(
    0,
    longer.findIndex((character, index) => character !== shorter[index]),
  );
}

/** Returns the name of a key in one line. */
export const shortName = (name: string): string => inOneLine(name, name).after ?? '';

function lineOf(characters: string[] | null, start: number): string | null {
  if (!characters) return null;
  const end = start + MAX_CHARACTERS;
  const line = characters.slice(start, end).join('');
  return `${start > 0 ? ELLIPSIS : ''}${line}${end < characters.length ? ELLIPSIS : ''}`;
}

/** Whole code points; lines and other white space are one space. */
const charactersOf = (text: string | null): string[] | null =>
  text === null ? null : Array.from(text.replaceAll(/\s+/g, ' '));
