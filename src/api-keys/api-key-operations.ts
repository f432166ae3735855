import type { OperationOptions } from '../http/operation.decorator';
import { DeletedDto } from '../http/responses/deleted.dto';
import { ApiKeyListDto, ApiKeyResponseDto, NewApiKeyResponseDto } from './dto/api-key.dto';

/** The body of a request for an API key. Without ids of projects: no installation has the ids of an example. */
export const NIGHTLY_EXPORT = {
  name: 'Nightly export',
  scopes: ['projects:read', 'translations:read'],
  expiresAt: '2030-01-31T12:00:00Z',
  createdBy: 'jo@example.com',
};

/** The limits of the API keys of an organization. */
export const API_KEY_LIMITS =
  'An organization has at most 1,000 API keys that are not revoked, which name at most 100,000 projects and languages together ' +
  '(400 `limit_exceeded`).';

export const apiKeyOperations = {
  list: {
    id: 'listApiKeys',
    answer: 'page',
    summary: 'List API keys',
    description:
      'Lists the API keys of the organization that are not revoked, at most 1,000, oldest first, expired ones too. A caller ' +
      'that is limited to projects lists only API keys whose projects are all among its own.',
    response: ApiKeyListDto,
  },
  create: {
    id: 'createApiKey',
    answer: 'object',
    summary: 'Create an API key',
    description:
      'The response contains the secret of the API key, which no other response contains. Its scopes, ' +
      'projects and languages must be among the scopes, projects and languages of the caller. If the caller is an API key that expires, so must the new key, not ' +
      'later; if it has a `rateLimit`, so must the new key, not higher (403 `not_grantable`). Only an operator can grant `organizations:manage`. ' +
      API_KEY_LIMITS,
    status: 201,
    response: NewApiKeyResponseDto,
    secret: true,
    errors: ['not_grantable', 'limit_exceeded'],
    requestExample: NIGHTLY_EXPORT,
  },
  change: {
    id: 'changeApiKey',
    answer: 'object',
    summary: 'Change an API key',
    description:
      'Changes the name, the scopes, the projects, the languages, the expiry or the rate limit. Fields that are absent stay as they are; the secret ' +
      'does too. Scopes, projects, languages, expiry and rate limit apply at once, on other replicas within 5 s. After such a change, the ' +
      'API key must not be allowed more, or for longer, than the caller (403 `not_grantable`), so that no ' +
      'API key can extend itself. Open invitations that the API key has made and may not make any more are withdrawn; with an expiry or a ' +
      'rate limit of its own, it may make none. An expired API key is valid again if its expiry is moved to the future; its sessions are not. ' +
      'The API keys of an organization name at most 100,000 projects and languages together (400 `limit_exceeded`).',
    response: ApiKeyResponseDto,
    errors: ['api_key_not_found', 'not_grantable', 'limit_exceeded'],
    requestExample: { scopes: NIGHTLY_EXPORT.scopes, expiresAt: NIGHTLY_EXPORT.expiresAt },
  },
  rotate: {
    id: 'rotateApiKey',
    answer: 'object',
    summary: 'Give an API key a new secret',
    description:
      'Creates a new secret. The old secret is refused at once, by other replicas within 5 s. Everything else ' +
      'stays as it is, the time of expiry too. Refused with 403 `not_grantable` if the API key is allowed more, ' +
      'or for longer, than the caller.',
    response: NewApiKeyResponseDto,
    secret: true,
    errors: ['api_key_not_found', 'not_grantable'],
  },
  revoke: {
    id: 'revokeApiKey',
    answer: 'object',
    summary: 'Revoke an API key',
    description:
      'Revokes an API key for good. It is refused at once, by other replicas within 5 s. A caller can revoke its ' +
      'own API key. Its open invitations are withdrawn.',
    response: DeletedDto,
    errors: ['api_key_not_found'],
  },
} satisfies Record<string, OperationOptions>;
