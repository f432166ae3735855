import type { FileToWrite, TemplateOptions } from '../model/codec';
import { DEFAULT_SEPARATOR, KeySeparator } from '../model/nesting/key-separator';
import { splitWarning } from '../model/nesting/nesting-options';
import { TemplateMisfitError } from './file-template';
import type { NestedList } from './nested-list';

/** How a template of nested maps names new texts. */
export interface NewNames {
  separator: KeySeparator;
  /** The file has nested maps or arrays, or gets some. */
  readonly isNested: boolean;
  /** Names are split where the maps of the file do not show another habit. */
  readonly isSplit: boolean;
  /** Names are split whatever the habit of the file is. Default: false. */
  isAlwaysSplit?: boolean;
  /** Is called for each new name that is split although it may be a sentence. */
  onGuess?: (key: string) => void;
}

/** The facts on which the new names of a file depend. */
export type FileOfNames = Partial<Pick<FileToWrite, 'keySeparator' | 'warn'>> & { template?: TemplateOptions };

/** Returns the separator with which a template is read. */
export const separatorOf = ({ template }: FileOfNames): KeySeparator => new KeySeparator(template?.keySeparator);

/** The names of a file. */
export interface NamesOfFile {
  /** The file has names that were joined. */
  hasJoined: boolean;
  /** The file has nested maps or arrays. */
  isNested: boolean;
  /** The habit of its outermost map: see `findHabit`. */
  isSplit?: boolean;
  isAlwaysSplit?: boolean;
}

/** A name of an item in a file without nested maps and arrays. */
const FLAT_ITEM = /\[\d+\]/;

/**
 * Returns whether a map has more maps than names that would be split in one. Undefined: it has as many, as a file without texts; names that
 * are sentences, and no maps, show that names are not split.
 */
export function findHabit({ names, lists }: NestedList, separator: KeySeparator): boolean | undefined {
  if (separator.splitsNothing) return false;
  let [split, whole, hasSentence] = [0, 0, false];
  for (const inner of lists.values()) if (!inner.isArray && inner.names.size > 0) split++;
  for (const name of names) {
    if (lists.has(name)) continue;
    if (separator.splits(name) || FLAT_ITEM.test(name)) whole++;
    hasSentence ||= /\s/.test(name);
  }
  if (split === whole) return split === 0 && hasSentence ? false : undefined;
  return split > whole;
}

/**
 * @param names of the template
 * @param source returns the names of the file of the source language, whose habit counts if the template shows none
 * @throws TemplateMisfitError for a file whose keys have another separator than the template
 */
export function newNames(
  file: FileOfNames,
  { hasJoined, isAlwaysSplit, isNested, isSplit }: NamesOfFile,
  source?: () => NamesOfFile | undefined,
): NewNames {
  const imported = file.template?.keySeparator ?? DEFAULT_SEPARATOR;
  const { keySeparator = imported, warn } = file;
  if (hasJoined && keySeparator !== imported) {
    throw new TemplateMisfitError('the names of the imported file have another keySeparator');
  }
  const onGuess = warn && ((key: string): void => warn(splitWarning(key)));
  let known = isSplit;
  return {
    separator: new KeySeparator(keySeparator),
    get isNested() {
      return isNested || this.isSplit;
    },
    get isSplit() {
      return (known ??= source?.()?.isSplit ?? true);
    },
    isAlwaysSplit,
    ...(onGuess && { onGuess }),
  };
}
