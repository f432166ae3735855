import { canonicalLanguage } from '../../common/language-tag';
import { MalformedFileError } from '../model/format-errors';
import { decodeText } from '../text/text-encoding';

/** The path of the list of files in a zip. */
export const FILE_LIST_PATH = 'glossa-files.json';

/** The language and the namespace of a file of a zip; `""` is the file of the keys that no other file has. */
export interface ListedFile {
  language: string;
  namespace: string;
}

/** The files of a zip by path: what their paths alone may not tell. */
export type FileList = ReadonlyMap<string, ListedFile>;

/** The longest namespace, in characters: no key name is longer. */
const MAX_NAMESPACE = 512;

/** @throws MalformedFileError */
export function parseFileList(bytes: Uint8Array): FileList {
  const list = new Map<string, ListedFile>();
  for (const [index, file] of filesOf(bytes).entries()) {
    const fail = (problem: string): never => {
      throw new MalformedFileError(`files[${index}]: ${problem}`);
    };
    const {
      path,
      language,
      namespace = '',
    } = (typeof file === 'object' && file ? file : {}) as Record<string, unknown>;
    if (typeof path !== 'string' || path === '') return fail('path must be a text');
    const tag = typeof language === 'string' ? canonicalLanguage(language) : undefined;
    if (tag === undefined) return fail('language must be a language tag');
    if (typeof namespace !== 'string' || namespace.length > MAX_NAMESPACE || /\p{Cc}|\p{Cs}/u.test(namespace))
      return fail(`namespace must be a text of up to ${MAX_NAMESPACE} characters without control characters`);
    if (list.has(path)) return fail('the path occurs twice');
    list.set(path, { language: tag, namespace });
  }
  return list;
}

function filesOf(bytes: Uint8Array): unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(decodeText(bytes));
  } catch {
    throw new MalformedFileError('the list of files is no JSON');
  }
  const files = typeof value === 'object' && value !== null && 'files' in value ? value.files : undefined;
  if (!Array.isArray(files)) throw new MalformedFileError('the list of files must have a list "files"');
  return files;
}

export const renderFileList = (files: readonly ({ path: string } & ListedFile)[]): string =>
  `${JSON.stringify({ files }, null, 2)}\n`;
