import { canonicalLanguage, primarySubtag } from '../../common/language-tag';

/**
 * Returns the canonical language that a file name, a folder, a column or a root key names. Almost any short word is a
 * well-formed tag (`strings`, `key`), so a name counts only if the project has the language or if its primary subtag
 * has two letters.
 *
 * @param projectLanguages canonical
 * @returns undefined when the name is not a language
 */
export function languageFromName(name: string, projectLanguages: readonly string[]): string | undefined {
  const language = canonicalLanguage(name);
  if (language === undefined) return undefined;
  return primarySubtag(language).length === 2 || projectLanguages.includes(language) ? language : undefined;
}
