import type { ErrorCode, FieldError } from '../../common/errors/catalogue';
import { DomainError } from '../../common/errors/domain-error';
import { ArchiveError, FormatError } from '../../language-files';

/** The content of a `RefusedFileError` as plain data, which a worker thread can send. */
export interface FileRefusal {
  code: ErrorCode;
  detail: string;
  errors: FieldError[];
}

/** The file of an import cannot be imported; the errors contain positions and reasons. */
export class RefusedFileError extends DomainError {
  constructor(readonly refusal: FileRefusal) {
    super(refusal.code, refusal.detail, refusal.errors.length > 0 ? { errors: refusal.errors } : {});
  }
}

/** Returns the refusal of a file that takes too much time or memory to read. */
export function tooExpensive(reason: string): RefusedFileError {
  return new RefusedFileError({ code: 'limit_exceeded', detail: `the file ${reason}; import it in parts`, errors: [] });
}

/**
 * Turns the errors of codecs and archives into refusals.
 *
 * @param path of the file inside its archive, if it has one
 * @returns undefined for any other error
 */
export function toFileRefusal(error: unknown, path?: string): FileRefusal | undefined {
  if (error instanceof RefusedFileError) return error.refusal;
  const prefix = path === undefined ? '' : `${JSON.stringify(path)}: `;
  if (error instanceof FormatError) {
    const { code, message, position } = error;
    return {
      code,
      detail: prefix + message + formatPosition(position.line, position.column),
      errors: [{ ...position, code, detail: message }],
    };
  }
  if (error instanceof ArchiveError) return { code: error.code, detail: error.message, errors: [] };
  if (isStackOverflow(error)) {
    const refusal = { code: 'limit_exceeded', detail: 'the file is nested too deeply' } as const;
    return { ...refusal, detail: prefix + refusal.detail, errors: [refusal] };
  }
  return undefined;
}

/** The codecs limit the depth before they, or a library, recurse over it. This is for a construct that they miss. */
const isStackOverflow = (error: unknown): boolean =>
  error instanceof RangeError && error.message === 'Maximum call stack size exceeded';

function formatPosition(line: number | undefined, column: number | undefined): string {
  if (line === undefined) return '';
  return column === undefined ? ` (line ${line})` : ` (line ${line}, column ${column})`;
}
