/** The translations of a term into a language, as they are typed: with `|` between them. */
export interface TypedTranslations {
  language: string | null;
  texts: string;
}

type Translations = Readonly<Record<string, readonly string[]>>;

export const toTyped = (translations: Translations): TypedTranslations[] =>
  Object.entries(translations).map(([language, texts]) => ({ language, texts: texts.join(' | ') }));

/** Returns the translations that differ by language; null: the term has none any more. */
export function toTranslations(
  typed: readonly TypedTranslations[],
  before: Translations = {},
): Record<string, string[] | null> {
  const given = new Map<string, string[] | null>(Object.keys(before).map((language) => [language, null]));
  for (const { language, texts } of typed) {
    const list = texts
      .split('|')
      .map((text) => text.trim())
      .filter((text) => text !== '');
    if (language !== null && list.length > 0) given.set(language, list);
  }
  return Object.fromEntries([...given].filter(([language, list]) => list?.join('|') !== before[language]?.join('|')));
}
