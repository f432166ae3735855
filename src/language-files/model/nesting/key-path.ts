import type { MetaValue } from '../meta';
import { countTrailingIndexes } from './item-names';
import type { KeySeparator } from './key-separator';

/**
 * How a text is reached in a nested file: the names of the objects around it and its own, and the indexes in arrays. A
 * key does not show it where a name contains separators, white space or an index, or is empty.
 */
export type KeyPath = readonly (string | number)[];

/** Ends the namespace of a key, whatever joins the names of its file. */
const NAMESPACE_END = '.';

/** A name of a split key, with the indexes behind it. */
export interface KeyName {
  /** Where the name ends in the key. */
  end: number;
  /** The number of indexes at its end, which are not a part of the name itself. */
  indexes: number;
}

/** Returns a stored path, or undefined for any other value. */
export function toKeyPath(value: MetaValue | undefined): KeyPath | undefined {
  if (!Array.isArray(value) || typeof value[0] !== 'string') return undefined;
  return value.every((step) => typeof step === 'string' || isIndex(step)) ? (value as KeyPath) : undefined;
}

const isIndex = (step: MetaValue): boolean => typeof step === 'number' && Number.isSafeInteger(step) && step >= 0;

/** Returns the number of names in a path. */
export const countNames = (path: KeyPath): number => path.filter((step) => typeof step === 'string').length;

/** Returns the path of a text whose name is the name of another text and a suffix. */
export function withSuffix(path: KeyPath, suffix: string): KeyPath {
  if (suffix === '') return path;
  const start = path.findLastIndex((step) => typeof step === 'string');
  return [...path.slice(0, start), joinSteps(path.slice(start), '') + suffix];
}

/** Returns the path of a text whose name without its suffix is another one. @param length of the suffix */
export function withoutSuffix(path: KeyPath, length: number): KeyPath | undefined {
  const last = path.at(-1);
  return typeof last === 'string' && last.length >= length ? [...path.slice(0, -1), last.slice(0, -length)] : undefined;
}

/** Returns the key of a path. */
const joinSteps = (path: KeyPath, separator: string): string => {
  let key = '';
  for (const [place, step] of path.entries()) {
    key += typeof step === 'number' ? `[${step}]` : place === 0 ? step : separator + step;
  }
  return key;
};

/** Returns the names of a key that is split at its separators. */
function splitBySeparator(key: string, separator: KeySeparator): KeyName[] {
  const limit = separator.limitIn(key);
  const names: KeyName[] = [];
  for (let start = 0; ;) {
    const found = separator.find(key, start, limit);
    const end = found === -1 ? key.length : found;
    names.push({ end, indexes: countTrailingIndexes(key.slice(start, end)) });
    if (found === -1) return names;
    start = end + separator.length;
  }
}

/**
 * Returns the names of a key by its path. The key may have a namespace in front of the path, or lack the start of the
 * path, because it is written without its namespace.
 *
 * @returns undefined for a path that does not join to the key: the key was renamed, or is split at other separators
 */
export function splitByPath(path: KeyPath, key: string, separator: KeySeparator): KeyName[] | undefined {
  const joined = joinSteps(path, separator.text);
  const start = key.length - joined.length;
  if (start < 0 ? !joined.endsWith(NAMESPACE_END + key) : !key.endsWith(joined)) return undefined;
  const outer = start > 0 ? namesInFront(key, start, separator) : [];
  return outer && [...outer, ...namesFrom(start, path, separator)];
}

/** Returns the names of a namespace. One that another separator ends is a part of the name behind it. */
function namesInFront(key: string, start: number, separator: KeySeparator): KeyName[] | undefined {
  if (start > separator.length && key.endsWith(separator.text, start)) {
    return splitBySeparator(key.slice(0, start - separator.length), separator);
  }
  return start > 1 && key.endsWith(NAMESPACE_END, start) ? [] : undefined;
}

/** @param start of the path in its key; what is before 0 is not in the key */
function namesFrom(start: number, path: KeyPath, { length }: KeySeparator): KeyName[] {
  const names: KeyName[] = [];
  let end = start;
  for (const [place, step] of path.entries()) {
    if (typeof step === 'number') {
      end += `[${step}]`.length;
      const last = names.pop();
      if (last) names.push({ end, indexes: last.indexes + 1 });
    } else {
      end += (place === 0 ? 0 : length) + step.length;
      if (end >= 0) names.push({ end, indexes: 0 });
    }
  }
  return names;
}

/** A name or an index of a path, and where it starts in the key. */
export interface PlacedStep {
  step: string | number;
  offset: number;
}

/** Returns the names and indexes of a key by its path, or undefined for a path that does not join to the key. */
export function stepsByPath(path: KeyPath, key: string, separator: KeySeparator): PlacedStep[] | undefined {
  const names = splitByPath(path, key, separator);
  if (!names) return undefined;
  const steps: PlacedStep[] = [];
  let offset = 0;
  for (const { end, indexes } of names) {
    let nameEnd = end;
    for (let count = 0; count < indexes; count++) nameEnd = key.lastIndexOf('[', nameEnd - 1);
    steps.push({ step: key.slice(offset, nameEnd), offset });
    for (const { 1: index, index: place } of key.slice(nameEnd, end).matchAll(/\[(\d+)\]/g)) {
      steps.push({ step: Number(index), offset: nameEnd + place });
    }
    offset = end + separator.length;
  }
  return steps;
}

/** A node of a file that is read. */
export interface KeyPlace {
  step: string | number;
  /** Undefined for a member of the root. */
  parent?: KeyPlace;
  /** Its key shows its path, because no name has a character that could mean something. */
  isPlain: boolean;
}

/** Finds the paths that the keys of a file do not show. */
export class KeyPlaces {
  private readonly separator: KeySeparator;
  /** Matches a name that may be split, or does not stand for itself. */
  private readonly special: RegExp;

  constructor(separator: KeySeparator) {
    this.separator = separator;
    const characters = Array.from(new Set(separator.text), (unit) => `\\u{${unit.codePointAt(0)?.toString(16)}}`);
    this.special = new RegExp(`[\\s\\[\\]${characters.join('')}]|^$`, 'u');
  }

  /** @param parent undefined for a member of the root */
  child(parent: KeyPlace | undefined, name: string): KeyPlace {
    return { step: name, parent, isPlain: (parent?.isPlain ?? true) && !this.special.test(name) };
  }

  item(parent: KeyPlace, index: number): KeyPlace {
    return { step: index, parent, isPlain: parent.isPlain };
  }

  /**
   * Returns the path of a text, or undefined if its key shows it. A key with white space that is split does not: it may
   * be a sentence.
   */
  pathOf(place: KeyPlace, key: string): KeyPath | undefined {
    if (place.isPlain) return undefined;
    const path: (string | number)[] = [];
    for (let node: KeyPlace | undefined = place; node; node = node.parent) path.push(node.step);
    path.reverse();
    const names = splitBySeparator(key, this.separator);
    const isGuess = names.length > 1 && this.separator.limitIn(key) < key.length;
    return !isGuess && isSameSplit(names, namesFrom(0, path, this.separator)) ? undefined : path;
  }
}

/** A file without nested objects tells nothing about the paths of its texts. @param paths with which it was read */
export function withoutFlatPaths<T extends { path?: KeyPath }>(
  entries: T[],
  { hasJoined }: { hasJoined: boolean },
): T[] {
  if (!hasJoined) for (const entry of entries) delete entry.path;
  return entries;
}

const isSameSplit = (names: readonly KeyName[], others: readonly KeyName[]): boolean =>
  names.length === others.length &&
  names.every(({ end, indexes }, place) => end === others[place]?.end && indexes === others[place].indexes);
