import { DataSource } from 'typeorm';
import { SCOPES, TENANT_SCOPES } from '../src/common/access/scope';
import type { Json } from './support/client';
import { GivenPeople, tokenOf } from './support/people';
import { type RunningApp, startApp } from './support/start-app';

let running: RunningApp;
let people: GivenPeople;
let organizationId: string;
beforeAll(async () => {
  running = await startApp();
  people = new GivenPeople(running);
  organizationId = (await running.operator.get('me')).body.organization.id;
});
afterAll(() => running.close());

// Each test begins without members, as an installation does that is used by API only.
beforeEach(async () => {
  for (const table of ['memberships', 'links']) {
    await running.app.get(DataSource).query(`DELETE FROM ${table} WHERE organization_id = $1`, [organizationId]);
  }
});

const apiKeyOf = async (scopes: readonly string[]) => {
  const { status, body } = await running.operator.post('api-keys', { name: 'CI', scopes });
  expect(status).toBe(201);
  return { path: `api-keys/${body.apiKey.id}`, api: running.operator.as(body.apiKey.secret) };
};
const firstOwner = async () => {
  const email = people.newEmail();
  const { body } = await running.operator.post('invitations', { email, role: 'owner' });
  return people.accept(tokenOf(body.link), { email });
};

describe('an owner of the organization of the operator, who manages all organizations,', () => {
  it('is invited by no API key without organizations:manage', async () => {
    const { api } = await apiKeyOf(TENANT_SCOPES);
    const email = people.newEmail();
    expect((await api.post('invitations', { email, role: 'owner' })).body.code).toBe('not_grantable');
    expect((await api.post('invitations', { email, role: 'manager' })).status).toBe(201);
  });

  it('is invited by an API key with organizations:manage, until the API key loses it', async () => {
    const { api, path } = await apiKeyOf(SCOPES);
    const emails = { owner: people.newEmail(), manager: people.newEmail() };
    for (const [role, email] of Object.entries(emails)) {
      expect((await api.post('invitations', { email, role })).status).toBe(201);
    }
    expect((await running.operator.patch(path, { scopes: TENANT_SCOPES })).status).toBe(200);
    const { invitations } = (await running.operator.get('invitations')).body;
    expect(invitations.map(({ email }: Json) => email)).toEqual([emails.manager]);
  });

  it('has what its role gives, and gives it away', async () => {
    const owner = await firstOwner();
    expect((await owner.get('organizations')).status).toBe(200);
    const second = await people.member(owner, 'owner');
    expect((await second.get('organizations')).status).toBe(200);
    const change = { role: 'owner', languages: ['de'] };
    expect((await owner.patch(`members/${second.memberId}`, change)).status).toBe(200);
  });

  it('keeps the invitations of owners which it may still make', async () => {
    const owner = await firstOwner();
    const second = await people.member(owner, 'owner');
    const [german, all] = [people.newEmail(), people.newEmail()];
    await second.post('invitations', { email: german, role: 'owner', languages: ['de'] });
    await second.post('invitations', { email: all, role: 'owner' });
    expect((await owner.patch(`members/${second.memberId}`, { languages: ['de'] })).status).toBe(200);
    const { invitations } = (await owner.get('invitations')).body;
    expect(invitations.map(({ email }: Json) => email)).toEqual([german]);
  });
});
