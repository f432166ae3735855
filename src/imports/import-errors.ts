import { DomainError } from '../common/errors/domain-error';

/** The option `deleteMissing` is set, but the file does not contain what it needs. */
export class DeleteMissingRefusedError extends DomainError {
  constructor() {
    super(
      'delete_missing_refused',
      'deleteMissing needs a file that contains the source language and at least one key',
      {
        errors: [
          {
            parameter: 'deleteMissing',
            code: 'not_allowed',
            detail: 'the file does not contain the source language, or no key',
          },
        ],
      },
    );
  }
}
