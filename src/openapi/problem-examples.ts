import type { ExampleObject } from '@nestjs/swagger';
import { MissingScopeError, NotGrantableError, UnauthenticatedError } from '../common/access/access-errors';
import { ERROR_CATALOGUE, type ErrorCode } from '../common/errors/catalogue';
import { DatabaseUnavailableError } from '../common/errors/database-unavailable.error';
import { DomainError, ValidationFailedError } from '../common/errors/domain-error';
import { toProblemResponse } from '../http/problems/problem';
import { BodyTooLargeError, MalformedJsonError, UnsupportedMediaTypeError } from '../http/bodies/body-errors';
import { DuplicateNameError, UnwritableKeysError } from '../exports/export-errors';
import { ChecksFailedError, DeleteMissingRefusedError } from '../imports/import-errors';
import {
  type FormatError,
  MalformedFileError,
  PluralConflictError,
  UnknownEncodingError,
  UnwritableTextError,
} from '../language-files';
import { IdempotencyKeyReusedError, RequestInProgressError } from '../idempotency/idempotency-errors';
import { RefusedFileError, toFileRefusal } from '../imports/reading/refused-file-error';
import { KeyExistsError, NamespaceMismatchError, SourceTextRequiredError } from '../keys/key-errors';
import { TooManyLanguagesError, UnknownLanguageError } from '../project-write/project-errors';
import { PreconditionFailedError } from '../common/errors/precondition-failed.error';
import { ProjectBusyError } from '../common/errors/project-busy.error';
import { RevisionMovedError } from '../common/errors/revision-moved.error';
import { UnknownRevisionError } from '../common/errors/unknown-revision.error';
import { RateLimitedError } from '../rate-limit/rate-limited.error';
import { errorCodes } from './problem-schemas';

const PROJECT = '/api/v1/projects/019a9f3e-6d1c-7a52-8f0e-3b5a1c9d7e42';
const REQUEST_ID = '019a9f3e-8c4f-7d3a-b1f2-0a1b2c3d4e5f';

/** An error of which the example shows only the meaning of its code. */
class ExampleError extends DomainError {
  constructor(code: ErrorCode) {
    super(code, ERROR_CATALOGUE[code].meaning);
  }
}

const toExportError = (key: string, { code, message }: FormatError): DomainError =>
  new UnwritableKeysError([{ code, key, detail: message }], 1);

const toFileError = (error: Error): DomainError =>
  new RefusedFileError(toFileRefusal(error) ?? { code: 'malformed_file', detail: error.message, errors: [] });

const missingOption = (code: ErrorCode, parameter: string, detail: string): DomainError =>
  new RefusedFileError({
    code,
    detail,
    errors: [{ parameter, code: 'required', detail: 'is required for this file' }],
  });

/** Errors whose examples show more than their code. */
const examples: readonly DomainError[] = [
  new ValidationFailedError([
    { pointer: '/name', code: 'too_long', detail: 'at most 8192 bytes' },
    { pointer: '/namepsace', code: 'unknown_field', detail: 'is not known' },
  ]),
  new MalformedJsonError('Unexpected end of JSON input'),
  new UnsupportedMediaTypeError('application/json'),
  new BodyTooLargeError(1_048_576),
  new KeyExistsError('home.title', '019a9f3e-7b2d-7c61-9a4f-5d6e7f8a9b0c'),
  new NamespaceMismatchError('home.title', 'shop'),
  new SourceTextRequiredError('/value'),
  new UnknownLanguageError(['fr'], (language) => ({ pointer: `/translations/${language}` })),
  missingOption('unknown_format', 'format', 'the format of "texts" cannot be detected; set format to one of json, po'),
  missingOption('language_required', 'language', 'the language of "texts.json" cannot be detected; set language'),
  toFileError(new UnknownEncodingError('neither UTF-8 nor UTF-16')),
  toFileError(new MalformedFileError('a comma is missing', { line: 3, column: 5 })),
  new DuplicateNameError('stripNamespace', [{ written: 'title', one: 'home.title', other: 'shop.title' }]),
  new DeleteMissingRefusedError(),
  new ChecksFailedError(1, [
    { key: 'home.title', language: 'de', code: 'placeholder_missing', detail: '{name} is missing' },
  ]),
  new RevisionMovedError('ifRevision', '56', '57'),
  toExportError('home.title', new UnwritableTextError('home.title', 'XML 1.0 has no U+0001')),
  toExportError('items_one', new PluralConflictError(['items', 'items_one'])),
  new TooManyLanguagesError(),
  new UnknownRevisionError(57, 'minRevision'),
  new UnauthenticatedError('invalid'),
  new MissingScopeError('keys:write'),
  new NotGrantableError('the API key does not have keys:delete itself'),
  new PreconditionFailedError(),
  new IdempotencyKeyReusedError(),
  new RequestInProgressError(),
  new RateLimitedError(1_000, 42),
  new ProjectBusyError(),
  new DatabaseUnavailableError(new Error()),
];

/** The example of a response for each error code. */
export const problemExamples: Record<string, ExampleObject> = Object.fromEntries(
  errorCodes.map((code) => {
    const error = examples.find((example) => example.code === code) ?? new ExampleError(code);
    const { problem } = toProblemResponse(error, { id: REQUEST_ID, url: PROJECT });
    return [code, { value: problem }];
  }),
);
