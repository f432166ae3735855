import { DomainError } from '../common/errors/domain-error';

export class RateLimitedError extends DomainError {
  constructor(limit: number, retryAfterSeconds: number) {
    super('rate_limited', `more than ${limit} requests a minute; come back in ${retryAfterSeconds} s`, {
      headers: { 'retry-after': String(retryAfterSeconds) },
    });
  }
}
