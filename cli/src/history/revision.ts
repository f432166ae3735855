import { usageError } from '../exit-code';

/** Returns an argument as a revision. @throws CommandError */
export function revisionOf(argument: string | undefined): number {
  if (argument !== undefined && /^\d{1,15}$/.test(argument)) return Number(argument);
  throw usageError(`${JSON.stringify(argument)} is no revision`, 'Revisions are numbers: "glossa log" lists them.');
}

/** Returns an option as the size of a list. @throws CommandError */
export function limitOf(option: string): number {
  if (/^\d{1,6}$/.test(option) && Number(option) > 0) return Number(option);
  throw usageError(`--limit must be a number from 1 to 999999, not ${JSON.stringify(option)}`);
}
