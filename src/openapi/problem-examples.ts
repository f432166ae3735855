import type { ExampleObject } from '@nestjs/swagger';
import {
  AlreadyMemberError,
  InvalidLinkError,
  InvalidPasskeyError,
  MailNotSetUpError,
  InvitationNotFoundError,
  LastOrganizationError,
  LastOwnerError,
  MemberNotFoundError,
  PasskeyNotFoundError,
  PasswordSignInOffError,
  SessionNotFoundError,
} from '../people/people-errors';
import { IssuerUnavailableError, SingleSignOnNotSetUpError } from '../people/oidc/oidc-errors';
import {
  CrossSiteRequestError,
  LanguageNotAllowedError,
  MissingScopeError,
  NotGrantableError,
  PersonRequiredError,
  UnauthenticatedError,
} from '../common/access/access-errors';
import type { ErrorCode } from '../common/errors/catalogue';
import { DatabaseUnavailableError } from '../common/errors/database-unavailable.error';
import { type DomainError, ValidationFailedError } from '../common/errors/domain-error';
import { StreamsBusyError } from '../live/live-errors';
import { toProblemResponse } from '../http/problems/problem';
import { BodyTooLargeError, MalformedJsonError, UnsupportedMediaTypeError } from '../http/bodies/body-errors';
import { DuplicateNameError, ExportsBusyError, UnwritableKeysError } from '../exports/export-errors';
import { ChecksFailedError } from '../findings/checks-failed.error';
import { DeleteMissingRefusedError, ImportsBusyError } from '../imports/import-errors';
import {
  type FormatError,
  MalformedFileError,
  PluralConflictError,
  UnknownEncodingError,
  UnwritableTextError,
} from '../language-files';
import { Conflicts, MergeConflictError } from '../imports/merge/conflicts';
import { IdempotencyKeyReusedError, RequestInProgressError } from '../idempotency/idempotency-errors';
import { RefusedFileError, toFileRefusal } from '../imports/reading/refused-file-error';
import {
  KeyExistsError,
  KeyNotFoundError,
  NamespaceMismatchError,
  SourceTextRequiredError,
  TextChangedError,
} from '../keys/key-errors';
import {
  ProjectNotFoundError,
  TemplateNotFoundError,
  TooManyLanguagesError,
  UnknownLanguageError,
} from '../project-write/project-errors';
import { PreconditionFailedError } from '../common/errors/precondition-failed.error';
import { ProjectBusyError } from '../common/errors/project-busy.error';
import { RevisionPrunedError } from '../common/errors/revision-pruned.error';
import { StorageFullError } from '../common/errors/storage-full.error';
import { ApiKeyNotFoundError, OrganizationNotFoundError } from '../api-keys/api-key-errors';
import { NotReadyError } from '../common/errors/not-ready.error';
import { ChangeNotFoundError, UndoConflictError } from '../history/history-errors';
import { MemoryBusyError } from '../http/memory/memory-busy.error';
import { MalformedQueryError } from '../http/queries/query-errors';
import { BootstrapOrganizationError } from '../organizations/organization-errors';
import { DeliveredFileNotFoundError } from '../delivery/delivery-errors';
import { ChannelNotFoundError, DeliveryTokenNotFoundError, ReleaseNotFoundError } from '../releases/release-errors';
import { AssignmentNotFoundError } from '../assignments/assignment-errors';
import { ScreenshotNotFoundError, UnknownPictureError } from '../screenshots/screenshot-errors';
import { CommentNotFoundError, NotAuthorError } from '../comments/comment-errors';
import { TermExistsError, TermNotFoundError } from '../glossary/glossary-errors';
import { DeliveryNotFoundError, WebhookNotFoundError } from '../webhooks/webhook-errors';
import { RevisionMovedError } from '../common/errors/revision-moved.error';
import { UnknownRevisionError } from '../common/errors/unknown-revision.error';
import { RateLimitedError } from '../rate-limit/rate-limited.error';
import { EXAMPLE_IDS } from '../common/example-ids';

const PROJECT = `/api/v1/projects/${EXAMPLE_IDS.project}`;
const REQUEST_ID = '019a9f3e-8c4f-7d3a-b1f2-0a1b2c3d4e5f';

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

/** An error for each code, as the service throws it. */
const errors: readonly Error[] = [
  new ValidationFailedError([
    { pointer: '/name', code: 'too_long', detail: 'at most 8192 bytes' },
    { pointer: '/namepsace', code: 'unknown_field', detail: 'is not known' },
  ]),
  new MalformedQueryError(),
  new MalformedJsonError('Unexpected end of JSON input'),
  new UnsupportedMediaTypeError('application/json'),
  new BodyTooLargeError(1_048_576),
  new KeyExistsError('home.title', EXAMPLE_IDS.key),
  new TermExistsError(EXAMPLE_IDS.term),
  new TermNotFoundError(),
  new NamespaceMismatchError('home.title', 'shop'),
  new SourceTextRequiredError('/value'),
  new TextChangedError([{ language: 'de', text: 'Herzlich willkommen' }]),
  new UnknownLanguageError(['fr'], (language) => ({ pointer: `/translations/${language}` })),
  missingOption('unknown_format', 'format', 'the format of "texts" cannot be detected; set format to one of json, po'),
  missingOption('language_required', 'language', 'the language of "texts.json" cannot be detected; set language'),
  new RefusedFileError({
    code: 'language_mismatch',
    detail: "the file's source language is fr, the project's en",
    errors: [],
  }),
  toFileError(new UnknownEncodingError('neither UTF-8 nor UTF-16')),
  toFileError(new MalformedFileError('a comma is missing', { line: 3, column: 5 })),
  new UnknownPictureError(),
  new DuplicateNameError('stripNamespace', [{ written: 'title', one: 'home.title', other: 'shop.title' }]),
  new DeleteMissingRefusedError(),
  new ChecksFailedError(1, [
    { key: 'home.title', language: 'de', code: 'placeholder_missing', detail: '{name} is missing' },
  ]),
  exampleOfConflict(),
  new RevisionMovedError('ifRevision', '56', '57'),
  toExportError('home.title', new UnwritableTextError('home.title', 'XML 1.0 has no U+0001')),
  toExportError('items_one', new PluralConflictError(['items', 'items_one'])),
  new TooManyLanguagesError(),
  new StorageFullError('the service has too little disk space for this request; nothing was written'),
  new UndoConflictError([{ keyId: EXAMPLE_IDS.key, name: 'home.title', language: 'de' }]),
  new UnknownRevisionError(57, 'minRevision'),
  new RevisionPrunedError(2, '12', 'revision'),
  new LastOwnerError(),
  new LastOrganizationError(),
  new AlreadyMemberError(),
  new InvalidLinkError(),
  new InvalidPasskeyError(),
  new MailNotSetUpError(),
  new SingleSignOnNotSetUpError(),
  new PasswordSignInOffError(),
  new IssuerUnavailableError(),
  new BootstrapOrganizationError(),
  new UnauthenticatedError('invalid'),
  new MissingScopeError('keys:write'),
  new LanguageNotAllowedError('fr'),
  new PersonRequiredError(),
  new CrossSiteRequestError(),
  new NotAuthorError(),
  new NotGrantableError('the caller does not have keys:delete itself'),
  new ProjectNotFoundError(),
  new KeyNotFoundError(),
  new ChangeNotFoundError(),
  new TemplateNotFoundError(),
  new WebhookNotFoundError(),
  new DeliveryNotFoundError(),
  new DeliveredFileNotFoundError(),
  new AssignmentNotFoundError(),
  new CommentNotFoundError(),
  new ScreenshotNotFoundError(),
  new ReleaseNotFoundError(),
  new ChannelNotFoundError(),
  new DeliveryTokenNotFoundError(),
  new MemberNotFoundError(),
  new InvitationNotFoundError(),
  new SessionNotFoundError(),
  new PasskeyNotFoundError(),
  new ApiKeyNotFoundError(),
  new OrganizationNotFoundError(),
  new PreconditionFailedError(),
  new IdempotencyKeyReusedError(),
  new RequestInProgressError(),
  new RateLimitedError(1_000, 42),
  new MemoryBusyError(),
  new ProjectBusyError(),
  new ImportsBusyError(),
  new ExportsBusyError('too many exports of the organization are waiting', 5),
  new StreamsBusyError('too many streams of the caller are open'),
  new DatabaseUnavailableError(new Error()),
  new Error('any fault of the service'),
  new NotReadyError('the database cannot be reached'),
];

/** The example of a response for each error code. */
export const problemExamples: Record<string, ExampleObject> = Object.fromEntries(
  errors.map((error) => {
    const { problem } = toProblemResponse(error, { id: REQUEST_ID, originalUrl: PROJECT });
    return [problem.code, { value: problem }];
  }),
);

function exampleOfConflict(): DomainError {
  const conflicts = new Conflicts();
  const versions = { base: 'Start', file: 'Zuhause', now: 'Startseite' };
  conflicts.add({ name: 'home.title', language: 'de', reason: 'text', ...versions });
  return new MergeConflictError(conflicts);
}
