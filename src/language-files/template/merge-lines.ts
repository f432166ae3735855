import { diffArrays } from 'diff';

/** A line of a file. */
export interface Line {
  /** The line with the names of its texts in place of the texts. */
  id: string;
  content: string;
  /** The names of its texts. */
  texts: string[];
}

/** A side of a merge: what is there now, or the file that is merged into it. */
export type Side = 'now' | 'file';

type Versions = Record<'base' | Side, readonly Line[]>;

interface MergedLines {
  lines: readonly Line[];
  /** The other side has lines that were not taken, and that are more than the order of entries or new ones. */
  losesLines: boolean;
}

/**
 * Merges lines as git does, by their ids.
 *
 * @param side whose lines are taken where both have changed them
 * @param unites whether lines that one side has added stand beside those that the other has changed
 * @returns undefined for versions that have too little in common
 */
export function mergeLines({ base, now, file }: Versions, side: Side, unites: boolean): MergedLines | undefined {
  const [inNow, inFile] = [placesIn(now, base), placesIn(file, base)];
  if (!inNow || !inFile) return undefined;
  const lines: Line[] = [];
  let losesLines = false;
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
    const part = mergePart(between, side, unites);
    lines.push(...part.lines);
    losesLines ||= part.losesLines;
    const [ofNow, ofFile] = [now[toNow], file[toFile]];
    if (ofNow && ofFile) lines.push(ofNow.content === base[place]?.content ? ofFile : ofNow);
    from = { base: place + 1, now: toNow + 1, file: toFile + 1 };
  }
  return { lines, losesLines };
}

/** Merges the lines between two that all versions have. */
function mergePart({ base, now, file }: Versions, side: Side, unites: boolean): MergedLines {
  if (areSame(base, now)) return { lines: file, losesLines: false };
  if (areSame(base, file) || areSame(now, file)) return { lines: now, losesLines: false };
  const addedByFile = unites && addedTo(base, file, now);
  if (addedByFile) return { lines: [...now, ...addedByFile], losesLines: false };
  const addedByNow = unites && addedTo(base, now, file);
  if (addedByNow) return { lines: [...addedByNow, ...file], losesLines: false };
  const [taken, other] = side === 'now' ? [now, file] : [file, now];
  return { lines: taken, losesLines: hasOthers(other, [...base, ...taken]) };
}

/** Returns the lines that a version has beside all lines of the base; undefined if it lacks one, or the other side has texts of them. */
function addedTo(base: readonly Line[], version: readonly Line[], other: readonly Line[]): Line[] | undefined {
  let place = 0;
  const added = version.filter(({ id }) => {
    const isOfBase = id === base[place]?.id;
    if (isOfBase) place++;
    return !isOfBase;
  });
  const texts = textsIn(other);
  return place === base.length && !added.some((line) => line.texts.some((name) => texts.has(name))) ? added : undefined;
}

/** Whether a version has lines that are neither blank nor new entries, and that the known ones lack. */
function hasOthers(version: readonly Line[], known: readonly Line[]): boolean {
  const ids = new Set(known.map(bare));
  const texts = textsIn(known);
  const isNew = (line: Line): boolean => line.texts.length > 0 && !line.texts.some((name) => texts.has(name));
  return version.some((line) => bare(line) !== '' && !ids.has(bare(line)) && !isNew(line));
}

/** A comma says only whether an entry is the last one. */
const bare = ({ id }: Line): string => id.trim().replace(/,$/, '');

const textsIn = (lines: readonly Line[]): Set<string> => new Set(lines.flatMap(({ texts }) => texts));

const areSame = (one: readonly Line[], other: readonly Line[]): boolean =>
  one.length === other.length && one.every(({ id }, index) => id === other[index]?.id);

/** Bounds the time of a comparison, which grows with the square of the differences. */
const MAX_EDITS = 5_000;

/** Returns the place that each line of the base has in another version, if any. */
function placesIn(version: readonly Line[], base: readonly Line[]): (number | undefined)[] | undefined {
  const idsOf = (lines: readonly Line[]): string[] => lines.map(({ id }) => id);
  const changes = diffArrays(idsOf(base), idsOf(version), { maxEditLength: MAX_EDITS });
  const places = base.map((): number | undefined => undefined);
  let [before, after] = [0, 0];
  for (const { added, removed, count } of changes ?? []) {
    if (!added && !removed) for (let index = 0; index < count; index++) places[before + index] = after + index;
    if (!added) before += count;
    if (!removed) after += count;
  }
  return changes && places;
}
