import { DomainError } from '../../common/errors/domain-error';

export class BodyTooLargeError extends DomainError {
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
  constructor(expected: string) {
    super('unsupported_media_type', `the body must be ${expected}`);
  }
}

/** The client went away, or fell silent, before its body was through. Nothing else can come on this connection. */
export class IncompleteBodyError extends DomainError {
  constructor() {
    super('malformed_request', 'the body ended too early', { headers: { connection: 'close' } });
  }
}

export class MalformedQueryError extends DomainError {
  constructor() {
    super('malformed_request', 'the query is not UTF-8 in percent-encoding');
  }
}

export class MalformedUploadError extends DomainError {
  constructor(reason: string) {
    super('malformed_request', `the multipart body cannot be read: ${reason}`);
  }
}
