import { DomainError } from '../common/errors/domain-error';

/** Also for API keys of other organizations and out of the caller's reach: their existence is not told. */
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
