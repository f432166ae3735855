import type { OperationOptions } from '../http/operation.decorator';
import { DeletedDto } from '../http/responses/deleted.dto';
import { ApiKeyListDto, NewApiKeyResponseDto } from './dto/api-key.dto';

export const apiKeyOperations = {
  list: {
    id: 'listApiKeys',
    summary: 'List API keys',
    description:
      'Those of the organization that are not revoked, oldest first; expired ones too. ' +
      'An API key that is limited to projects sees those that are limited to the same or some of them.',
    response: ApiKeyListDto,
  },
  create: {
    id: 'createApiKey',
    summary: 'Create an API key',
    description:
      'The answer holds the secret, which is shown nowhere else. Scopes and projects must be within those of the ' +
      "caller's own API key (403 `not_grantable`); `organizations:manage` can only be granted by an operator.",
    status: 201,
    response: NewApiKeyResponseDto,
    errors: ['not_grantable'],
  },
  rotate: {
    id: 'rotateApiKey',
    summary: 'Give an API key a new secret',
    description:
      'The old secret is dead at once (on other replicas within 5 s); all else stays, an expiry too. ' +
      "Refused (403 `not_grantable`) where the API key can do more than the caller's own.",
    response: NewApiKeyResponseDto,
    errors: ['api_key_not_found', 'not_grantable'],
  },
  revoke: {
    id: 'revokeApiKey',
    summary: 'Revoke an API key',
    description: 'For good, at once (on other replicas within 5 s). It may be the one that the request is made with.',
    response: DeletedDto,
    errors: ['api_key_not_found'],
  },
} satisfies Record<string, OperationOptions>;
