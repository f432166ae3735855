import type { EntryToWrite, Meta, Plural } from '../model/codec';
import { UnwritableTextError } from '../model/format-errors';
import { printPluralMessage } from './plurals/icu-message';

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

/** A plural as its ICU message, for formats that have no such plural; its placeholders stay, where the plural names them. */
export function icuMessage(plural: Plural): string {
  const names: unknown = 'placeholders' in plural ? plural.placeholders : [];
  const placeholders = Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  return printPluralMessage(plural, placeholders);
}
