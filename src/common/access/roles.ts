import { SCOPES, type Scope } from './scope';

/** The names of what a member may do, from the least to the most. */
export const ROLES = ['viewer', 'translator', 'reviewer', 'developer', 'manager', 'owner'] as const;
export type Role = (typeof ROLES)[number];

const VIEWER = new Set<Scope>(['projects:read', 'translations:read']);
const TRANSLATOR = new Set<Scope>([...VIEWER, 'translations:write']);
const REVIEWER = new Set<Scope>([...TRANSLATOR, 'translations:review']);
const DEVELOPER = new Set<Scope>([
  ...TRANSLATOR,
  'keys:write',
  'keys:delete',
  'projects:write',
  'releases:manage',
  'webhooks:manage',
]);
const MANAGER = new Set<Scope>([...REVIEWER, ...DEVELOPER, 'api-keys:manage', 'members:manage']);

const inOrder = (scopes: ReadonlySet<Scope>): readonly Scope[] => SCOPES.filter((scope) => scopes.has(scope));

/** The scopes of each role. Only an owner makes and unmakes owners. */
export const SCOPES_OF_ROLE: Readonly<Record<Role, readonly Scope[]>> = {
  viewer: inOrder(VIEWER),
  translator: inOrder(TRANSLATOR),
  reviewer: inOrder(REVIEWER),
  developer: inOrder(DEVELOPER),
  manager: inOrder(MANAGER),
  owner: inOrder(MANAGER),
};

/** Returns the scopes of a member. @param operator whether the organization is the operator's */
export const scopesOfMember = (role: Role, operator: boolean): readonly Scope[] =>
  role === 'owner' && operator ? [...SCOPES_OF_ROLE.owner, 'organizations:manage'] : SCOPES_OF_ROLE[role];
