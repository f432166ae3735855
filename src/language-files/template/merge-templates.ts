import type { FormatCodec, ReadTemplate, TemplateContext, TemplatePlaces, TextTemplates } from '../model/codec';
import { usualNewline } from '../text/usual-newline';
import { keyOf } from './element-names';
import type { Span, TemplateElement, TemplateList } from './file-template';
import { areSame, type EditBudget, type Line, type LineText, type Side } from './merge-lines';
import { mergeUnits, type UnitLines } from './merge-units';
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
  facts: TemplateContext,
  budget: EditBudget,
): MergedTemplate {
  const context = { ...facts, onlyPlaces: true };
  const unmerged = { bytes: versions[side], losesLines: true };
  if (!support || 'readContainer' in support) return unmerged;
  try {
    const open = (bytes: Uint8Array): ReadTemplate => readFile(support, bytes, context);
    const { encode, newline, units, ...lines } = versionsIn(support, versions, context);
    const repeated = Math.max(repeatedTexts(lines.now), repeatedTexts(lines.file));
    // The lines of both sides may need something between them, such as a comma. New files may have the same header.
    for (const unites of versions.base ? [true, false] : [false]) {
      const merged = mergeUnits(lines, { side, unites, budget }, units);
      if (!merged) return unmerged;
      const source = merged.lines.map(({ content }) => content.replaceAll(/\r?\n/g, newline)).join(newline);
      const bytes = encode(source, versions.now);
      const read = bytes && unlessUnusable(() => linesIn(open(bytes).read, support));
      // A reader gives repeated texts other names.
      if (!read || Math.max(repeatedTexts(read), repeatedTexts(merged.lines)) > repeated) continue;
      // A line can mean something else beside lines of the other side: a comment is the description of an entry below it.
      if (areSame(read, merged.lines)) return { bytes, losesLines: merged.losesLines };
    }
    return unmerged;
  } catch (error) {
    if (!isUnusable(error)) throw error;
    return unmerged;
  }
}

/** The lines of the versions, and what makes a file of merged lines. */
interface ReadVersions extends Record<'base' | Side, Line[]> {
  encode: ReadTemplate['encode'];
  newline: string;
  units?: UnitLines;
}

/** Keeps only the lines of what was read: the templates of a large file take much memory. */
function versionsIn(support: TextTemplates, { base, now, file }: FileVersions, context: TemplateContext): ReadVersions {
  const open = (bytes: Uint8Array): ReadTemplate => readFile(support, bytes, context);
  const { read: ofNow, encode } = open(now);
  const { source } = ofNow;
  const others = { encode, newline: usualNewline(source), units: unitLines(support, source) };
  if (base && support.align) {
    const read = { base: open(base).read, now: ofNow, file: open(file).read };
    const aligned = support.align(read, (changed) => support.read(changed, context));
    const [ofBase, ofFile] = [linesIn(aligned.base, support), linesIn(aligned.file, support)];
    return { base: ofBase, now: linesIn(aligned.now, support), file: ofFile, ...others };
  }
  const linesOf = (bytes: Uint8Array): Line[] => linesIn(open(bytes).read, support);
  return { base: base ? linesOf(base) : [], now: linesIn(ofNow, support), file: linesOf(file), ...others };
}

function unlessUnusable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!isUnusable(error)) throw error;
    return undefined;
  }
}

function repeatedTexts(lines: readonly Line[]): number {
  const names = new Set<string>();
  let count = 0;
  for (const { texts } of lines) {
    for (const text of texts) {
      for (const { name } of text.parts ?? [text]) {
        count++;
        names.add(name);
      }
    }
  }
  return count - names.size;
}

/** Divides a file into lines. An entry with its comments is in one line, however many it has. */
export const linesIn = ({ source, root }: TemplatePlaces, support: Pick<TextTemplates, 'units' | 'align'>): Line[] =>
  divide(source, hasEntries(support) ? entriesIn(root, support) : [...textsOf(root)]);

/** Whether entries are merged as a whole. In a table, the order of the cells counts, which an entry does not show. */
const hasEntries = ({ align }: Pick<TextTemplates, 'align'>): boolean => !align;

function entriesIn(
  { elements }: TemplateList,
  support: Pick<TextTemplates, 'units'>,
  entries: LineText[] = [],
): LineText[] {
  for (const element of elements) {
    const { text, list, start, end } = element;
    const name = text?.name ?? (support.units ? undefined : entryKey(element));
    if (name === undefined) {
      if (list) entriesIn(list, support, entries);
      continue;
    }
    const texts = [...(text ? [text] : []), ...(list ? textsOf(list) : [])];
    entries.push({ name, start, end, parts: support.units ? undefined : texts.map((part) => partIn(element, part)) });
  }
  return entries;
}

/** Returns the key of an element that is one entry. A map with a single entry is not one. */
function entryKey(element: TemplateElement): string | undefined {
  const key = keyOf(element);
  const isMap = element.owner === undefined && element.key === undefined && element.list?.key !== undefined;
  return isMap && element.list?.key !== key ? undefined : key;
}

const partIn = (element: Span, { name, start, end }: LineText): LineText => ({
  name,
  start: start - element.start,
  end: end - element.start,
});

/** Returns how the lines of entries are merged. */
function unitLines(support: TextTemplates, source: string): UnitLines | undefined {
  const { units } = support;
  if (!hasEntries(support)) return undefined;
  const placesIn = units?.texts(source);
  const divideUnits = ({ content, texts }: Line): Line[] => {
    const places = texts.flatMap(({ name, start, end, parts }) =>
      (
        parts ??
        placesIn?.(content.slice(start, end)).map((part, index) => ({ ...part, name: `${name}\0${index}` })) ??
        []
      ).map((part) => ({ name: part.name, start: start + part.start, end: start + part.end })),
    );
    return divide(content, places);
  };
  return { divide: divideUnits, singles: units?.singles, align: units?.align?.(source) };
}

function divide(source: string, texts: readonly LineText[]): Line[] {
  let line = { ...NO_LINE };
  const lines = [line];
  let end = 0;
  const addSpace = (until: number): void => {
    for (const [index, part] of source.slice(end, until).split(/\r?\n/).entries()) {
      if (index > 0) lines.push((line = { ...NO_LINE }));
      line.id += part;
      line.content += part;
    }
    end = until;
  };
  for (const text of texts.toSorted((one, other) => one.start - other.start)) {
    if (text.start < end) continue;
    addSpace(text.start);
    line.id += `\0${text.name}\0`;
    const { length } = line.content;
    line.content += source.slice(text.start, text.end);
    if (line.texts === NO_LINE.texts) line.texts = [];
    line.texts.push({ name: text.name, start: length, end: line.content.length, parts: text.parts });
    end = text.end;
  }
  addSpace(source.length);
  return lines;
}

/** Lines without a text share their list: most lines of a large file have none. */
const NO_LINE: Line = { id: '', content: '', texts: [] };
