import type { EntryToWrite } from '../model/entry';
import { UnwritableTextError } from '../model/format-errors';

/**
 * The text of a key in a format without plurals, where a plural comes as its ICU message; `""` where there is none.
 *
 * @throws UnwritableTextError for a plural that was not turned into its message
 */
export function plainText({ key, value = '' }: EntryToWrite): string {
  if (typeof value === 'string') return value;
  throw new UnwritableTextError(key, 'this format holds a plural only as its ICU message');
}
