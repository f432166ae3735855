import { diffArrays } from 'diff';
import type { UnitVersions } from '../model/codec';
import type { Span } from './file-template';
import { groupOf } from './group-of';

/** A line of a file. */
export interface Line {
  /** The line with the names of its texts in place of the texts. */
  id: string;
  content: string;
  texts: LineText[];
}

/** A text and its place in the content of its line. */
export interface LineText extends Span {
  name: string;
}

/** A side of a merge: what is there now, or the file that is merged into it. */
export type Side = 'now' | 'file';

type Versions = Record<'base' | Side, readonly Line[]>;

interface MergedLines {
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
  /** In formats where a text is a unit with comments and references, as in bilingual files. */
  units?: UnitLines;
}

/** The lines of units. */
export interface UnitLines {
  /** Divides the content of a line. */
  divide: (line: Line) => Line[];
  /** The names of the elements that a unit has once at most. */
  singles: readonly string[];
  /** As in `UnitSyntax`. */
  align?: (versions: UnitVersions, side: Side) => UnitVersions;
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
  const { units, ...ofLines } = options;
  const merged = { lines, losesLines };
  return units ? mergeUnits(merged, { base, now, file }, units, ofLines) : merged;
}

/** Merges the contents of units, wherever each version has them. */
function mergeUnits(
  { lines, losesLines }: MergedLines,
  versions: Versions,
  units: UnitLines,
  options: MergeOptions,
): MergedLines {
  const [base, now, file] = [new Units(versions.base), new Units(versions.now), new Units(versions.file)];
  const found = new Units(lines);
  let losesUnits = false;
  const merge = (line: Line): Line => {
    const { id } = line;
    const [ofBase, ofNow, ofFile] = [base.get(id), now.get(id), file.get(id)];
    if (!ofNow || !ofFile) return line;
    // Nothing says which of several units of one name a version has removed or moved.
    if (base.isRepeated(id) || now.isRepeated(id) || file.isRepeated(id)) {
      const [b, n, f] = [base.contentOf(id), now.contentOf(id), file.contentOf(id)];
      losesUnits ||= n !== b && f !== b && n !== f;
      return line;
    }
    if (ofFile.content === ofNow.content) return line;
    if (ofBase?.content === ofNow.content) return ofFile;
    if (ofBase?.content === ofFile.content) return ofNow;
    const unit = aligned({ base: ofBase, now: ofNow, file: ofFile }, units, options);
    const merged = unit.now.content === unit.file.content ? oneLine(unit.now) : mergeUnit(unit, units, options);
    losesUnits ||= merged?.losesLines ?? true;
    if (!merged) return options.side === 'now' ? ofNow : ofFile;
    return { ...ofNow, content: contentOf(merged.lines) };
  };
  const united = lines.map((line) => (line.texts.length > 0 ? merge(line) : line));
  for (const unit of [...versions.now, ...versions.file]) {
    if (losesUnits || unit.texts.length === 0 || found.get(unit.id)) continue;
    const ofBase = base.get(unit.id);
    if (ofBase?.content === unit.content) continue;
    losesUnits = hasOthers(units.divide(unit), ofBase ? units.divide(ofBase) : []);
  }
  return { lines: united, losesLines: losesLines || losesUnits };
}

const oneLine = (line: Line): MergedLines => ({ lines: [line], losesLines: false });

/** The versions of a unit, each of which is one line. */
interface UnitLine {
  base?: Line;
  now: Line;
  file: Line;
}

/** Aligns the versions of a unit that have one text each. */
function aligned(unit: UnitLine, { align }: UnitLines, { side }: MergeOptions): UnitLine {
  const { base, now, file } = unit;
  if (!align || [base, now, file].some((line) => line && line.texts.length !== 1)) return unit;
  const textOf = ({ content, texts }: Line): string => content.slice(texts[0]?.start, texts[0]?.end);
  const versions = align({ base: base && textOf(base), now: textOf(now), file: textOf(file) }, side);
  const lineOf = (line: Line, text: string): Line => {
    const [{ start, end, name } = { start: 0, end: 0, name: '' }] = line.texts;
    const content = line.content.slice(0, start) + text + line.content.slice(end);
    return { ...line, content, texts: [{ name, start, end: start + text.length }] };
  };
  return {
    base: base && lineOf(base, versions.base ?? ''),
    now: lineOf(now, versions.now),
    file: lineOf(file, versions.file),
  };
}

/** @returns undefined for sides that cannot be merged by lines: they have another number of texts, or both have what a unit has once */
function mergeUnit(unit: UnitLine, { divide, singles }: UnitLines, options: MergeOptions): MergedLines | undefined {
  const versions = { base: unit.base ? divide(unit.base) : [], now: divide(unit.now), file: divide(unit.file) };
  const [ofNow = 0, ofFile = 0] = [versions.now, versions.file].map(
    (lines) => lines.flatMap(({ texts }) => texts).length,
  );
  if (ofNow !== ofFile && Math.max(ofNow, ofFile) > 1) return undefined;
  const merged = mergeLines(versions, options);
  const isTwice = (name: string): boolean => {
    const countIn = (content: string): number => content.split(new RegExp(`<${name}[\\s/>]`)).length - 1;
    const count = countIn(contentOf(merged?.lines ?? []));
    return count > 1 && count > Math.max(countIn(unit.now.content), countIn(unit.file.content));
  };
  return singles.some(isTwice) ? undefined : merged;
}

const contentOf = (lines: readonly Line[]): string => lines.map(({ content }) => content).join('\n');

/** The units of a version by their ids, of which a file may have several. */
class Units {
  private readonly first = new Map<string, Line>();
  private readonly others = new Map<string, Line[]>();

  constructor(lines: readonly Line[]) {
    for (const line of lines) {
      if (line.texts.length === 0) continue;
      if (this.first.has(line.id)) groupOf(this.others, line.id).push(line);
      else this.first.set(line.id, line);
    }
  }

  get(id: string): Line | undefined {
    return this.first.get(id);
  }

  isRepeated(id: string): boolean {
    return this.others.has(id);
  }

  contentOf(id: string): string {
    const first = this.first.get(id);
    return contentOf([...(first ? [first] : []), ...(this.others.get(id) ?? [])]);
  }
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
  // The changed comment of an entry goes with the entry that the other side has removed.
  const losesComment = hasOthers(taken, base) && removesText(base, other, taken);
  return { lines: taken, losesLines: losesComment || hasOthers(other, [...base, ...taken]) };
}

/** Whether a version lacks an entry of the base that the other side has. */
function removesText(base: readonly Line[], version: readonly Line[], other: readonly Line[]): boolean {
  const [left, present] = [textsIn(version), textsIn(other)];
  return Array.from(textsIn(base)).some((name) => !left.has(name) && present.has(name));
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
function hasOthers(version: readonly Line[], known: readonly Line[]): boolean {
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
