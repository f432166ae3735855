import type { UnitVersions } from '../model/codec';
import { groupOf } from '../template/group-of';
import type { ParsedMessage } from './po-message';
import { kindOf, PoMessageEditor } from './po-message-editor';
import { parsePo } from './po-parser';
import { decoderOf } from './po-reader';
import { CANONICAL_STYLE, newlineOf, PAGE_WIDTH } from './po-style';
import { displayWidth } from './po-wrap';

/** A part of a message whose order means nothing: references or flags, of which each has a name and a value. */
interface SetKind {
  kind: 'reference' | 'flag';
  mark: string;
  separator: string;
  /** Splits the lines of the kind without their marks. */
  split: (lines: string) => string[];
  nameOf: (item: string) => string;
  /** Both sides may have another value of one name: the value of one side stands for both. */
  joinsValues: boolean;
}

/** Places in the source code. Programs find them anew, so that a reference says which file has a message. File names with spaces are isolated. */
const REFERENCES: SetKind = {
  kind: 'reference',
  mark: '#:',
  separator: ' ',
  split: (lines) => lines.match(/\u2068[^\u2069]*\u2069\S*|\S+/g) ?? [],
  nameOf: (item) => item.replace(/:\d+(?=\u2069?$)/, ''),
  joinsValues: true,
};

/** `c-format` and `no-c-format`, or two ranges, contradict each other. */
const FLAGS: SetKind = {
  kind: 'flag',
  mark: '#,',
  separator: ', ',
  split: (lines) =>
    lines
      .split(/[,\n]/)
      .map((flag) => flag.trim())
      .filter((flag) => flag !== ''),
  nameOf: (item) => item.replace(/^(?:no|possible|impossible)-|:.*$/g, ''),
  joinsValues: false,
};

/**
 * Returns a function that gives all versions of a message the references and the flags of both sides, as gettext's `msgcat` does,
 * without what one side has removed. It leaves flags that contradict each other.
 */
export function mergeHeads(source: string): (versions: UnitVersions, side: 'now' | 'file') => UnitVersions {
  const decode = decoderOf(source);
  const hasLoneCr = newlineOf(source) === '\r';
  const read = (text: string): Head | undefined => {
    const [message] = parsePo(text, decode).messages;
    return (
      message && { text, message, reference: linesOf(text, message, 'reference'), flag: linesOf(text, message, 'flag') }
    );
  };
  return (versions, side) => {
    const [base, now, file] = [versions.base, versions.now, versions.file].map((text) => text && read(text));
    if (!now || !file || hasLoneCr) return versions;
    const merge = (set: SetKind): string[] | undefined =>
      mergeLines(set, { base: base ? base[set.kind] : [], now: now[set.kind], file: file[set.kind] }, side);
    const [reference, flag] = [merge(REFERENCES), merge(FLAGS)];
    const write = ({ text, message, ...head }: Head): string => {
      const change = {
        ...(reference?.join('\n') !== head.reference.join('\n') && { reference }),
        ...(flag?.join('\n') !== head.flag.join('\n') && { flag }),
      };
      const changed = new PoMessageEditor(text, '\n', CANONICAL_STYLE).change(message, change);
      // A comment can stand behind a message, in its line.
      return text.slice(0, message.start) + changed + text.slice(message.end);
    };
    return { base: base ? write(base) : versions.base, now: write(now), file: write(file) };
  };
}

/** A version of a message, with the lines of its head that are sets. */
interface Head {
  text: string;
  message: ParsedMessage;
  reference: string[];
  flag: string[];
}

const linesOf = (source: string, { head }: ParsedMessage, kind: SetKind['kind']): string[] =>
  head.filter((line) => kindOf(source, line) === kind).map(({ start, end }) => source.slice(start, end).trimEnd());

type Versions<T> = Record<'base' | 'now' | 'file', T>;

/** Returns the merged lines of a kind; undefined if they stay as they are. */
function mergeLines(set: SetKind, { base, now, file }: Versions<string[]>, side: 'now' | 'file'): string[] | undefined {
  const { mark, split, separator } = set;
  const known = [base, now, file].flat();
  if (known.length === 0 || !known.every((line) => line.startsWith(mark))) return undefined;
  const itemsOf = (lines: readonly string[]): string[] => split(lines.map((line) => line.slice(2)).join('\n'));
  const sides = { base: itemsOf(base), now: itemsOf(now), file: itemsOf(file) };
  const merged = mergeSets(set, sides, side);
  if (!merged) return undefined;
  const wanted = [...merged].sort().join('\n');
  const same = ([side, 'now', 'file', 'base'] as const).find((each) => [...sides[each]].sort().join('\n') === wanted);
  if (same) return { base, now, file }[same];
  const lines: string[] = [];
  let line = mark;
  for (const [index, item] of merged.entries()) {
    const next = item + (index === merged.length - 1 ? '' : separator.trimEnd());
    if (line !== mark && displayWidth(`${line} ${next}`) > PAGE_WIDTH) {
      lines.push(line);
      line = mark;
    }
    line += ` ${next}`;
  }
  return [...lines, line];
}

/** @returns undefined if both sides have other values of one name that cannot be joined */
function mergeSets(
  { nameOf, joinsValues }: SetKind,
  { base, now, file }: Versions<string[]>,
  side: 'now' | 'file',
): string[] | undefined {
  const byName = (items: readonly string[]): Map<string, string[]> => {
    const groups = new Map<string, string[]>();
    for (const item of items) groupOf(groups, nameOf(item)).push(item);
    return groups;
  };
  const [ofBase, ofNow, ofFile] = [byName(base), byName(now), byName(file)];
  const valuesOf = (values: ReadonlyMap<string, string[]>, name: string): string[] => values.get(name) ?? [];
  const [taken, other] = side === 'now' ? [ofNow, ofFile] : [ofFile, ofNow];
  const merged: string[] = [];
  for (const name of new Set([...taken.keys(), ...other.keys()])) {
    const [b, t, o] = [ofBase, taken, other].map((values) => valuesOf(values, name));
    const [before = '', first = '', second = ''] = [b, t, o].map((values) => values?.join('\n'));
    if (first === before) merged.push(...(o ?? []));
    else if (second === before || second === first) merged.push(...(t ?? []));
    else if (joinsValues) merged.push(...(t?.length ? t : (o ?? [])));
    else return undefined;
  }
  return merged;
}
