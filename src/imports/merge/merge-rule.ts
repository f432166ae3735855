import { ValidationFailedError } from '../../common/errors/domain-error';

/** The values of the option `conflict`. */
export const CONFLICT_RULES = ['overwrite', 'keep', 'keep-reviewed', 'refuse'] as const;
export type ConflictRule = (typeof CONFLICT_RULES)[number];

/** Which text a merge takes: the project's, the file's, or both are the same; `conflict`: both sides changed it. */
export const MERGES = ['ours', 'theirs', 'same', 'conflict'] as const;
export type Merge = (typeof MERGES)[number];

/** Which of three versions are equal: the version of the file, of the project now, and of the project at the base. */
export interface Compared {
  isFileNow: boolean;
  isFileBase: boolean;
  isNowBase: boolean;
}

/** Returns the result of a merge with three versions, as in git. */
export function mergeOf({ isFileNow, isFileBase, isNowBase }: Compared): Merge {
  if (isFileNow) return 'same';
  if (isFileBase) return 'ours';
  return isNowBase ? 'theirs' : 'conflict';
}

interface Options {
  base?: number;
  conflict?: ConflictRule;
}

/** Returns the rule for conflicts, with its default. */
export const conflictRule = ({ base, conflict }: Options): ConflictRule =>
  conflict ?? (base === undefined ? 'overwrite' : 'refuse');

/** Whether an import replaces what the project has. A merge keeps single texts, not all of them. */
export const replaces = ({ base, conflict }: Options): boolean => base !== undefined || conflict !== 'keep';

/** @throws ValidationFailedError for the rule `refuse` without a base */
export function assertConflictRule({ base, conflict }: Options): void {
  if (base !== undefined || conflict !== 'refuse') return;
  const detail = 'refuse needs the option base: without it, no text of the project is known to have changed';
  throw new ValidationFailedError([{ parameter: 'conflict', code: 'not_allowed', detail }]);
}
