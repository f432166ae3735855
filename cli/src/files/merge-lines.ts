import { diffArrays } from 'diff';

/** Lines of the base that one side has replaced by others. */
interface Hunk {
  start: number;
  end: number;
  lines: string[];
}

/**
 * Merges two versions of a text by lines, as git does. Lines beside each other that only one side has changed are no conflict.
 *
 * @returns undefined if both sides have changed the same lines in different ways
 */
export function mergeLines(base: string, ours: string, theirs: string): string | undefined {
  const lines = splitLines(base);
  const hunks = [...hunksOf(lines, splitLines(ours)), ...hunksOf(lines, splitLines(theirs))].sort(
    (one, other) => one.start - other.start || one.end - other.end,
  );
  const merged: string[] = [];
  let position = 0;
  let before: Hunk | undefined;
  for (const hunk of hunks) {
    if (before && isSame(before, hunk)) continue;
    if (before && overlap(before, hunk)) return undefined;
    merged.push(...lines.slice(position, hunk.start), ...hunk.lines);
    position = hunk.end;
    before = hunk;
  }
  return [...merged, ...lines.slice(position)].join('');
}

const splitLines = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

function hunksOf(base: string[], side: string[]): Hunk[] {
  const hunks: Hunk[] = [];
  let position = 0;
  let open: Hunk | undefined;
  for (const { added, removed, value } of diffArrays(base, side)) {
    if (!added && !removed) {
      position += value.length;
      open = undefined;
      continue;
    }
    if (!open) hunks.push((open = { start: position, end: position, lines: [] }));
    if (added) open.lines.push(...value);
    else open.end = position += value.length;
  }
  return hunks;
}

const isSame = (one: Hunk, other: Hunk): boolean =>
  one.start === other.start &&
  one.end === other.end &&
  one.lines.length === other.lines.length &&
  one.lines.every((line, index) => line === other.lines[index]);

/** Two insertions at one place overlap, because they have no order. */
const overlap = (one: Hunk, { start, end }: Hunk): boolean =>
  start < one.end || (start === one.end && (one.start === one.end || start === end));
