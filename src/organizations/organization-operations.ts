import { NewApiKeyResponseDto } from '../api-keys/dto/api-key.dto';
import type { OperationOptions } from '../http/operation.decorator';
import { DeletedDto } from '../http/responses/deleted.dto';
import { NewOrganizationResponseDto, OrganizationResponseDto, OrganizationListDto } from './dto/organization.dto';

export const organizationOperations = {
  list: {
    id: 'listOrganizations',
    summary: 'List organizations',
    description: 'All of the installation, oldest first.',
    response: OrganizationListDto,
  },
  create: {
    id: 'createOrganization',
    summary: 'Create an organization',
    description: 'With a first API key of every scope that a tenant can have; its secret is shown nowhere else.',
    status: 201,
    response: NewOrganizationResponseDto,
    requestExample: { name: 'Acme', plan: 'growth' },
  },
  get: {
    id: 'getOrganization',
    summary: 'Read an organization',
    description: 'Its plan, and how many requests a minute that allows.',
    response: OrganizationResponseDto,
    errors: ['organization_not_found'],
  },
  update: {
    id: 'changeOrganization',
    requestExample: { plan: 'enterprise', rateLimit: 20_000 },
    summary: 'Change an organization',
    description:
      'What is absent stays. A plan is effective at once (on other replicas within 5 s). Leaving enterprise drops its ' +
      "rate limit, coming to it needs one. The operator's own organization gets `BOOTSTRAP_RATE_LIMIT` again at each start.",
    response: OrganizationResponseDto,
    errors: ['organization_not_found'],
  },
  delete: {
    id: 'deleteOrganization',
    summary: 'Delete an organization',
    description:
      "With its projects, translations and API keys, for good. The operator's own is refused (400 `bootstrap_organization`).",
    response: DeletedDto,
    errors: ['organization_not_found', 'bootstrap_organization'],
  },
  createApiKey: {
    id: 'createApiKeyOf',
    summary: "Create an organization's API key",
    description:
      'For a tenant, with any scope of a tenant. In the operator’s own organization only with what the caller has itself, ' +
      'and only there with `organizations:manage`.',
    status: 201,
    response: NewApiKeyResponseDto,
    errors: ['organization_not_found', 'not_grantable'],
  },
} satisfies Record<string, OperationOptions>;
