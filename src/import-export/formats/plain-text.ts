import type { EntryToWrite, Meta } from './codec';
import { UnwritableTextError } from './format-errors';

/**
 * The text of a key in a format without plurals, where a plural comes as its ICU message; `""` where there is none.
 *
 * @throws UnwritableTextError for a plural that was not turned into its message
 */
export function plainText({ key, value = '' }: EntryToWrite): string {
  if (typeof value === 'string') return value;
  throw new UnwritableTextError(key, 'this format holds a plural only as its ICU message');
}

/** The texts of a member of stored metadata that should be a list of texts; metadata of another shape is none. */
export function metaTexts(meta: Meta | undefined, name: string): string[] {
  const value = meta?.[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
