import { TENANT_SCOPES, type Scope } from '../../src/common/access/scope';
import type { ApiResponse, Client, Json } from './client';

export interface GivenOrganization {
  id: string;
  /** Secret of its first API key, which has all scopes of a tenant. */
  secret: string;
  /** Client that uses that API key. */
  api: Client;
}

let count = 0;
const unique = (prefix: string): string => `${prefix} ${++count}`;

/** Creates the data of a test through the API; every call creates new data. */
export class Given {
  /** @param operator client that uses the operator's API key */
  constructor(private readonly operator: Client) {}

  /** Creates a tenant, by default on the plan enterprise with a limit that no test reaches. */
  async organization(
    values: { name?: string; plan?: string; rateLimit?: number } = { plan: 'enterprise', rateLimit: 1_000_000 },
  ): Promise<GivenOrganization> {
    const { organization, apiKey } = await bodyOf(
      this.operator.post('organizations', { name: unique('Organization'), plan: 'free', ...values }),
      201,
    );
    return { id: organization.id, secret: apiKey.secret, api: this.operator.as(apiKey.secret) };
  }

  /** Creates an API key, by default of a new organization and with all scopes of a tenant. */
  async apiKey({
    organization,
    ...values
  }: {
    organization?: GivenOrganization;
    name?: string;
    scopes?: readonly Scope[];
    projectIds?: string[] | null;
    languages?: string[] | null;
    expiresAt?: string;
  } = {}): Promise<{ id: string; secret: string; api: Client; organization: GivenOrganization }> {
    const owner = organization ?? (await this.organization());
    const { apiKey } = await bodyOf(
      owner.api.post('api-keys', { name: unique('API key'), scopes: TENANT_SCOPES, ...values }),
      201,
    );
    return { id: apiKey.id, secret: apiKey.secret, api: this.operator.as(apiKey.secret), organization: owner };
  }

  /** Creates a project, by default of a new organization and from English into German. */
  async project({
    organization,
    keys = [],
    ...values
  }: {
    organization?: GivenOrganization;
    name?: string;
    sourceLanguage?: string;
    targetLanguages?: string[];
    keys?: readonly { name: string; value?: string; description?: string; translations?: Record<string, string> }[];
  } = {}): Promise<{ id: string; api: Client; organization: GivenOrganization; keyIds: string[] }> {
    const owner = organization ?? (await this.organization());
    const { project } = await bodyOf(
      owner.api.post('projects', {
        name: unique('Project'),
        sourceLanguage: 'en',
        targetLanguages: ['de'],
        ...values,
      }),
      201,
    );
    const keyIds: string[] = [];
    for (const key of keys) {
      keyIds.push((await bodyOf(owner.api.post(`projects/${project.id}/keys`, key), 201)).key.id);
    }
    return { id: project.id, api: owner.api, organization: owner, keyIds };
  }
}

async function bodyOf(response: Promise<ApiResponse>, expected: number): Promise<Json> {
  const { status, body, bytes } = await response;
  if (status !== expected) throw new Error(`the data of the test was not created: ${status} ${bytes.toString()}`);
  return body;
}
