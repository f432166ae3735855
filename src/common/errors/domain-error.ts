import { ERROR_CATALOGUE, type ErrorCode, type FieldError } from './catalogue';

export interface DomainErrorOptions {
  /** The fields, parameters or places of a file that are wrong. */
  errors?: readonly FieldError[];
  /** Extension members of the problem document (RFC 9457 §3.2). */
  extensions?: Readonly<Record<string, string | number | readonly string[] | readonly object[]>>;
  /** Headers of the response. */
  headers?: Readonly<Record<string, string>>;
}

/**
 * An error that is reported to the client. Each kind has a subclass, with a code of the catalogue and a detail for
 * people.
 */
export abstract class DomainError extends Error {
  readonly status: number;

  protected constructor(
    readonly code: ErrorCode,
    detail: string,
    readonly options: DomainErrorOptions = {},
  ) {
    super(detail);
    this.name = new.target.name;
    this.status = ERROR_CATALOGUE[code].status;
  }
}

/** The most errors that a response lists, so that it is not larger than its request. */
export const MAX_LISTED_ERRORS = 100;

/** Fields, parameters or options of a request are wrong. */
export class ValidationFailedError extends DomainError {
  constructor(errors: readonly FieldError[]) {
    const [first] = errors;
    // The pointer to the whole body is empty (RFC 6901 §5).
    const position = (first?.pointer ?? first?.parameter) || 'the request';
    const detail = errors.length === 1 && first ? `${position}: ${first.detail}` : `${errors.length} fields are wrong`;
    super('validation_failed', detail, { errors: errors.slice(0, MAX_LISTED_ERRORS) });
  }
}
