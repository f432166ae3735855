import { shorten } from '../../common/shorten';
import { shortenMessage } from './short-message';

/** The position of an error in a file. */
export interface SourcePosition {
  /** 1-based. */
  line?: number;
  /** 1-based, in UTF-16 code units. */
  column?: number;
  key?: string;
}

/** A file was refused. The API returns 400 with the code and the position. */
export class FormatError extends Error {
  constructor(
    readonly code: 'malformed_file' | 'unknown_encoding' | 'unwritable_text' | 'plural_conflict' | 'limit_exceeded',
    message: string,
    readonly position: SourcePosition = {},
  ) {
    super(shortenMessage(message));
    this.name = new.target.name;
  }
}

/** The bytes are not a file of this format. */
export class MalformedFileError extends FormatError {
  constructor(message: string, position?: SourcePosition) {
    super('malformed_file', message, position);
  }
}

/** The encoding of the bytes cannot be determined. */
export class UnknownEncodingError extends FormatError {
  constructor(message: string, position?: SourcePosition) {
    super('unknown_encoding', message, position);
  }
}

/** The file exceeds a limit: of nesting, of entries, of the length of keys. */
export class FileLimitError extends FormatError {
  constructor(message: string, position?: SourcePosition) {
    super('limit_exceeded', message, position);
  }
}

/**
 * The format cannot hold this text (XML 1.0 has no U+0001). The export is refused, because it would change the text.
 */
export class UnwritableTextError extends FormatError {
  constructor(key: string, message: string) {
    super('unwritable_text', message, { key });
  }
}

/** The format would write two keys to the same place. */
export class PluralConflictError extends FormatError {
  constructor(keys: readonly [string, string]) {
    super('plural_conflict', `${keys.map(quoteKey).join(' and ')} would be one entry in this format`, {
      key: keys[0],
    });
  }
}

/** Long keys are shortened so that a message names both. */
const quoteKey = (key: string): string => JSON.stringify(shorten(key));
