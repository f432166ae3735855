import { validate as isUuid } from 'uuid';
import { shorten } from '../../common/shorten';
import { canonicalLanguage } from '../../common/language-tag';
import { findIssue } from '../../common/validation/text-rules';
import { TermFileError } from '../glossary-errors';
import type { TermContent, Translations } from '../term';
import { findTranslationsIssue, MAX_DEFINITION, MAX_PROJECTS, termRules } from '../term-rules';

/** A term of a file. What the file does not say is undefined, and stays as it is in a term that the glossary has. */
export type ImportedTerm = Pick<TermContent, 'term' | 'language' | 'translations'> &
  Partial<Omit<TermContent, 'term' | 'language' | 'translations'>> & {
    /** Its first line in the file. */
    line?: number;
  };

/**
 * Checks a term without its translations as `POST /glossary` does.
 *
 * @param line the first line of the term in the file
 * @throws TermFileError
 */
export function assertValid(
  { term, definition, projectIds }: Omit<ImportedTerm, 'translations'>,
  line: number | undefined,
): void {
  const issue = findIssue(termRules, term);
  if (issue) throw new TermFileError(`the term: ${issue.detail}`, line);
  if (projectIds && projectIds.length > MAX_PROJECTS)
    throw new TermFileError(`projectIds: at most ${MAX_PROJECTS} projects`, line);
  const unknown = projectIds?.find((id) => !isUuid(id));
  if (unknown !== undefined) throw new TermFileError(`"${shorten(unknown, 100)}" is not the id of a project`, line);
  if (definition && (definition.length > MAX_DEFINITION || definition.includes('\0')))
    throw new TermFileError(`the definition: at most ${MAX_DEFINITION} characters`, line);
}

/** Checks translations as `POST /glossary` does. @throws TermFileError */
export function assertValidTranslations(translations: Translations, line: number | undefined): void {
  for (const [language, texts] of Object.entries(translations)) {
    const found = findTranslationsIssue(texts);
    if (found) throw new TermFileError(`the translations into ${language}: ${found.detail}`, line);
  }
}

/** @throws TermFileError */
export function languageOf(tag: string, line: number | undefined): string {
  const language = canonicalLanguage(tag.trim());
  if (language === undefined) throw new TermFileError(`"${shorten(tag, 100)}" is not a language tag (BCP 47)`, line);
  return language;
}
