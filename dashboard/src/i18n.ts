import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import en from './texts/en.json';

/** The languages of the page. Their texts are files that Glossa imports and exports (format `i18next`). */
const PAGE_LANGUAGES = ['en', 'de'];

/** Starts i18next with the language of the browser. */
export async function startTexts(): Promise<void> {
  const wanted = navigator.languages.map((tag) => tag.split('-', 1)[0] ?? '');
  const language = wanted.find((tag) => PAGE_LANGUAGES.includes(tag)) ?? 'en';
  const resources: Record<string, { translation: object }> = { en: { translation: en } };
  if (language === 'de') resources.de = { translation: (await import('./texts/de.json')).default };
  // React escapes what it shows.
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources,
    interpolation: { escapeValue: false },
    showSupportNotice: false,
  });
  document.documentElement.lang = language;
}
