import { ERROR_CATALOGUE, type ErrorCode, type FieldError } from './catalogue';

export interface DomainErrorOptions {
  errors?: readonly FieldError[];
  /** Further members of the problem document (RFC 9457 §3.2). */
  extensions?: Readonly<Record<string, string | readonly string[]>>;
  headers?: Readonly<Record<string, string>>;
}

/** A refusal: one subclass each, with a code from the catalogue. `detail` is written for the caller. */
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

/** More mistakes than these are counted, not listed: an answer is no larger than its request. */
const MAX_LISTED = 100;

/** Fields, parameters or options are wrong. */
export class ValidationFailedError extends DomainError {
  constructor(errors: readonly FieldError[]) {
    const [first] = errors;
    // The pointer to the whole body is empty (RFC 6901 §5).
    const place = (first?.pointer ?? first?.parameter) || 'the request';
    const detail = errors.length === 1 && first ? `${place}: ${first.detail}` : `${errors.length} fields are wrong`;
    super('validation_failed', detail, { errors: errors.slice(0, MAX_LISTED) });
  }
}
