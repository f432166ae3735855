/** The translations of a term into a language, as they are typed: with `|` between them. */
export interface TypedTranslations {
  language: string | null;
  texts: string;
}

type Translations = Readonly<Record<string, readonly string[]>>;

export const toTyped = (translations: Translations): TypedTranslations[] =>
  Object.entries(translations).map(([language, texts]) => ({ language, texts: texts.join(' | ') }));

const textsIn = ({ texts }: TypedTranslations): string[] =>
  texts
    .split('|')
    .map((text) => text.trim())
    .filter((text) => text !== '');

/** Whether a line has translations that nobody has said the language of. */
export const lacksLanguage = (line: TypedTranslations): boolean => line.language === null && textsIn(line).length > 0;

/** Returns the translations that differ by language, of all its lines; null: the term has none any more. */
export function toTranslations(
  typed: readonly TypedTranslations[],
  before: Translations = {},
): Record<string, string[] | null> {
  const given = new Map<string, string[] | null>(Object.keys(before).map((language) => [language, null]));
  for (const line of typed) {
    const texts = textsIn(line);
    if (line.language !== null && texts.length > 0) {
      given.set(line.language, [...new Set([...(given.get(line.language) ?? []), ...texts])]);
    }
  }
  return Object.fromEntries([...given].filter(([language, list]) => list?.join('|') !== before[language]?.join('|')));
}
