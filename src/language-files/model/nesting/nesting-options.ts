import type { FileToWrite } from '../codec';
import type { Warning } from '../warnings';
import { KeySeparator } from './key-separator';
import type { NestingOptions } from './key-tree';

/** Returns how the keys of a file are nested. @param gap the leaf for an item of an array without a text */
export const nestingOf = <T>(
  { keySeparator, omitsMissing = false, warn }: Pick<FileToWrite, 'keySeparator' | 'omitsMissing' | 'warn'>,
  gap: T,
): NestingOptions<T> => ({
  separator: new KeySeparator(keySeparator),
  missing: { gap, omitsMissing },
  onGuess: (key) => warn(splitWarning(key)),
  onMisfit: (key) => warn(misfitWarning(key)),
});

const misfitWarning = (key: string): Warning => ({
  code: 'name_split',
  detail: 'the name is split at its separators, because two texts would have the same name where the file had them',
  key,
});

/** The warning about a key that is split although it may be a sentence. */
export const splitWarning = (key: string): Warning => ({
  code: 'name_split',
  detail: 'the name contains white space and is split nevertheless; an empty keySeparator splits no name',
  key,
});
