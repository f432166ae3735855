import { PLURAL_CATEGORIES, type Plural, type PluralCategory } from '../codec';
import { zeroIsExact } from '../plurals/zero-form';

/**
 * The forms of a catalog's plural. Foundation takes `zero` for 0 in every language, and counts by the text's own number:
 * ordinals, arguments and other exact numbers have no place in it. An ordinal becomes the text of its `other`.
 */
export function pluralForms(
  plural: Plural,
  language: string,
  warn: (code: string, detail: string) => void,
): Map<PluralCategory, string> | string {
  if (plural.type === 'ordinal') {
    warn('plural_form_dropped', 'a string catalog has no ordinal plurals; the text of "other" stands alone');
    return plural.forms.get('other') ?? '';
  }
  const isExact = zeroIsExact(language);
  const forms = new Map<PluralCategory, string>();
  for (const category of PLURAL_CATEGORIES) {
    const text = category === 'zero' && isExact ? plural.exact.get(0) : plural.forms.get(category);
    if (text !== undefined) forms.set(category, text);
  }
  if (isExact && plural.forms.has('zero'))
    warn('plural_form_dropped', `"zero" would be shown for 0, which is "other" in ${language}`);
  for (const number of plural.exact.keys())
    if (number !== 0 || !isExact) warn('plural_form_dropped', `a string catalog has no form for exactly ${number}`);
  if (plural.arg !== 'count')
    warn('plural_argument_renamed', `a string catalog does not name the argument "${plural.arg}"`);
  return forms;
}
