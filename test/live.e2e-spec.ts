import { connect } from 'node:net';
import { Authenticator } from '../src/auth/authenticator';
import { HEADERS_TIMEOUT_MS } from '../src/http/connections/connection-limits';
import { type Principal, serviceOf } from '../src/common/access/principal';
import { EventStream, MAX_WAITING_BYTES } from '../src/live/event-stream';
import { LiveHub, POLL_MS } from '../src/live/live-hub';
import { OpenStream } from './support/event-stream';
import { GivenPeople } from './support/people';
import { until } from './support/receiver';
import type { GivenOrganization } from './support/given';
import { type Replicas, startReplicas } from './support/replicas';
import { type RunningApp, startApp } from './support/start-app';

describe('the events of a project', () => {
  let replicas: Replicas;
  let people: GivenPeople;
  const streams: OpenStream[] = [];
  beforeAll(async () => {
    replicas = await startReplicas();
    people = new GivenPeople(replicas.one);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    streams.splice(0).forEach((stream) => stream.kill());
  });
  afterAll(() => replicas.close());

  async function follow(
    secret: string,
    projectId: string,
    { at = replicas.one.url, query = '', lastEventId }: { at?: string; query?: string; lastEventId?: string } = {},
  ): Promise<OpenStream> {
    const stream = await OpenStream.open(`${at}/api/v1/projects/${projectId}/events${query}`, {
      authorization: `Bearer ${secret}`,
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    });
    streams.push(stream);
    return stream;
  }

  /**
   * Begins to count the polls of a replica, which are a clock that a busy machine does not advance.
   *
   * @returns a function that returns the milliseconds since then
   */
  function startClock(replica: RunningApp): () => number {
    const polls = jest.spyOn(replica.app.get(LiveHub), 'wake');
    return () => polls.mock.calls.length * POLL_MS;
  }

  async function given(ofPersons?: GivenOrganization) {
    const { organization, secret, api } = await replicas.one.given.apiKey({ organization: ofPersons });
    const keys = [{ name: 'home.title', value: 'Home' }];
    const project = await replicas.one.given.project({ organization, keys, targetLanguages: ['de'] });
    const key = { id: project.keyIds[0] ?? '' };
    const write = (text: string) => api.put(`keys/${key.id}`, { translations: { de: text } });
    return { organization, secret, api, project, key, write };
  }

  it('arrive within 2 s, from another replica too', async () => {
    const { secret, project, key, write } = await given();
    const stream = await follow(secret, project.id, { at: replicas.other.url });
    expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(stream.headers.get('x-accel-buffering')).toBe('no');
    expect(stream.headers.get('content-encoding')).toBeNull();
    const ready = await stream.nth(0);
    await write('Start');
    const ms = startClock(replicas.other);
    const change = await stream.nth(1);
    expect(ms()).toBeLessThanOrEqual(2_000);
    expect(change).toMatchObject({
      id: Number(ready.id) + 1,
      event: 'change',
      data: { revision: Number(ready.id) + 1, keyIds: [key.id], languages: ['de'], person: null },
    });
    expect(change.data.apiKey.name).toEqual(expect.any(String));
  });

  it.each([
    ['others on the key stay', true],
    ['it is the only one of the key', false],
  ])('tell of a comment that is deleted long after it was written: %s', async (_, hasOther) => {
    const { secret, api, project, key } = await given();
    const { comment } = (await api.post(`keys/${key.id}/comments`, { text: 'Old' })).body;
    if (hasOther) await api.post(`keys/${key.id}/comments`, { text: 'Another one' });
    const other = (await api.post(`projects/${project.id}/keys`, { name: 'home.text', value: 'Text' })).body.key;
    for (let count = 0; count < 25; count++) await api.post(`keys/${other.id}/comments`, { text: `Newer ${count}` });
    const stream = await follow(secret, project.id);
    await stream.nth(0);
    await api.delete(`comments/${comment.id}`);
    expect(await stream.nth(1)).toEqual({ event: 'comments', data: { keyIds: [key.id] } });
  });

  it('tell of the keys whose comments change, from another replica too', async () => {
    const { secret, project, key, api } = await given();
    await api.post(`keys/${key.id}/comments`, { text: 'Before the stream' });
    const stream = await follow(secret, project.id, { at: replicas.other.url });
    await stream.nth(0);
    const told = { event: 'comments', data: { keyIds: [key.id] } };
    const { comment } = (await api.post(`keys/${key.id}/comments`, { text: 'New' })).body;
    expect(await stream.nth(1)).toEqual(told);
    await api.patch(`comments/${comment.id}`, { resolved: true });
    expect(await stream.nth(2)).toEqual(told);
    await api.delete(`comments/${comment.id}`);
    expect(await stream.nth(3)).toEqual(told);
  });

  it('are those after the last event that a client has received, none twice and none left out', async () => {
    const { secret, project, write } = await given();
    const first = await follow(secret, project.id);
    const ready = await first.nth(0);
    first.kill();
    for (const text of ['a', 'b', 'c']) await write(text);
    const second = await follow(secret, project.id, { lastEventId: String(ready.id) });
    const events = await second.until((all) => all.length >= 3);
    expect(events.map(({ id }) => id)).toEqual([1, 2, 3].map((n) => Number(ready.id) + n));
    await write('d');
    await second.until((all) => all.at(-1)?.id === Number(ready.id) + 4);
  });

  it('are a reset where a client has missed more than 100 changes, or is ahead of the project', async () => {
    const { secret, project, write } = await given();
    for (let i = 0; i <= 100; i++) await write(`text ${i}`);
    for (const since of [1, 1_000_000]) {
      const stream = await follow(secret, project.id, { query: `?since=${since}&once=true` });
      await stream.end();
      expect(stream.events).toEqual([
        { id: expect.any(Number), event: 'reset', data: { revision: expect.any(Number) } },
      ]);
    }
  });

  it('are all that a client with `once` has missed, also beside a client that has missed more than 100', async () => {
    const { secret, project, organization, write } = await given();
    for (let i = 0; i <= 110; i++) await write(`text ${i}`);
    const stream = await follow(secret, project.id);
    const { data } = await stream.nth(0);
    const revision = Number(data.revision);
    const hub = replicas.one.app.get(LiveHub);
    const principal: Principal = { ...serviceOf(organization.id), scopes: new Set(['translations:read']) };
    const open = (since: number): EventStream =>
      hub.open({
        principal,
        projectId: project.id,
        revision: since,
        once: true,
        identify: () => Promise.resolve(principal),
      });
    // A poll is under way after the first one is opened, so that the next poll reads for the other two.
    const [, , missing] = [open(revision), open(1), open(revision - 50)];
    const text = (await missing.toArray()).join('');
    expect(text.match(/^id: \d+$/gm)).toEqual(Array.from({ length: 50 }, (_, i) => `id: ${revision - 49 + i}`));
  });

  it('name no key of a change that concerned more than 50', async () => {
    const { secret, project, api } = await given();
    const stream = await follow(secret, project.id);
    await stream.until((events) => events.length > 0);
    const create = Array.from({ length: 51 }, (_, i) => ({ name: `k${i}`, value: 'x' }));
    const response = await api.post(`projects/${project.id}/keys/batch`, { create });
    expect(response.status).toBeLessThan(300);
    const change = await stream.nth(1);
    expect(change.data).toMatchObject({ keyIds: null });
  });

  it('end within 5 s when the API key is revoked', async () => {
    const { organization, project } = await given();
    const key = await replicas.one.given.apiKey({ organization });
    const stream = await follow(key.secret, project.id, { at: replicas.other.url });
    await stream.until((events) => events.length > 0);
    await organization.api.delete(`api-keys/${key.id}`);
    const ms = startClock(replicas.other);
    await stream.end();
    expect(ms()).toBeLessThanOrEqual(5_500);
  });

  it('are not those of a project of another organization', async () => {
    const [{ project }, { secret }] = [await given(), await given()];
    expect((await follow(secret, project.id)).status).toBe(404);
  });

  it('go to 200 clients, and a caller has at most 20 streams', async () => {
    const { organization, project, write } = await given();
    const keys = await Promise.all(Array.from({ length: 10 }, () => replicas.one.given.apiKey({ organization })));
    const all = await Promise.all(
      keys.flatMap(({ secret }) => Array.from({ length: 20 }, () => follow(secret, project.id))),
    );
    await Promise.all(all.map((stream) => stream.until((events) => events.length > 0)));
    const refused = await follow(keys[0]?.secret ?? '', project.id);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('5');
    await write('for all');
    const ms = startClock(replicas.one);
    await Promise.all(all.map((stream) => stream.until((events) => events.length > 1)));
    expect(ms()).toBeLessThanOrEqual(2_000);
    all.forEach((stream) => stream.kill());
    const hub = replicas.one.app.get(LiveHub);
    while (hub.size > 0) await new Promise((resolve) => setImmediate(resolve));
  });

  it('forget a client whose connection is reset', async () => {
    const { secret, project } = await given();
    const hub = replicas.one.app.get(LiveHub);
    const { hostname, port } = new URL(replicas.one.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `GET /api/v1/projects/${project.id}/events HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAuthorization: Bearer ${secret}\r\n\r\n`,
    );
    await new Promise((resolve) => socket.once('data', resolve));
    expect(hub.size).toBe(1);
    socket.resetAndDestroy();
    while (hub.size > 0) await new Promise((resolve) => setImmediate(resolve));
  });

  it('do not stay open for a HEAD, which has the headers of the stream', async () => {
    const { secret, project } = await given();
    const { hub, url } = { hub: replicas.one.app.get(LiveHub), url: replicas.one.url };
    const headers = { authorization: `Bearer ${secret}` };
    const response = await fetch(`${url}/api/v1/projects/${project.id}/events`, { method: 'HEAD', headers });
    expect([response.status, hub.size]).toEqual([200, 0]);
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const unknown = `${url}/api/v1/projects/019a9f3e-0000-7000-8000-000000000000/events`;
    expect((await fetch(unknown, { method: 'HEAD', headers })).status).toBe(404);
  });

  describe('with persons', () => {
    it('tell who is at which text, until the person leaves, and write no history', async () => {
      const ada = await people.owner();
      const { organization, secret, project, key } = await given(ada.organization);
      const stream = await follow(secret, project.id, { at: replicas.other.url });
      const ready = await stream.nth(0);
      const path = `projects/${project.id}/presence`;
      expect(await ada.put(path, { keyId: key.id, language: 'de' })).toMatchObject({ status: 200 });
      const events = await stream.until((all) => all.length > 1);
      expect(events[1]).toEqual({
        event: 'presence',
        data: { persons: [{ person: { id: ada.personId, name: expect.any(String) }, keyId: key.id, language: 'de' }] },
      });
      await ada.put(path, {});
      await stream.until((all) => all.length > 2 && all.at(-1)!.data.persons.length === 0);
      const { body } = await organization.api.get(`projects/${project.id}`);
      expect(body.project.revision).toBe(ready.id);
    });

    it('refuse a place that is none, and API keys', async () => {
      const ada = await people.owner();
      const { api, project, key } = await given(ada.organization);
      const path = `projects/${project.id}/presence`;
      const other = await given();
      expect((await ada.put(path, { keyId: other.key.id, language: 'de' })).body.code).toBe('key_not_found');
      expect((await ada.put(path, { keyId: key.id, language: 'fr' })).body.code).toBe('unknown_language');
      expect((await ada.put(path, { keyId: key.id })).body.code).toBe('validation_failed');
      expect((await api.put(path, { keyId: key.id, language: 'de' })).body.code).toBe('person_required');
    });

    async function followInSession(cookie: string, projectId: string): Promise<OpenStream> {
      const stream = await OpenStream.open(`${replicas.other.url}/api/v1/projects/${projectId}/events`, { cookie });
      streams.push(stream);
      await stream.until((events) => events.length > 0);
      return stream;
    }

    it('go on while the session lasts', async () => {
      const ada = await people.owner();
      const { project, write } = await given(ada.organization);
      const stream = await followInSession(ada.cookie, project.id);
      const identified = jest.spyOn(replicas.other.app.get(Authenticator), 'identifyAgain');
      await until(() => stream.isEnded || identified.mock.calls.length >= 2);
      await write('Start');
      expect(await stream.nth(1)).toMatchObject({ event: 'change' });
    });

    it('end within 5 s when the session ends', async () => {
      const ada = await people.owner();
      const { project } = await given(ada.organization);
      const stream = await followInSession(ada.cookie, project.id);
      await ada.delete('session');
      const ms = startClock(replicas.other);
      await stream.end();
      expect(ms()).toBeLessThanOrEqual(5_500);
    });
  });
});

it('a connection without a request does not delay the end of the service', async () => {
  const running = await startApp();
  const begin = performance.now();
  const socket = connect(Number(new URL(running.url).port), '127.0.0.1');
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await new Promise((resolve) => socket.once('connect', resolve));
  // A response on another connection: the first one is accepted.
  await running.anonymous.get('sign-in-ways');
  await running.close();
  await closed;
  expect(performance.now() - begin).toBeLessThan(HEADERS_TIMEOUT_MS);
});

it('streams end when the service shuts down, and no other begins', async () => {
  const running = await startApp();
  const project = await running.given.project();
  const url = `${running.url}/api/v1/projects/${project.id}/events`;
  const headers = { authorization: `Bearer ${project.organization.secret}` };
  const stream = await OpenStream.open(url, headers);
  await stream.nth(0);
  running.app.get(LiveHub).end();
  await stream.end();
  expect((await OpenStream.open(url, headers)).status).toBe(429);
  await running.close();
});

it('a client that does not read is disconnected before more than its limit waits', () => {
  const stream = new EventStream();
  const data = 'x'.repeat(1_000);
  for (let i = 0; i < 1_000; i++) {
    stream.send('change', data, i);
    expect(stream.readableLength).toBeLessThanOrEqual(MAX_WAITING_BYTES + 2_000);
  }
  expect(stream.destroyed).toBe(true);
});
