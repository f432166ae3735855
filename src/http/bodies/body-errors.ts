import { DomainError } from '../../common/errors/domain-error';

export class BodyTooLargeError extends DomainError {
  /** @param limit in bytes */
  constructor(limit: number) {
    super('body_too_large', `the body is larger than ${limit} bytes`);
  }
}

export class MalformedJsonError extends DomainError {
  constructor(reason: string) {
    super('malformed_json', `the body is not a JSON document: ${reason}`);
  }
}

export class UnsupportedMediaTypeError extends DomainError {
  /** @param expected the media type that the operation accepts */
  constructor(expected: string) {
    super('unsupported_media_type', `the body must be ${expected}`);
  }
}

export class UnsupportedCodingError extends DomainError {
  constructor(coding: string) {
    super(
      'unsupported_media_type',
      `the body must not have the content coding ${coding}: send it without Content-Encoding`,
    );
  }
}

/** The client disconnected, or stopped sending, before the end of its body. The connection cannot be used again. */
export class IncompleteBodyError extends DomainError {
  constructor() {
    super('malformed_request', 'the body is incomplete', { headers: { connection: 'close' } });
  }
}

export class MalformedUploadError extends DomainError {
  constructor(reason: string) {
    super('malformed_request', `the multipart body is malformed: ${reason}`);
  }
}
