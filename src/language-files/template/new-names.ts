import type { FileToWrite, TemplateOptions } from '../model/codec';
import { DEFAULT_SEPARATOR, KeySeparator } from '../model/nesting/key-separator';
import { splitWarning } from '../model/nesting/nesting-options';
import { TemplateMisfitError } from './file-template';
import type { NestedList } from './nested-list';

/** How a template of nested maps names new texts. */
export interface NewNames {
  separator: KeySeparator;
  /** Names are split where the maps of the file do not show another habit. */
  readonly isNested: boolean;
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
  /** Whether new names are split; undefined if the file does not show it, as one without texts. */
  isNested?: boolean;
  isAlwaysSplit?: boolean;
}

/** A name of an item in a file without nested maps and arrays. */
const FLAT_ITEM = /\[\d+\]/;

/**
 * Returns whether new names of a file are split: it has nested maps or arrays, or else no name that would be split. Undefined: it has neither.
 *
 * @param root the outermost map
 */
export function findHabit(
  isNested: boolean,
  { names }: Pick<NestedList, 'names'>,
  separator: KeySeparator,
): boolean | undefined {
  if (isNested || separator.splitsNothing) return isNested;
  for (const name of names) if (separator.splits(name) || FLAT_ITEM.test(name)) return false;
  return undefined;
}

/**
 * @param names of the template
 * @param source returns the names of the file of the source language, whose habit counts if the template shows none
 * @throws TemplateMisfitError for a file whose keys have another separator than the template
 */
export function newNames(
  file: FileOfNames,
  { hasJoined, isAlwaysSplit, isNested }: NamesOfFile,
  source?: () => NamesOfFile | undefined,
): NewNames {
  const imported = file.template?.keySeparator ?? DEFAULT_SEPARATOR;
  const { keySeparator = imported, warn } = file;
  if (hasJoined && keySeparator !== imported) {
    throw new TemplateMisfitError('the names of the imported file have another keySeparator');
  }
  const onGuess = warn && ((key: string): void => warn(splitWarning(key)));
  let known = isNested;
  return {
    separator: new KeySeparator(keySeparator),
    get isNested() {
      return (known ??= source?.()?.isNested ?? true);
    },
    isAlwaysSplit,
    ...(onGuess && { onGuess }),
  };
}
