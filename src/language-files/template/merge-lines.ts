import { diffArrays } from 'diff';
import type { Span } from './file-template';

/** A line of a file. */
export interface Line {
  /** The line with the names of its texts in place of the texts. */
  id: string;
  content: string;
  texts: LineText[];
}

/** A text, or an entry with its comments, and its place in the content of its line. */
export interface LineText extends Span {
  name: string;
  /** The texts of an entry, and their places in it. Default: they are found when the entry is merged. */
  parts?: readonly LineText[];
}

/** A side of a merge: what is there now, or the file that is merged into it. */
export type Side = 'now' | 'file';

export type Versions = Record<'base' | Side, readonly Line[]>;

export interface MergedLines {
  lines: readonly Line[];
  /** The other side has lines that were not taken, and that are more than the order of entries or new ones. */
  losesLines: boolean;
}

export interface MergeOptions {
  /** The side whose lines are taken where both have changed them. */
  side: Side;
  /** Lines that one side has added stand beside those that the other has changed. */
  unites: boolean;
  /** Bounds the time of the comparisons. Each takes its part of it. */
  budget: EditBudget;
}

/** A number of lines that may differ. A changed line is two: one is removed and one is added. */
export interface EditBudget {
  edits: number;
}

/**
 * Merges lines as git does, by their ids.
 *
 * @returns undefined for versions that have too little in common
 */
export function mergeLines({ base, now, file }: Versions, options: MergeOptions): MergedLines | undefined {
  const inNow = placesIn(now, base, options.budget);
  const inFile = inNow && placesIn(file, base, options.budget);
  if (!inNow || !inFile) return undefined;
  const lines: Line[] = [];
  let losesLines = false;
  const add = (part: MergedLines): void => {
    lines.push(...part.lines);
    losesLines ||= part.losesLines;
  };
  let from = { base: 0, now: 0, file: 0 };
  for (let place = 0; place <= base.length; place++) {
    const isEnd = place === base.length;
    const [toNow, toFile] = isEnd ? [now.length, file.length] : [inNow[place], inFile[place]];
    if (toNow === undefined || toFile === undefined) continue;
    const between = {
      base: base.slice(from.base, place),
      now: now.slice(from.now, toNow),
      file: file.slice(from.file, toFile),
    };
    add(mergePart(between, options));
    const [ofBase, ofNow, ofFile] = [base[place], now[toNow], file[toFile]];
    if (ofBase && ofNow && ofFile) lines.push(ofNow.content === ofBase.content ? ofFile : ofNow);
    from = { base: place + 1, now: toNow + 1, file: toFile + 1 };
  }
  return { lines, losesLines };
}

/** Merges the lines between two that all versions have. */
function mergePart({ base, now, file }: Versions, { side, unites }: MergeOptions): MergedLines {
  if (areSame(base, now)) return { lines: file, losesLines: false };
  if (areSame(base, file) || areSame(now, file)) return { lines: now, losesLines: false };
  const addedByFile = unites && addedTo(base, file, now);
  if (addedByFile) return { lines: united(now, addedByFile), losesLines: false };
  const addedByNow = unites && addedTo(base, now, file);
  if (addedByNow) return { lines: united(addedByNow, file), losesLines: false };
  const [taken, other] = side === 'now' ? [now, file] : [file, now];
  return { lines: taken, losesLines: hasOthers(other, [...base, ...taken]) };
}

/** Returns the lines of both. A comment at the end stays before the line that it was added to. */
function united(first: readonly Line[], second: readonly Line[]): Line[] {
  const [isText, isOtherText] = [first, second].map((lines) => (lines.at(-1)?.texts.length ?? 0) > 0);
  return !isText && isOtherText ? [...second, ...first] : [...first, ...second];
}

/**
 * Returns the lines that a version has beside all lines of the base; undefined if it lacks one, if the other side has texts of them,
 * or if a comment of them is above an entry that the other side has removed or moved.
 */
function addedTo(base: readonly Line[], version: readonly Line[], other: readonly Line[]): Line[] | undefined {
  const texts = textsIn(other);
  const hasTexts = (line: Line): boolean => line.texts.some(({ name }) => texts.has(name));
  const added: Line[] = [];
  let place = base.length;
  let isAboveRemoved = false;
  for (const line of version.toReversed()) {
    const isOfBase = line.id === base[place - 1]?.id;
    if (isOfBase) place--;
    else if (hasTexts(line) || (isAboveRemoved && line.texts.length === 0 && bare(line) !== '')) return undefined;
    else added.push(line);
    if (line.texts.length > 0) isAboveRemoved = isOfBase && !hasTexts(line);
  }
  return place === 0 ? added.reverse() : undefined;
}

/** Whether a version has lines that are neither blank nor new entries, and that the known ones lack. */
export function hasOthers(version: readonly Line[], known: readonly Line[]): boolean {
  const ids = new Set(known.map(bare));
  const texts = textsIn(known);
  const isNew = (line: Line): boolean => line.texts.length > 0 && !line.texts.some(({ name }) => texts.has(name));
  return version.some((line) => bare(line) !== '' && !ids.has(bare(line)) && !isNew(line));
}

/** A comma says only whether an entry is the last one. */
const bare = ({ id }: Line): string => id.trim().replace(/,$/, '');

const textsIn = (lines: readonly Line[]): Set<string> =>
  new Set(lines.flatMap(({ texts }) => texts.map(({ name }) => name)));

export const areSame = (one: readonly Line[], other: readonly Line[]): boolean =>
  one.length === other.length && one.every(({ id }, index) => id === other[index]?.id);

/** The time of a comparison grows with the square of the differences. */
const MAX_EDITS = 1_000;

/** Returns the place that each line of the base has in another version, if any. */
function placesIn(
  version: readonly Line[],
  base: readonly Line[],
  budget: EditBudget,
): (number | undefined)[] | undefined {
  const idsOf = (lines: readonly Line[]): string[] => lines.map(({ id }) => id);
  const maxEditLength = Math.min(MAX_EDITS, budget.edits);
  const changes = diffArrays(idsOf(base), idsOf(version), { maxEditLength });
  const places = base.map((): number | undefined => undefined);
  let [before, after, edits] = [0, 0, 0];
  for (const { added, removed, count } of changes ?? []) {
    if (!added && !removed) for (let index = 0; index < count; index++) places[before + index] = after + index;
    else edits += count;
    if (!added) before += count;
    if (!removed) after += count;
  }
  budget.edits -= changes ? edits : maxEditLength;
  return changes && places;
}
