import { DomainError } from '../common/errors/domain-error';

export class BootstrapOrganizationError extends DomainError {
  constructor() {
    super('bootstrap_organization', "the operator's own organization cannot be deleted");
  }
}
