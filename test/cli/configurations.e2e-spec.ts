import { type RunningApp, startApp } from '../support/start-app';
import { FailingProxy } from './failing-proxy';
import { givenRepository, json } from './given-repository';

describe('several configurations in a folder', () => {
  let running: RunningApp;
  let proxy: FailingProxy;
  beforeAll(async () => {
    running = await startApp();
    proxy = await FailingProxy.start(running.url);
  });
  afterAll(async () => {
    await proxy.close();
    await running.close();
  });

  const WEB = ['--config', 'glossa.web.json'];
  const APP_FILES = { 'app/en.json': json({ a: 'a1' }), 'app/de.json': json({ a: 'A1' }) };
  const WEB_FILES = { 'web/en.json': json({ w: 'w1', x: 'x1' }), 'web/de.json': json({ w: 'W1', x: 'X1' }) };
  const rulesOf = (folder: string): object[] => [
    { path: `${folder}/{language}.json`, format: 'json', namespace: folder },
  ];
  const given = () => givenRepository(running, { rules: rulesOf('app'), files: { ...APP_FILES, ...WEB_FILES } });
  const configuration = (project: string): Record<string, string> => ({
    'glossa.web.json': json({ project, files: rulesOf('web') }),
  });

  it('may be of several projects, and have a lock each', async () => {
    const { repository, id, organization } = await given();
    const { id: other } = await running.given.project({ organization, targetLanguages: ['de'] });
    repository.write(configuration(other));
    await repository.done('push');
    await repository.done('push', ...WEB);
    const [lock, webLock] = ['glossa.lock', 'glossa.web.lock'].map((name) => JSON.parse(repository.read(name)));
    expect([lock.project, webLock.project]).toEqual([id, other]);
    expect([lock, webLock].map(({ files }) => Object.keys(files))).toEqual([
      ['app/de.json', 'app/en.json'],
      ['web/de.json', 'web/en.json'],
    ]);
  });

  it('of one project keep the bases of their files', async () => {
    const { repository, id, exchange } = await given();
    repository.write(configuration(id));
    await repository.done('push');
    await repository.done('push', ...WEB);
    await exchange.put('web.w', { translations: { de: 'W2' } });
    await exchange.put('app.a', { translations: { de: 'A2' } });
    repository.write({ 'web/de.json': json({ w: 'W1', x: 'X3' }) });
    await repository.done('sync');
    await repository.done('sync', ...WEB);
    expect(repository.read('app/de.json')).toBe(json({ a: 'A2' }));
    expect(repository.read('web/de.json')).toBe(json({ w: 'W2', x: 'X3' }));
    for (const config of [[], WEB]) expect((await repository.glossa(['status', ...config])).code).toBe(0);
  });

  it('take the bases that an earlier version has written for their project', async () => {
    const { repository, id, exchange } = await givenRepository(running, { rules: rulesOf('web'), files: WEB_FILES });
    await repository.done('push');
    repository.delete('glossa.json');
    repository.write(configuration(id));
    await exchange.put('web.w', { translations: { de: 'W2' } });
    repository.write({ 'web/de.json': json({ w: 'W1', x: 'X3' }) });
    await repository.done('sync', ...WEB);
    expect(repository.read('web/de.json')).toBe(json({ w: 'W2', x: 'X3' }));
    expect(JSON.parse(repository.read('glossa.web.lock')).files).toHaveProperty(['web/de.json']);
  });

  it.each([
    ['with a namespace', { namespace: 'web' }, 'web'],
    ['without a namespace', {}, 'others'],
  ])('of a part of a project %s are in step with it, and read nothing of the rest', async (_, part, folder) => {
    const rules = [{ path: '{namespace}/{language}.json', format: 'json' }];
    const { repository, id, exchange } = await givenRepository(running, {
      rules,
      files: { ...APP_FILES, ...WEB_FILES },
    });
    await repository.done('push');
    const files = [{ path: `${folder}/{language}.json`, format: 'json', ...part }];
    repository.write({ 'glossa.web.json': json({ project: id, files }) });
    if (folder === 'others') await exchange.create('o', 'o1');
    const pull = () => repository.glossa(['pull', ...WEB], { env: { GLOSSA_SERVER: proxy.url } });
    expect(await pull()).toMatchObject({ code: 0, stderr: '' });
    expect(Object.keys(JSON.parse(repository.read('glossa.web.lock')).files)).toContain(`${folder}/en.json`);
    proxy.reset();
    expect(await pull()).toMatchObject({ code: 0, stderr: '' });
    expect(proxy.requests).toEqual(['GET /api/v1/projects/:id']);
  });

  it('sum up files without a path', async () => {
    const files = Object.fromEntries(['a', 'b'].map((name) => [`${name}/en.json`, json({ x: 'x1' })]));
    const rules = [{ path: '{namespace}/{language}.json', format: 'json' }];
    const { repository, id, exchange } = await givenRepository(running, { rules, files });
    await repository.done('push');
    for (const name of ['a', 'b']) await exchange.put(`${name}.x`, { translations: { de: 'X1' } });
    repository.write({
      'glossa.json': json({ project: id, files: [{ ...rules[0], path: '{namespace}/en.json', language: 'en' }] }),
    });
    const { stderr } = await repository.glossa(['pull']);
    expect(stderr).toBe('not written: glossa.json has no path for 2 files, such as de, namespace a\n');
    expect((await repository.done('pull')).pull.unplaced).toHaveLength(2);
  });
});
