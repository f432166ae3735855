import { lookUpLanguage } from '../common/language-tag';
import { UnknownLanguageError } from '../project-write/project-errors';
import type { VisibleProject } from '../project-write/visible-project';

/**
 * Returns the languages of the project that a request selects, each once and in the order of the project.
 *
 * @param nearest whether a language that the project does not have stands for the nearest one (RFC 4647 §3.4)
 * @throws UnknownLanguageError with the languages for which the project has none
 */
export function selectLanguages(
  { sourceLanguage, targetLanguages }: Pick<VisibleProject, 'sourceLanguage' | 'targetLanguages'>,
  requested: readonly string[],
  nearest: boolean,
): string[] {
  const available = [sourceLanguage, ...targetLanguages];
  const unknown: string[] = [];
  const selected = new Set<string>();
  for (const tag of requested) {
    const language = nearest ? lookUpLanguage(tag, available) : available.find((candidate) => candidate === tag);
    if (language === undefined) unknown.push(tag);
    else selected.add(language);
  }
  if (unknown.length > 0) throw new UnknownLanguageError(unknown, () => ({ parameter: 'language' }));
  return available.filter((language) => selected.has(language));
}
