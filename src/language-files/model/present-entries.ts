import type { FormatCodec } from './codec';
import type { EntryToWrite } from './entry';

export const hasText = ({ value, values }: EntryToWrite): boolean => value !== undefined || values !== undefined;

/**
 * Returns whether a file that omits keys without a text needs an entry nevertheless: in a nested file, an item of a
 * list keeps the places of the others.
 */
export const isPresent = (entry: EntryToWrite, { nests = false }: FormatCodec): boolean =>
  hasText(entry) || (nests && entry.key.includes(']'));
