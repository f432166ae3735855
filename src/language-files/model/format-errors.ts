export interface SourcePosition {
  /** 1-based. */
  line?: number;
  /** 1-based, in UTF-16 code units. */
  column?: number;
  key?: string;
}

/** Why a file was refused, and where: the caller answers 400 with the code. */
export class FormatError extends Error {
  constructor(
    readonly code: 'malformed_file' | 'unknown_encoding' | 'unwritable_text' | 'plural_conflict' | 'limit_exceeded',
    message: string,
    readonly position: SourcePosition = {},
  ) {
    super(message);
    this.name = new.target.name;
  }
}

/** The bytes are not a file of this format. */
export class MalformedFileError extends FormatError {
  constructor(message: string, position?: SourcePosition) {
    super('malformed_file', message, position);
  }
}

/** The bytes are in no encoding that can be told for sure. */
export class UnknownEncodingError extends FormatError {
  constructor(message: string, position?: SourcePosition) {
    super('unknown_encoding', message, position);
  }
}

/** The file is nested, or has entries, beyond what is read. */
export class FileLimitError extends FormatError {
  constructor(message: string, position?: SourcePosition) {
    super('limit_exceeded', message, position);
  }
}

/** The format cannot carry this text (XML 1.0 has no U+0001): an export that would alter it is refused. */
export class UnwritableTextError extends FormatError {
  constructor(key: string, message: string) {
    super('unwritable_text', message, { key });
  }
}

/** Two keys that this format would write to the same place. */
export class PluralConflictError extends FormatError {
  constructor(keys: readonly [string, string]) {
    super(
      'plural_conflict',
      `${JSON.stringify(keys[0])} and ${JSON.stringify(keys[1])} would be one entry in this format`,
      {
        key: keys[0],
      },
    );
  }
}
