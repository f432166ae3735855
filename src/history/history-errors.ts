import { DomainError } from '../common/errors/domain-error';
import type { Conflict } from './change';

/** The project has no change with this revision. */
export class ChangeNotFoundError extends DomainError {
  constructor() {
    super('change_not_found', 'the project has no change with this revision');
  }
}

/** The number of conflicts that the error lists. */
const MAX_LISTED = 100;

/** Others have changed or used the texts or keys of the change since. */
export class UndoConflictError extends DomainError {
  constructor(conflicts: readonly Conflict[]) {
    super('undo_conflict', 'parts of the change were changed again since, or are in use', {
      errors: conflicts.slice(0, MAX_LISTED).map(({ name, language }) => ({
        ...(name !== null && { key: name }),
        ...(language !== null && { language }),
        code: 'undo_conflict',
        detail: describe(name, language),
      })),
    });
  }
}

function describe(name: string | null, language: string | null): string {
  if (name !== null)
    return language === null ? 'the key was changed again, or is in use' : 'the text was changed again';
  return language === null ? 'the name of the project was changed again' : `the language ${language} is in use`;
}
