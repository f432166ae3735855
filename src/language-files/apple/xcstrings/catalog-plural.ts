import type { Plural, PluralCategory } from '../../model/plural';
import { toIcuMessage } from '../../text/plurals/icu-message';
import { zeroForms } from '../../text/plurals/zero-form';

/**
 * Returns the forms of a plural in a catalog, where the number in the text selects the form. Catalogs have no ordinals:
 * an ordinal is returned as its ICU message.
 */
export function toCatalogForms(
  plural: Plural,
  language: string,
  warn: (code: string, detail: string) => void,
): Map<PluralCategory, string> | string {
  if (plural.type === 'ordinal') {
    warn('plural_as_icu', 'string catalogs have no ordinals; the plural is written as its ICU message');
    return toIcuMessage(plural);
  }
  if (plural.arg !== 'count') {
    warn('plural_argument_renamed', `string catalogs have no argument names; "${plural.arg}" is dropped`);
  }
  return zeroForms(plural, language, warn);
}
