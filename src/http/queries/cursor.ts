import type { FieldError } from '../../common/errors/catalogue';
import { ValidationFailedError } from '../../common/errors/domain-error';

type CursorPlace = Pick<FieldError, 'parameter' | 'pointer'>;

/** Returns whether a string can be this part of a cursor. */
export type CursorPartCheck = (part: string) => boolean;

type CursorParts<Checks extends readonly CursorPartCheck[]> = { [Index in keyof Checks]: string };

/** A part that may be any text, for instance a name. */
export const anyText: CursorPartCheck = () => true;

/** Writes and reads the cursors of one list: base64url of a JSON array of strings, opaque to clients. */
export class CursorCodec<const Checks extends readonly CursorPartCheck[]> {
  private readonly checks: Checks;

  /** @param checks one check for each part of the cursor */
  constructor(...checks: Checks) {
    this.checks = checks;
  }

  encode(...parts: CursorParts<Checks>): string {
    return Buffer.from(JSON.stringify(parts)).toString('base64url');
  }

  /**
   * @param place of the cursor in the request
   * @throws ValidationFailedError if the text is not a cursor of this list
   */
  decode(cursor: string, place: CursorPlace = { parameter: 'cursor' }): CursorParts<Checks> {
    const parts = parseJson(Buffer.from(cursor, 'base64url').toString());
    if (this.areParts(parts)) return parts;
    throw new ValidationFailedError([{ ...place, code: 'invalid_format', detail: 'is not a cursor of this list' }]);
  }

  private areParts(value: unknown): value is CursorParts<Checks> {
    return (
      Array.isArray(value) &&
      value.length === this.checks.length &&
      this.checks.every((check, index) => isStorableString(value[index]) && check(value[index]))
    );
  }
}

const isStorableString = (part: unknown): part is string =>
  typeof part === 'string' && !part.includes('\0') && part.isWellFormed();

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
