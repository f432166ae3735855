import type { FileHead, FormatCodec } from '../../model/codec';
import { type Plural, PLURAL_CATEGORIES, type PluralScope } from '../../model/plural';

/** The scope of plurals in formats that have no limits. */
const ALL_FORMS: PluralScope = { categories: PLURAL_CATEGORIES, exact: 'all' };

/**
 * Returns the plural forms that a file can hold, and the style of the placeholders in them. @param language canonical
 */
export const pluralScopeOf = (
  codec: FormatCodec,
  type: Plural['type'],
  language: string,
  file: FileHead,
): PluralScope => ({ ...(codec.pluralScope?.(type, language, file) ?? ALL_FORMS), style: codec.syntax });
