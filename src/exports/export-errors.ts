import { DomainError } from '../common/errors/domain-error';
import type { ArchiveError, FormatError } from '../language-files';

/** The format cannot hold a text or a key name of the export. `errors` has the key. */
export class UnwritableExportError extends DomainError {
  constructor({ code, message, position }: FormatError) {
    super(code, message, { errors: [{ ...position, code, detail: message }] });
  }
}

/** A namespace cannot be the name of a file in the zip. */
export class UnwritablePathError extends DomainError {
  constructor({ message }: ArchiveError) {
    super('unwritable_text', `the zip cannot be written: ${message}`, {
      errors: [{ parameter: 'namespace', code: 'unwritable_text', detail: message }],
    });
  }
}

/** Two keys would have the same name without their namespaces. */
export class DuplicateStrippedNameError extends DomainError {
  constructor(key: string) {
    super(
      'duplicate_key',
      `without their namespaces, several keys are named ${JSON.stringify(key.slice(0, 200))}; ask for one namespace`,
      {
        errors: [
          {
            parameter: 'stripNamespace',
            key: key.slice(0, 200),
            code: 'duplicate_key',
            detail: 'several keys would have this name',
          },
        ],
      },
    );
  }
}
