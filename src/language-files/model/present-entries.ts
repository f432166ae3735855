import type { FormatCodec } from './codec';
import type { EntryToWrite } from './entry';

export const hasText = ({ value, values }: EntryToWrite): boolean => value !== undefined || values !== undefined;

/** Returns whether a file that omits keys without a text needs the keys of items, which keep the places of other items. */
export const needsItems = ({ nests = false, completesArrays = false }: FormatCodec): boolean =>
  nests || completesArrays;

/** Returns whether a file that omits keys without a text needs an entry nevertheless. */
export const isPresent = (entry: EntryToWrite, codec: FormatCodec): boolean =>
  hasText(entry) || (needsItems(codec) && entry.key.includes(']'));
