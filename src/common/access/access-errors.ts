import { DomainError } from '../errors/domain-error';
import type { Scope } from './scope';

export class UnauthenticatedError extends DomainError {
  /** @param sent whether the request had no API key, or one that is unknown, revoked or expired */
  constructor(sent: 'missing' | 'invalid') {
    super(
      'unauthenticated',
      sent === 'missing' ? 'an API key is required: Authorization: Bearer <API key>' : 'the API key is not valid',
      { headers: { 'www-authenticate': 'Bearer' } },
    );
  }
}

export class MissingScopeError extends DomainError {
  constructor(scope: Scope) {
    super('missing_scope', `the API key lacks the scope ${scope}`, { extensions: { scope } });
  }
}

/** A caller tried to grant, or to create, something that its own API key does not allow. */
export class NotGrantableError extends DomainError {
  constructor(detail: string) {
    super('not_grantable', detail);
  }
}
