/** The scopes of API keys: each allows some operations. */
export const SCOPES = [
  'projects:read',
  'projects:write',
  'translations:read',
  'translations:write',
  'translations:review',
  'keys:write',
  'keys:delete',
  'releases:manage',
  'webhooks:manage',
  'api-keys:manage',
  'members:manage',
  'organizations:manage',
] as const;

export type Scope = (typeof SCOPES)[number];

/** The scopes that a tenant's API keys can have: all except the operator's. */
export const TENANT_SCOPES: readonly Scope[] = SCOPES.filter((scope) => scope !== 'organizations:manage');
