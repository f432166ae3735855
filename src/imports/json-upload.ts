import { checkDto } from '../common/validation/validate-dto';
import { isJsonType } from '../http/bodies/json-body.guard';
import type { UploadedFile } from '../http/bodies/multipart-form';
import { ImportOptionsDto } from './dto/import-options.dto';
import { JsonUploadRefusedError } from './import-errors';

/** A longer object of form fields contains a text that no key can have, so its import is refused anyway. */
const MAX_FORM_BYTES = 1_048_576;

/** Options that can have any short text as their value. */
const TEXT_OPTIONS: ReadonlySet<string> = new Set(['language', 'namespace', 'filename']);

/**
 * Refuses the fields of the form sent as a JSON object, which some generated clients do (as `application/json`, or as
 * `text/plain`, the default of `fetch`), so that they are never imported as a language file with keys such as
 * `conflict`. A raw body of the type JSON is a language file only if the query has `format` or `filename`. A body of
 * the type `application/octet-stream` is always the file.
 *
 * @throws JsonUploadRefusedError
 */
export function refuseJsonForm({ bytes, contentType }: UploadedFile, { format, filename }: ImportOptionsDto): void {
  if (isJsonType(contentType) && format === undefined && filename === undefined) {
    throw new JsonUploadRefusedError('a JSON body is a language file only with format or filename in the query');
  }
  if (!isOctetStream(contentType) && resemblesForm(bytes)) {
    throw new JsonUploadRefusedError(
      'the body has the fields of the form as JSON (a language file with these keys can be sent as application/octet-stream)',
    );
  }
}

/**
 * Returns whether the bytes are a JSON object of nothing but fields of the form with valid values, at least one of
 * which is improbable as the text of a key: the name of a format, `true`, the content of a file.
 */
function resemblesForm(bytes: Uint8Array): boolean {
  if (bytes.length > MAX_FORM_BYTES || !beginsWithField(bytes)) return false;
  const body = parseObject(bytes);
  if (!body) return false;
  const { file, ...options } = withoutNulls(body);
  if (file !== undefined && typeof file !== 'string' && !isStringifiedBlob(file)) return false;
  if (checkDto(ImportOptionsDto, options, 'query').errors.length > 0) return false;
  return Object.keys(options).some((name) => !TEXT_OPTIONS.has(name)) || (file !== undefined && isFileContent(file));
}

/** Language files, whose first key is hardly ever the name of an option, are not parsed here. */
function beginsWithField(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 256)).toString('latin1');
  const [, name] = /^\s*\{\s*"(\w+)"\s*:/.exec(head) ?? [];
  if (name === undefined || name === 'file') return name !== undefined;
  const { errors } = checkDto(ImportOptionsDto, { [name]: undefined }, 'query');
  return !errors.some(({ code }) => code === 'unknown_field');
}

function parseObject(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString());
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    // The parser of the format reports the position of the error.
    return undefined;
  }
}

const withoutNulls = (object: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null));

const isOctetStream = (contentType = ''): boolean => /^\s*application\/octet-stream\s*(?:;|$)/i.test(contentType);

/** Files and blobs have no enumerable members of their own. */
const isStringifiedBlob = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;

const isFileContent = (value: unknown): boolean => typeof value !== 'string' || /^\s*[[{<]|[\r\n]/.test(value);
