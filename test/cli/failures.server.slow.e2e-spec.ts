import { Exchange } from '../support/exchange';
import { type RunningApp, startApp } from '../support/start-app';
import { FailingProxy } from './failing-proxy';
import { Repository } from './repository';

const json = (texts: object): string => `${JSON.stringify(texts, null, 2)}\n`;

const IMPORT = 'POST /api/v1/projects/:id/import';
const EXPORT = 'GET /api/v1/projects/:id/export';

describe('glossa, when something fails', () => {
  let running: RunningApp;
  let proxy: FailingProxy;
  beforeAll(async () => {
    running = await startApp();
    proxy = await FailingProxy.start(running.url);
  });
  beforeEach(() => proxy.reset());
  afterAll(async () => {
    await proxy.close();
    await running.close();
  });

  const given = async (files: Record<string, string>, path = 'locales/{language}.json') => {
    const { id, api, organization } = await running.given.project({ targetLanguages: ['de'] });
    const env = { GLOSSA_API_KEY: organization.secret, GLOSSA_SERVER: proxy.url };
    const config = json({ project: id, files: [{ path, format: 'json' }] });
    const repository = Repository.create(env, { 'glossa.json': config, ...files });
    await repository.done('push');
    proxy.reset();
    return { repository, exchange: new Exchange(api, id), api, id };
  };
  const FILES = { 'locales/en.json': json({ a: 'a1' }), 'locales/de.json': json({ a: 'A1' }) };
  const revisionOf = async ({ api, id }: Pick<Awaited<ReturnType<typeof given>>, 'api' | 'id'>): Promise<number> =>
    (await api.get(`projects/${id}`)).body.project.revision;

  it('does once what it sends again because the answer was lost', async () => {
    const { repository, exchange, ...project } = await given(FILES);
    const before = await revisionOf(project);
    repository.write({ 'locales/de.json': json({ a: 'A2' }) });
    proxy.reset((request, count) => (request === IMPORT && count === 1 ? 'lose answer' : undefined));
    const { push } = await repository.done('push');
    expect(push).toMatchObject({ changed: 1, revision: before + 1 });
    expect(proxy.requests.filter((request) => request === IMPORT)).toHaveLength(2);
    expect(await revisionOf(project)).toBe(before + 1);
    expect(await exchange.texts()).toMatchObject({ de: { a: 'A2' } });
  });

  it('waits as long as a 429 says, and asks again after a cut answer and a bad gateway', async () => {
    const { repository, exchange } = await given(FILES);
    await exchange.put('a', { translations: { de: 'A2' } });
    proxy.reset((request, count) =>
      request === EXPORT ? ([undefined, 'too many', 'cut answer', 'bad gateway'] as const)[count] : undefined,
    );
    const { code, stderr } = await repository.glossa(['pull']);
    expect([code, stderr]).toEqual([0, 'The server asks to wait 1 s.\n']);
    expect(repository.read('locales/de.json')).toBe(json({ a: 'A2' }));
  });

  it('waits as long as a server without its database says, and sends files again', async () => {
    const { repository, exchange } = await given(FILES);
    repository.write({ 'locales/de.json': json({ a: 'A2' }) });
    proxy.reset((request, count) => (request === IMPORT && count === 1 ? 'database lost' : undefined));
    const { code, stderr } = await repository.glossa(['push']);
    expect([code, stderr]).toEqual([0, 'The server asks to wait 1 s.\n']);
    expect(await exchange.texts()).toMatchObject({ de: { a: 'A2' } });
  });

  it('ends with 5 if a server has no database for longer, or a request may not be repeated', async () => {
    const { repository, exchange } = await given(FILES);
    await exchange.put('a', { translations: { de: 'A2' } });
    const reason = 'it answered 500: the database cannot be reached at the moment';
    proxy.reset((request) => (request === EXPORT ? 'database lost for long' : undefined));
    const { code, stderr } = await repository.glossa(['pull']);
    expect([code, stderr]).toEqual([5, expect.stringContaining(reason)]);
    proxy.reset((request) => (request === EXPORT ? 'database lost' : undefined));
    const again = await repository.glossa(['pull']);
    expect([again.code, again.stderr]).toEqual([5, expect.stringContaining(reason)]);
    expect(proxy.requests.filter((request) => request === EXPORT)).toHaveLength(5);
    const DETECT = 'POST /api/v1/formats/detect';
    proxy.reset((request) => (request === DETECT ? 'database lost' : undefined));
    const unkeyed = await repository.glossa(['init', '--dry-run', '--config', 'other.json']);
    expect([unkeyed.code, unkeyed.stderr]).toEqual([5, expect.stringContaining(reason)]);
    expect(proxy.requests.filter((request) => request === DETECT)).toHaveLength(1);
  });

  it('ends with 5, and changes nothing, if no request has a complete answer', async () => {
    const { repository, exchange } = await given(FILES);
    await exchange.put('a', { translations: { de: 'A2' } });
    const before = repository.paths().map((path) => repository.read(path));
    const failures = ['refuse', 'cut answer', 'bad gateway'] as const;
    proxy.reset((request, count) => (request === EXPORT ? failures[count % 3] : undefined));
    const { code, stderr } = await repository.glossa(['pull']);
    expect([code, stderr]).toEqual([5, expect.stringContaining('cannot be reached')]);
    expect(repository.paths().map((path) => repository.read(path))).toEqual(before);
    proxy.reset();
    expect((await repository.glossa(['pull'])).code).toBe(0);
  });

  describe('a push that is killed after the server has imported its files', () => {
    const killed = async () => {
      const { repository, ...rest } = await given(FILES);
      repository.write({ 'locales/de.json': json({ a: 'A2' }) });
      const { child, ended } = repository.start(['push']);
      proxy.reset((request, count) => {
        if (request !== IMPORT) return undefined;
        if (count > 1) child.kill('SIGKILL');
        return count === 1 ? 'lose answer' : 'refuse';
      });
      await ended;
      proxy.reset();
      return { repository, ...rest, revision: await revisionOf(rest) };
    };

    it('is named by the next command if a file was set back, and can be undone', async () => {
      const { repository, revision, exchange } = await killed();
      repository.write({ 'locales/de.json': FILES['locales/de.json'] });
      proxy.reset(() => 'bad gateway');
      expect((await repository.glossa(['pull'])).code).toBe(5);
      proxy.reset();
      const { code, stderr } = await repository.glossa(['pull']);
      expect([code, stderr]).toEqual([
        0,
        `The last push was interrupted after the server had imported its files, as revision ${revision}. "glossa undo ${revision}" takes it back.\n`,
      ]);
      await repository.done('undo', String(revision));
      await repository.done('sync');
      expect(repository.read('locales/de.json')).toBe(FILES['locales/de.json']);
      expect(await exchange.texts()).toMatchObject({ de: { a: 'A1' } });
      expect(repository.has('.glossa-journal')).toBe(false);
    });

    it('is named without its revision to an API key that may not read the changes', async () => {
      const { repository, api } = await killed();
      repository.write({ 'locales/de.json': FILES['locales/de.json'] });
      const { secret } = (await api.post('api-keys', { name: 'writer', scopes: ['translations:write'] })).body.apiKey;
      const { code, stderr } = await repository.glossa(['push'], { env: { GLOSSA_API_KEY: secret } });
      expect([code, stderr]).toEqual([0, 'The last push was interrupted: the server may have imported its files.\n']);
      expect(repository.has('.glossa-journal')).toBe(false);
    });

    it('is finished in silence by the next push of the same files', async () => {
      const { repository, revision, ...rest } = await killed();
      const { code, stderr } = await repository.glossa(['push']);
      expect([code, stderr]).toEqual([0, '']);
      expect(await revisionOf(rest)).toBe(revision);
      expect((await repository.glossa(['pull'])).stderr).toBe('');
      expect(repository.has('.glossa-journal')).toBe(false);
    });
  });

  it('leaves no note of files that the server has refused', async () => {
    const { repository } = await given(FILES);
    repository.write({ 'locales/de.json': '{' });
    expect((await repository.glossa(['push'])).code).toBe(4);
    expect(repository.has('.glossa-journal')).toBe(false);
  });

  it('makes at most 4 requests for a pull with nothing to do, and 1 from then on', async () => {
    const { repository } = await given(FILES);
    await repository.done('pull');
    expect(proxy.requests).toEqual(['GET /api/v1/projects/:id', 'GET /api/v1/formats', EXPORT]);
    proxy.reset();
    await repository.done('pull');
    expect(proxy.requests).toEqual(['GET /api/v1/projects/:id']);
  });

  it.each([
    ['2 without an API key', { GLOSSA_API_KEY: '' }, 2, 'glossa login'],
    ['4 with a wrong one', { GLOSSA_API_KEY: 'glossa_wrong' }, 4, 'glossa login'],
    ['5 without a server', { GLOSSA_SERVER: 'http://127.0.0.1:9' }, 5, 'cannot be reached'],
    ['2 with a wrong address', { GLOSSA_SERVER: 'localhost' }, 2, 'is no address of a server'],
  ])('ends with %s', async (_, env, code, message) => {
    const { repository } = await given(FILES);
    const ended = await repository.glossa(['pull', '--json'], { env });
    expect([ended.code, ended.stderr]).toEqual([code, expect.stringContaining(message)]);
    expect(JSON.parse(ended.stdout)).toMatchObject({ exitCode: code, error: { message: expect.any(String) } });
  });
});
