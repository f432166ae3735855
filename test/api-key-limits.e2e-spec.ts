import { DataSource } from 'typeorm';
import { type RunningApp, startApp } from './support/start-app';

describe('the limit of API keys', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const LIMIT_EXCEEDED = { status: 400, body: { code: 'limit_exceeded' } };
  const reader = { name: 'reader', scopes: ['projects:read'] };

  /** Stores API keys that name so many projects each. */
  const store = (organizationId: string, apiKeys: number, projects: number): Promise<unknown> =>
    running.app.get(DataSource).query(
      `INSERT INTO api_keys (id, organization_id, name, secret_hash, hint, scopes, project_ids)
       SELECT gen_random_uuid(), $1, 'stored', sha256(gen_random_uuid()::text::bytea), 'hint', '{projects:read}',
         ARRAY(SELECT gen_random_uuid() FROM generate_series(1, $3::int + 0 * n)) FROM generate_series(1, $2::int) n`,
      [organizationId, apiKeys, projects],
    );

  it('counts the API keys that are not revoked, of requests at the same time too', async () => {
    const { api, id } = await running.given.organization();
    const { apiKey: revoked } = (await api.post('api-keys', reader)).body;
    await store(id, 997, 1);
    const both = await Promise.all([api.post('api-keys', reader), api.post('api-keys', reader)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 400]);
    expect(await api.post('api-keys', reader)).toMatchObject(LIMIT_EXCEEDED);
    expect(await running.operator.post(`organizations/${id}/api-keys`, reader)).toMatchObject(LIMIT_EXCEEDED);
    expect(await api.patch(`api-keys/${revoked.id}`, { name: 'renamed' })).toMatchObject({ status: 200 });
    await api.delete(`api-keys/${revoked.id}`);
    expect(await api.post('api-keys', reader)).toMatchObject({ status: 201 });
  });

  it('counts the projects and languages that the API keys name', async () => {
    const { organization, id } = await running.given.project();
    const { api } = organization;
    await store(organization.id, 99, 1_000);
    await store(organization.id, 1, 998);
    const { body } = await api.post('api-keys', { ...reader, projectIds: [id], languages: ['de'] });
    expect(await api.post('api-keys', { ...reader, projectIds: [id] })).toMatchObject(LIMIT_EXCEEDED);
    const path = `api-keys/${body.apiKey.id}`;
    expect(await api.patch(path, { languages: ['de', 'fr'] })).toMatchObject(LIMIT_EXCEEDED);
    expect(await api.patch(path, { languages: ['fr'] })).toMatchObject({ status: 200 });
    expect(await api.post('api-keys', reader)).toMatchObject({ status: 201 });
    expect((await api.get('api-keys')).body.apiKeys).toHaveLength(103);
  });

  it('leaves the API keys of an organization that has more to be used and reduced', async () => {
    const { organization, id } = await running.given.project();
    const { api } = organization;
    const { api: limited, id: limitedId } = await running.given.apiKey({
      organization,
      projectIds: [id],
      languages: ['de', 'fr'],
    });
    await store(organization.id, 1_001, 100);
    expect(await limited.get('me')).toMatchObject({ status: 200 });
    expect(await api.patch(`api-keys/${limitedId}`, { languages: ['de'] })).toMatchObject({ status: 200 });
    expect(await api.post(`api-keys/${limitedId}/rotate`)).toMatchObject({ status: 200 });
    expect(await api.delete(`api-keys/${limitedId}`)).toMatchObject({ status: 200 });
  });
});
