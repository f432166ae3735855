import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Database } from '../src/database/database';
import { AnswerExpiry } from '../src/idempotency/answer-expiry';
import type { ApiResponse, Client, Json } from './support/client';
import type { GivenOrganization } from './support/given';
import { runToEnd } from './support/jobs';
import { startReplicas } from './support/replicas';
import type { RunningApp } from './support/start-app';

describe('Idempotency-Key', () => {
  let running: RunningApp;
  let other: RunningApp;
  let close: () => Promise<void>;
  let database: Database;
  beforeAll(async () => {
    ({ one: running, other, close } = await startReplicas());
    database = running.app.get(Database);
  });
  afterAll(() => close());

  let api: Client;
  let id: string;
  let organization: GivenOrganization;
  let key: string;
  beforeEach(async () => {
    ({ api, id, organization } = await running.given.project({ keys: [{ name: 'a', value: 'A' }] }));
    key = randomUUID();
  });

  const sql = <Row>(statement: string, values: unknown[] = []): Promise<Row[]> => database.rows<Row>(statement, values);
  const elsewhere = (): Client => other.operator.as(organization.secret);
  const withKey = (value = key) => ({ headers: { 'idempotency-key': value } });
  const createKey = (client = api, name = 'b', value = key): Promise<ApiResponse> =>
    client.post(`projects/${id}/keys`, { name, value: 'B' }, withKey(value));
  const project = async (): Promise<Json> => (await api.get(`projects/${id}`)).body.project;
  const form = (texts: object): FormData => {
    const sent = new FormData();
    sent.append('details', 'true');
    sent.append('file', new Blob([JSON.stringify(texts)]), 'de.json');
    return sent;
  };

  const OPERATIONS: [string, (client: Client) => Promise<ApiResponse>][] = [
    ['a project', (client) => client.post('projects', { name: 'New', sourceLanguage: 'en' }, withKey())],
    ['a key', (client) => createKey(client)],
    [
      'a batch',
      (client) => client.post(`projects/${id}/keys/batch`, { create: [{ name: 'b', value: '' }] }, withKey()),
    ],
    // The boundary of a form is another one each time.
    [
      'an import of a form',
      (client) => client.send('POST', `projects/${id}/import`, { body: form({ a: 'Ä', b: 'B' }), ...withKey() }),
    ],
    [
      'an import of a file',
      (client) =>
        client.send('POST', `projects/${id}/import?format=json&language=de`, { body: '{"a":"Ä"}', ...withKey() }),
    ],
  ];

  it.each(OPERATIONS)(
    'answers a repeated request for %s as the first one, on any replica, and does nothing',
    async (_, send) => {
      const first = await send(api);
      expect(first.status).toBeLessThan(300);
      expect(first.headers.has('idempotent-replayed')).toBe(false);
      const state = async () => [await project(), (await api.get('projects')).body.projects.length];
      const before = await state();
      for (const client of [api, elsewhere()]) {
        const { status, headers, bytes } = await send(client);
        expect({ status, body: bytes.toString() }).toEqual({ status: first.status, body: first.bytes.toString() });
        expect(headers.get('idempotent-replayed')).toBe('true');
        for (const name of ['etag', 'x-glossa-revision', 'content-type']) {
          expect(headers.get(name)).toBe(first.headers.get(name));
        }
      }
      expect(await state()).toEqual(before);
    },
  );

  it.each<[string, (path: string) => Promise<ApiResponse>]>([
    ['another body', () => createKey(api, 'c')],
    ['another path', (path) => api.post(`${path}/batch`, { create: [{ name: 'c', value: 'C' }] }, withKey())],
    ['another operation', () => api.post('projects', { name: 'New', sourceLanguage: 'en' }, withKey())],
    ['another file', () => api.send('POST', `projects/${id}/import`, { body: form({ c: 'C' }), ...withKey() })],
  ])('refuses the same key for %s', async (_, send) => {
    await createKey();
    const before = await project();
    const { status, body } = await send(`projects/${id}/keys`);
    expect({ status, body }).toMatchObject({
      status: 400,
      body: {
        code: 'idempotency_key_reused',
        errors: [{ parameter: 'Idempotency-Key', code: 'idempotency_key_reused' }],
      },
    });
    expect(await project()).toEqual(before);
  });

  it('refuses the same key for another query', async () => {
    const send = (query: string) =>
      api.send('POST', `projects/${id}/import?format=json&language=de${query}`, { body: '{"a":"Ä"}', ...withKey() });
    expect((await send('')).status).toBe(200);
    expect((await send('&dryRun=true')).body.code).toBe('idempotency_key_reused');
  });

  it('has one effect, however many requests are sent at the same time to all replicas', async () => {
    const responses = await Promise.all(Array.from({ length: 10 }, (_, i) => createKey(i % 2 ? elsewhere() : api)));
    const done = responses.filter(({ status, headers }) => status === 201 && !headers.has('idempotent-replayed'));
    expect(done).toHaveLength(1);
    for (const { status, body, headers } of responses) {
      if (status === 201) expect(body).toEqual(done[0]?.body);
      else expect([status, body.code, headers.get('retry-after')]).toEqual([429, 'request_in_progress', '1']);
    }
    expect(await project()).toMatchObject({ stringCount: 2, revision: 2 });
  });

  /** Runs `work` while no write of the project can proceed. */
  async function whileLocked<T>(work: () => Promise<T>): Promise<T> {
    const lock = `BEGIN; SELECT FROM projects WHERE id = '${id}' FOR UPDATE`;
    return database.transaction(lock, () => work());
  }

  it('answers 429 while the first request is under way, and with its answer afterwards', async () => {
    const { both, refused } = await whileLocked(async () => {
      const sent = [createKey(), createKey()];
      return { both: sent, refused: await Promise.race(sent) };
    });
    expect(refused).toMatchObject({ status: 429, body: { code: 'request_in_progress' } });
    const done = (await Promise.all(both)).filter(({ status }) => status === 201);
    expect(done).toHaveLength(1);
    expect((await createKey()).body).toEqual(done[0]?.body);
  });

  /** An embedded database has one transaction at a time, and no replicas. */
  (process.env.DATABASE_URL ? describe : describe.skip)('while a request is under way on another replica', () => {
    async function begin(): Promise<{ first: Promise<ApiResponse> }> {
      const first = createKey();
      const locked = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND database =
        (SELECT oid FROM pg_database WHERE datname = current_database())`;
      while ((await sql(locked)).length === 0) await delay(10);
      return { first };
    }

    it('answers 429 to a request with the same key', async () => {
      const { first, second } = await whileLocked(async () => ({
        ...(await begin()),
        second: await createKey(elsewhere()),
      }));
      expect(second).toMatchObject({ status: 429, body: { code: 'request_in_progress' } });
      const { body } = await first;
      const third = await createKey(elsewhere());
      expect([third.status, third.body]).toEqual([201, body]);
    });

    it('answers requests of the organization with other keys', async () => {
      const { first, second } = await whileLocked(async () => {
        const begun = await begin();
        const project = { name: 'New', sourceLanguage: 'en' };
        return { ...begun, second: await elsewhere().post('projects', project, withKey(randomUUID())) };
      });
      expect([second.status, (await first).status]).toEqual([201, 201]);
    });
  });

  it('keeps no answer of a request that failed: a repetition is a new attempt', async () => {
    expect((await createKey(api, 'a')).body.code).toBe('key_exists');
    const { keys } = (await api.get(`projects/${id}/keys`)).body;
    await api.delete(`keys/${keys[0].id}`);
    const { status, headers } = await createKey(api, 'a');
    expect([status, headers.has('idempotent-replayed')]).toEqual([201, false]);
  });

  it('keeps no answer of a write whose commit failed, and the repetition does it', async () => {
    await sql(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`);
    await sql(`CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON kept_answers DEFERRABLE INITIALLY DEFERRED
               FOR EACH ROW EXECUTE FUNCTION refuse()`);
    const before = await project();
    expect((await createKey()).status).toBe(500);
    await sql('DROP TRIGGER refuse ON kept_answers');
    await sql('DROP FUNCTION refuse');
    expect(await project()).toEqual(before);
    const { status, headers } = await createKey();
    expect([status, headers.has('idempotent-replayed')]).toEqual([201, false]);
  });

  it('keeps the answers of each organization apart', async () => {
    await createKey();
    const { api: stranger } = await running.given.organization();
    const sent = await stranger.post('projects', { name: 'New', sourceLanguage: 'en' }, withKey());
    expect([sent.status, sent.headers.has('idempotent-replayed')]).toEqual([201, false]);
    expect((await createKey(stranger)).status).toBe(404);
  });

  it('shows an answer only to API keys of the organization that can see the project', async () => {
    const { body } = await createKey();
    const { id: another } = await running.given.project({ organization });
    const seeing = await running.given.apiKey({ organization, projectIds: [id] });
    const blind = await running.given.apiKey({ organization, projectIds: [another] });
    expect((await createKey(seeing.api)).body).toEqual(body);
    expect((await createKey(blind.api)).body.code).toBe('project_not_found');
    await api.delete(`projects/${id}`);
    expect((await createKey()).body.code).toBe('project_not_found');
  });

  it('forgets an answer after 24 hours, and removes it from the database', async () => {
    await createKey();
    const [row] = await sql<{ hours: number }>(
      `SELECT extract(epoch FROM expires_at - now())::float8 / 3600 AS hours FROM kept_answers WHERE key = $1`,
      [key],
    );
    expect(row?.hours).toBeCloseTo(24, 1);
    const expire = () => sql(`UPDATE kept_answers SET expires_at = now() - interval '1 second' WHERE key = $1`, [key]);
    await expire();
    expect((await createKey()).body.code).toBe('key_exists');
    expect((await createKey(api, 'c')).status).toBe(201);
    expect((await createKey(api, 'c')).headers.get('idempotent-replayed')).toBe('true');
    const kept = randomUUID();
    await createKey(api, 'd', kept);
    await expire();
    await runToEnd(running.app.get(AnswerExpiry));
    const left = await sql(`SELECT key FROM kept_answers WHERE key = ANY ($1)`, [[key, kept]]);
    expect(left).toEqual([{ key: kept }]);
  });

  it.each([
    ['an empty key', '', 'invalid_character'],
    ['a key with a space', 'a b', 'invalid_character'],
    ['a key beyond ASCII', 'é', 'invalid_character'],
    ['256 characters', 'x'.repeat(256), 'too_long'],
  ])('refuses %s', async (_, value, code) => {
    expect(await createKey(api, 'b', value)).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ parameter: 'Idempotency-Key', code }] },
    });
  });

  it.each([
    ['one character', '!'],
    ['a key in quotes', '"8e03978e-40d5-43dd-bc93-6894a57f9324"'],
    ['255 characters', '~'.repeat(255)],
  ])('accepts %s', async (_, value) => {
    const { status, body } = await createKey(api, 'b', value);
    expect(status).toBe(201);
    expect((await createKey(api, 'b', value)).body).toEqual(body);
  });

  it('is refused where the response has a secret, before anything is done', async () => {
    const requests = [
      () => api.post('api-keys', { name: 'Build', scopes: ['translations:read'] }, withKey()),
      () => running.operator.post('organizations', { name: 'New', plan: 'free' }, withKey()),
    ];
    for (const send of requests) {
      expect(await send()).toMatchObject({
        status: 400,
        body: { errors: [{ parameter: 'Idempotency-Key', code: 'not_allowed' }] },
      });
    }
    expect((await api.get('api-keys')).body.apiKeys).toHaveLength(1);
  });

  it('is ignored by methods that have the same effect when they are repeated', async () => {
    const { keys } = (await api.get(`projects/${id}/keys`, withKey())).body;
    expect((await api.put(`keys/${keys[0].id}`, { value: 'B' }, withKey())).status).toBe(200);
    expect((await api.put(`keys/${keys[0].id}`, { value: 'C' }, withKey())).status).toBe(200);
    expect((await createKey()).status).toBe(201);
  });

  it('answers 401 and 403 before the key is read', async () => {
    await createKey();
    const reader = await running.given.apiKey({ organization, scopes: ['translations:read'] });
    expect((await createKey(running.anonymous)).status).toBe(401);
    expect((await createKey(reader.api)).status).toBe(403);
  });

  it('writes nothing if the answer is too large to be kept', async () => {
    const before = await project();
    const create = Array.from({ length: 70 }, (_, i) => ({ name: `long ${i}`, value: 'x'.repeat(65_000) }));
    const send = (headers?: { headers: Record<string, string> }) =>
      api.post(`projects/${id}/keys/batch`, { create }, headers);
    expect(await send(withKey())).toMatchObject({ status: 400, body: { code: 'limit_exceeded' } });
    expect(await project()).toEqual(before);
    expect((await send()).status).toBe(200);
  });

  it('keeps at most 100,000 answers of an organization, and still knows those', async () => {
    const { body } = await createKey();
    const { id: full, api: ofFull } = await running.given.organization();
    await sql(
      `INSERT INTO kept_answers (organization_id, key, request, headers, body, expires_at)
       SELECT $1, 'filler ' || i, '', '{}', '{}', now() + interval '1 hour' FROM generate_series(1, 100000) i`,
      [full],
    );
    const sent = await ofFull.post('projects', { name: 'New', sourceLanguage: 'en' }, withKey());
    expect(sent).toMatchObject({ status: 400, body: { code: 'limit_exceeded' } });
    expect((await ofFull.post('projects', { name: 'New', sourceLanguage: 'en' })).status).toBe(201);
    expect((await createKey()).body).toEqual(body);
  });
});
