/**
 * Every `code` that an answer can carry: a closed list, documented and stable. An integrator's program branches on them.
 * The seven operations of the service's specification answer only with the statuses that it lists, so whatever else
 * HTTP has a status for (duplicates, sizes, media types) is a 400 with a code of its own.
 */
export const ERROR_CATALOGUE = {
  validation_failed: { status: 400, meaning: 'A field, parameter or option is wrong; `errors` lists each.' },
  malformed_request: { status: 400, meaning: 'The request is not well-formed HTTP, URL or multipart.' },
  malformed_json: { status: 400, meaning: 'The body is not JSON, or not valid UTF-8.' },
  unsupported_media_type: { status: 400, meaning: 'The content type is not one that the operation takes.' },
  body_too_large: { status: 400, meaning: 'The body is larger than the operation takes.' },
  key_exists: { status: 400, meaning: 'The project has a key of this name; `keyId` is its id.' },
  namespace_mismatch: { status: 400, meaning: 'The key name lies in another namespace than the one sent.' },
  source_text_required: { status: 400, meaning: 'A source text cannot be removed, and a new key needs one.' },
  unknown_language: { status: 400, meaning: 'The project does not have this language.' },
  unknown_format: { status: 400, meaning: 'The format is unknown or cannot be told; candidates are named.' },
  unknown_encoding: { status: 400, meaning: 'The file is in no encoding that can be told for sure.' },
  language_required: { status: 400, meaning: 'Neither the file nor its name tells the language.' },
  language_mismatch: { status: 400, meaning: "A bilingual file's source language is not the project's." },
  malformed_file: { status: 400, meaning: 'The file has a syntax error; line and column where they are known.' },
  duplicate_key: { status: 400, meaning: 'A file holds the same key and language twice, with different texts.' },
  delete_missing_refused: { status: 400, meaning: '`deleteMissing` needs a file with the source language and a key.' },
  unwritable_text: { status: 400, meaning: 'The format cannot carry this text or key name.' },
  plural_conflict: { status: 400, meaning: 'Two keys would become one entry in this format.' },
  limit_exceeded: { status: 400, meaning: 'More than is taken: languages, nesting, entries, texts.' },
  bootstrap_organization: { status: 400, meaning: "The operator's own organization cannot be deleted." },
  unauthenticated: { status: 401, meaning: 'The API key is missing or not valid.' },
  missing_scope: { status: 403, meaning: 'The API key lacks the scope that `detail` names.' },
  not_grantable: { status: 403, meaning: 'An API key cannot grant what it does not have itself.' },
  not_found: { status: 404, meaning: 'There is no such path or method.' },
  project_not_found: { status: 404, meaning: 'There is no such project for this API key.' },
  key_not_found: { status: 404, meaning: 'There is no such key for this API key.' },
  api_key_not_found: { status: 404, meaning: 'There is no such API key within reach.' },
  organization_not_found: { status: 404, meaning: 'There is no such organization.' },
  rate_limited: { status: 429, meaning: 'Too many requests; `Retry-After` says when to come back.' },
  project_busy: { status: 429, meaning: 'Other writers of this project did not finish in time; come back later.' },
  exports_busy: { status: 429, meaning: 'Large exports take all the space there is for them; come back later.' },
  internal_error: { status: 500, meaning: 'A fault of the service; the log has the details under `requestId`.' },
  not_ready: { status: 503, meaning: 'The service cannot reach its database (health checks only).' },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ErrorCode = keyof typeof ERROR_CATALOGUE;

/** Codes of the entries of `errors`. */
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

/** One thing that is wrong, and where. */
export interface FieldError {
  /** JSON pointer (RFC 6901) into the body. */
  pointer?: string;
  /** Name of a query parameter, path segment or form field. */
  parameter?: string;
  /** 1-based, in a file. */
  line?: number;
  /** 1-based, in a file. */
  column?: number;
  /** Key name, in a file. */
  key?: string;
  language?: string;
  code: FieldErrorCode;
  detail: string;
}
