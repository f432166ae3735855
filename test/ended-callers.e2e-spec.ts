import { randomBytes, randomUUID } from 'node:crypto';
import { DataSource, type QueryRunner } from 'typeorm';
import { sessionIdOf } from '../src/api-keys/session-sql';
import { serviceOf } from '../src/common/access/principal';
import { TENANT_SCOPES } from '../src/common/access/scope';
import { Database } from '../src/database/database';
import { writeGlossary } from '../src/glossary/glossary-write';
import type { ApiResponse, Json } from './support/client';
import { untilWaitingForLock } from './support/lock-waits';
import { type Browser, cookieOf, GivenPeople } from './support/people';
import { type RunningApp, startApp } from './support/start-app';

let running: RunningApp;
let people: GivenPeople;
beforeAll(async () => {
  running = await startApp();
  people = new GivenPeople(running);
});
afterAll(() => running.close());

type Owner = Awaited<ReturnType<GivenPeople['owner']>>;

/** Sends the requests of a caller. */
interface Caller {
  post(path: string, body?: unknown): Promise<ApiResponse>;
  patch(path: string, body: unknown): Promise<ApiResponse>;
  delete(path: string): Promise<ApiResponse>;
  get(path: string): Promise<ApiResponse>;
}

/** Requests that write API keys, members and links. `id` is of the first API key of the organization, `memberId` of its owner. */
const WRITES: readonly ((caller: Caller, id: string, memberId: string) => Promise<ApiResponse>)[] = [
  (caller) => caller.post('api-keys', { name: 'x', scopes: ['projects:read'] }),
  (caller, id) => caller.post(`api-keys/${id}/rotate`),
  (caller, id) => caller.patch(`api-keys/${id}`, { name: 'y' }),
  (caller, id) => caller.delete(`api-keys/${id}`),
  (caller) => caller.post('invitations', { email: people.newEmail(), role: 'viewer' }),
  (caller, _, memberId) => caller.patch(`members/${memberId}`, { languages: ['de'] }),
  (caller, _, memberId) => caller.delete(`members/${memberId}`),
  (caller, _, memberId) => caller.post(`members/${memberId}/password-link`),
];

const sql = (statement: string, values: unknown[]): Promise<unknown> =>
  running.app.get(DataSource).query(statement, values);

const personOf = (owner: Owner): Promise<Caller> => Promise.resolve(owner);
const apiKeyOf = async ({ organization }: Owner): Promise<Caller & { id: string }> => {
  const { apiKey } = (await organization.api.post('api-keys', { name: 'CI', scopes: TENANT_SCOPES })).body;
  return Object.assign(organization.api.as(apiKey.secret), { id: apiKey.id as string });
};
const sessionOfApiKey = async ({ organization }: Owner): Promise<Caller> =>
  people.browser(cookieOf(await people.stranger.post('session', { apiKey: organization.secret })));

const END_SESSIONS = `
  DELETE FROM sessions WHERE membership_id = $1 OR api_key_id IN (SELECT id FROM api_keys WHERE organization_id = $2)`;

// Another replica ends the caller: this one knows it for some seconds.
it.each<[string, (owner: Owner) => Promise<Caller>, (owner: Owner, caller: Caller) => Promise<unknown>, string?]>([
  [
    'an API key that was rotated',
    apiKeyOf,
    (_, caller) => sql('UPDATE api_keys SET secret_hash = $2 WHERE id = $1', [idOf(caller), randomBytes(32)]),
  ],
  [
    'an API key that has expired',
    apiKeyOf,
    (_, caller) => sql(`UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = $1`, [idOf(caller)]),
  ],
  [
    'an API key that was revoked',
    apiKeyOf,
    (_, caller) => sql('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [idOf(caller)]),
  ],
  [
    'a person whose session has ended',
    personOf,
    ({ memberId, organization }) => sql(END_SESSIONS, [memberId, organization.id]),
  ],
  [
    'an API key whose session has ended',
    sessionOfApiKey,
    ({ memberId, organization }) => sql(END_SESSIONS, [memberId, organization.id]),
  ],
  [
    'an API key that lost the scopes for it',
    apiKeyOf,
    (_, caller) =>
      sql(`UPDATE api_keys SET scopes = '{projects:read,translations:read}' WHERE id = $1`, [idOf(caller)]),
    'missing_scope',
  ],
  [
    'a person whose role lost the scopes for it',
    personOf,
    ({ memberId }) => sql(`UPDATE memberships SET role = 'developer' WHERE id = $1`, [memberId]),
    'missing_scope',
  ],
])('%s writes no API key, member or link', async (_, begin, end, expected = 'unauthenticated') => {
  const owner = await people.owner();
  const { api } = owner.organization;
  const caller = await begin(owner);
  const { id } = (await api.get('me')).body.apiKey;
  expect((await caller.get('me')).status).toBe(200);
  await end(owner, caller);
  const before = await stateOf(owner);
  const codes = [];
  for (const write of WRITES) codes.push((await write(caller, id, owner.memberId)).body.code);
  expect(codes).toEqual(WRITES.map(() => expected));
  expect(await stateOf(owner)).toEqual(before);
});

/** The state that the writes change. */
const stateOf = async ({ organization }: Owner): Promise<unknown> => [
  (await organization.api.get('api-keys')).body.apiKeys.map(({ lastUsedAt: _, ...apiKey }: Json) => apiKey),
  (await organization.api.get('members')).body,
  (await organization.api.get('invitations')).body,
];

/** Requests of a person about the own account. */
const OWN_WRITES: readonly ((
  person: Browser,
  ids: Record<'other' | 'session' | 'passkey', string>,
) => Promise<ApiResponse>)[] = [
  (person) => person.patch('me', { name: 'New' }),
  (person, { other }) => person.delete(`me/organizations/${other}`),
  (person, { session }) => person.delete(`me/sessions/${session}`),
  (person, { passkey }) => person.delete(`me/passkeys/${passkey}`),
  (person) => person.delete('me'),
];

it('a person whose session has ended changes nothing of the own account', async () => {
  const [owner, other] = [await people.owner(), await people.owner()];
  const person = await people.member(owner, 'viewer');
  await sql(JOIN, [person.personId, other.organization.id]);
  const second = people.browser(cookieOf(await people.signIn(person.email, person.password)));
  const [{ id: passkey }] = (await sql(ADD_PASSKEY, [person.personId])) as [{ id: string }];
  const stateOf = async (): Promise<unknown> => [
    (await second.get('me')).body,
    (await second.get('me/passkeys')).body,
    (await second.get('me/sessions')).body.sessions.map(({ id }: Json) => id),
  ];
  const isCurrent = ({ current }: Json): boolean => current;
  const { sessions } = (await second.get('me/sessions')).body;
  const { id: session } = sessions.find(isCurrent);
  const { id: ended } = (await person.get('me/sessions')).body.sessions.find(isCurrent);
  await sql(END_SESSION, [ended]);
  const before = await stateOf();
  const statuses = [];
  for (const write of OWN_WRITES) {
    statuses.push((await write(person, { other: other.organization.id, session, passkey })).status);
  }
  expect(statuses).toEqual(OWN_WRITES.map(() => 401));
  expect(await stateOf()).toEqual(before);
});

const JOIN = `
  INSERT INTO memberships (id, person_id, organization_id, role) VALUES (gen_random_uuid(), $1, $2, 'viewer')`;

const ADD_PASSKEY = `
  INSERT INTO passkeys (id, person_id, name, transports, credential_id, public_key, counter, created_at)
  VALUES (gen_random_uuid(), $1, 'Laptop', '{}', uuid_send(gen_random_uuid()), '', 0, now()) RETURNING id`;

const END_SESSION = `DELETE FROM sessions s WHERE ${sessionIdOf('s')} = $1`;

it.each([
  ['a person', { id: '', name: '', membershipId: '', role: 'owner' } as const, 'the session has ended'],
  ['an API key', null, 'the API key is not valid'],
])('%s of a deleted organization writes no term, and is told what has ended', async (_, person, detail) => {
  const caller = { ...serviceOf(randomUUID()), person };
  const work = jest.fn();
  await expect(writeGlossary(running.app.get(Database), caller, work)).rejects.toMatchObject({
    code: 'unauthenticated',
    message: detail,
  });
  expect(work).not.toHaveBeenCalled();
});

it.each([
  ['was rotated', `secret_hash = sha256('other')`, 401],
  ['lost organizations:manage', `scopes = ARRAY['projects:read']`, 403],
])('an API key of the operator that %s writes no organization and no API key of one', async (_, change, expected) => {
  const scopes = ['organizations:manage', 'projects:read'];
  const { apiKey } = (await running.operator.post('api-keys', { name: 'CI', scopes })).body;
  const { organization } = await people.owner();
  const caller = running.operator.as(apiKey.secret);
  expect((await caller.get('organizations')).status).toBe(200);
  await sql(`UPDATE api_keys SET ${change} WHERE id = $1`, [apiKey.id]);
  const answers = [
    await caller.post('organizations', { name: 'New', plan: 'free' }),
    await caller.post(`organizations/${organization.id}/api-keys`, { name: 'x', scopes: ['projects:read'] }),
    await caller.patch(`organizations/${organization.id}`, { name: 'New' }),
    await caller.delete(`organizations/${organization.id}`),
  ];
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => expected));
  expect((await organization.api.get('me')).body.organization.name).not.toBe('New');
});

// The embedded database has one connection.
(process.env.DATABASE_URL ? describe : describe.skip)('a write of an organization', () => {
  let holder: QueryRunner;
  beforeEach(async () => {
    holder = running.app.get(DataSource).createQueryRunner();
    await holder.startTransaction();
  });
  afterEach(async () => {
    if (holder.isTransactionActive) await holder.rollbackTransaction();
    await holder.release();
  });

  const given = async () => {
    const scopes = ['organizations:manage', 'projects:read'];
    const { apiKey } = (await running.operator.post('api-keys', { name: 'CI', scopes })).body;
    const { id } = (await people.owner()).organization;
    return { caller: running.operator.as(apiKey.secret), keyId: apiKey.id as string, id };
  };
  type Write = (caller: Caller, id: string) => Promise<ApiResponse>;
  const CHANGES: readonly [string, Write][] = [
    ['change', (caller, id) => caller.patch(`organizations/${id}`, { name: 'New' })],
    ['deletion', (caller, id) => caller.delete(`organizations/${id}`)],
  ];
  const lockOrganization = (id: string, more = ''): Promise<unknown> =>
    holder.query(`SELECT FROM organizations WHERE id = $1 FOR NO KEY UPDATE ${more}`, [id]);

  it.each(CHANGES)('is refused if the API key is revoked while the %s waits', async (_, write) => {
    const { caller, keyId, id } = await given();
    await holder.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [keyId]);
    const writing = write(caller, id);
    await untilWaitingForLock(holder, writing);
    await holder.commitTransaction();
    expect((await writing).status).toBe(401);
    expect(await sql(`SELECT FROM organizations WHERE id = $1 AND name <> 'New'`, [id])).toHaveLength(1);
  });

  it.each(CHANGES)('locks its caller before it: a %s waits for the API key only', async (_, write) => {
    const { caller, keyId, id } = await given();
    await holder.query('SELECT FROM api_keys WHERE id = $1 FOR UPDATE', [keyId]);
    const writing = write(caller, id);
    await untilWaitingForLock(holder, writing);
    await lockOrganization(id, 'NOWAIT');
    await holder.rollbackTransaction();
    expect((await writing).status).toBe(200);
  });

  it('that is its own locks it before the caller, as changes of its members do', async () => {
    const { caller, keyId } = await given();
    const { organization } = (await running.operator.get('me')).body;
    await lockOrganization(organization.id);
    const writing = caller.patch(`organizations/${organization.id}`, { name: organization.name });
    await untilWaitingForLock(holder, writing);
    await holder.query('SELECT FROM api_keys WHERE id = $1 FOR UPDATE NOWAIT', [keyId]);
    await holder.rollbackTransaction();
    expect((await writing).status).toBe(200);
  });

  it('that is its own does not wait for what refers to it', async () => {
    const { caller } = await given();
    const { organization } = (await running.operator.get('me')).body;
    await holder.query('SELECT FROM organizations WHERE id = $1 FOR KEY SHARE', [organization.id]);
    const { status } = await caller.patch(`organizations/${organization.id}`, { name: organization.name });
    expect(status).toBe(200);
  });
});

const idOf = (caller: Caller): string => (caller as Caller & { id: string }).id;
