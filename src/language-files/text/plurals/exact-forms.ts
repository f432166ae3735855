import type { Plural, SoleNumbers } from '../../model/plural';

/**
 * Gives each category that stands for one number the form of that exact number: `=1` becomes `one` in English. ICU
 * would show the exact form, so that a form of the category itself is never shown; if it differs, it is reported.
 */
export function toCategories<T extends Plural>(
  plural: T,
  numbers: SoleNumbers,
  warn: (code: string, detail: string) => void = () => undefined,
): T {
  if (plural.exact.size === 0) return plural;
  const exact = new Map(plural.exact);
  const forms = new Map(plural.forms);
  for (const [category, n] of numbers) {
    const form = exact.get(n);
    if (form === undefined) continue;
    if ((forms.get(category) ?? form) !== form)
      warn('plural_form_dropped', `the form "${category}" stands for ${n} only, and is never shown beside "=${n}"`);
    forms.set(category, form);
    exact.delete(n);
  }
  return { ...plural, exact, forms };
}

/**
 * Reverts `toCategories` for a plural with other texts: it gets the exact forms of the original, and its hidden forms.
 */
export function toExactForms<T extends Plural>(plural: T, original: Plural, numbers: SoleNumbers): T {
  const exact = new Map(plural.exact);
  const forms = new Map(plural.forms);
  for (const [category, n] of numbers) {
    const form = forms.get(category);
    if (form === undefined || !original.exact.has(n)) continue;
    exact.set(n, form);
    const hidden = original.forms.get(category);
    if (hidden === undefined) forms.delete(category);
    else forms.set(category, hidden);
  }
  return { ...plural, exact, forms };
}
