import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from '../support/client';
import { type RunningApp, startApp } from '../support/start-app';
import { givenRepository, json } from './given-repository';
import type { Repository } from './repository';

describe('glossa pull', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const given = (options?: Parameters<typeof givenRepository>[1]) => givenRepository(running, options);

  /** Makes a folder and a link to it. */
  const link = (repository: Repository, path: string, target: string): void => {
    mkdirSync(join(repository.folder, target), { recursive: true });
    mkdirSync(join(repository.folder, path, '..'), { recursive: true });
    symlinkSync(join(repository.folder, target), join(repository.folder, path));
  };

  it.each(['hyw', 'qps-Ploc', 'en-x-test'])(
    'finds files of %s, which is a language of the project and has no name in English',
    async (language) => {
      const path = `locales/${language}.json`;
      const { repository, exchange } = await given({
        files: { 'locales/en.json': json({ a: 'a1', b: 'b1' }) },
        languages: [language],
      });
      await repository.done('push');
      await exchange.imported({ bytes: json({ a: 'A1', b: 'B1' }) }, { format: 'json', language });
      await repository.done('pull');
      expect(repository.read(path)).toBe(json({ a: 'A1', b: 'B1' }));
      expect((await repository.glossa(['push'])).stdout).toContain('Nothing to push');

      repository.write({ [path]: json({ a: 'A1', b: 'B2' }) });
      await exchange.put('a', { translations: { [language]: 'A2' } });
      const { pull } = await repository.done('pull');
      expect(pull.files).toEqual([{ path, change: 'merged' }]);
      expect(repository.read(path)).toBe(json({ a: 'A2', b: 'B2' }));
      const { push } = await repository.done('push');
      expect(push.files).toEqual([{ path, added: 0, changed: 1, merged: false }]);
      expect(await exchange.texts()).toMatchObject({ [language]: { a: 'A2', b: 'B2' } });
    },
  );

  it('finds files through a link to a folder of the repository, and no file twice where links go round', async () => {
    const { repository, exchange } = await given({
      files: { 'app/en/x.json': json({ a: 'a1', b: 'b1' }) },
      rules: [{ path: 'app/{language}/x.json', format: 'json' }],
    });
    link(repository, 'app/de', 'shared/german');
    link(repository, 'shared/german/round', 'app');
    repository.write({ 'app/de/x.json': json({ a: 'A1', b: 'B1' }) });
    const { push } = await repository.done('push');
    expect(push.files.map(({ path }: { path: string }) => path)).toEqual(['app/de/x.json', 'app/en/x.json']);
    repository.write({ 'app/de/x.json': json({ a: 'A1', b: 'B2' }) });
    await exchange.put('a', { translations: { de: 'A2' } });
    const { pull } = await repository.done('pull');
    expect(pull.files).toEqual([{ path: 'app/de/x.json', change: 'merged' }]);
    expect(repository.read('shared/german/x.json')).toBe(json({ a: 'A2', b: 'B2' }));
  });

  it('needs translations:write only for a file that both sides have changed, and is refused as by a conflict without it', async () => {
    const path = 'locales/de.json';
    const { repository, exchange, organization } = await given({
      files: { 'locales/en.json': json({ a: 'a1', b: 'b1' }), [path]: json({ a: 'A1', b: 'B1' }) },
    });
    await repository.done('push');
    const { secret } = await running.given.apiKey({ organization, scopes: ['projects:read', 'translations:read'] });
    const env = { GLOSSA_API_KEY: secret };
    await exchange.put('a', { value: 'a2' });
    expect(await repository.glossa(['pull'], { env })).toMatchObject({ code: 0 });
    await exchange.put('a', { translations: { de: 'A2' } });
    const mine = json({ a: 'A1', b: 'B2' });
    repository.write({ [path]: mine });
    const { code, stderr } = await repository.glossa(['pull'], { env });
    expect([code, stderr]).toEqual([3, expect.stringMatching(/locales\/de\.json\n[^]*the scope translations:write/)]);
    expect(stderr).not.toContain('in the same lines');
    expect(repository.read(path)).toBe(mine);
    await repository.done('pull');
    expect(repository.read(path)).toBe(json({ a: 'A2', b: 'B2' }));
  });

  it('has a file with a conflict that git has left as a conflict, and the other files as they are', async () => {
    const rules = [{ path: '{namespace}.csv', format: 'csv' }];
    const table = (text: string): string => `key,en,de\na,a1,A1\nb,b1,B1\n${text}`;
    const { repository, exchange } = await given({
      rules,
      files: { 'shop.csv': table('c,c1,C1\n'), 'web.csv': table('c,c1,C1\n') },
    });
    await repository.done('push');
    const marked = table('<<<<<<< HEAD\nc,c2,C1\n=======\nd,d1,D1\n>>>>>>> side\n');
    repository.write({ 'shop.csv': table('c,c2,C1\n'), 'web.csv': marked });
    const status = async (): Promise<string[]> => {
      const { code, stdout } = await repository.glossa(['status']);
      expect(code).toBe(1);
      return stdout.split('\n').slice(0, 2);
    };
    expect(await status()).toEqual(['shop.csv  changed here', 'web.csv  conflict']);
    expect((await repository.done('pull')).pull.files).toEqual([]);

    for (const name of ['shop.a', 'web.a']) await exchange.put(name, { value: 'a2' });
    expect(await status()).toEqual(['shop.csv  changed on both sides', 'web.csv  conflict']);
    for (const options of [[], ['--check']]) {
      const { code, stderr } = await repository.glossa(['pull', ...options]);
      expect([code, stderr]).toEqual([3, expect.stringContaining('web.csv')]);
      expect(stderr).not.toContain('shop.csv');
    }
    expect(repository.read('web.csv')).toBe(marked);
  });

  it('overwrites no file that is in a folder without sources and was never in step', async () => {
    const path = 'locales/node_modules/en.json';
    const mine = json({ a: 'mine' });
    const { repository, exchange } = await given({
      files: { 'locales/shop/en.json': json({ a: 'a1' }), [path]: mine },
      rules: [{ path: 'locales/{namespace}/{language}.json', format: 'json' }],
    });
    await repository.done('push');
    await exchange.create('node_modules.a', 'theirs');
    const { code, stderr } = await repository.glossa(['pull']);
    expect([code, stderr]).toEqual([3, expect.stringContaining(path)]);
    expect(repository.read(path)).toBe(mine);
  });

  it('compares the files again after the rules of glossa.json have changed', async () => {
    const rule = { path: 'locales/{language}.json', format: 'json' };
    const configure = (files: object[]) => json({ ...JSON.parse(repository.read('glossa.json')), files });
    const { repository, exchange } = await given({
      files: { 'locales/en.json': json({ 'a.b': 'a1' }) },
      rules: [{ path: 'locales/en.json', format: 'json', language: 'en' }],
    });
    await repository.done('push');
    await exchange.put('a.b', { translations: { de: 'A1' } });
    const note = 'not written: glossa.json has no path for de\n';
    for (const command of [['pull'], ['pull'], ['pull', '--check']])
      expect(await repository.glossa(command)).toMatchObject({ code: 0, stderr: note });

    repository.write({ 'glossa.json': configure([rule]) });
    const { code, stdout } = await repository.glossa(['pull', '--check']);
    expect([code, stdout]).toEqual([1, expect.stringContaining('locales/de.json  new\n')]);
    await repository.done('pull');
    expect(repository.read('locales/de.json')).toBe(json({ 'a.b': 'A1' }));
    expect((await repository.glossa(['pull', '--check'])).code).toBe(0);

    const options = { keySeparator: '.' };
    repository.write({ 'glossa.json': configure([{ ...rule, format: 'json-nested', options }]) });
    expect((await repository.glossa(['pull', '--check'])).code).toBe(1);
    await repository.done('pull');
    expect(JSON.parse(repository.read('locales/de.json'))).toEqual({ a: { b: 'A1' } });
  });

  it('names a namespace that is too long for a file name, and writes the other files', async () => {
    const { repository, exchange } = await given({
      files: { 'locales/shop/en.json': json({ a: 'a1' }) },
      rules: [{ path: 'locales/{namespace}/{language}.json', format: 'json' }],
    });
    await repository.done('push');
    const namespace = 'ä'.repeat(128);
    await exchange.create(`${namespace}.a`, 'x');
    await exchange.put('shop.a', { value: 'a2' });
    const note = `not written: glossa.json has no path for en, namespace ${namespace}\n`;
    expect(await repository.glossa(['pull'])).toMatchObject({ code: 0, stderr: note });
    expect(repository.read('locales/shop/en.json')).toBe(json({ a: 'a2' }));
    expect((await repository.glossa(['status'])).code).toBe(0);
  });

  it('compares the files once where an earlier version has written glossa.lock', async () => {
    const { repository, exchange } = await given({ files: { 'locales/en.json': json({ a: 'a1' }) } });
    await repository.done('push');
    await exchange.put('a', { translations: { de: 'A1' } });
    await repository.done('pull');
    const lock = repository.read('glossa.lock');
    const { rules, ...former } = JSON.parse(lock);
    expect(rules).toMatch(/^[0-9a-f]{64}$/);
    repository.write({ 'glossa.lock': json(former).replace(/\{\n +("revision".*),\n +(.*)\n +\}/g, '{ $1, $2 }') });
    await repository.done('pull');
    expect(repository.read('glossa.lock')).toBe(lock);
  });

  it('writes tables of new namespaces and of deleted files, and none for the namespace of another file', async () => {
    const table = (key: string): string => `key,en,de\n${key},${key} in English,${key} auf Deutsch\n`;
    const [shop, home] = ['i18n/shop.csv', 'i18n/home.csv'];
    const { repository, exchange } = await given({
      files: { [shop]: table('a'), 'locales/en.json': json({ d: 'd' }) },
      rules: [
        { path: 'i18n/{namespace}.csv', format: 'csv' },
        { path: 'locales/{language}.json', format: 'json', namespace: 'app' },
      ],
    });
    await repository.done('push');
    await exchange.create('home.c', 'c in English');
    await exchange.put('home.c', { translations: { de: 'c auf Deutsch' } });
    const changes = async () => (await repository.done('pull')).pull.files.filter(({ path }: Json) => /csv/.test(path));
    expect(await changes()).toEqual([{ path: home, change: 'new' }]);
    expect(repository.read(home)).toContain('c auf Deutsch');

    repository.delete(shop);
    expect(await changes()).toEqual([{ path: shop, change: 'changed' }]);
    expect(repository.read(shop)).toBe(table('a'));
    expect(repository.paths().filter((path) => path.startsWith('i18n/'))).toEqual([home, shop]);

    await exchange.deleteKeys('shop.a');
    repository.delete(shop);
    expect(await changes()).toEqual([]);
  });

  it('copies no key of the files of a namespace into files of another format or into another table', async () => {
    const strings =
      '<?xml version="1.0" encoding="utf-8"?>\n<resources>\n    <string name="c">c</string>\n</resources>\n';
    const files = {
      'locales/en.json': json({ a: 'a' }),
      'res/values/strings.xml': strings,
      'i18n/shop.csv': 'key,en,de\nd,d,d auf Deutsch\n',
      'all.tsv': 'key\ten\tde\na\ta\ta auf Deutsch\n',
      'web.tsv': 'key\ten\tde\ne\te\te auf Deutsch\n',
    };
    const { repository, exchange } = await given({
      files,
      rules: [
        { path: 'locales/{language}.json', format: 'json' },
        { path: 'res/{android}/strings.xml', format: 'android', namespace: 'app' },
        { path: 'i18n/{namespace}.csv', format: 'csv' },
        { path: 'all.tsv', format: 'tsv' },
        { path: 'web.tsv', format: 'tsv', namespace: 'web' },
      ],
    });
    await repository.done('push');
    await repository.done('pull');
    for (const [path, content] of Object.entries(files)) expect([path, repository.read(path)]).toEqual([path, content]);
    expect(repository.read('locales/de.json')).toBe(json({ a: 'a auf Deutsch' }));

    for (const name of ['a', 'app.c', 'shop.d', 'web.e']) await exchange.put(name, { translations: { de: 'neu' } });
    // A file that was deleted here still has its keys.
    repository.delete('i18n/shop.csv');
    const pulled = (await repository.done('pull')).pull.files.map(({ path }: Json) => path).sort();
    expect(pulled).toEqual(
      [...Object.keys(files), 'locales/de.json', 'res/values-de/strings.xml'].sort().filter((path) => {
        return path !== 'locales/en.json' && path !== 'res/values/strings.xml';
      }),
    );
    expect(repository.read('locales/de.json')).toBe(json({ a: 'neu' }));
    expect(repository.read('all.tsv')).toBe('key\ten\tde\na\ta\tneu\n');
    expect(repository.read('i18n/shop.csv')).toBe('key,en,de\nd,d,neu\n');
  });

  it('reads a file whose namespace is below the namespace of another format', async () => {
    const cart = 'web/en/shop.cart.json';
    const { repository, exchange } = await given({
      files: {
        [cart]: json({ a: 'a' }),
        'app/values/strings.xml': '<resources>\n    <string name="b">b</string>\n</resources>\n',
      },
      rules: [
        { path: 'web/{language}/{namespace}.json', format: 'json' },
        { path: 'app/{android}/strings.xml', format: 'android', namespace: 'shop' },
      ],
    });
    await repository.done('push');
    await exchange.put('shop.cart.a', { value: 'a2' });
    const { pull } = await repository.done('pull');
    expect(pull.files.filter(({ path }: Json) => path.startsWith('web/en/'))).toEqual([
      { path: cart, change: 'changed' },
    ]);
    expect(repository.read(cart)).toBe(json({ a: 'a2' }));
  });

  it('takes no folder for a namespace because of a file that has no language', async () => {
    const table = 'key,en,de\napp.a,a,a auf Deutsch\n';
    const { repository, exchange } = await given({
      files: { 'src/app/lib.json': '{}\n', 'all.csv': table },
      rules: [
        { path: 'src/{namespace}/{language}.json', format: 'json' },
        { path: 'all.csv', format: 'csv' },
      ],
    });
    await repository.done('push');
    await exchange.create('b', 'b');
    await repository.done('pull');
    expect(repository.read('all.csv')).toBe(`${table}b,b,\n`);
  });

  it('says that the namespaces of other files are too many to leave out', async () => {
    const namespaces = Array.from({ length: 501 }, (_, index) => `n${index}`);
    const { repository } = await given({
      files: {
        'all.csv': 'key,en,de\na,a,b\n',
        ...Object.fromEntries(namespaces.map((name) => [`i18n/${name}.tsv`, 'key\ten\n'])),
      },
      rules: [
        { path: 'all.csv', format: 'csv' },
        { path: 'i18n/{namespace}.tsv', format: 'tsv' },
      ],
    });
    const { stderr } = await repository.glossa(['pull', '--check']);
    expect(stderr).toContain('the 501 namespaces of these are too many');
  });
});
