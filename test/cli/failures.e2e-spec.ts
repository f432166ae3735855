import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
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
  const repositories: Repository[] = [];
  beforeAll(async () => {
    running = await startApp();
    proxy = await FailingProxy.start(running.url);
  });
  beforeEach(() => proxy.reset());
  afterAll(async () => {
    for (const repository of repositories) repository.remove();
    await proxy.close();
    await running.close();
  });

  const given = async (files: Record<string, string>, path = 'locales/{language}.json') => {
    const { id, api, organization } = await running.given.project({ targetLanguages: ['de'] });
    const env = { GLOSSA_API_KEY: organization.secret, GLOSSA_SERVER: proxy.url };
    const config = json({ project: id, files: [{ path, format: 'json' }] });
    const repository = Repository.create(env, { 'glossa.json': config, ...files });
    repositories.push(repository);
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

  it.each(['refuse', 'cut answer', 'bad gateway'] as const)(
    'ends with 5, and changes nothing, if all requests %s',
    async (failure) => {
      const { repository, exchange } = await given(FILES);
      await exchange.put('a', { translations: { de: 'A2' } });
      const before = repository.paths().map((path) => repository.read(path));
      proxy.reset((request) => (request === EXPORT ? failure : undefined));
      const { code, stderr } = await repository.glossa(['pull']);
      expect([code, stderr]).toEqual([5, expect.stringContaining('cannot be reached')]);
      expect(repository.paths().map((path) => repository.read(path))).toEqual(before);
      proxy.reset();
      expect((await repository.glossa(['pull'])).code).toBe(0);
    },
  );

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

  describe('is killed', () => {
    const NAMES = Array.from({ length: 250 }, (_, index) => `n${index}`);
    const files = (version: number): Record<string, string> =>
      Object.fromEntries(
        NAMES.flatMap((name) => [
          [`locales/en/${name}.json`, json({ a: `a of ${name}` })],
          [`locales/de/${name}.json`, json({ a: `${version} of ${name}` })],
        ]),
      );
    const JOURNAL = '.glossa-journal';

    it('anywhere in a pull of 500 files: all files are old or all are new for the next command, and no edit is lost', async () => {
      const { repository, exchange } = await given(files(0), 'locales/{language}/{namespace}.json');
      const at = (path: string) => existsSync(join(repository.folder, JOURNAL, path));
      const moments = [
        () => at('owner'),
        () => at('7'),
        () => at('200'),
        () => at('steps'),
        () => at('steps') && !at('3'),
        () => at('steps') && !at('120'),
      ];
      for (const [index, isMoment] of moments.entries()) {
        const version = index + 1;
        const entries = Object.entries(files(version)).map(([path, text]) => [path, strToU8(text)] as const);
        await exchange.imported({ bytes: zipSync(Object.fromEntries(entries)) }, { format: 'json' });
        const { child, ended } = repository.start(['pull']);
        let hasEnded = false;
        void ended.then(() => (hasEnded = true));
        while (!hasEnded && !isMoment()) await new Promise(setImmediate);
        child.kill('SIGKILL');
        await ended;
        const edited = 'locales/de/n5.json';
        const isEdited = index === 4;
        if (isEdited)
          repository.write({
            [edited]: json({ a: repository.read(edited).includes(`${version} of`) ? 'mine' : 'mine' }),
          });
        // Any command finishes what was begun, or takes it back.
        await repository.glossa(['completion', 'bash']);
        const { code } = await repository.glossa(['pull', '--check']);
        const versions = NAMES.filter((name) => !isEdited || name !== 'n5').map(
          (name) => /\d+(?= of)/.exec(repository.read(`locales/de/${name}.json`))?.[0],
        );
        expect(new Set(versions).size).toBe(1);
        if (isEdited) {
          expect([repository.read(edited), code]).toEqual([json({ a: 'mine' }), expect.any(Number)]);
          repository.write({ [edited]: json({ a: `${version} of n5` }) });
        }
        await repository.done('sync');
        expect(Object.fromEntries(Object.keys(files(0)).map((path) => [path, repository.read(path)]))).toEqual(
          files(version),
        );
        expect(existsSync(join(repository.folder, JOURNAL))).toBe(false);
      }
    });
  });
});
