import { v7 as uuidv7 } from 'uuid';
import { SCOPES, type Scope } from '../common/access/scope';
import { ValidationFailedError } from '../common/errors/domain-error';
import { jsonPointer } from '../common/validation/json-pointer';
import type { ApiKeyOwnerQuery } from './api-key-owner-query';
import type { ApiKey } from './api-key.entity';
import { generateSecret, hashSecret, secretHint } from './secret';

/** The properties of an API key that its creator chooses. */
export interface NewApiKey {
  name: string;
  scopes: readonly Scope[];
  /** Null or absent: all projects of the organization. */
  projectIds?: readonly string[] | null;
  /** Null or absent: all languages. */
  languages?: readonly string[] | null;
  /** ISO 8601. */
  expiresAt?: string | null;
  /** Requests per minute of the API key alone; null or absent: only the limit of the organization. */
  rateLimit?: number | null;
  createdBy?: string | null;
  /** The id of the person who creates it. */
  createdByPerson?: string | null;
}

/** Changes of an API key; absent properties stay as they are. */
export type ApiKeyChange = Partial<Omit<NewApiKey, 'createdBy' | 'createdByPerson'>>;

/** An API key and its secret. The database stores only a hash, so the secret cannot be read again. */
export interface ApiKeyWithSecret {
  apiKey: ApiKey;
  secret: string;
}

export const toDate = (time: string | null | undefined): Date | null => (time ? new Date(time) : null);

export const inOrder = (scopes: readonly Scope[]): Scope[] => SCOPES.filter((scope) => scopes.includes(scope));

export function buildApiKey(organizationId: string, requested: NewApiKey): ApiKeyWithSecret {
  const secret = generateSecret();
  const apiKey: ApiKey = {
    id: uuidv7(),
    organizationId,
    name: requested.name,
    secretHash: hashSecret(secret),
    hint: secretHint(secret),
    scopes: inOrder(requested.scopes),
    projectIds: requested.projectIds ? [...requested.projectIds] : null,
    languages: requested.languages ? [...requested.languages] : null,
    rateLimit: requested.rateLimit ?? null,
    createdBy: requested.createdBy ?? null,
    createdByPerson: requested.createdByPerson ?? null,
    expiresAt: toDate(requested.expiresAt),
    reactivatedAt: null,
    lastUsedAt: null,
    revokedAt: null,
    createdAt: new Date(),
  };
  return { apiKey, secret };
}

/** @throws ValidationFailedError that points at each id which is no project of the organization */
export async function findProjects(
  owner: ApiKeyOwnerQuery,
  organizationId: string,
  ids: readonly string[],
): Promise<string[]> {
  const found = await owner.findProjectIds(organizationId, ids);
  const existing = new Set(found);
  const missing = ids.flatMap((id, index) => (existing.has(id.toLowerCase()) ? [] : [index]));
  if (missing.length > 0) {
    throw new ValidationFailedError(
      missing.map((index) => ({
        pointer: jsonPointer('projectIds', index),
        code: 'not_found',
        detail: 'is no project of this organization',
      })),
    );
  }
  return found;
}
