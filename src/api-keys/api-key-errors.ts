import { DomainError } from '../common/errors/domain-error';

/** Also thrown for API keys that exist but are outside the caller's reach, so that their existence is not revealed. */
export class ApiKeyNotFoundError extends DomainError {
  constructor() {
    super('api_key_not_found', 'there is no such API key within reach');
  }
}

export class OrganizationNotFoundError extends DomainError {
  constructor() {
    super('organization_not_found', 'there is no such organization');
  }
}
