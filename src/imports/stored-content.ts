import type { TemplateOptions } from '../language-files';
import type { ReadRequest } from './reading/read-request';

/** An imported file as the database has it. */
export interface StoredContent {
  path: string | null;
  options: TemplateOptions;
  content: Buffer;
}

/**
 * Returns the request that reads an imported file again.
 *
 * @param language empty for a file of several languages
 * @param stored with its content as it was before its compression
 */
export const storedRequest = (
  { format, language, namespace }: { format: string; language: string; namespace: string },
  { path, options: { keySeparator, columns, languages }, content }: StoredContent,
  project: Pick<ReadRequest, 'sourceLanguage' | 'targetLanguages' | 'pluralKeys'>,
): ReadRequest => ({
  bytes: content,
  ...(path !== null && { fileName: path }),
  ...(language !== '' && { language }),
  ...(namespace !== '' && { namespace }),
  ...{ format, keySeparator, columns, replacedLanguages: languages },
  pluralKeys: project.pluralKeys,
  sourceLanguage: project.sourceLanguage,
  targetLanguages: project.targetLanguages,
});
