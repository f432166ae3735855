import { DomainError } from '../common/errors/domain-error';
import { IDEMPOTENCY_KEY } from '../http/params/idempotency-key.guard';

/** The same `Idempotency-Key` was used for another request. */
export class IdempotencyKeyReusedError extends DomainError {
  constructor() {
    const detail = 'another request of the organization had this key in the last 24 hours';
    super('idempotency_key_reused', detail, {
      errors: [{ parameter: IDEMPOTENCY_KEY, code: 'idempotency_key_reused', detail }],
    });
  }
}

/** A request with the same `Idempotency-Key` is not finished yet. */
export class RequestInProgressError extends DomainError {
  constructor() {
    super(
      'request_in_progress',
      `a request with this ${IDEMPOTENCY_KEY} is under way; repeat yours when it has ended`,
      {
        headers: { 'retry-after': '1' },
      },
    );
  }
}

/** The answer exceeds a bound on the answers that are kept. Nothing was written. */
export class AnswerNotKeptError extends DomainError {
  constructor(reason: string) {
    super('limit_exceeded', `${reason}; nothing was written. A request without ${IDEMPOTENCY_KEY} is possible`);
  }
}
