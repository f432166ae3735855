import { DomainError } from '../common/errors/domain-error';

export class RateLimitedError extends DomainError {
  constructor(limit: number, retryAfterSeconds: number) {
    super('rate_limited', `the limit of ${limit} requests per minute is exceeded; retry in ${retryAfterSeconds} s`, {
      headers: { 'retry-after': String(retryAfterSeconds) },
    });
  }
}
