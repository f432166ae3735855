import { DomainError } from '../common/errors/domain-error';

export class DeleteMissingRefusedError extends DomainError {
  constructor() {
    super('delete_missing_refused', 'deleteMissing needs a file that holds the source language and at least one key', {
      errors: [
        {
          parameter: 'deleteMissing',
          code: 'not_allowed',
          detail: 'the file does not hold the source language, or no key',
        },
      ],
    });
  }
}
