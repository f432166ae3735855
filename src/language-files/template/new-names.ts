import type { FileToWrite, TemplateOptions } from '../model/codec';
import { DEFAULT_SEPARATOR, KeySeparator } from '../model/nesting/key-separator';
import { splitWarning } from '../model/nesting/nesting-options';
import { TemplateMisfitError } from './file-template';
import type { NestedList } from './nested-list';
import { SourceNames } from './source-names';

/** How a template of nested maps names new texts. */
export interface NewNames {
  separator: KeySeparator;
  /** The file has nested maps or arrays, or gets some. */
  readonly isNested: boolean;
  /** Names are split where the maps of the file do not show another habit. */
  readonly isSplit: boolean;
  /** Names are split whatever the habit of the file is. Default: false. */
  isAlwaysSplit?: boolean;
  /** The names of the file of the source language. Undefined: there is none. */
  readonly ofSource?: SourceNames;
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

/** The lists and the names of a file. */
export interface PlacesOfNames {
  root: NestedList;
  names: NamesOfFile;
}

/**
 * @param names of the template
 * @param source returns the file of the source language, whose habits count where the template does not contradict them
 * @throws TemplateMisfitError for a file whose keys have another separator than the template
 */
export function newNames(
  file: FileOfNames,
  { hasJoined, isAlwaysSplit, isNested, isSplit }: NamesOfFile,
  source?: () => PlacesOfNames | undefined,
): NewNames {
  const imported = file.template?.keySeparator ?? DEFAULT_SEPARATOR;
  const { keySeparator = imported, warn } = file;
  if (hasJoined && keySeparator !== imported) {
    throw new TemplateMisfitError('the names of the imported file have another keySeparator');
  }
  const onGuess = warn && ((key: string): void => warn(splitWarning(key)));
  let known = isSplit;
  let found: { ofSource?: SourceNames } | undefined;
  const separator = new KeySeparator(keySeparator);
  const findSource = (): { ofSource?: SourceNames } => {
    const places = keySeparator === imported && !isAlwaysSplit ? source?.() : undefined;
    return places ? { ofSource: new SourceNames(places.root, separator) } : {};
  };
  return {
    separator,
    get isNested() {
      return isNested || this.isSplit;
    },
    get isSplit() {
      return (known ??= source?.()?.names.isSplit ?? true);
    },
    get ofSource() {
      return (found ??= findSource()).ofSource;
    },
    isAlwaysSplit,
    ...(onGuess && { onGuess }),
  };
}
