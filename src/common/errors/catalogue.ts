/**
 * The codes of error responses: a closed, stable list, on which the programs of integrators branch. The specification
 * limits the statuses of its seven operations, so errors for which HTTP has a status beyond these (duplicates, sizes,
 * media types) are a 400 with a code of their own.
 */
export const ERROR_CATALOGUE = {
  validation_failed: {
    status: 400,
    meaning: 'A field, a parameter or an option is wrong; `errors` lists each of them.',
  },
  malformed_request: {
    status: 400,
    meaning:
      'The request is not well-formed HTTP, or its query or its multipart body is malformed, or it has not exactly one `Host`.',
  },
  malformed_json: { status: 400, meaning: 'The body is not a JSON document in valid UTF-8.' },
  unsupported_media_type: {
    status: 400,
    meaning: 'The operation does not accept this content type, or the content coding of the body (`Content-Encoding`).',
  },
  body_too_large: { status: 400, meaning: 'The body is larger than the operation accepts.' },
  key_exists: { status: 400, meaning: 'The project already has a key with this name; `keyId` is its id.' },
  term_exists: { status: 400, meaning: 'The glossary already has this term; `termId` is its id.' },
  namespace_mismatch: { status: 400, meaning: 'The key name is in another namespace than the request says.' },
  source_text_required: { status: 400, meaning: 'A new key needs a source text, and a source text cannot be removed.' },
  unknown_language: { status: 400, meaning: 'The project does not have this language.' },
  unknown_format: {
    status: 400,
    meaning: 'The format is unknown or cannot be detected; `detail` lists the candidates.',
  },
  unknown_encoding: { status: 400, meaning: 'The encoding of the file cannot be detected.' },
  language_required: { status: 400, meaning: 'Neither the request, nor the file, nor its name contains the language.' },
  language_mismatch: {
    status: 400,
    meaning: 'The source language of a bilingual file is not the source language of the project.',
  },
  malformed_file: {
    status: 400,
    meaning: 'The file has a syntax error; `errors` contains its line and column if the parser reports them.',
  },
  malformed_picture: {
    status: 400,
    meaning: 'The file is no PNG, JPEG or WebP picture, or it is animated, damaged or incomplete.',
  },
  duplicate_key: {
    status: 400,
    meaning: 'A file contains, or would contain, two texts for the same key and language.',
  },
  delete_missing_refused: {
    status: 400,
    meaning: '`deleteMissing` needs a file that contains the source language and at least one key.',
  },
  checks_failed: {
    status: 400,
    meaning:
      'Texts fail checks that the request requires, such as the checks of `failOn`; `errors` lists the first 100 findings.',
  },
  merge_conflict: {
    status: 400,
    meaning:
      'A change of the file contradicts one of the project, or may not be made; `conflicts` lists the first 100.',
  },
  text_changed: {
    status: 400,
    meaning: 'A text is another one than the client has seen; `texts` has the present ones. Nothing was written.',
  },
  revision_moved: { status: 400, meaning: 'The project changed since the revision that the request expects.' },
  idempotency_key_reused: {
    status: 400,
    meaning: 'The organization sent this `Idempotency-Key` with another request in the last 24 hours.',
  },
  unwritable_text: { status: 400, meaning: 'The format cannot represent this text or this key name.' },
  plural_conflict: { status: 400, meaning: 'Two keys would become the same entry of this format.' },
  limit_exceeded: {
    status: 400,
    meaning:
      'A limit is exceeded: the number of languages, entries, terms, API keys, webhooks, channels, delivery tokens, screenshots or files of a release, the depth of nesting, the size of a file or of a picture, or the number or ' +
      'size of answers that are kept for `Idempotency-Key`.',
  },
  storage_full: {
    status: 400,
    meaning:
      'The disk has too little space for what the request would write; nothing was written. Reads go on. Repeat the request when ' +
      'the operator has made space.',
  },
  undo_conflict: {
    status: 400,
    meaning: 'What the change did was changed again since, or is in use; `errors` lists it.',
  },
  unknown_revision: { status: 400, meaning: 'The project has not reached the revision that the request asks for.' },
  revision_pruned: {
    status: 400,
    meaning:
      'The history does not reach back to the revision or change; `oldestRevision` is the oldest revision that can be read. ' +
      'The changes after it can be read and undone.',
  },
  last_owner: { status: 400, meaning: 'The organization would have no owner of all its projects and languages.' },
  last_organization: { status: 400, meaning: 'The person is in no other organization.' },
  already_member: { status: 400, meaning: 'The person is a member of the organization already.' },
  invalid_link: { status: 400, meaning: 'The link is unknown, was used or has expired.' },
  invalid_passkey: {
    status: 400,
    meaning: 'The answer of the authenticator has expired or is wrong, or the passkey is known already.',
  },
  bootstrap_organization: { status: 400, meaning: "The operator's own organization cannot be deleted." },
  mail_not_set_up: { status: 400, meaning: 'The operator has not set up mail.' },
  single_sign_on_not_set_up: { status: 400, meaning: 'The operator has not set up single sign-on.' },
  unauthenticated: { status: 401, meaning: 'The API key or the session is missing or not valid.' },
  missing_scope: {
    status: 403,
    meaning:
      'The caller lacks a scope; `scope` is its name. Where only some texts of the request need it, `errors` lists the first of them.',
  },
  language_not_allowed: {
    status: 403,
    meaning: 'The caller cannot write texts in a language, which `language` names; nothing was written.',
  },
  person_required: { status: 403, meaning: 'The operation needs the session of a person; an API key called.' },
  password_sign_in_off: { status: 403, meaning: 'The operator has turned the sign-in with passwords off.' },
  cross_site_request: {
    status: 403,
    meaning:
      'A page of another site sent the request (`Sec-Fetch-Site: cross-site`) to change something with a session, or has an `Origin` that `/mcp` does not accept.',
  },
  not_grantable: { status: 403, meaning: 'A caller cannot grant, create or change more than it is allowed itself.' },
  not_author: { status: 403, meaning: 'Another person or API key has written the comment.' },
  not_found: { status: 404, meaning: 'The path does not exist, or not with this method.' },
  project_not_found: { status: 404, meaning: 'The project does not exist, or the caller cannot access it.' },
  key_not_found: { status: 404, meaning: 'The key does not exist, or the caller cannot access it.' },
  change_not_found: { status: 404, meaning: 'The project has no change with this revision.' },
  template_not_found: { status: 404, meaning: 'The project has no such template.' },
  term_not_found: { status: 404, meaning: 'The glossary does not have the term, or the caller cannot access it.' },
  webhook_not_found: { status: 404, meaning: 'The webhook does not exist, or the caller cannot access it.' },
  delivery_not_found: {
    status: 404,
    meaning: 'The delivery does not exist any more, or the caller cannot access it.',
  },
  release_not_found: { status: 404, meaning: 'The release does not exist any more, or the caller cannot access it.' },
  channel_not_found: { status: 404, meaning: 'The project has no such channel.' },
  delivery_token_not_found: {
    status: 404,
    meaning: 'The delivery token does not exist, or the caller cannot access it.',
  },
  assignment_not_found: { status: 404, meaning: 'The assignment does not exist, or the caller cannot access it.' },
  comment_not_found: { status: 404, meaning: 'The comment does not exist, or the caller cannot access it.' },
  screenshot_not_found: { status: 404, meaning: 'The screenshot does not exist, or the caller cannot access it.' },
  member_not_found: { status: 404, meaning: 'The organization has no such member.' },
  invitation_not_found: { status: 404, meaning: 'The invitation does not exist, or has ended.' },
  session_not_found: { status: 404, meaning: 'The person has no such session.' },
  passkey_not_found: { status: 404, meaning: 'The person has no such passkey.' },
  api_key_not_found: { status: 404, meaning: 'The API key does not exist, or the caller cannot access it.' },
  organization_not_found: { status: 404, meaning: 'The organization does not exist.' },
  request_timeout: {
    status: 408,
    meaning: 'The request, with its headers and its body, did not arrive in time; the connection is closed.',
  },
  precondition_failed: {
    status: 412,
    meaning: 'The resource changed since the client read it: `If-Match` does not contain its entity tag.',
  },
  rate_limited: { status: 429, meaning: 'The rate limit is exceeded; `Retry-After` is the number of seconds to wait.' },
  busy: {
    status: 429,
    meaning:
      'Large requests and answers take all of the memory that is reserved for them, many files of old releases are being read, a read took ' +
      'longer than `DATABASE_READ_TIMEOUT_SECONDS`, or the database ended a write that waited too long for others; try again after ' +
      '`Retry-After`. Nothing was done.',
  },
  project_busy: {
    status: 429,
    meaning:
      'The request could not be served beside other work on the project or the glossary, such as a write, checks or the removal of old ' +
      'history; try again later.',
  },
  imports_busy: {
    status: 429,
    meaning: 'Too many imports of the organization are waiting; send fewer at the same time, and try again later.',
  },
  exports_busy: {
    status: 429,
    meaning:
      'Too many exports of the organization are waiting, or large exports occupy all of the disk space that is ' +
      'reserved for them; try again later.',
  },
  streams_busy: {
    status: 429,
    meaning:
      'Too many streams of events are open, of the caller, of the organization or of the process, or the process shuts down; ' +
      'try again after `Retry-After`.',
  },
  request_in_progress: {
    status: 429,
    meaning: 'A request with the same `Idempotency-Key` is under way; repeat yours after `Retry-After`.',
  },
  headers_too_large: { status: 431, meaning: 'The request line and the headers are larger than 64 KiB.' },
  database_unavailable: {
    status: 500,
    meaning: 'The database cannot be reached at the moment. Repeat the request after `Retry-After`.',
  },
  issuer_unavailable: {
    status: 500,
    meaning: 'The service for single sign-on cannot be reached at the moment. Repeat the request after `Retry-After`.',
  },
  internal_error: { status: 500, meaning: 'The service failed; its log contains the details under `requestId`.' },
  not_ready: { status: 503, meaning: 'The service cannot reach its database, or shuts down (health checks only).' },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ErrorCode = keyof typeof ERROR_CATALOGUE;

/** The codes that only the entries of `errors` have. */
export const FIELD_ERROR_CODES = [
  'required',
  'unknown_field',
  'wrong_type',
  'too_short',
  'too_long',
  'too_small',
  'too_large',
  'too_many',
  'too_few',
  'not_allowed',
  'invalid_format',
  'invalid_character',
  'duplicate',
  'not_found',
] as const;

export type FieldErrorCode = (typeof FIELD_ERROR_CODES)[number] | ErrorCode;

/** One error, with its position in the request or in a file. */
export interface FieldError {
  /** A JSON pointer (RFC 6901) into the body. */
  pointer?: string;
  /** The name of a query parameter, a path segment, a form field or a header. */
  parameter?: string;
  /** The name of the file, or its path in a zip, if there are several. */
  file?: string;
  /** The line in a file; the first is 1. */
  line?: number;
  /** The column in a file, in UTF-16 code units; the first is 1. */
  column?: number;
  /** The name of a key in a file. */
  key?: string;
  /** A language tag. */
  language?: string;
  code: FieldErrorCode;
  /** A text for people. */
  detail: string;
}
