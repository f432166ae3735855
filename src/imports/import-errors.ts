import { DomainError, ValidationFailedError } from '../common/errors/domain-error';

/** A JSON body that is not a language file, or that does not declare itself as one in the query. */
export class JsonUploadRefusedError extends DomainError {
  /** @param reason why the body is not read as a language file; the detail appends how a file is sent */
  constructor(reason: string) {
    super(
      'unsupported_media_type',
      `${reason}; send a form instead, multipart/form-data with the file in the part "file" and the options in other ` +
        'fields, for instance: curl -F file=@de.json -F language=de',
    );
  }
}

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

/** Too many imports of the organization wait for their turn. */
export class ImportsBusyError extends DomainError {
  constructor() {
    super('imports_busy', 'too many imports of the organization are waiting; send fewer at the same time', {
      headers: { 'retry-after': '5' },
    });
  }
}

/** The options `missingTexts=remove` and `conflict=keep` contradict each other. */
export class MissingTextsRefusedError extends ValidationFailedError {
  constructor() {
    super([
      { parameter: 'missingTexts', code: 'not_allowed', detail: 'remove removes texts, and conflict=keep keeps them' },
    ]);
  }
}
