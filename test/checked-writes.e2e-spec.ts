import { randomBytes } from 'node:crypto';
import { DataSource } from 'typeorm';
import { TENANT_SCOPES } from '../src/common/access/scope';
import type { ApiResponse, Json } from './support/client';
import { cookieOf, GivenPeople } from './support/people';
import { sendPicture, TINY_PNG } from './support/pictures';
import { type RunningApp, startApp } from './support/start-app';

let running: RunningApp;
let people: GivenPeople;
beforeAll(async () => {
  running = await startApp();
  people = new GivenPeople(running);
});
afterAll(() => running.close());

/** Sends the requests of a caller. */
type Caller = Record<'get' | 'delete', (path: string) => Promise<ApiResponse>> &
  Record<'post' | 'put' | 'patch', (path: string, body?: unknown) => Promise<ApiResponse>>;

type Owner = Awaited<ReturnType<GivenPeople['owner']>>;

/** A project with one of each thing that requests write. */
async function given() {
  const owner = await people.owner();
  const { api } = owner.organization;
  const keys = [{ name: 'a', value: 'A', translations: { de: 'A ' } }];
  const { id, keyIds } = await running.given.project({
    organization: owner.organization,
    targetLanguages: ['de'],
    keys,
  });
  const [key = ''] = keyIds;
  const made = async (answer: Promise<ApiResponse>): Promise<ApiResponse['body']> => {
    const { status, body } = await answer;
    if (status >= 300) throw new Error(`not made: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const assignment = { memberId: owner.memberId, languages: ['de'] };
  const { webhook } = await made(api.post(`projects/${id}/webhooks`, { url: URL, events: ['release.published'] }));
  return {
    ...{ owner, project: id, key },
    webhook: webhook.id,
    delivery: (await made(api.post(`webhooks/${webhook.id}/test`))).delivery.id,
    comment: (await made(api.post(`keys/${key}/comments`, { text: 'Hm' }))).comment.id,
    screenshot: (await made(sendPicture(api, id, { file: TINY_PNG }))).screenshot.id,
    release: (await made(api.post(`projects/${id}/releases`, { channel: 'production' }))).release.id,
    token: (await made(api.post(`projects/${id}/delivery-tokens`, { name: 'Web' }))).deliveryToken.id,
    term: (await made(api.post('glossary', { term: 'Cart' }))).term.id,
    assignment: (await made(api.post(`projects/${id}/assignments`, assignment))).assignments[0].id,
    provider: await made(api.put(PROVIDER, { provider: 'deepl', apiKey: 'x' })),
  };
}
type Given = Awaited<ReturnType<typeof given>>;

const URL = 'https://receiver.invalid/';
const PROVIDER = 'machine-translation/provider';

/** The writes that may wait for others. Writes of API keys, members and links have tests of their own. */
const WRITES: Record<string, (caller: Caller, at: Given) => Promise<ApiResponse>> = {
  'a key': (caller, { project }) => caller.post(`projects/${project}/keys`, { name: 'b', value: 'B' }),
  'a text': (caller, { key }) => caller.put(`keys/${key}`, { value: 'B' }),
  'the settings of a project': (caller, { project }) => caller.patch(`projects/${project}`, { name: 'New' }),
  'an ignored finding': (caller, { key }) =>
    caller.post(`keys/${key}/checks`, { language: 'de', code: 'trailing_space', ignored: true }),
  'a finding that is not ignored': (caller, { key }) =>
    caller.post(`keys/${key}/checks`, { language: 'de', code: 'trailing_space', ignored: false }),
  'a new comment': (caller, { key }) => caller.post(`keys/${key}/comments`, { text: 'Oh' }),
  'a resolved comment': (caller, { comment }) => caller.patch(`comments/${comment}`, { resolved: true }),
  'regions of a screenshot': (caller, { screenshot }) => caller.patch(`screenshots/${screenshot}`, { keys: [] }),
  'a deleted screenshot': (caller, { screenshot }) => caller.delete(`screenshots/${screenshot}`),
  'a release': (caller, { project }) => caller.post(`projects/${project}/releases`, { channel: 'production' }),
  'a channel': (caller, { project, release }) => caller.put(`projects/${project}/channels/beta`, { release }),
  'a deleted channel': (caller, { project }) => caller.delete(`projects/${project}/channels/production`),
  'a delivery token': (caller, { project }) => caller.post(`projects/${project}/delivery-tokens`, { name: 'App' }),
  'a revoked delivery token': (caller, { token }) => caller.delete(`delivery-tokens/${token}`),
  'a webhook': (caller, { project }) => caller.post(`projects/${project}/webhooks`, { url: URL }),
  'a changed webhook': (caller, { webhook }) => caller.patch(`webhooks/${webhook}`, { events: ['comment.created'] }),
  'a secret of a webhook': (caller, { webhook }) => caller.post(`webhooks/${webhook}/rotate`),
  'a message to a webhook': (caller, { webhook }) => caller.post(`webhooks/${webhook}/test`),
  'a repeated message': (caller, { delivery }) => caller.post(`deliveries/${delivery}/redeliver`),
  'a term': (caller) => caller.post('glossary', { term: 'Basket' }),
  'a changed term': (caller, { term }) => caller.patch(`glossary/${term}`, { definition: 'x' }),
  'a deleted term': (caller, { term }) => caller.delete(`glossary/${term}`),
  'an assignment': (caller, { project, owner }) =>
    caller.post(`projects/${project}/assignments`, { memberId: owner.memberId, languages: ['de'], task: 'review' }),
  'an ended assignment': (caller, { assignment }) => caller.delete(`assignments/${assignment}`),
  'a provider': (caller) => caller.put(PROVIDER, { provider: 'google', apiKey: 'x' }),
  'a removed provider': (caller) => caller.delete(PROVIDER),
  'a deleted project': (caller, { project }) => caller.delete(`projects/${project}`),
};

/** The state that the writes change. */
async function stateOf({ owner, project, key, webhook }: Given): Promise<unknown[]> {
  const { api } = owner.organization;
  const ofProject = ['', '/keys', '/checks', '/screenshots', '/releases', '/channels', '/delivery-tokens', '/webhooks'];
  const paths = [...ofProject, '/assignments'].map((path) => `projects/${project}${path}`);
  paths.push(`keys/${key}/comments`, 'glossary', PROVIDER);
  const answers = [];
  for (const path of paths) {
    const { status, body } = await api.get(path);
    answers.push({ path, status, body });
  }
  expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
  const { deliveries } = (await api.get(`webhooks/${webhook}/deliveries`)).body;
  // Attempts are made meanwhile.
  return [...answers, deliveries.map(({ id }: Json) => id)];
}

const sql = (statement: string, values: unknown[]): Promise<unknown> =>
  running.app.get(DataSource).query(statement, values);

const session = (owner: Owner): Promise<Caller> => Promise.resolve(owner);
const sessionOfApiKey = async ({ organization }: Owner): Promise<Caller> =>
  people.browser(cookieOf(await people.stranger.post('session', { apiKey: organization.secret })));
const apiKey = async ({ organization }: Owner): Promise<Caller> => {
  const { secret } = (await organization.api.post('api-keys', { name: CALLER, scopes: TENANT_SCOPES })).body.apiKey;
  return organization.api.as(secret);
};
const CALLER = 'the caller';

type Change = (owner: Owner) => Promise<unknown>;
const endSessions: Change = ({ memberId, organization }) =>
  sql(
    'DELETE FROM sessions WHERE membership_id = $1 OR api_key_id IN (SELECT id FROM api_keys WHERE organization_id = $2)',
    [memberId, organization.id],
  );
const setMember =
  (change: string): Change =>
  ({ memberId }) =>
    sql(`UPDATE memberships SET ${change} WHERE id = $1`, [memberId]);
const setApiKey =
  (change: string): Change =>
  ({ organization }) =>
    sql(`UPDATE api_keys SET ${change} WHERE organization_id = $1 AND name = $2`, [organization.id, CALLER]);

// Another replica changes the caller: this one knows it for some seconds, as a request does that waits.
describe.each<[string, (owner: Owner) => Promise<Caller>, Change, [number, string]]>([
  ['a person whose session has ended', session, endSessions, [401, 'unauthenticated']],
  ['a person with another role', session, setMember(`role = 'manager'`), [401, 'unauthenticated']],
  ['a person with other languages', session, setMember(`languages = '{de}'`), [429, 'project_busy']],
  ['an API key whose session has ended', sessionOfApiKey, endSessions, [401, 'unauthenticated']],
  [
    'an API key that was rotated',
    apiKey,
    setApiKey(`secret_hash = '\\x${randomBytes(32).toString('hex')}'`),
    [401, 'unauthenticated'],
  ],
  [
    'an API key that lost a scope',
    apiKey,
    setApiKey(`scopes = array_remove(scopes, 'api-keys:manage')`),
    [429, 'project_busy'],
  ],
])('%s', (_, begin, change, expected) => {
  it('writes nothing', async () => {
    const at = await given();
    const before = await stateOf(at);
    const caller = await begin(at.owner);
    expect((await caller.get('me')).status).toBe(200);
    await change(at.owner);
    const answers = [];
    for (const [name, write] of Object.entries(WRITES)) {
      const { status, body } = await write(caller, at);
      answers.push([name, status, body.code]);
    }
    expect(answers).toEqual(Object.keys(WRITES).map((name) => [name, ...expected]));
    expect(await stateOf(at)).toEqual(before);
  });
});

it('a caller with its rights writes all of it', async () => {
  const at = await given();
  const statuses: [string, number][] = [];
  for (const [name, write] of Object.entries(WRITES)) statuses.push([name, (await write(at.owner, at)).status]);
  expect(statuses.filter(([, status]) => status >= 300)).toEqual([]);
});
