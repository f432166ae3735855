import type { FileToWrite } from './codec';
import type { EntryToWrite } from './entry';
import { FormatError } from './format-errors';

/** Returns whether an error, or the warning that stands for it, is about a key that the format cannot hold. */
export const isUnwritable = ({ code }: { code: string }): boolean =>
  code === 'unwritable_text' || code === 'plural_conflict';

export const isUnwritableError = (error: unknown): error is FormatError =>
  error instanceof FormatError && isUnwritable(error);

/**
 * Writes a part of a file.
 *
 * @param keys of the part. If the format cannot hold it, they are left out, each with a warning that has the error's
 *   code
 * @returns undefined for a part that is left out
 * @throws UnwritableTextError, PluralConflictError if the file leaves nothing out
 */
export function tryWrite<T>(
  { leavesOutUnwritable, warn }: Pick<FileToWrite, 'leavesOutUnwritable' | 'warn'>,
  keys: readonly string[],
  write: () => T,
): T | undefined {
  try {
    return write();
  } catch (error) {
    if (!leavesOutUnwritable || !isUnwritableError(error)) throw error;
    for (const key of keys) warn({ code: error.code, detail: error.message, key });
    return undefined;
  }
}

/**
 * Yields what is written for each entry; an empty text for one that is left out, because each entry has to yield a
 * text.
 */
export function* writeEach(file: FileToWrite, write: (entry: EntryToWrite) => string): Generator<string> {
  for (const entry of file.entries) yield tryWrite(file, [entry.key], () => write(entry)) ?? '';
}
