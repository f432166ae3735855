import type { Draft, DraftText } from '../../components/texts/drafts';
import type { Key } from './key-pages';

/** The key as it is after a draft is stored. */
export function withText(key: Key, { language, text, state, base }: DraftText, sourceLanguage: string): Key {
  const { translations = {}, states = {}, outdated = [], checks = {} } = key;
  const hasChanged = text !== base;
  if (language === sourceLanguage)
    return hasChanged ? { ...key, value: text, outdated: Object.keys(translations), checks: {} } : key;
  const isRemoved = text === '';
  return {
    ...key,
    translations: withEntry(translations, language, isRemoved ? undefined : text),
    states: withEntry(states, language, isRemoved ? undefined : (state ?? 'translated')),
    outdated: outdated.filter((other) => other !== language),
    // The findings of the replaced text, ignored ones too, do not apply to the new text.
    checks: hasChanged ? withEntry(checks, language, undefined) : checks,
  };
}

function withEntry<T>(entries: Record<string, T>, name: string, value: T | undefined): Record<string, T> {
  const others = Object.entries(entries).filter(([other]) => other !== name);
  return Object.fromEntries(value === undefined ? others : [...others, [name, value]]);
}

/** The text of a cell, with what is written but not stored yet. */
export const textOf = (key: Key, language: string, sourceLanguage: string, draft?: Draft): string | undefined => {
  if (draft) return draft.text;
  return language === sourceLanguage ? (key.value ?? undefined) : key.translations?.[language];
};
