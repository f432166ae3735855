import { shorten } from '../common/shorten';
import type { FieldError } from '../common/errors/catalogue';
import { ValidationFailedError } from '../common/errors/domain-error';
import { canonicalLanguage } from '../common/language-tag';
import { codecsByName, detectFormat, isArchive } from '../language-files';
import type { UploadedFile } from '../http/bodies/multipart-form';
import type { ImportOptionsDto } from './dto/import-options.dto';
import type { NamedFile, ReadRequest } from './reading/read-request';

/** The number of files of an import that is no zip. */
export const MAX_FILES = 200;
/** Characters of the names of the files in the history. */
const MAX_NAMES_LENGTH = 255;

/** The files of an import, as its reader receives them. */
type SentFiles = Pick<ReadRequest, 'bytes' | 'fileName' | 'files'>;

/**
 * Returns the file of an import, or its files with the formats and languages that the options give them.
 *
 * @throws ValidationFailedError for an option of one file if there are several, the opposite, and files that are not
 *   told apart by their names
 */
export function sentFiles([first, ...others]: readonly UploadedFile[], options: ImportOptionsDto): SentFiles {
  const { filename } = options;
  const formats = options.formats?.split(',');
  const languages = options.languages?.split(',');
  if (!first) throw new Error('an upload has no file');
  const files = [first, ...others];
  const errors: FieldError[] = [];
  for (const [parameter, values] of [['formats', formats] as const, ['languages', languages] as const]) {
    if (values === undefined || values.length === files.length) continue;
    const detail = `has ${values.length} items for ${files.length} files`;
    errors.push({ parameter, code: 'invalid_format', detail });
  }
  const named = files.map(({ fileName, bytes }, place) => ({
    path: (others.length === 0 ? filename : undefined) ?? fileName ?? '',
    bytes,
    format: formats?.[place] || undefined,
    language: canonicalLanguage(languages?.[place] ?? ''),
  }));
  if (others.length > 0) {
    if (filename !== undefined) errors.push({ parameter: 'filename', code: 'not_allowed', detail: 'is for one file' });
    errors.push(...nameErrors(named));
  }
  if (errors.length > 0) throw new ValidationFailedError(errors);
  if (others.length > 0 || formats !== undefined || languages !== undefined)
    return { bytes: new Uint8Array(), files: named };
  return { bytes: first.bytes, fileName: filename ?? first.fileName };
}

function nameErrors(files: readonly NamedFile[]): FieldError[] {
  const seen = new Set<string>();
  return files.flatMap(({ path }): FieldError[] => {
    if (path === '') return [{ parameter: 'file', code: 'required', detail: 'each of several files needs a name' }];
    const isSeen = seen.has(path);
    seen.add(path);
    const detail = `two files are named ${JSON.stringify(path)}`;
    return isSeen ? [{ parameter: 'file', file: path, code: 'duplicate', detail }] : [];
  });
}

/** Returns what the history names the files of an import. */
export function namesOf({ fileName, files }: SentFiles): string | null {
  if (!files) return fileName ?? null;
  return shorten(files.map(({ path }) => path).join(', '), MAX_NAMES_LENGTH);
}

/**
 * The formats whose files are read with the project's plurals. In i18next and Rails files, a single `item_other` is a plural only if the
 * project's key `item` is one. In Android files, a plural is another key than the string of its name, which a file of one language may lack.
 */
const WITH_PLURAL_KEYS: readonly string[] = ['i18next', 'yaml-rails', 'android'];

/** Returns whether the files may be of a format that is read with the project's plurals. */
export function needsPluralKeys({ bytes, fileName = '', files }: SentFiles, format: string | undefined): boolean {
  const sent: readonly NamedFile[] = files ?? [{ path: fileName, bytes }];
  return sent.some((file) => mayNeedPluralKeys(file, file.format ?? format));
}

/** The files of a zip may have any format. Another file of no detected format is refused. */
function mayNeedPluralKeys({ path, bytes }: NamedFile, format: string | undefined): boolean {
  if (format !== undefined) return WITH_PLURAL_KEYS.includes(format);
  if (isArchive(bytes)) return true;
  const byName = codecsByName(path);
  // The name comes first: the detection may read a whole file of JSON.
  if (byName.length > 0 && !byName.some(({ id }) => WITH_PLURAL_KEYS.includes(id))) return false;
  const detected = detectFormat(path, bytes);
  return 'format' in detected && WITH_PLURAL_KEYS.includes(detected.format);
}
