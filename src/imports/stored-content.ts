import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import type { TemplateOptions } from '../language-files';
import type { ReadRequest } from './reading/read-request';

/** Decompresses in the thread pool: a file may have megabytes. */
export const decompress = promisify(brotliDecompress);

/** An imported file as the database has it. */
export interface StoredContent {
  path: string | null;
  options: TemplateOptions;
  /** Compressed. */
  content: Uint8Array;
}

/**
 * Returns the request that reads an imported file again.
 *
 * @param language empty for a file of several languages
 */
export const storedRequest = async (
  { format, language, namespace }: { format: string; language: string; namespace: string },
  { path, options: { keySeparator, columns, languages }, content }: StoredContent,
  project: Pick<ReadRequest, 'sourceLanguage' | 'targetLanguages' | 'pluralKeys'>,
): Promise<ReadRequest> => ({
  bytes: await decompress(content),
  ...(path !== null && { fileName: path }),
  ...(language !== '' && { language }),
  ...(namespace !== '' && { namespace }),
  ...{ format, keySeparator, columns, replacedLanguages: languages },
  pluralKeys: project.pluralKeys,
  sourceLanguage: project.sourceLanguage,
  targetLanguages: project.targetLanguages,
});
