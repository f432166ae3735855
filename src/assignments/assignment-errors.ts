import { DomainError, ValidationFailedError } from '../common/errors/domain-error';
import type { Role } from '../common/access/roles';
import { type JsonPointer, jsonPointer } from '../common/validation/json-pointer';
import type { AssignmentTask } from '../keys/assignment-task';

/** The most assignments of a project. */
export const MAX_ASSIGNMENTS = 10_000;
/** The most keys of all assignments of a project together: a key counts for each member and language. */
export const MAX_ASSIGNED_KEYS = 100_000;

/** Also thrown for assignments that the caller cannot access, so that their existence is not revealed. */
export class AssignmentNotFoundError extends DomainError {
  constructor() {
    super('assignment_not_found', 'there is no such assignment within reach');
  }
}

export class TooManyAssignmentsError extends DomainError {
  constructor() {
    super('limit_exceeded', `a project has at most ${MAX_ASSIGNMENTS} assignments`);
  }
}

export class TooManyAssignedKeysError extends DomainError {
  constructor() {
    super('limit_exceeded', `the assignments of a project have at most ${MAX_ASSIGNED_KEYS} keys`);
  }
}

/** The organization has no such member. */
export class UnknownMemberError extends ValidationFailedError {
  constructor() {
    super([{ pointer: '/memberId', code: 'not_found', detail: 'is no member' }]);
  }
}

/** The member cannot do what it is assigned to. */
export class NotAssignableError extends ValidationFailedError {
  constructor(pointer: JsonPointer, detail: string) {
    super([{ pointer, code: 'not_allowed', detail }]);
  }

  static role(role: Role, task: AssignmentTask): NotAssignableError {
    return new NotAssignableError('/memberId', `the role ${role} ${task === 'review' ? 'reviews' : 'writes'} no texts`);
  }

  static languages(languages: readonly string[], allowed: readonly string[], task: AssignmentTask): NotAssignableError {
    const refused = languages.findIndex((language) => !allowed.includes(language));
    return new NotAssignableError(
      jsonPointer('languages', refused),
      `the member cannot ${task === 'review' ? 'review' : 'write'} texts in ${languages[refused]}`,
    );
  }
}

/** Keys are taken from an assignment of all keys. */
export class WholeLanguageError extends ValidationFailedError {
  constructor() {
    super([{ parameter: 'keyId', code: 'not_allowed', detail: 'the assignment is to all keys' }]);
  }
}
