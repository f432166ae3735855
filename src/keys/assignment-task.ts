import { type Role, ROLES, SCOPES_OF_ROLE } from '../common/access/roles';
import type { Scope } from '../common/access/scope';

/** The tasks of assignments: a member is to translate the keys, or to review their texts. */
export const ASSIGNMENT_TASKS = ['translate', 'review'] as const;
export type AssignmentTask = (typeof ASSIGNMENT_TASKS)[number];

/** The task of an assignment for which no other task was given. */
export const DEFAULT_TASK: AssignmentTask = 'translate';

const SCOPE_OF_TASK: Readonly<Record<AssignmentTask, Scope>> = {
  translate: 'translations:write',
  review: 'translations:review',
};

/** Returns the roles of members who can do a task. */
export const rolesOf = (task: AssignmentTask): Role[] =>
  ROLES.filter((role) => SCOPES_OF_ROLE[role].includes(SCOPE_OF_TASK[task]));
