import type { IndexedForms } from '../gettext/plural-forms';
import type { Plural } from '../model/plural';
import type { Warning } from '../model/warnings';
import { toCategories } from '../text/plurals/exact-forms';

/** The numerus forms of a file. */
export interface NumerusContext extends IndexedForms {
  warn: (warning: Warning) => void;
}

/** Returns the text of each numerus form; forms that are missing or that Qt does not have produce warnings. */
export function numerusForms(value: string | Plural | undefined, key: string, context: NumerusContext): string[] {
  const { categories, numbers, warn } = context;
  if (typeof value !== 'object') {
    const detail = 'the text has no plural forms; every numerus form is a copy of it';
    if (value) warn({ code: 'plural_form_invented', detail, key });
    return categories.map(() => value ?? '');
  }
  const plural = toCategories(value, numbers, (code, detail) => warn({ code, detail, key }));
  const other = plural.forms.get('other') ?? '';
  const forms = categories.map((category) => plural.forms.get(category) ?? other);
  warnOfMissingForms(plural, key, context);
  warnOfLostForms(plural, forms, key, context);
  return forms;
}

function warnOfMissingForms({ forms }: Plural, key: string, { categories, warn }: NumerusContext): void {
  for (const category of categories) {
    const detail = `the form "${category}" is missing; it is a copy of "other"`;
    if (!forms.has(category)) warn({ code: 'plural_form_invented', detail, key });
  }
}

function warnOfLostForms(value: Plural, forms: readonly string[], key: string, context: NumerusContext): void {
  const { categories, warn } = context;
  // Where no integer is `other`, Qt has no form for it, and an import makes it a copy of the last one.
  const copied = categories.includes('other') ? undefined : forms.at(-1);
  for (const [category, text] of value.forms) {
    if (categories.includes(category) || (category === 'other' && text === copied)) continue;
    warn({ code: 'plural_form_dropped', detail: `Qt has no form "${category}" in this language`, key });
  }
  for (const n of value.exact.keys()) {
    warn({ code: 'plural_form_dropped', detail: `Qt has no form for exactly ${n}`, key });
  }
}
