import { DataSource } from 'typeorm';
import { ROLES, SCOPES_OF_ROLE } from '../src/common/access/roles';
import type { MachineProviderName } from '../src/config/machine-provider';
import type { ApiResponse, Json } from './support/client';
import type { GivenOrganization } from './support/given';
import { MachineServer } from './support/machine';
import { startReplicas } from './support/replicas';
import { ServiceProcess, withPlace } from './support/service-process';
import { type RunningApp, startApp } from './support/start-app';
import { transfer } from '../src/transfer';
import { testDatabase } from './support/test-database';

const SECRET = 'secret-of-the-organization-0123456789';
const ENCRYPTION_KEY = 'encryption-key-of-the-test-suite-0001';
const PATH = 'machine-translation/provider';

describe('the provider of an organization', () => {
  /** The provider of the operator, and one of an organization. */
  let operators: MachineServer;
  let own: MachineServer;
  let running: RunningApp;
  beforeAll(async () => {
    operators = await MachineServer.start();
    own = await MachineServer.start();
    running = await startApp({
      machineTranslation: operators.settings('deepl', 1_000),
      webhookPrivateAddresses: true,
      webhookEncryptionKey: ENCRYPTION_KEY,
    });
  });
  beforeEach(() => {
    for (const server of [operators, own]) {
      server.answerWell();
      server.receiver.messages.length = 0;
    }
  });
  afterAll(async () => {
    await running.close();
    await operators.close();
    await own.close();
  });

  type Project = Awaited<ReturnType<RunningApp['given']['project']>>;
  const given = (organization?: GivenOrganization): Promise<Project> =>
    running.given.project({ organization, keys: [{ name: 'a', value: 'Nine ones' }] });
  const ask = async ({ api, keyIds }: Pick<Project, 'api' | 'keyIds'>): Promise<Json> =>
    (await api.get(`keys/${keyIds[0]}/suggestions?language=de&machine=true`)).body;
  const settings = (more: Json = {}): Json => ({ provider: 'deepl', url: own.url, apiKey: SECRET, ...more });
  const set = async ({ api }: Pick<Project, 'api'>, more: Json = {}): Promise<ApiResponse> => {
    const answer = await api.put(PATH, settings(more));
    expect(answer.status).toBe(200);
    return answer;
  };
  const usageOf = async ({ api }: Project): Promise<Json> =>
    (await api.get('machine-translation')).body.machineTranslation;
  const rowsOf = ({ organization }: Project): Promise<Json[]> =>
    running.app.get(DataSource).query('SELECT * FROM machine_providers WHERE organization_id = $1', [organization.id]);

  it('is read, set, replaced and removed', async () => {
    const { api } = await given();
    expect((await api.get(PATH)).body).toEqual({ machineProvider: null });
    const expected = {
      provider: 'openai',
      url: own.url,
      model: 'small',
      hasApiKey: true,
      charactersPerMonth: 500,
      changedAt: expect.stringMatching(/^\d{4}-/),
    };
    const body = { provider: 'openai', url: `${own.url}/`, model: 'small', apiKey: SECRET, charactersPerMonth: 500 };
    expect((await api.put(PATH, body)).body).toEqual({ machineProvider: expected });
    expect((await api.get(PATH)).body).toEqual({ machineProvider: expected });
    const { machineProvider } = (await api.put(PATH, { provider: 'google', apiKey: SECRET })).body;
    expect(machineProvider).toMatchObject({ provider: 'google', url: null, model: null, charactersPerMonth: null });
    expect((await api.delete(PATH)).body).toEqual({ deleted: true });
    expect((await api.delete(PATH)).body).toEqual({ deleted: true });
    expect((await api.get(PATH)).body).toEqual({ machineProvider: null });
  });

  it.each<[MachineProviderName, Json]>([
    ['deepl', {}],
    ['google', {}],
    ['azure', {}],
    ['libretranslate', {}],
    ['openai', { model: 'small' }],
  ])('translates by %s in place of the one of the operator, for this organization only', async (provider, more) => {
    const [project, other] = [await given(), await given()];
    await set(project, { provider, ...more });
    expect(await ask(project)).toMatchObject({
      machine: { provider, error: null },
      suggestions: [{ kind: 'machine', text: 'Nineen onesen', from: { provider } }],
    });
    expect([own.receiver.messages.length, operators.receiver.messages.length]).toEqual([1, 0]);
    expect(JSON.stringify(own.receiver.messages[0])).toContain(SECRET);
    expect((await ask(other)).machine).toEqual({ provider: 'deepl', error: null });
    expect([own.receiver.messages.length, operators.receiver.messages.length]).toEqual([1, 1]);
    expect(JSON.stringify(operators.receiver.messages)).not.toContain(SECRET);
    await project.api.delete(PATH);
    expect((await ask(project)).machine).toEqual({ provider: 'deepl', error: null });
    expect([own.receiver.messages.length, operators.receiver.messages.length]).toEqual([1, 2]);
  });

  it('translates missing texts, with the context that its kind of provider reads', async () => {
    const project = await given();
    await project.api.patch(`projects/${project.id}`, { styleNote: 'Short' });
    await set(project, { provider: 'openai', model: 'small' });
    await project.api.post(`projects/${project.id}/pretranslate`, { languages: ['de'], machine: true });
    const { messages } = own.receiver.messages[0]?.payload ?? {};
    expect(JSON.parse(messages[1].content)).toMatchObject({ key: 'a', styleNote: 'Short' });
    expect(operators.receiver.messages).toEqual([]);
  });

  it.each([401, 403])('is refused with a wrong key, as the one of the operator is: %s', async (status) => {
    const project = await given();
    await set(project);
    own.answerWith(status, '{}');
    expect((await ask(project)).machine).toEqual({ provider: 'deepl', error: 'refused' });
    expect(operators.receiver.messages).toEqual([]);
  });

  it('can be tested', async () => {
    const project = await given();
    const test = async (): Promise<Json> => (await project.api.post('machine-translation/test')).body.machineTest;
    expect(await test()).toEqual({ provider: 'deepl', text: 'Deleteen {count} filesen', error: null });
    await set(project, { provider: 'google' });
    expect(await test()).toEqual({ provider: 'google', text: 'Deleteen {count} filesen', error: null });
    own.answerWith(403, '{}');
    expect(await test()).toEqual({ provider: 'google', text: null, error: 'refused' });
  });

  it.each([
    [{ provider: 'babelfish' }, '/provider', 'not_allowed'],
    [{ provider: 'deepl', apiKey: null }, '/apiKey', 'required'],
    [{ provider: 'google', apiKey: null, url: null }, '/apiKey', 'required'],
    [{ provider: 'openai', url: null, model: 'small', apiKey: null }, '/apiKey', 'required'],
    [{ provider: 'openai' }, '/model', 'required'],
    [{ model: 'small' }, '/model', 'not_allowed'],
    [{ provider: 'libretranslate', url: null }, '/url', 'required'],
    [{ url: 'ftp://mt.example.com' }, '/url', 'invalid_format'],
    [{ url: 'https://user:password@mt.example.com' }, '/url', 'not_allowed'],
    [{ url: 'https://mt.example.com/?key=1' }, '/url', 'not_allowed'],
    [{ url: 'https://mt.example.com/#a' }, '/url', 'not_allowed'],
    [{ apiKey: 'two words' }, '/apiKey', 'invalid_format'],
    [{ apiKey: 'new\nline' }, '/apiKey', 'invalid_format'],
    [{ charactersPerMonth: 0 }, '/charactersPerMonth', 'too_small'],
  ])('is refused if it cannot work: %j', async (more, pointer, code) => {
    const { api } = await given();
    const { status, body } = await api.put(PATH, settings(more));
    expect([status, body.errors]).toEqual([400, [expect.objectContaining({ pointer, code })]]);
    expect((await api.get(PATH)).body).toEqual({ machineProvider: null });
  });

  describe('its API key', () => {
    it('is in no answer, no entry of the audit, and not in the database in the clear', async () => {
      const project = await given();
      const { api } = project;
      const answers = [
        await set(project),
        await api.get(PATH),
        await api.get('machine-translation'),
        await api.post('machine-translation/test'),
        await api.put(PATH, settings({ apiKey: `${SECRET} ` })),
        await api.put(PATH, settings({ model: 'x' })),
        await api.get('audit'),
      ];
      own.answerWith(403, `{"message":"${SECRET} is wrong"}`);
      answers.push(await api.post('machine-translation/test'));
      for (const { bytes } of answers) expect(bytes.toString()).not.toContain(SECRET);
      const [entry] = (await api.get('audit')).body.entries;
      expect(entry).toMatchObject({
        action: 'machine-provider.changed',
        target: { type: 'organization' },
        details: { provider: 'deepl', host: new URL(own.url).host, hasNewApiKey: true },
      });
      const database = await dumpOf(running);
      expect(database).toContain(project.organization.id);
      for (const form of [SECRET, Buffer.from(SECRET).toString('hex'), Buffer.from(SECRET).toString('base64')])
        expect(database).not.toContain(form);
    });

    it('stays where it is not sent, for the same provider at the same address only', async () => {
      const project = await given();
      const { api } = project;
      const change = async (body: Json): Promise<Json> => (await api.put(PATH, body)).body;
      const keys = (): unknown[] => own.receiver.messages.map(({ payload }) => payload.api_key);
      await change({ provider: 'libretranslate', url: own.url, apiKey: SECRET });
      await change({ provider: 'libretranslate', url: own.url, charactersPerMonth: 500 });
      await ask(project);
      expect(keys()).toEqual([SECRET]);
      const moved = await change({ provider: 'libretranslate', url: `${own.url}/elsewhere` });
      expect(moved.machineProvider.hasApiKey).toBe(false);
      await change({ provider: 'libretranslate', url: own.url });
      await ask(project);
      expect(keys()).toEqual([SECRET, undefined]);
      await change({ provider: 'libretranslate', url: own.url, apiKey: SECRET });
      const removed = await change({ provider: 'libretranslate', url: own.url, apiKey: null });
      expect(removed.machineProvider.hasApiKey).toBe(false);
      await change({ provider: 'google', apiKey: SECRET });
      expect((await change({ provider: 'deepl' })).errors).toMatchObject([{ pointer: '/apiKey', code: 'required' }]);
    });

    it('is of this organization only: it cannot be opened for another one', async () => {
      const [project, other] = [await given(), await given()];
      await set(project);
      await set(other, { apiKey: 'another-secret' });
      const sql = 'UPDATE machine_providers SET api_key = $1 WHERE organization_id = $2';
      const [row] = await rowsOf(project);
      await running.app.get(DataSource).query(sql, [row?.api_key, other.organization.id]);
      expect((await ask(other)).machine).toEqual({ provider: 'deepl', error: 'secret_unreadable' });
      expect([...own.receiver.messages, ...operators.receiver.messages]).toEqual([]);
    });
  });

  describe('by rights', () => {
    it('is read and changed by managers and owners', async () => {
      const { organization } = await given();
      for (const role of ROLES) {
        const { api } = await running.given.apiKey({ organization, scopes: SCOPES_OF_ROLE[role] });
        const may = role === 'manager' || role === 'owner';
        const statuses = [
          (await api.put(PATH, settings())).status,
          (await api.get(PATH)).status,
          (await api.post('machine-translation/test')).status,
          (await api.delete(PATH)).status,
        ];
        expect([role, statuses]).toEqual([role, Array(4).fill(may ? 200 : 403)]);
      }
    });

    it.each([
      ['projects', ({ id }: Project) => ({ projectIds: [id] })],
      ['languages', () => ({ languages: ['de'] })],
    ])('is not changed by a manager who is limited to %s', async (_, limits) => {
      const project = await given();
      const { organization } = project;
      const scopes = SCOPES_OF_ROLE.manager;
      const { api } = await running.given.apiKey({ organization, scopes, ...limits(project) });
      for (const answer of [await api.put(PATH, settings()), await api.delete(PATH)])
        expect([answer.status, answer.body.code]).toEqual([403, 'not_grantable']);
      expect((await api.get(PATH)).body).toEqual({ machineProvider: null });
    });

    it('is not seen by another organization', async () => {
      const [project, other] = [await given(), await given()];
      await set(project, { charactersPerMonth: 77 });
      expect((await other.api.get(PATH)).body).toEqual({ machineProvider: null });
      expect(await usageOf(other)).toMatchObject({ account: 'operator' });
      await other.api.delete(PATH);
      expect((await project.api.get(PATH)).body.machineProvider.charactersPerMonth).toBe(77);
    });
  });

  describe('its characters', () => {
    it('are counted beside those of the operator, whose limit is not its own', async () => {
      const project = await given();
      await ask(project);
      expect(await usageOf(project)).toEqual({
        ...{ provider: 'deepl', account: 'operator', characters: 9, charactersPerMonth: 1_000 },
      });
      await set(project, { provider: 'google' });
      expect(await usageOf(project)).toEqual({
        ...{ provider: 'google', account: 'organization', characters: 0, charactersPerMonth: null },
      });
      const long = await running.given.project({
        organization: project.organization,
        keys: [{ name: 'long', value: 'word '.repeat(300).trim() }],
      });
      expect((await ask(long)).machine.error).toBeNull();
      expect((await usageOf(project)).characters).toBe(1_499);
      await project.api.delete(PATH);
      expect((await usageOf(project)).characters).toBe(9);
      expect((await ask(long)).machine.error).toBe('month_used_up');
    });

    it('have the limit that the organization sets, in 50 requests at once', async () => {
      const project = await given();
      await set(project, { charactersPerMonth: 100 });
      const answers = await Promise.all(Array.from({ length: 50 }, () => ask(project)));
      const errors = answers.map(({ machine: { error } }) => error);
      expect(errors.filter((error) => error === null)).toHaveLength(11);
      expect(errors.filter((error) => error === 'month_used_up')).toHaveLength(39);
      expect(own.receiver.messages).toHaveLength(11);
      expect(await usageOf(project)).toMatchObject({ characters: 99, charactersPerMonth: 100 });
    });

    it('are given back if it refuses', async () => {
      const project = await given();
      await set(project);
      own.answerWith(403, '{}');
      await ask(project);
      expect((await usageOf(project)).characters).toBe(0);
    });
  });

  it('is asked while the one of the operator is busy, and the other way round', async () => {
    const [project, other] = [await given(), await given()];
    await set(project);
    own.answerWith(429, '{}', { 'retry-after': '60' });
    expect((await ask(project)).machine.error).toBe('busy');
    expect((await ask(other)).machine.error).toBeNull();
    // A changed account is asked at once.
    own.answerWell();
    expect((await ask(project)).machine.error).toBe('busy');
    await set(project, { apiKey: 'new-secret' });
    expect((await ask(project)).machine.error).toBeNull();
  });

  it('is removed with its organization', async () => {
    const project = await given();
    await set(project);
    expect(await rowsOf(project)).toHaveLength(1);
    await running.operator.delete(`organizations/${project.organization.id}`);
    expect(await rowsOf(project)).toHaveLength(0);
  });

  describe('at a private address', () => {
    /** The operator's provider may be at one; organizations may reach none. */
    let guarded: RunningApp;
    beforeAll(async () => (guarded = await startApp({ machineTranslation: operators.settings() })));
    afterAll(() => guarded.close());

    it.each([
      'https://127.0.0.1',
      'https://localhost',
      'https://10.0.0.1/v1',
      'https://[::1]',
      'https://169.254.169.254',
    ])('is refused: %s', async (url) => {
      const { api } = await guarded.given.project();
      const { status, body } = await api.put(PATH, settings({ url }));
      expect([status, body.errors]).toMatchObject([400, [{ pointer: '/url', code: 'not_allowed' }]]);
    });

    it('is refused without TLS', async () => {
      const { api } = await guarded.given.project();
      const { status, body } = await api.put(PATH, settings({ url: 'http://mt.example.com' }));
      expect([status, body.errors]).toMatchObject([400, [{ pointer: '/url', code: 'not_allowed' }]]);
    });

    it('is not connected to, even though the operator has its own one there', async () => {
      const project = await guarded.given.project({ keys: [{ name: 'a', value: 'Nine ones' }] });
      await project.api.put(PATH, settings({ url: 'https://mt.example.com' }));
      // As a name that is private when the connection is made.
      await guarded.app.get(DataSource).query('UPDATE machine_providers SET url = $1', [own.url]);
      expect((await ask(project)).machine).toEqual({ provider: 'deepl', error: 'address_not_allowed' });
      expect(own.receiver.messages).toEqual([]);
      await project.api.delete(PATH);
      expect((await ask(project)).machine.error).toBeNull();
    });
  });

  it('is used by every replica at once', async () => {
    const { one, other, close } = await startReplicas({ webhookPrivateAddresses: true });
    try {
      const project = await one.given.project({ keys: [{ name: 'a', value: 'Nine ones' }] });
      const elsewhere = { api: other.operator.as(project.organization.secret), keyIds: project.keyIds };
      expect((await ask(elsewhere)).machine).toEqual({ provider: null, error: 'not_set_up' });
      await set(project);
      expect((await ask(elsewhere)).machine).toEqual({ provider: 'deepl', error: null });
      await set(project, { provider: 'google' });
      expect((await ask(elsewhere)).machine).toEqual({ provider: 'google', error: null });
      await project.api.delete(PATH);
      expect((await ask(elsewhere)).machine).toEqual({ provider: null, error: 'not_set_up' });
    } finally {
      await close();
    }
  });

  it('is transferred to another database encrypted, and cannot be read with another setting', async () => {
    const [source, target] = [await testDatabase(), await testDatabase()];
    const started = (database: typeof source, webhookEncryptionKey: string | undefined): Promise<RunningApp> =>
      startApp({ webhookPrivateAddresses: true, webhookEncryptionKey }, database.location);
    try {
      const first = await started(source, ENCRYPTION_KEY);
      const project = await first.given.project({ keys: [{ name: 'a', value: 'Nine ones' }] });
      await set(project);
      await first.close();
      await transfer(source.location, target.location);
      const results: Json[] = [];
      for (const key of [ENCRYPTION_KEY, 'another-encryption-key-of-the-suite-01', undefined]) {
        const app = await started(target, key);
        const api = app.operator.as(project.organization.secret);
        results.push((await ask({ api, keyIds: project.keyIds })).machine.error);
        expect(await dumpOf(app)).not.toContain(Buffer.from(SECRET).toString('hex'));
        await app.close();
      }
      expect(results).toEqual([null, 'secret_unreadable', 'secret_unreadable']);
      expect(own.receiver.messages).toHaveLength(1);
    } finally {
      await source.drop();
      await target.drop();
    }
  });
});

/** Returns all rows of all tables as text. */
async function dumpOf({ app }: RunningApp): Promise<string> {
  const sql = app.get(DataSource);
  const tables: { name: string }[] = await sql.query(`
    SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'`);
  const parts: string[] = [];
  for (const { name } of tables) {
    const rows: { row: string }[] = await sql.query(`SELECT t::text AS row FROM "${name}" t`);
    parts.push(...rows.map(({ row }) => row));
  }
  return parts.join('\n');
}

it('has its API key in no line of the log, whether the provider translates or fails', async () => {
  const own = await MachineServer.start();
  const operator = 'operator-secret-of-the-provider-tests-0001';
  const env = { BOOTSTRAP_API_KEY: operator, LOG_LEVEL: 'trace', WEBHOOK_PRIVATE_ADDRESSES: 'true' };
  await withPlace(async (place) => {
    const service = await ServiceProcess.start(place, env);
    try {
      const api = service.client(operator);
      const body = { provider: 'deepl', url: own.url, apiKey: SECRET };
      expect((await api.put(PATH, body)).status).toBe(200);
      expect((await api.put(PATH, { ...body, apiKey: `${SECRET} and a space` })).status).toBe(400);
      const testOf = async (): Promise<Json> => (await api.post('machine-translation/test')).body.machineTest;
      expect((await testOf()).error).toBeNull();
      expect((await api.put(PATH, { ...body, url: 'http://127.0.0.1:9' })).status).toBe(200);
      expect((await testOf()).error).toBe('unreachable');
    } finally {
      await service.stop();
    }
    const output = service.stdout + service.stderr;
    expect(output).toContain('machine-provider.changed');
    expect(output).not.toContain(SECRET);
  });
  await own.close();
});
