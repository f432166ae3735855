import { DomainError } from '../common/errors/domain-error';

/** The project has no change with this revision. */
export class ChangeNotFoundError extends DomainError {
  constructor() {
    super('change_not_found', 'the project has no change with this revision');
  }
}
