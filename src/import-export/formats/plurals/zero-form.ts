import { pluralCategories } from './categories';

/**
 * i18next and Apple's Foundation take a form named `zero` for the number 0 in every language. Where CLDR gives the language no
 * such category, that form is ICU's `=0`. False while the language is not known.
 */
export const zeroIsExact = (language: string | undefined): boolean =>
  language !== undefined && !pluralCategories(language).includes('zero');
