import type { FormatCodec, ReadTemplate, TemplateContext, TemplatePlaces, TextTemplates } from '../model/codec';
import { usualNewline } from '../text/usual-newline';
import {
  areSame,
  type EditBudget,
  type Line,
  type LineText,
  mergeLines,
  type Side,
  type UnitLines,
} from './merge-lines';
import { textsOf } from './rewrite-template';
import { isUnusable, readFile } from './template-reader';

/** The versions of a file that are merged. */
export interface FileVersions {
  /** Undefined: the file is new on both sides. */
  base?: Uint8Array;
  now: Uint8Array;
  file: Uint8Array;
}

interface MergedTemplate {
  bytes: Uint8Array;
  /** The other side has lines that were not taken, and that are more than the order of entries or new ones. */
  losesLines: boolean;
}

/**
 * Merges two versions of a file by lines. Texts do not count as changes of lines, because an export writes the present texts.
 *
 * @param side whose lines are taken where both have changed them
 */
export function mergeTemplates(
  { template: support }: FormatCodec,
  versions: FileVersions,
  side: Side,
  context: TemplateContext,
  budget: EditBudget,
): MergedTemplate {
  const unmerged = { bytes: versions[side], losesLines: true };
  if (!support || 'readContainer' in support) return unmerged;
  try {
    const open = (bytes: Uint8Array): ReadTemplate => readFile(support, bytes, context);
    const [now, file] = [open(versions.now), open(versions.file)];
    const base = versions.base && open(versions.base);
    const repeated = Math.max(repeatedTexts(now), repeatedTexts(file));
    const aligned = base && support.align?.({ base: base.read, now: now.read, file: file.read });
    const linesOf = (read: TemplatePlaces | undefined, source = read?.source): Line[] =>
      read && source !== undefined ? linesIn(source === read.source ? read : support.read(source, context)) : [];
    const lines = {
      base: linesOf(base?.read, aligned?.base),
      now: linesOf(now.read, aligned?.now),
      file: linesOf(file.read, aligned?.file),
    };
    const newline = usualNewline(now.read.source);
    const units = unitLines(support, now.read.source);
    // The lines of both sides may need something between them, such as a comma. New files may have the same header.
    for (const unites of versions.base ? [true, false] : [false]) {
      const merged = mergeLines(lines, { side, unites, budget, units });
      if (!merged) return unmerged;
      const source = merged.lines.map(({ content }) => content.replaceAll(/\r?\n/g, newline)).join(newline);
      const bytes = now.encode(source, versions.now);
      const read = bytes && unlessUnusable(() => open(bytes));
      if (!read || repeatedTexts(read) > repeated) continue;
      // A line can mean something else beside lines of the other side: a comment is the description of an entry below it.
      if (areSame(linesIn(read.read), merged.lines)) return { bytes, losesLines: merged.losesLines };
    }
    return unmerged;
  } catch (error) {
    if (!isUnusable(error)) throw error;
    return unmerged;
  }
}

function unlessUnusable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!isUnusable(error)) throw error;
    return undefined;
  }
}

function repeatedTexts({ read: { root } }: ReadTemplate): number {
  const names = Array.from(textsOf(root), ({ name }) => name);
  return names.length - new Set(names).size;
}

/** Divides a file into lines. A text of several lines is in one. */
export const linesIn = ({ source, root }: TemplatePlaces): Line[] => divide(source, [...textsOf(root)]);

/** Returns the lines of the units, in formats that have units. */
function unitLines({ units }: TextTemplates, source: string): UnitLines | undefined {
  if (!units) return undefined;
  const placesIn = units.texts(source);
  const divideUnits = ({ content, texts }: Line): Line[] => {
    const places = texts.flatMap((unit) =>
      placesIn(content.slice(unit.start, unit.end)).map(({ start, end }, index) => ({
        start: unit.start + start,
        end: unit.start + end,
        name: `${unit.name}\0${index}`,
      })),
    );
    return divide(content, places);
  };
  return { divide: divideUnits, singles: units.singles };
}

function divide(source: string, texts: readonly LineText[]): Line[] {
  let line: Line = { id: '', content: '', texts: [] };
  const lines = [line];
  let end = 0;
  const addSpace = (until: number): void => {
    for (const [index, part] of source.slice(end, until).split(/\r?\n/).entries()) {
      if (index > 0) lines.push((line = { id: '', content: '', texts: [] }));
      line.id += part;
      line.content += part;
    }
    end = until;
  };
  for (const text of [...texts].sort((one, other) => one.start - other.start)) {
    if (text.start < end) continue;
    addSpace(text.start);
    line.id += `\0${text.name}\0`;
    const { length } = line.content;
    line.content += source.slice(text.start, text.end);
    line.texts.push({ name: text.name, start: length, end: line.content.length });
    end = text.end;
  }
  addSpace(source.length);
  return lines;
}
