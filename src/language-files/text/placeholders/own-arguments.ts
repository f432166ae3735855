import type { FormatCodec } from '../../model/codec';
import type { EntryToWrite, ParsedEntry } from '../../model/entry';
import { type Meta, metaText } from '../../model/meta';
import { foreignStyle } from './foreign-arguments';
import type { PlaceholderStyle } from './placeholder';

/**
 * The member of a key's metadata in a format whose file has arguments in the style of another format in the plural of
 * the key.
 */
const ARGUMENTS = 'arguments';

/**
 * Returns the metadata of a key with the style of the arguments in its plural, where it is not the style of the format:
 * a program replaces them, and exports in this format do not convert them.
 */
export function withArgumentStyle(
  { keyMeta, value }: ParsedEntry,
  { plurals, syntax }: Pick<FormatCodec, 'plurals' | 'syntax'>,
): Meta | undefined {
  if (plurals !== 'native' || syntax === undefined || typeof value !== 'object' || !value) return keyMeta;
  const style = foreignStyle(value, syntax);
  return style === undefined ? keyMeta : { ...keyMeta, [ARGUMENTS]: style };
}

/** Whether a file of the format had arguments in a style in the plural of a key. */
export const hasArgumentStyle = ({ keyMeta }: EntryToWrite, style: PlaceholderStyle): boolean =>
  metaText(keyMeta?.[ARGUMENTS]) === style;
