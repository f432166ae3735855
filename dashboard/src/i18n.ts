import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import en from './texts/en.json';

/** The languages of the page. Their texts are files that Glossa imports and exports (format `i18next`). */
export const PAGE_LANGUAGES = ['en', 'de'];

/** Starts i18next with the language of the browser. */
export async function startTexts(): Promise<void> {
  // React escapes what it shows.
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: en } },
    interpolation: { escapeValue: false },
    showSupportNotice: false,
  });
  await showLanguage(null);
}

const languageOf = (tag: string): string => tag.split('-', 1)[0] ?? '';

/** Returns whether a text is a tag of BCP 47. `Intl` throws for others, such as `en-US@posix`. */
const isTag = (text: string): boolean => /^[a-z]{2,3}(?:-[a-z\d]{1,8})*$/i.test(text);

/**
 * Shows the pages in the language that a person has chosen; null: in the language of the browser. Dates and numbers have the form
 * of the first variant of this language in the browser's list, such as `en-GB`.
 */
export async function showLanguage(locale: string | null): Promise<void> {
  const wanted = (locale === null ? navigator.languages : [locale]).map(languageOf);
  const language = wanted.find((tag) => PAGE_LANGUAGES.includes(tag)) ?? 'en';
  const variant = navigator.languages.find((tag) => languageOf(tag) === language && isTag(tag)) ?? language;
  if (language === 'de' && !i18next.hasResourceBundle('de', 'translation')) {
    const [texts, answers] = await Promise.all([import('./texts/de.json'), import('./answers/de.json')]);
    i18next.addResourceBundle('de', 'translation', texts.default);
    i18next.addResourceBundle('de', 'answers', answers.default);
  }
  if (variant !== i18next.language) await i18next.changeLanguage(variant);
  document.documentElement.lang = language;
}
