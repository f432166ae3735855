import { DomainError } from '../common/errors/domain-error';

export class OrganizationNotFoundError extends DomainError {
  constructor() {
    super('organization_not_found', 'there is no such organization');
  }
}

export class BootstrapOrganizationError extends DomainError {
  constructor() {
    super('bootstrap_organization', "the operator's own organization cannot be deleted");
  }
}
