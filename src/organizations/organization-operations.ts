import { API_KEY_LIMITS, NIGHTLY_EXPORT } from '../api-keys/api-key-operations';
import { NewApiKeyResponseDto } from '../api-keys/dto/api-key.dto';
import { EXAMPLE_IDS } from '../common/example-ids';
import type { OperationOptions } from '../http/operation.decorator';
import { DeletedDto } from '../http/responses/deleted.dto';
import { NewOrganizationResponseDto, OrganizationResponseDto, OrganizationListDto } from './dto/organization.dto';

export const organizationOperations = {
  list: {
    id: 'listOrganizations',
    answer: 'page',
    summary: 'List organizations',
    description: 'Lists all organizations of the installation, oldest first.',
    response: OrganizationListDto,
  },
  create: {
    id: 'createOrganization',
    answer: 'object',
    summary: 'Create an organization',
    description:
      'Creates an organization with a first API key, which has all scopes that a tenant can have. No other ' +
      'response contains the secret of the API key.',
    status: 201,
    response: NewOrganizationResponseDto,
    secret: true,
    requestExample: { name: 'Acme', plan: 'growth' },
  },
  get: {
    id: 'getOrganization',
    answer: 'object',
    summary: 'Read an organization',
    description: 'Returns an organization with its plan and its rate limit.',
    response: OrganizationResponseDto,
    errors: ['organization_not_found'],
  },
  update: {
    id: 'changeOrganization',
    answer: 'object',
    requestExample: { plan: 'enterprise', rateLimit: 20_000 },
    responseExample: {
      organization: {
        id: EXAMPLE_IDS.organization,
        name: 'Acme',
        plan: 'enterprise',
        rateLimit: 20_000,
        bootstrap: false,
        createdAt: '2026-11-20T12:00:00.000Z',
      },
    },
    summary: 'Change an organization',
    description:
      'Fields that are absent stay as they are. A new plan takes effect at once, on other replicas within 5 s. A ' +
      "change from the plan enterprise to another removes the organization's own rate limit; a change to it " +
      "requires one. Each start of the service sets the rate limit of the operator's own organization to " +
      '`BOOTSTRAP_RATE_LIMIT`.',
    response: OrganizationResponseDto,
    errors: ['organization_not_found'],
  },
  delete: {
    id: 'deleteOrganization',
    answer: 'object',
    summary: 'Delete an organization',
    description:
      "Deletes an organization for good, together with its projects, translations and API keys. The operator's " +
      'own organization cannot be deleted (400 `bootstrap_organization`).',
    response: DeletedDto,
    errors: ['organization_not_found', 'bootstrap_organization'],
  },
  createApiKey: {
    id: 'createApiKeyOf',
    answer: 'object',
    summary: 'Create an API key of an organization',
    description:
      "Creates an API key of a tenant with any scopes that a tenant can have. In the operator's own " +
      'organization, the scopes and projects must be among the scopes and projects of the caller. Only there can an API ' +
      'key have the scope `organizations:manage`. ' +
      API_KEY_LIMITS,
    status: 201,
    response: NewApiKeyResponseDto,
    secret: true,
    requestExample: NIGHTLY_EXPORT,
    errors: ['organization_not_found', 'not_grantable', 'limit_exceeded'],
  },
} satisfies Record<string, OperationOptions>;
