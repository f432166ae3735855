import { Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { AuditExpiry } from '../src/audit/audit-expiry';
import { AUDIT_ACTIONS } from '../src/audit/audit-actions';
import { FailedSignIns } from '../src/people/failed-sign-ins';
import { Authenticator } from './support/authenticator';
import type { Json } from './support/client';
import { Browser, cookieOf, GivenPeople, type GivenPerson, PASSWORD, tokenOf } from './support/people';
import { type RunningApp, startApp } from './support/start-app';

const OTHER_PASSWORD = 'seven amber owls by the sea';

let running: RunningApp;
let people: GivenPeople;
let dataSource: DataSource;
beforeAll(async () => {
  running = await startApp();
  people = new GivenPeople(running);
  dataSource = running.app.get(DataSource);
});
afterAll(() => running.close());

type Owner = Awaited<ReturnType<GivenPeople['owner']>>;

const entriesOf = async (by: Browser, query = ''): Promise<Json[]> => (await by.get(`audit?${query}`)).body.entries;
/** Returns the entries since an action, which it includes, the newest first. */
const actionsSince = async (by: Browser, work: () => Promise<unknown>): Promise<Json[]> => {
  const [before] = await entriesOf(by, 'limit=1');
  await work();
  const entries = await entriesOf(by);
  return entries.slice(
    0,
    entries.findIndex(({ id }) => id === before.id),
  );
};
const ok = async (response: Promise<{ status: number; body: Json }>): Promise<Json> => {
  const { status, body } = await response;
  expect([200, 201]).toContain(status);
  return body;
};
const memberIdOf = async (owner: Owner, { personId }: GivenPerson): Promise<string> =>
  (await owner.get('members')).body.members.find(({ person }: Json) => person.id === personId).id;
const newMember = async (owner: Owner): Promise<string> => memberIdOf(owner, await people.member(owner, 'viewer'));
const newProject = async (owner: Owner): Promise<string> =>
  (await ok(owner.post('projects', { name: 'x', sourceLanguage: 'en', targetLanguages: ['de', 'fr'] }))).project.id;
const signIn = (person: GivenPerson, password = PASSWORD): Promise<unknown> => people.signIn(person.email, password);

/** The deeds of the tests, by the names of their entries, the newest first. */
const DEEDS: Record<string, (owner: Owner) => Promise<unknown>> = {
  'invitation.created': (owner) => ok(owner.post('invitations', { email: people.newEmail(), role: 'viewer' })),
  'invitation.withdrawn invitation.created': async (owner) => {
    const { invitation } = await ok(owner.post('invitations', { email: people.newEmail(), role: 'viewer' }));
    await ok(owner.delete(`invitations/${invitation.id}`));
  },
  'session.begun member.joined invitation.created': (owner) => people.member(owner, 'viewer'),
  'member.changed session.begun member.joined invitation.created': async (owner) =>
    ok(owner.patch(`members/${await newMember(owner)}`, { role: 'translator' })),
  'member.removed session.begun member.joined invitation.created': async (owner) =>
    ok(owner.delete(`members/${await newMember(owner)}`)),
  'account.removed session.begun member.joined invitation.created': async (owner) =>
    ok((await people.member(owner, 'viewer')).delete('me')),
  'session.begun': (owner) => signIn(owner),
  'session.ended session.begun': async (owner) => {
    const other = new Browser(running.url, running.anonymous, cookieOf(await people.signIn(owner.email, PASSWORD)));
    await ok(other.delete('session'));
  },
  'session.begun session.ended session.begun': async (owner) => {
    await people.signIn(owner.email, PASSWORD);
    const [{ id }] = (await owner.get('me/sessions')).body.sessions.filter(({ current }: Json) => !current);
    await ok(owner.delete(`me/sessions/${id}`));
    await signIn(owner);
  },
  'password.changed': (owner) => ok(owner.patch('me', { password: { current: PASSWORD, new: OTHER_PASSWORD } })),
  'session.begun password.reset password-link.created session.begun member.joined invitation.created': async (
    owner,
  ) => {
    const memberId = await newMember(owner);
    const { link } = await ok(owner.post(`members/${memberId}/password-link`));
    await ok(people.stranger.post('password', { token: tokenOf(link), password: OTHER_PASSWORD }));
  },
  'passkey.removed passkey.added': async (owner) => {
    const authenticator = new Authenticator(running.url);
    const { publicKey } = await ok(owner.post('me/passkeys/options'));
    const { passkey } = await ok(owner.post('me/passkeys', { name: 'x', ...authenticator.create(publicKey) }));
    await ok(owner.delete(`me/passkeys/${passkey.id}`));
  },
  'api-key.revoked api-key.rotated api-key.changed api-key.created': async (owner) => {
    const { apiKey } = await ok(owner.post('api-keys', { name: 'x', scopes: ['projects:read'] }));
    await ok(owner.patch(`api-keys/${apiKey.id}`, { name: 'y' }));
    await ok(owner.post(`api-keys/${apiKey.id}/rotate`));
    await ok(owner.delete(`api-keys/${apiKey.id}`));
  },
  'project.deleted webhook.deleted webhook.rotated webhook.changed webhook.created': async (owner) => {
    const { project } = await ok(owner.post('projects', { name: 'x', sourceLanguage: 'en' }));
    const url = 'https://example.com/hook';
    const { webhook } = await ok(owner.post(`projects/${project.id}/webhooks`, { url }));
    await ok(owner.patch(`webhooks/${webhook.id}`, { paused: true }));
    await ok(owner.post(`webhooks/${webhook.id}/rotate`));
    await ok(owner.delete(`webhooks/${webhook.id}`));
    await ok(owner.delete(`projects/${project.id}`));
  },
  'glossary.imported term.deleted term.changed term.created': async (owner) => {
    const { term } = await ok(owner.post('glossary', { term: 'invoice' }));
    await ok(owner.patch(`glossary/${term.id}`, { definition: 'A bill' }));
    await ok(owner.delete(`glossary/${term.id}`));
    await ok(owner.send('POST', 'glossary/import', undefined, { body: 'term\ninvoice\n' }));
  },
  'machine-provider.removed machine-provider.changed': async (owner) => {
    await ok(owner.put('machine-translation/provider', { provider: 'deepl', apiKey: 'a-key-of-deepl' }));
    await ok(owner.delete('machine-translation/provider'));
  },
  'delivery-token.revoked delivery-token.created channel.deleted channel.changed release.published': async (owner) => {
    const { project } = await ok(owner.post('projects', { name: 'x', sourceLanguage: 'en' }));
    await ok(owner.post(`projects/${project.id}/releases`, { channel: 'production' }));
    await ok(owner.put(`projects/${project.id}/channels/production`, { auto: true }));
    await ok(owner.delete(`projects/${project.id}/channels/production`));
    const { deliveryToken } = await ok(owner.post(`projects/${project.id}/delivery-tokens`, { name: 'x' }));
    await ok(owner.delete(`delivery-tokens/${deliveryToken.id}`));
  },
};

it.each(Object.keys(DEEDS))('has the entries %s', async (names) => {
  const owner = await people.owner();
  const entries = await actionsSince(owner, () => DEEDS[names]?.(owner) ?? Promise.resolve());
  expect(entries.map(({ action }) => action).join(' ')).toBe(names);
  for (const { address } of entries) expect(address).toMatch(/^\d+(\.\d+){3}$/);
});

it('knows an action for each of its entries, and has entries of each action', () => {
  const elsewhere = [
    'session.failed',
    'single-sign-on.connected',
    'organization.created',
    'organization.changed',
    'organization.deleted',
  ];
  const tested = new Set([...Object.keys(DEEDS).flatMap((names) => names.split(' ')), ...elsewhere]);
  expect([...tested].sort()).toEqual([...AUDIT_ACTIONS].sort());
});

/** Requests that change something once, by the action of their entry. A repetition changes nothing. */
const CHANGES: Record<string, (owner: Owner) => Promise<() => Promise<{ status: number; body: Json }>>> = {
  'member.changed': async (owner) => {
    const id = await newMember(owner);
    const projectIds = [await newProject(owner), await newProject(owner)];
    return () => owner.patch(`members/${id}`, { role: 'translator', projectIds, languages: ['fr', 'de'] });
  },
  'api-key.changed': async (owner) => {
    const { apiKey } = await ok(owner.post('api-keys', { name: 'x', scopes: ['projects:read', 'keys:write'] }));
    const change = {
      name: 'y',
      scopes: ['keys:write'],
      expiresAt: '2100-01-01T00:00:00.123Z',
      languages: ['fr', 'de'],
    };
    return () => owner.patch(`api-keys/${apiKey.id}`, change);
  },
  'organization.changed': (owner) =>
    Promise.resolve(() => running.operator.patch(`organizations/${owner.organization.id}`, { name: 'Other' })),
  'webhook.changed': async (owner) => {
    const url = 'https://example.com/hook';
    const { webhook } = await ok(owner.post(`projects/${await newProject(owner)}/webhooks`, { url }));
    return () => owner.patch(`webhooks/${webhook.id}`, { url, events: ['project.changed'], paused: true });
  },
  'channel.changed': async (owner) => {
    const id = await newProject(owner);
    const { release } = await ok(owner.post(`projects/${id}/releases`, { channel: 'production' }));
    return () => owner.put(`projects/${id}/channels/production`, { release: release.id, auto: true });
  },
  'term.changed': async (owner) => {
    const projectIds = [await newProject(owner), await newProject(owner)];
    const { term } = await ok(owner.post('glossary', { term: 'invoice', projectIds }));
    const translations = { 'de-DE': ['Rechnung', 'Faktura'] };
    return () => owner.patch(`glossary/${term.id}`, { definition: 'A bill', projectIds, translations });
  },
  'machine-provider.changed': (owner) =>
    Promise.resolve(() =>
      owner.put('machine-translation/provider', { provider: 'openai', url: 'https://example.com/', model: 'm' }),
    ),
};

it.each(Object.keys(CHANGES))('has one entry %s of a change that is requested twice', async (action) => {
  const owner = await people.owner();
  const request = await CHANGES[action]?.(owner);
  for (let times = 0; times < 2; times++) {
    if (request) await ok(request());
    expect(await entriesOf(owner, `action=${action}`)).toHaveLength(1);
  }
});

it('compares what each action changes; a password that is set is not compared', () => {
  const changes = AUDIT_ACTIONS.filter((action) => action.endsWith('.changed') && action !== 'password.changed');
  expect(Object.keys(CHANGES).sort()).toEqual([...changes].sort());
});

it('has an entry of a new API key of the provider, also if nothing else changes', async () => {
  const owner = await people.owner();
  for (const apiKey of ['a-key-of-deepl', 'another-key-of-deepl']) {
    await ok(owner.put('machine-translation/provider', { provider: 'deepl', apiKey }));
  }
  expect(await entriesOf(owner, 'action=machine-provider.changed')).toHaveLength(2);
});

it('names who did what to whom, with what changed', async () => {
  const owner = await people.owner();
  const member = await people.member(owner, 'viewer');
  const { name } = (await member.get('me')).body.person;
  await ok(owner.patch(`members/${await memberIdOf(owner, member)}`, { role: 'translator', languages: ['de'] }));
  expect((await entriesOf(owner, 'limit=1'))[0]).toMatchObject({
    action: 'member.changed',
    person: { id: owner.personId },
    apiKey: null,
    target: { type: 'person', id: member.personId, name },
    details: { role: 'translator', languages: ['de'], projectIds: null },
  });
  await ok(owner.organization.api.post('api-keys', { name: 'CI', scopes: ['projects:read'] }));
  expect((await entriesOf(owner, 'limit=1'))[0]).toMatchObject({
    action: 'api-key.created',
    person: null,
    apiKey: { name: 'First API key' },
    target: { type: 'api-key', name: 'CI' },
  });
});

it('names a webhook by the host of its URL, whose path and query may hold a token', async () => {
  const owner = await people.owner();
  const log = jest.spyOn(Logger.prototype, 'log');
  const path = `projects/${await newProject(owner)}/webhooks`;
  const { webhook } = await ok(
    owner.post(path, { url: 'https://hooks.example.com:8443/services/S3CRET?token=S3CRET' }),
  );
  await ok(owner.patch(`webhooks/${webhook.id}`, { url: 'https://chat.example.com/0THER?token=0THER' }));
  await ok(owner.post(`webhooks/${webhook.id}/rotate`));
  await ok(owner.delete(`webhooks/${webhook.id}`));
  const entries = await entriesOf(owner, 'limit=4');
  const written = JSON.stringify([entries, log.mock.calls]);
  log.mockRestore();
  const [old, changed] = ['hooks.example.com:8443', 'chat.example.com'];
  expect(entries.map(({ action, target }) => [action, target])).toEqual(
    [
      ['webhook.deleted', changed],
      ['webhook.rotated', changed],
      ['webhook.changed', changed],
      ['webhook.created', old],
    ].map(([action, name]) => [action, { type: 'webhook', id: webhook.id, name }]),
  );
  expect(written).not.toMatch(/S3CRET|0THER/);
});

it('has the events of a webhook, and what a change of it asked for', async () => {
  const owner = await people.owner();
  const url = 'https://example.com/hook';
  const events = ['project.changed', 'checks.failed'];
  const { webhook } = await ok(owner.post(`projects/${await newProject(owner)}/webhooks`, { url, events }));
  await ok(owner.patch(`webhooks/${webhook.id}`, { events: ['checks.failed'], paused: true }));
  expect((await entriesOf(owner, 'limit=2')).map(({ action, details }) => [action, details])).toEqual([
    ['webhook.changed', { events: ['checks.failed'], paused: true }],
    ['webhook.created', { events }],
  ]);
});

it('has the address of the client without the port that a proxy writes', async () => {
  const owner = await people.owner();
  const api = owner.organization.api.from('192.0.2.77:50123');
  await ok(api.post('api-keys', { name: 'CI', scopes: ['projects:read'] }));
  expect((await entriesOf(owner, 'limit=1'))[0]).toMatchObject({ action: 'api-key.created', address: '192.0.2.77' });
});

it('has what the operator did in the organization, but not who did it', async () => {
  const owner = await people.owner();
  const { id } = owner.organization;
  await ok(running.operator.patch(`organizations/${id}`, { name: 'Other' }));
  await ok(running.operator.post(`organizations/${id}/api-keys`, { name: 'x', scopes: ['projects:read'] }));
  const entries = await entriesOf(owner, 'limit=2');
  expect(entries).toMatchObject([
    { action: 'api-key.created', person: null, apiKey: null, address: null },
    { action: 'organization.changed', person: null, apiKey: null, address: null },
  ]);
  await ok(running.operator.delete(`organizations/${id}`));
  const { body } = await running.operator.get('audit?limit=3');
  expect(body.entries).toMatchObject([
    { action: 'organization.deleted', target: { id, name: 'Other' }, apiKey: expect.anything() },
    { action: 'api-key.created', target: { id: entries[0].target.id, name: 'x' }, apiKey: expect.anything() },
    { action: 'organization.changed', target: { id } },
  ]);
  const created = (await running.operator.get('audit?action=organization.created&limit=1000')).body.entries;
  expect(created.map(({ target }: Json) => target.id)).toContain(id);
});

it('counts failed sign-ins of an account in one entry a minute, and has none of an unknown address', async () => {
  const failures = running.app.get(FailedSignIns);
  const owner = await people.owner();
  const other = await people.owner();
  await people.signIn('nobody@example.com', 'wrong wrong wrong');
  const write = (ms: number): Promise<void> => failures.writeDue(Date.now() + ms);
  await signIn(owner, 'wrong wrong wrong');
  await write(0);
  for (let i = 0; i < 3; i++) await signIn(owner, 'wrong wrong wrong');
  await write(30_000);
  expect(await entriesOf(owner, 'action=session.failed')).toHaveLength(1);
  await write(61_000);
  const entries = await entriesOf(owner, 'action=session.failed');
  expect(entries).toMatchObject([
    { person: null, target: { type: 'person', id: owner.personId }, details: { count: 3 } },
    { person: null, target: { id: owner.personId }, details: { count: 1 } },
  ]);
  expect(await entriesOf(other, 'action=session.failed')).toEqual([]);
});

it('is not changed, removed or emptied by anybody', async () => {
  const owner = await people.owner();
  const refusal = 'entries of the audit do not change';
  for (const statement of [
    `UPDATE audit_entries SET action = 'x'`,
    `UPDATE audit_entries SET target_name = 'removed person', action = 'x'`,
    'DELETE FROM audit_entries',
    'TRUNCATE audit_entries',
  ])
    await expect(dataSource.query(statement)).rejects.toThrow(refusal);
  expect((await entriesOf(owner)).length).toBeGreaterThan(0);
});

it('ends an entry after 400 days', async () => {
  const owner = await people.owner();
  for (const days of [399, 401]) {
    const at = new Date(Date.now() - days * 86_400_000);
    const values = [owner.organization.id, uuidv7({ msecs: at.getTime() }), at];
    await dataSource.query(
      `INSERT INTO audit_entries (organization_id, id, at, action) VALUES ($1, $2, $3, 'member.changed')`,
      values,
    );
  }
  for await (const removed of running.app.get(AuditExpiry).run()) expect(removed).toBeGreaterThanOrEqual(0);
  expect(await entriesOf(owner, 'action=member.changed')).toHaveLength(1);
});

it('calls a person who has removed the account so, also where the address was invited', async () => {
  const owner = await people.owner();
  const email = people.newEmail();
  const member = await people.member(owner, 'viewer', { email });
  await ok(member.delete('me'));
  const text = JSON.stringify(await entriesOf(owner));
  expect(text).toContain('removed person');
  expect(text).not.toContain(email);
});

it('is listed page by page, by time, action, person and API key', async () => {
  const owner = await people.owner();
  for (let i = 0; i < 5; i++) await ok(owner.post('api-keys', { name: `${i}`, scopes: ['projects:read'] }));
  const all = await entriesOf(owner);
  const paged: Json[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body } = await owner.get(`audit?limit=2${cursor && `&cursor=${cursor}`}`);
    paged.push(...body.entries);
    cursor = body.nextCursor;
  }
  expect(paged).toEqual(all);
  const [newest, , third] = all;
  expect(await entriesOf(owner, `since=${third.at}`)).toEqual(all.filter(({ at }) => at >= third.at));
  expect(await entriesOf(owner, `until=${third.at}`)).toEqual(all.filter(({ at }) => at <= third.at));
  expect(await entriesOf(owner, `action=api-key.created&personId=${owner.personId}`)).toHaveLength(5);
  const ofOwner = all.filter(({ person }) => person?.id === owner.personId);
  expect(await entriesOf(owner, `personId=${owner.personId}`)).toEqual(ofOwner);
  expect(await entriesOf(owner, `apiKeyId=${newest.target.id}`)).toEqual([]);
  expect((await owner.get('audit?cursor=x')).body.code).toBe('validation_failed');
});

it('is for members:manage; a caller of some projects sees what concerns these', async () => {
  const owner = await people.owner();
  const project = async (): Promise<string> =>
    (await ok(owner.post('projects', { name: 'x', sourceLanguage: 'en' }))).project.id;
  const [own, other] = [await project(), await project()];
  const manager = await people.member(owner, 'manager', { projectIds: [own] });
  const url = 'https://example.com/hook';
  for (const id of [own, other]) await ok(owner.post(`projects/${id}/webhooks`, { url }));
  expect((await entriesOf(manager)).map(({ projectId }) => projectId)).toEqual([own]);
  const developer = await people.member(owner, 'developer');
  expect(await developer.get('audit')).toMatchObject({ status: 403, body: { code: 'missing_scope' } });
  const stranger = await people.owner();
  expect(JSON.stringify(await entriesOf(stranger))).not.toContain(owner.personId);
});

it('has a line of the log for each entry, and none for what is rolled back', async () => {
  const owner = await people.owner();
  const log = jest.spyOn(Logger.prototype, 'log').mockImplementation();
  const linesOf = (): unknown[] =>
    log.mock.calls.flatMap(([line]) => {
      const { audit } = line as { audit?: string };
      return audit === undefined ? [] : [audit];
    });
  try {
    await dataSource.query(
      `INSERT INTO api_keys (id, organization_id, name, scopes, secret_hash, hint)
       SELECT gen_random_uuid(), $1::uuid, 'x', '{projects:read}', sha256(convert_to($1::text || n, 'UTF8')), 'xxxx' FROM generate_series(1, 998) n`,
      [owner.organization.id],
    );
    const create = (): Promise<{ status: number }> => owner.post('api-keys', { name: 'x', scopes: ['projects:read'] });
    expect([(await create()).status, (await create()).status]).toEqual([201, 400]);
    expect(linesOf()).toEqual(['api-key.created']);
    const body = { name: 'New', plan: 'free' };
    await ok(running.operator.post('organizations', body));
    await signIn(owner);
    const ofOperator = ['api-key.created', 'api-key.created', 'organization.created'];
    expect(linesOf()).toEqual(['api-key.created', ...ofOperator, 'session.begun']);
  } finally {
    log.mockRestore();
  }
});
