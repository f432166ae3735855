import { TENANT_SCOPES, type Scope } from '../../src/common/access/scope';
import type { Answer, Client, Json } from './client';

export interface GivenOrganization {
  id: string;
  /** Secret of its first API key, which has every scope of a tenant. */
  secret: string;
  /** Speaks with that API key. */
  api: Client;
}

let made = 0;
const unique = (what: string): string => `${what} ${++made}`;

/** Makes worlds through the API itself; each call makes a new one. */
export class Given {
  /** @param operator speaks with the operator's API key */
  constructor(private readonly operator: Client) {}

  /** A tenant. Enterprise, of a limit that no test meets, unless told otherwise. */
  async organization(
    wanted: { name?: string; plan?: string; rateLimit?: number } = { plan: 'enterprise', rateLimit: 1_000_000 },
  ): Promise<GivenOrganization> {
    const { organization, apiKey } = await bodyOf(
      this.operator.post('organizations', { name: unique('Organization'), plan: 'free', ...wanted }),
      201,
    );
    return { id: organization.id, secret: apiKey.secret, api: this.operator.as(apiKey.secret) };
  }

  /** An API key, of a new organization unless one is given; with every scope of a tenant unless told otherwise. */
  async apiKey({
    organization,
    ...wanted
  }: {
    organization?: GivenOrganization;
    name?: string;
    scopes?: readonly Scope[];
    projectIds?: string[] | null;
    expiresAt?: string;
  } = {}): Promise<{ id: string; secret: string; api: Client; organization: GivenOrganization }> {
    const owner = organization ?? (await this.organization());
    const { apiKey } = await bodyOf(
      owner.api.post('api-keys', { name: unique('API key'), scopes: TENANT_SCOPES, ...wanted }),
      201,
    );
    return { id: apiKey.id, secret: apiKey.secret, api: this.operator.as(apiKey.secret), organization: owner };
  }

  /** A project, of a new organization unless one is given; from English into German unless told otherwise. */
  async project({
    organization,
    keys = [],
    ...wanted
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
        ...wanted,
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

async function bodyOf(answer: Promise<Answer>, status: number): Promise<Json> {
  const { status: got, body, bytes } = await answer;
  if (got !== status) throw new Error(`the world could not be made: ${got} ${bytes.toString()}`);
  return body;
}
