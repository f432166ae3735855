import { ValidationFailedError } from '../../common/errors/domain-error';

/** A place in a list, opaque to callers. */
export const encodeCursor = (...parts: string[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url');

/**
 * @param length how many parts the list's cursors have
 * @throws ValidationFailedError for what `encodeCursor` did not make
 */
export function decodeCursor(cursor: string, length: number): string[] {
  const parts = parse(Buffer.from(cursor, 'base64url').toString());
  if (Array.isArray(parts) && parts.length === length && parts.every((part) => isStorableString(part))) return parts;
  throw new ValidationFailedError([
    { parameter: 'cursor', code: 'invalid_format', detail: 'is not a cursor of this list' },
  ]);
}

const isStorableString = (part: unknown): part is string =>
  typeof part === 'string' && !part.includes('\0') && part.isWellFormed();

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
