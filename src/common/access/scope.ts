/** What an API key may do. */
export const SCOPES = [
  'projects:read',
  'projects:write',
  'translations:read',
  'translations:write',
  'keys:write',
  'keys:delete',
  'api-keys:manage',
  'organizations:manage',
] as const;

export type Scope = (typeof SCOPES)[number];

/** Every scope that a tenant can have: all but the operator's. */
export const TENANT_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope !== 'organizations:manage');
