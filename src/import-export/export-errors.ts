import { DomainError } from '../common/errors/domain-error';
import type { FormatError } from './formats/format-errors';

/** The format cannot carry what is asked for; the key says where. */
export class UnwritableExportError extends DomainError {
  constructor({ code, message, place }: FormatError) {
    super(code, message, { errors: [{ ...place, code, detail: message }] });
  }
}

/** Without their namespaces, two keys would have one name. */
export class StrippedNameTwiceError extends DomainError {
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
