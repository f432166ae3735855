import type { ErrorCode, FieldError } from '../../common/errors/catalogue';
import { DomainError } from '../../common/errors/domain-error';
import { ArchiveError, FormatError } from '../../language-files';

/** What a refusal is made of: plain data, so that it can come out of a worker thread. */
export interface FileRefusal {
  code: ErrorCode;
  detail: string;
  errors: FieldError[];
}

/** An import's file cannot be taken; where and why. */
export class RefusedFileError extends DomainError {
  constructor(readonly refusal: FileRefusal) {
    super(refusal.code, refusal.detail, refusal.errors.length > 0 ? { errors: refusal.errors } : {});
  }
}

/** @returns undefined for what is no refusal but a fault */
export function refusalOfFile(error: unknown, path?: string): FileRefusal | undefined {
  if (error instanceof RefusedFileError) return error.refusal;
  const inFile = path === undefined ? '' : `${JSON.stringify(path)}: `;
  if (error instanceof FormatError) {
    const { code, message, position } = error;
    return {
      code,
      detail: inFile + message + positionInWords(position.line, position.column),
      errors: [{ ...position, code, detail: message }],
    };
  }
  if (error instanceof ArchiveError) return { code: error.code, detail: error.message, errors: [] };
  return undefined;
}

function positionInWords(line: number | undefined, column: number | undefined): string {
  if (line === undefined) return '';
  return column === undefined ? ` (line ${line})` : ` (line ${line}, column ${column})`;
}
