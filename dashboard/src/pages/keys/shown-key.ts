import type { Schemas } from '../../api/client';
import type { Draft } from '../../components/texts/drafts';
import type { Key } from './pages-snapshot';

/** A key that the service answered, as a row of the list has it: with the texts of the columns only. */
export function shownKey(key: Schemas['KeyWithTranslations'], columns: readonly string[]): Key {
  const { translations, states, outdated, checks } = key;
  const ofColumns = <T>(entries: Record<string, T>): Record<string, T> =>
    Object.fromEntries(Object.entries(entries).filter(([language]) => columns.includes(language)));
  return {
    ...key,
    translations: ofColumns(translations),
    states: ofColumns(states),
    outdated: outdated.filter((language) => columns.includes(language)),
    checks: ofColumns(checks),
  };
}

/** The text of a cell, with what is written but not stored yet. */
export const textOf = (key: Key, language: string, sourceLanguage: string, draft?: Draft): string | undefined => {
  if (draft) return draft.text;
  return language === sourceLanguage ? (key.value ?? undefined) : key.translations?.[language];
};
