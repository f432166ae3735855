import type { UnitVersions } from '../model/codec';
import { groupOf } from './group-of';
import {
  hasOthers,
  type Line,
  type LineText,
  type MergedLines,
  mergeLines,
  type MergeOptions,
  type Side,
  type Versions,
} from './merge-lines';

/** The lines of units: entries with their comments and references. */
export interface UnitLines {
  /** Divides the content of a line. */
  divide: (line: Line) => Line[];
  /** The names of the elements that a unit has once at most. Default: of each line that both sides add, it has one. */
  singles?: readonly string[];
  /** As in `UnitSyntax`. */
  align?: (versions: UnitVersions, side: Side) => UnitVersions;
}

/**
 * Merges lines, and then the contents of units, wherever each version has them.
 *
 * @param units undefined in formats whose units are merged as lines only
 * @returns undefined for versions that have too little in common
 */
export function mergeUnits(
  versions: Versions,
  options: MergeOptions,
  units: UnitLines | undefined,
): MergedLines | undefined {
  const mergedLines = mergeLines(versions, options);
  if (!mergedLines || !units) return mergedLines;
  const { lines, losesLines } = mergedLines;
  const [base, now, file] = [new Units(versions.base), new Units(versions.now), new Units(versions.file)];
  const found = new Units(lines);
  let losesUnits = false;
  const merge = (line: Line): Line => {
    const name = unitName(line);
    const [ofBase, ofNow, ofFile] = [base.get(name), now.get(name), file.get(name)];
    if (!ofNow || !ofFile) return line;
    // Nothing says which of several units of one name a version has removed or moved.
    if (base.isRepeated(name) || now.isRepeated(name) || file.isRepeated(name)) {
      const [b, n, f] = [base, now, file].map((version) => version.withoutTexts(name, units));
      losesUnits ||= n !== b && f !== b && n !== f;
      return line;
    }
    if (ofFile.content === ofNow.content) return withUnit(line, ofNow);
    if (ofBase?.content === ofNow.content) return withUnit(line, ofFile);
    if (ofBase?.content === ofFile.content) return withUnit(line, ofNow);
    const unit = aligned({ base: ofBase, now: ofNow, file: ofFile }, units, options);
    const merged = unit.now.content === unit.file.content ? oneLine(unit.now) : mergeUnit(unit, units, options);
    losesUnits ||= merged?.losesLines ?? true;
    if (!merged) return withUnit(line, options.side === 'now' ? ofNow : ofFile);
    return withUnit(line, joined(unit.now, merged.lines));
  };
  const united = lines.map((line) => (line.texts.length > 0 ? merge(line) : line));
  for (const line of [...versions.now, ...versions.file]) {
    if (losesUnits || line.texts.length === 0 || found.has(unitName(line))) continue;
    const [unit, ofBase] = [unitIn(line), base.get(unitName(line))];
    if (ofBase?.content === unit.content) continue;
    losesUnits = hasOthers(units.divide(unit), ofBase ? units.divide(ofBase) : []);
  }
  return { lines: united, losesLines: losesLines || losesUnits };
}

/** Identifies the unit of a line; several units in one line are found by the whole line. */
const unitName = ({ id, texts }: Line): string => (texts.length === 1 ? (texts[0]?.name ?? '') : id);

/** Returns the unit of a line without what stands beside it; several units in one line stay as they are. */
function unitIn(line: Line): Line {
  const [text, ...others] = line.texts;
  if (!text || others.length > 0) return line;
  const content = line.content.slice(text.start, text.end);
  return { id: '', content, texts: [{ ...text, start: 0, end: content.length }] };
}

/** Returns a line with another version of its unit. */
function withUnit(line: Line, unit: Line): Line {
  const [text, ...others] = line.texts;
  if (!text || others.length > 0) return { ...line, content: unit.content, texts: unit.texts };
  const content = line.content.slice(0, text.start) + unit.content + line.content.slice(text.end);
  const { name = '', parts } = unit.texts[0] ?? {};
  return { id: line.id, content, texts: [{ name, start: text.start, end: text.start + unit.content.length, parts }] };
}

/** Joins the lines of a merged unit. */
function joined({ id, texts }: Line, lines: readonly Line[]): Line {
  const content = contentOf(lines);
  const [text, ...others] = texts;
  if (!text || others.length > 0) return { id, content, texts };
  const parts: LineText[] = [];
  let offset = 0;
  for (const line of lines) {
    for (const { name, start, end } of line.texts) parts.push({ name, start: offset + start, end: offset + end });
    offset += line.content.length + 1;
  }
  return { id, content, texts: [{ name: text.name, start: 0, end: content.length, ...(text.parts && { parts }) }] };
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
  const versions = align({ base: base?.content, now: now.content, file: file.content }, side);
  const lineOf = ({ id, texts }: Line, content: string): Line => {
    const { name = '' } = texts[0] ?? {};
    return { id, content, texts: [{ name, start: 0, end: content.length }] };
  };
  return {
    base: base && lineOf(base, versions.base ?? ''),
    now: lineOf(now, versions.now),
    file: lineOf(file, versions.file),
  };
}

/** @returns undefined for sides that cannot be merged by lines: they have another number of texts, or both have what a unit has once */
function mergeUnit(unit: UnitLine, { divide, singles }: UnitLines, options: MergeOptions): MergedLines | undefined {
  // Another indentation is no other line: what one side adds to a unit keeps its place in the lines that the other has indented.
  const linesOf = (line: Line): Line[] => divide(line).map((each) => ({ ...each, id: each.id.trim() }));
  const versions = { base: unit.base ? linesOf(unit.base) : [], now: linesOf(unit.now), file: linesOf(unit.file) };
  if (!singles) {
    const merged = mergeLines(versions, { ...options, unites: false });
    return merged && hasTwice(merged.lines, versions) ? undefined : merged;
  }
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

/** Whether a member that both sides have added, such as a comment, is more often in the merged lines of an entry than on either side. */
function hasTwice(merged: readonly Line[], { base, now, file }: Versions): boolean {
  const [inBase, inNow, inFile, inMerged] = [base, now, file, merged].map(countNames);
  for (const [name, count] of inMerged ?? []) {
    const [ofBase = 0, ofNow = 0, ofFile = 0] = [inBase, inNow, inFile].map((counts) => counts?.get(name));
    if (count > Math.max(ofNow, ofFile) && Math.min(ofNow, ofFile) > ofBase) return true;
  }
  return false;
}

/** Counts the names with which lines without texts begin. */
function countNames(lines: readonly Line[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const name = line.texts.length === 0 ? firstName(line) : undefined;
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

const firstName = ({ id }: Line): string | undefined => /[\p{L}\p{N}_@][\p{L}\p{N}_@.:-]*/u.exec(id)?.[0];

const idOf = (lines: readonly Line[]): string => lines.map(({ id }) => id).join('\n');

const contentOf = (lines: readonly Line[]): string => lines.map(({ content }) => content).join('\n');

/** The units of a version by their names, of which a file may have several. */
class Units {
  private readonly first = new Map<string, Line>();
  private readonly others = new Map<string, Line[]>();

  constructor(lines: readonly Line[]) {
    for (const line of lines) {
      if (line.texts.length === 0) continue;
      const name = unitName(line);
      if (this.first.has(name)) groupOf(this.others, name).push(line);
      else this.first.set(name, line);
    }
  }

  has(name: string): boolean {
    return this.first.has(name);
  }

  get(name: string): Line | undefined {
    const line = this.first.get(name);
    return line && unitIn(line);
  }

  isRepeated(name: string): boolean {
    return this.others.has(name);
  }

  /** Returns what all units of a name have beside their texts; in bilingual formats, with their texts. */
  withoutTexts(name: string, { divide, singles }: UnitLines): string {
    const first = this.first.get(name);
    const all = [...(first ? [first] : []), ...(this.others.get(name) ?? [])].map(unitIn);
    return singles ? contentOf(all) : idOf(all.flatMap(divide));
  }
}
