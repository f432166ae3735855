import type { FileToWrite, TemplateOptions } from '../model/codec';
import { DEFAULT_SEPARATOR, KeySeparator } from '../model/nesting/key-separator';
import { splitWarning } from '../model/nesting/nesting-options';
import { TemplateMisfitError } from './file-template';

/** How a template of nested maps names new texts. */
export interface NewNames {
  separator: KeySeparator;
  /** Names are split where the maps of the file do not show another habit. */
  isNested: boolean;
  /** Names are split whatever the habit of the file is. Default: false. */
  isAlwaysSplit?: boolean;
  /** Is called for each new name that is split although it may be a sentence. */
  onGuess?: (key: string) => void;
}

/** The facts on which the new names of a file depend. */
export type FileOfNames = Partial<Pick<FileToWrite, 'keySeparator' | 'warn'>> & { template?: TemplateOptions };

/** Returns the separator with which a template is read. */
export const separatorOf = ({ template }: FileOfNames): KeySeparator => new KeySeparator(template?.keySeparator);

/**
 * @param hasJoined the template has names that were joined
 * @throws TemplateMisfitError for a file whose keys have another separator than the template
 */
export function newNames(
  file: FileOfNames,
  { hasJoined, ...habit }: Pick<NewNames, 'isNested' | 'isAlwaysSplit'> & { hasJoined: boolean },
): NewNames {
  const imported = file.template?.keySeparator ?? DEFAULT_SEPARATOR;
  const { keySeparator = imported, warn } = file;
  if (hasJoined && keySeparator !== imported) {
    throw new TemplateMisfitError('the names of the imported file have another keySeparator');
  }
  const onGuess = warn && ((key: string): void => warn(splitWarning(key)));
  return { separator: new KeySeparator(keySeparator), ...habit, ...(onGuess && { onGuess }) };
}
