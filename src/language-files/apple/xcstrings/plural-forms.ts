import type { Plural, PluralCategory } from '../../model/plural';
import { toIcuMessage } from '../../text/plurals/icu-message';
import { zeroForms } from '../../text/plurals/zero-form';

/** The forms of a catalog's plural, which counts by the text's own number. It has no ordinals: they are their ICU message. */
export function pluralForms(
  plural: Plural,
  language: string,
  warn: (code: string, detail: string) => void,
): Map<PluralCategory, string> | string {
  if (plural.type === 'ordinal') {
    warn('plural_as_icu', 'a string catalog has no ordinals; written as the ICU message');
    return toIcuMessage(plural);
  }
  if (plural.arg !== 'count')
    warn('plural_argument_renamed', `a string catalog does not name the argument "${plural.arg}"`);
  return zeroForms(plural, language, warn);
}
