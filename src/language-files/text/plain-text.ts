import type { EntryToWrite } from '../model/entry';
import { UnwritableTextError } from '../model/format-errors';

/**
 * Returns the text of a key in a format without plurals, `""` where it has none.
 *
 * @throws UnwritableTextError for a plural, which should have been converted to its ICU message
 */
export function plainText({ key, value = '' }: EntryToWrite): string {
  if (typeof value === 'string') return value;
  throw new UnwritableTextError(key, 'this format can hold a plural only as its ICU message');
}
