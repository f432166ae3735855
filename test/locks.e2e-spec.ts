import { DataSource, type QueryRunner } from 'typeorm';
import { Database } from '../src/database/database';
import { isLockTimeout } from '../src/database/write-settings';
import { openDatabase } from '../src/database/open-database';
import type { ApiResponse, Client, Json } from './support/client';
import { untilWaitingForLock } from './support/lock-waits';
import { callTool } from './support/mcp';
import { cookieOf, GivenPeople, type GivenPerson } from './support/people';
import { RunningTransaction } from '../src/database/transaction';
import { SET_TEXTS } from '../src/memory/index-statements';
import { MemoryIndex } from '../src/memory/memory-index';
import { type RunningApp, startApp } from './support/start-app';
import { testDatabase } from './support/test-database';

const describeWithServer = process.env.DATABASE_URL ? describe : describe.skip;

describeWithServer('isLockTimeout', () => {
  it('recognizes a lock timeout and no other error', async () => {
    const database = await testDatabase();
    const opened = await openDatabase(database.location, []);
    const { dataSource } = opened;
    const hold = 'LOCK TABLE projects IN ACCESS EXCLUSIVE MODE';
    try {
      await dataSource.transaction(async (holder) => {
        await holder.query(hold);
        const waiter = dataSource.transaction(async (tx) => {
          await tx.query('SET LOCAL lock_timeout = 50');
          await tx.query(hold);
        });
        expect(await waiter.catch(isLockTimeout)).toBe(true);
      });
      expect(await dataSource.query('SELECT nonsense').catch(isLockTimeout)).toBe(false);
      expect(isLockTimeout(new Error('55P03'))).toBe(false);
    } finally {
      await opened.close();
      await database.drop();
    }
  });
});

// The embedded database has one connection, so that a write holds up all requests.
describeWithServer('a project that is being written for long', () => {
  let running: RunningApp;
  let holder: QueryRunner;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());
  beforeEach(async () => {
    holder = running.app.get(DataSource).createQueryRunner();
    await holder.startTransaction();
  });
  afterEach(() => holder.release());

  type Project = Awaited<ReturnType<typeof running.given.project>>;

  /** Locks projects as a write of another replica does. */
  const lock = (projects: Project[]): Promise<unknown> =>
    holder.query('SELECT FROM projects WHERE id = ANY ($1) FOR NO KEY UPDATE', [projects.map(({ id }) => id)]);

  it('is deleted after the step that indexes its texts for the memory, without a deadlock', async () => {
    const project = await running.given.project({ keys: [{ name: 'a', value: 'A' }] });
    const [{ pid }] = await holder.query('SELECT pg_backend_pid() AS pid');
    const isWaiting = 'SELECT FROM pg_stat_activity WHERE pid = $1 AND wait_event_type = $2';
    const rows = Reflect.get(RunningTransaction.prototype, 'rows');
    let deletion: Promise<unknown> | undefined;
    jest.spyOn(RunningTransaction.prototype, 'rows').mockImplementation(async function (
      this: RunningTransaction,
      statement,
      values,
    ) {
      if (statement === SET_TEXTS && values?.[0] === project.id && !deletion) {
        deletion = holder.query('DELETE FROM projects WHERE id = $1', [project.id]);
        while ((await running.app.get(DataSource).query(isWaiting, [pid, 'Lock'])).length === 0) continue;
      }
      return rows.call(this, statement, values);
    });
    const indexed = { id: project.id, organizationId: project.organization.id, sourceLanguage: 'en' };
    // The service may do the step itself.
    while (!deletion) await running.app.get(MemoryIndex).step(indexed);
    await expect(deletion).resolves.toBeDefined();
    await holder.commitTransaction();
  });

  let count = 0;
  const write = ({ api, id }: Pick<Project, 'api' | 'id'>): Promise<ApiResponse> =>
    api.post(`projects/${id}/keys`, { name: `key${++count}`, value: '' });

  it('is published at once, as it was before the write', async () => {
    const project = await running.given.project({ keys: [{ name: 'a', value: 'A' }] });
    await lock([project]);
    const { status, body } = await project.api.post(`projects/${project.id}/releases`, { channel: 'production' });
    expect([status, body.release.revision]).toEqual([201, 1]);
    const moved = await project.api.put(`projects/${project.id}/channels/staging`, { release: body.release.id });
    expect(moved.status).toBe(200);
    await holder.rollbackTransaction();
  });

  /** Makes a channel serve a release of the present revision in the transaction of the holder, as another replica does. */
  async function publishUncommitted({ api, id }: Pick<Project, 'api' | 'id'>, channel: string): Promise<void> {
    const { release } = (await api.post(`projects/${id}/releases`, { channel: 'staging' })).body;
    const columns = 'project_id, revision, channel, options, languages, file_count, bytes, api_key_name, created_at';
    await holder.query(
      `WITH made AS (
         INSERT INTO releases (id, ${columns}) SELECT gen_random_uuid(), ${columns} FROM releases WHERE id = $1
         RETURNING id, project_id)
       INSERT INTO channels (project_id, name, release_id) SELECT project_id, $2, id FROM made
       ON CONFLICT (project_id, name) DO UPDATE SET release_id = excluded.release_id`,
      [release.id, channel],
    );
  }

  it.each([
    ['a channel', 'production'],
    ['a new channel', 'beta'],
  ])('is served by %s at the later of two revisions that are published at once', async (_, channel) => {
    const project = await running.given.project({ keys: [{ name: 'a', value: 'A' }] });
    const publish = (name: string): Promise<ApiResponse> =>
      project.api.post(`projects/${project.id}/releases`, { channel: name });
    expect((await publish('production')).status).toBe(201);
    await write(project);
    await publishUncommitted(project, channel);
    await write(project);
    const publishing = publish(channel);
    await untilWaitingForLock(holder, publishing);
    await holder.commitTransaction();
    const { status, body } = await publishing;
    expect([status, body.release.channels]).toEqual([201, [channel]]);
    const { channels } = (await project.api.get(`projects/${project.id}/channels`)).body;
    expect(channels.find(({ name }: Json) => name === channel).release.revision).toBe(body.release.revision);
  });

  it('has a channel that is changed after it was moved at the same time', async () => {
    const project = await running.given.project({ keys: [{ name: 'a', value: 'A' }] });
    const { id, api } = project;
    const first = (await api.post(`projects/${id}/releases`, { channel: 'production' })).body.release;
    await write(project);
    await publishUncommitted(project, 'production');
    const changing = api.put(`projects/${id}/channels/production`, { auto: true });
    await untilWaitingForLock(holder, changing);
    await holder.commitTransaction();
    const { status, body } = await changing;
    expect([status, body.channel]).toMatchObject([200, { auto: true, release: { revision: 2 } }]);
    expect(body.channel.release.id).not.toBe(first.id);
  });

  describe('is not written by a request that waits', () => {
    /** Sends a write, which waits, then a change of the rights of its caller, then lets the write go on. */
    const writeAfter = async (caller: Pick<Client, 'post'>, project: Project, change: () => Promise<ApiResponse>) => {
      await lock([project]);
      const writing = caller.post(`projects/${project.id}/keys`, { name: 'late', value: 'A' });
      await untilWaitingForLock(holder, writing);
      expect((await change()).status).toBe(200);
      await holder.rollbackTransaction();
      const { status, body } = await writing;
      expect((await project.api.get(`projects/${project.id}/keys`)).body.keys).toEqual([]);
      return status === 429 ? [status, body.code, body.detail] : [status, body.code];
    };
    /** No other write is the reason. */
    const BUSY = [429, 'project_busy', 'the request could not be served beside other work that was under way'];

    it.each([
      ['gets another role', 'patch', { role: 'viewer' }, [401, 'unauthenticated']],
      ['is removed', 'delete', undefined, [401, 'unauthenticated']],
      ['may write other languages', 'patch', { languages: ['de'] }, BUSY],
    ] as const)('while its author %s', async (_, method, body, expected) => {
      const people = new GivenPeople(running);
      const owner = await people.owner();
      const project = await running.given.project({ organization: owner.organization });
      const author = await people.member(owner, 'developer');
      const { members } = (await owner.get('members')).body;
      const { id } = members.find(({ person }: Json) => person.id === author.personId);
      expect(await writeAfter(author, project, () => owner[method](`members/${id}`, body))).toEqual(expected);
    });

    it.each([
      ['is revoked', 'delete', '', undefined, [401, 'unauthenticated']],
      ['is rotated', 'post', '/rotate', undefined, [401, 'unauthenticated']],
      ['loses a scope', 'patch', '', { scopes: ['projects:read'] }, BUSY],
    ] as const)('while its API key %s', async (_, method, path, body, expected) => {
      const project = await running.given.project();
      const { apiKey } = (await project.api.post('api-keys', { name: 'CI', scopes: ['projects:read', 'keys:write'] }))
        .body;
      const caller = running.anonymous.as(apiKey.secret);
      const change = (): Promise<ApiResponse> =>
        project.api.send(method.toUpperCase(), `api-keys/${apiKey.id}${path}`, { json: body });
      expect(await writeAfter(caller, project, change)).toEqual(expected);
    });

    it.each<[string, (author: GivenPerson) => Promise<ApiResponse>]>([
      ['signs out', (author) => author.delete('session')],
      [
        'changes the password in another browser',
        async ({ email, password }) => {
          const people = new GivenPeople(running);
          const other = people.browser(cookieOf(await people.signIn(email, password)));
          return other.patch('me', { password: { current: password, new: `${password} again` } });
        },
      ],
    ])('while its author %s', async (_, change) => {
      const owner = await new GivenPeople(running).owner();
      const project = await running.given.project({ organization: owner.organization });
      expect(await writeAfter(owner, project, () => change(owner))).toEqual([401, 'unauthenticated']);
    });

    it('while its API key expires', async () => {
      const project = await running.given.project();
      const { apiKey } = (await project.api.post('api-keys', { name: 'CI', scopes: ['projects:read', 'keys:write'] }))
        .body;
      const caller = running.anonymous.as(apiKey.secret);
      const expire = async (): Promise<ApiResponse> => {
        await running.app
          .get(Database)
          .rows(`UPDATE api_keys SET expires_at = now() - interval '1 second' WHERE id = $1`, [apiKey.id]);
        return project.api.get('api-keys');
      };
      expect(await writeAfter(caller, project, expire)).toEqual([401, 'unauthenticated']);
    });

    it('as a tool of MCP, while its API key is rotated', async () => {
      const project = await running.given.project();
      const { apiKey } = (await project.api.post('api-keys', { name: 'CI', scopes: ['projects:read', 'keys:write'] }))
        .body;
      const caller = running.anonymous.as(apiKey.secret);
      await lock([project]);
      const args = { project: project.id, keys: [{ name: 'late', value: 'A' }] };
      const writing = callTool(caller, 'create_keys', args);
      await untilWaitingForLock(holder, writing);
      expect((await project.api.post(`api-keys/${apiKey.id}/rotate`)).status).toBe(200);
      await holder.rollbackTransaction();
      expect(await writing).toMatchObject({ isError: true, result: { status: 401, code: 'unauthenticated' } });
      expect((await project.api.get(`projects/${project.id}/keys`)).body.keys).toEqual([]);
    });
  });

  it.each<[string, object]>([
    ['loses the later text', { translations: { de: null } }],
    ['loses the later text and gets another name', { name: 'b', translations: { de: null } }],
    ['loses the text that is not later', { translations: { fr: null } }],
    ['gets another text in the place of the later one', { translations: { de: 'C' } }],
    ['gets another state of the later text', { states: { de: 'reviewed' } }],
  ])(
    'has a key whose time does not turn back where a write that began before another one ends after it: it %s',
    async (_, change) => {
      const translations = { de: 'A', fr: 'A' };
      const project = await running.given.project({
        targetLanguages: ['de', 'fr'],
        keys: [{ name: 'a', value: 'A', translations }],
      });
      const [{ id }] = (await project.api.get(`projects/${project.id}/keys`)).body.keys;
      await lock([project]);
      const changing = project.api.put(`keys/${id}`, change);
      await untilWaitingForLock(holder, changing);
      const [{ later }] = await holder
        .query(
          `UPDATE translations SET updated_at = clock_timestamp() + interval '1 second' WHERE key_id = $1 AND language = 'de'
       RETURNING updated_at AS later`,
          [id],
        )
        .then(([rows]) => rows);
      await holder.commitTransaction();
      const changed = await changing;
      const read = await project.api.get(`keys/${id}`);
      expect(read.body.key).toMatchObject({ updatedAt: later.toISOString() });
      expect(changed.status).toBe(200);
      expect(changed.headers.get('etag')).toBe(read.headers.get('etag'));
    },
  );

  it('has a key whose time does not turn back where a text was removed before by a write that began later', async () => {
    const translations = { de: 'A', fr: 'A' };
    const project = await running.given.project({
      targetLanguages: ['de', 'fr'],
      keys: [{ name: 'a', value: 'A', translations }],
    });
    const [{ id }] = (await project.api.get(`projects/${project.id}/keys`)).body.keys;
    await project.api.put(`keys/${id}`, { translations: { de: null } });
    await holder.query(`UPDATE keys SET text_removed_at = now() + interval '1 hour' WHERE id = $1`, [id]);
    await holder.commitTransaction();
    const before = await project.api.get(`keys/${id}`);
    const changed = await project.api.put(`keys/${id}`, { translations: { fr: null } });
    const after = await project.api.get(`keys/${id}`);
    expect(after.body.key.updatedAt).toBe(before.body.key.updatedAt);
    expect(changed.headers.get('etag')).toBe(after.headers.get('etag'));
  });

  it('has previews of all writes at once', async () => {
    const keys = [{ name: 'a', value: 'A file', translations: { de: 'Eine Datei' } }];
    const project = await running.given.project({ targetLanguages: ['de', 'fr'], keys });
    const post = (path: string, body?: object, file?: object): Promise<ApiResponse> =>
      project.api.post(`projects/${project.id}/${path}`, body, file);
    const replacement = { language: 'de', search: 'Datei', replace: 'Akte', filter: {}, dryRun: true };
    await lock([project]);
    const previews = await Promise.all([
      post('replace', replacement),
      post('bulk', { action: 'deleteKeys', filter: {}, dryRun: true }),
      post('import?format=json&language=de&dryRun=true', undefined, { body: '{"a":"Eine Akte"}' }),
      post('changes/1/undo', { dryRun: true }),
      post('restore', { revision: 0, dryRun: true }),
      post('pretranslate', { languages: ['fr'], dryRun: true }),
    ]);
    expect(previews.map(({ status }) => status)).toEqual(previews.map(() => 200));
    await holder.rollbackTransaction();
  });

  it('is not found at once by callers that cannot see it, as if it did not exist', async () => {
    const project = await running.given.project();
    const { organization } = project;
    const foreign = await running.given.apiKey();
    const { id: otherProject } = await running.given.project({ organization });
    const limited = await running.given.apiKey({ organization, projectIds: [otherProject] });
    await lock([project]);
    const waiting = [write(project), write(project)];
    for (const { api } of [foreign, limited]) {
      const responses = await Promise.all(Array.from({ length: 20 }, () => write({ api, id: project.id })));
      expect(new Set(responses.map(({ body }) => body.code))).toEqual(new Set(['project_not_found']));
    }
    await holder.rollbackTransaction();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([201, 201]);
  });

  it('holds one connection, however many writes wait, so that other projects of the organization can be written', async () => {
    const organization = await running.given.organization();
    const projects = await Promise.all(Array.from({ length: 6 }, () => running.given.project({ organization })));
    const busy = projects.slice(0, 5);
    await lock(busy);
    const waiting = busy.flatMap((project) => [write(project), write(project), write(project)]);
    expect((await write(projects[5] as Project)).status).toBe(201);
    await holder.rollbackTransaction();
    expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([201]));
  });
});

describeWithServer('rows that another transaction holds', () => {
  let running: RunningApp;
  let holder: QueryRunner;
  beforeAll(async () => {
    running = await startApp();
    holder = running.app.get(DataSource).createQueryRunner();
  });
  afterEach(async () => {
    if (holder.isTransactionActive) await holder.rollbackTransaction();
  });
  afterAll(async () => {
    await holder.release();
    await running.close();
  });

  describe('the webhooks of a project', () => {
    it.each([
      ['reviewed', 'changed'],
      ['changed', 'reviewed'],
    ])('are locked in one order by a write with several events: %s, then %s', async (...order) => {
      const { api, id } = await running.given.project({
        keys: [{ name: 'k', value: 'K', translations: { de: 'K' } }],
      });
      const events = { reviewed: 'translations.reviewed', changed: 'project.changed' };
      for (const name of order as (keyof typeof events)[])
        await api.post(`projects/${id}/webhooks`, { url: 'https://example.com/hook', events: [events[name]] });
      const { keys } = (await api.get(`projects/${id}/keys`)).body;
      const lock = 'SELECT id FROM webhooks WHERE project_id = $1 ORDER BY id';
      await holder.startTransaction();
      await holder.query(`${lock} LIMIT 1 FOR NO KEY UPDATE`, [id]);
      const write = api.put(`keys/${keys[0].id}`, { states: { de: 'reviewed' } });
      await untilWaitingForLock(holder, write);
      expect(await holder.query(`${lock} FOR NO KEY UPDATE NOWAIT`, [id])).toHaveLength(2);
      await holder.rollbackTransaction();
      expect((await write).status).toBe(200);
    });
  });

  describe('an organization', () => {
    type Caller = Awaited<ReturnType<typeof running.given.apiKey>>;
    type Send = (caller: Caller) => Promise<ApiResponse>;

    it.each<[string, Send]>([
      ['its name', ({ organization: { id } }) => running.operator.patch(`organizations/${id}`, { name: 'Renamed' })],
      ['an API key', ({ api }) => api.post('api-keys', { name: 'CI', scopes: ['projects:read'] })],
      ['an invitation', ({ api }) => api.post('invitations', { email: 'late@example.test', role: 'viewer' })],
      ['a project', ({ api }) => api.post('projects', { name: 'Late', sourceLanguage: 'en' })],
    ])('is busy for a write of %s that PostgreSQL ends', async (_, send) => {
      const caller = await running.given.apiKey();
      await holder.startTransaction();
      await holder.query('SELECT FROM organizations WHERE id = $1 FOR UPDATE', [caller.organization.id]);
      const answer = send(caller);
      await untilWaitingForLock(holder, answer);
      await holder.query(`
        SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
      const { status, headers, body } = await answer;
      await holder.rollbackTransaction();
      expect([status, body.code, headers.get('retry-after')]).toEqual([429, 'busy', '5']);
    });
  });
});
