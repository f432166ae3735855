import { type RunningApp, startApp } from '../support/start-app';
import { givenRepository, json } from './given-repository';

const [EN, DE] = ['locales/en.json', 'locales/de.json'];
const WRITER = ['projects:read', 'translations:read', 'translations:write', 'keys:write'] as const;

describe('glossa push', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const synced = async (options: Parameters<typeof givenRepository>[1] = {}) => {
    const files = { [EN]: json({ a: 'a1', b: 'b1' }), [DE]: json({ a: 'A1', b: 'B1' }) };
    const all = await givenRepository(running, { files, ...options });
    await all.repository.done('push');
    return all;
  };

  it.each([['push'], ['check'], ['sync']])('%s refuses a file with a conflict that git has left', async (command) => {
    const rules = [{ path: '{language}.properties', format: 'properties' }];
    const { repository, exchange } = await synced({ rules, files: { 'en.properties': 'a=a1\nb=b1\n' } });
    repository.write({ 'en.properties': 'a=a1\n<<<<<<< HEAD\nb=b2\n=======\nb=b3\n>>>>>>> side\n' });
    const { code, stderr } = await repository.glossa([command]);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('en.properties has a conflict that git has left, at the line 2'),
    ]);
    expect((await exchange.texts()).en).toEqual({ a: 'a1', b: 'b1' });
    expect(repository.has('.glossa-journal')).toBe(false);
  });

  describe('--delete-missing', () => {
    const WEB = { path: 'web/{language}.json', format: 'json', namespace: 'web' };
    const byNamespace = { path: '{namespace}/{language}.json', format: 'json' };
    const web = json({ a: 'a1', b: 'b1' });

    it.each([
      ['of a namespace without a path', [WEB], 'mobile.c', 'en, namespace mobile'],
      ['of no namespace without a path', [byNamespace], 'c', 'en'],
      ['of a file that was not pulled', [byNamespace], 'mobile.c', 'mobile/en.json'],
    ])('refuses to delete keys %s', async (_, rules, name, place) => {
      const { repository, exchange } = await synced({ rules, files: { 'web/en.json': web } });
      await exchange.imported({ bytes: json({ [name]: 'c1' }) }, { format: 'json', language: 'en' });
      repository.write({ 'web/en.json': json({ a: 'a2', b: 'b1' }) });
      await repository.done('push');
      repository.write({ 'web/en.json': json({ a: 'a2' }) });
      const { code, stderr } = await repository.glossa(['push', '--delete-missing']);
      expect([code, stderr]).toEqual([2, expect.stringContaining(`never had: ${place}\n`)]);
      expect((await exchange.texts()).en).toEqual({ 'web.a': 'a2', 'web.b': 'b1', [name]: 'c1' });
    });

    it('needs no files of translations, unless a key has no source text', async () => {
      const rules = [{ path: 'en.json', format: 'json', language: 'en' }];
      const { repository, exchange } = await synced({
        rules,
        files: { 'en.json': json({ a: 'a1', b: 'b1', c: 'c1' }) },
      });
      await exchange.imported({ bytes: json({ a: 'A1', b: 'B1' }) }, { format: 'json', language: 'de' });
      repository.write({ 'en.json': json({ a: 'a2', b: 'b1', c: 'c1' }) });
      await repository.done('push');
      repository.write({ 'en.json': json({ a: 'a2', b: 'b1' }) });
      expect((await repository.done('push', '--delete-missing')).push).toMatchObject({
        deletedKeys: 1,
        removedTexts: 0,
      });
      expect(await exchange.texts()).toEqual({ en: { a: 'a2', b: 'b1' }, de: { a: 'A1', b: 'B1' } });

      await exchange.imported({ bytes: json({ d: 'D1' }) }, { format: 'json', language: 'de' });
      repository.write({ 'en.json': json({ a: 'a3', b: 'b1' }) });
      await repository.done('push');
      repository.write({ 'en.json': json({ a: 'a3' }) });
      const { code, stderr } = await repository.glossa(['push', '--delete-missing']);
      expect([code, stderr]).toEqual([2, expect.stringContaining('never had: de\n')]);
    });

    it('deletes the keys of a file that was deleted here', async () => {
      const files = { 'web/en.json': web, 'mobile/en.json': json({ c: 'c1' }) };
      const { repository, exchange } = await synced({ rules: [byNamespace], files });
      repository.delete('mobile/en.json');
      expect((await repository.done('push', '--delete-missing')).push).toMatchObject({ deletedKeys: 1 });
      expect((await exchange.texts()).en).toEqual({ 'web.a': 'a1', 'web.b': 'b1' });
    });

    it.each([
      ['were deleted', {}],
      ['were renamed', { 'en/z.json': json({ b: 'b1' }), 'de/z.json': json({ b: 'B1' }) }],
    ])('writes no files again that %s', async (_, renamed) => {
      const files = {
        ...{ 'en/x.json': json({ a: 'a1' }), 'de/x.json': json({ a: 'A1' }) },
        ...{ 'en/y.json': json({ b: 'b1' }), 'de/y.json': json({ b: 'B1' }) },
      };
      const rules = [{ path: '{language}/{namespace}.json', format: 'json' }];
      const { repository } = await synced({ rules, files });
      for (const path of ['en/y.json', 'de/y.json']) repository.delete(path);
      repository.write(renamed);
      await repository.done('push', '--delete-missing');
      const paths = [...Object.keys(renamed), 'de/x.json', 'en/x.json'].sort();
      expect(Object.keys(JSON.parse(repository.read('glossa.lock')).files)).toEqual(paths);
      expect((await repository.done('pull')).pull.files).toEqual([]);
      expect(repository.paths().filter((path) => path.endsWith('.json') && path !== 'glossa.json')).toEqual(paths);
    });

    it.each([['minState', 'reviewed'] as const, ['unwritable', 'skip'] as const])(
      'is refused with the option %s, by which files lack texts that the project has',
      async (option, value) => {
        const rules = [{ path: 'locales/{language}.json', format: 'json', options: { [option]: value } }];
        const { repository } = await synced({ rules });
        const { code, stderr } = await repository.glossa(['push', '--delete-missing']);
        expect([code, stderr]).toEqual([2, expect.stringContaining(`with the option ${option}`)]);
      },
    );

    it('brings back no text that was undone on the server', async () => {
      const { repository, exchange } = await synced();
      repository.write({ [DE]: json({ a: 'A2', b: 'B1' }) });
      const { push } = await repository.done('push');
      await repository.done('undo', String(push.revision));
      repository.write({ [EN]: json({ a: 'a1' }), [DE]: json({ a: 'A2' }) });
      await repository.done('push', '--delete-missing');
      expect(await exchange.texts()).toEqual({ en: { a: 'a1' }, de: { a: 'A1' } });
    });

    it('needs files that are of one revision, as they are after a pull', async () => {
      const { repository, exchange } = await synced();
      await exchange.put('a', { value: 'a2' });
      repository.write({ [DE]: json({ a: 'A2', b: 'B1' }) });
      await repository.done('push');
      repository.write({ [DE]: json({ a: 'A2' }) });
      const { code, stderr } = await repository.glossa(['push', '--delete-missing']);
      expect([code, stderr]).toEqual([2, expect.stringContaining(EN)]);
      await repository.done('pull');
      repository.write({ [EN]: json({ a: 'a2' }) });
      await repository.done('push', '--delete-missing');
      expect(await exchange.texts()).toEqual({ en: { a: 'a2' }, de: { a: 'A2' } });
    });

    it('leaves out an unchanged file whose texts were deleted on the server', async () => {
      const { repository, exchange } = await synced();
      await exchange.imported({ bytes: '{}' }, { format: 'json', language: 'de', missingTexts: 'remove' });
      await repository.done('pull');
      repository.write({ [EN]: json({ a: 'a1' }) });
      await repository.done('push', '--delete-missing');
      expect(await exchange.texts()).toEqual({ en: { a: 'a1' }, de: {} });
    });
  });

  describe('several imports', () => {
    /** The files have two bases from now on. */
    const withTwoBases = async (options?: Parameters<typeof givenRepository>[1]) => {
      const all = await synced(options);
      all.repository.write({ [DE]: json({ a: 'A2', b: 'B1' }) });
      await all.repository.done('push');
      return all;
    };
    const FAIL_ON = ['push', '--fail-on', 'placeholder_missing,placeholder_unknown'];

    it('are checked as one by --fail-on', async () => {
      const { repository, exchange } = await withTwoBases();
      repository.write({ [EN]: json({ a: 'a {name}', b: 'b1' }), [DE]: json({ a: 'A {name}', b: 'B1' }) });
      await repository.done(...FAIL_ON);
      expect(await exchange.texts()).toEqual({ en: { a: 'a {name}', b: 'b1' }, de: { a: 'A {name}', b: 'B1' } });
    });

    it('write nothing if a text fails --fail-on together with a source text of another one', async () => {
      const { repository, exchange } = await withTwoBases();
      const before = await exchange.texts();
      repository.write({ [EN]: json({ a: 'a1', b: 'b1', c: 'c {count}' }), 'locales/fr.json': json({ c: 'F' }) });
      const { code, stderr } = await repository.glossa(FAIL_ON);
      expect([code, stderr]).toEqual([4, expect.stringContaining('checks_failed')]);
      expect(await exchange.texts()).toEqual(before);
    });

    it('write nothing with --conflict overwrite if the API key may not make a change after the first 100', async () => {
      const texts = (text: string) => Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`t${at}`, text]));
      const files = { [EN]: json(texts('a1')), [DE]: json({ ...texts('A1'), z: 'A1' }) };
      const { repository, exchange, organization } = await synced({ files });
      await exchange.imported({ bytes: json(texts('A2')) }, { format: 'json', language: 'de' });
      await exchange.put('z', { translations: { de: 'A2' }, states: { de: 'reviewed' } });
      await exchange.api.patch(`projects/${exchange.projectId}`, { protectReviewed: true });
      const { secret } = await running.given.apiKey({ organization, scopes: WRITER });
      const before = await exchange.texts();
      repository.write({ [DE]: json({ ...texts('A3'), z: 'A3' }) });
      for (const options of [[], ['--dry-run']]) {
        const { code, stderr } = await repository.glossa(['push', '--conflict', 'overwrite', ...options], {
          env: { GLOSSA_API_KEY: secret },
        });
        expect([code, stderr]).toEqual([3, expect.stringContaining(`${DE}: z [de] (review_not_allowed)`)]);
      }
      expect(await exchange.texts()).toEqual(before);
    });

    it.each([['overwrite'], ['keep-reviewed']])(
      'write nothing with --conflict %s if the API key may not make one of the changes',
      async (conflict) => {
        const { repository, exchange, organization } = await withTwoBases();
        const { secret } = await running.given.apiKey({ organization, languages: ['en'] });
        const before = await exchange.texts();
        repository.write({ [EN]: json({ a: 'a2', b: 'b1' }), [DE]: json({ a: 'A3', b: 'B1' }) });
        const { code, stderr } = await repository.glossa(['push', '--conflict', conflict], {
          env: { GLOSSA_API_KEY: secret },
        });
        expect([code, stderr]).toEqual([3, expect.stringContaining(`${DE}: a [de] (language_not_allowed)`)]);
        expect(await exchange.texts()).toEqual(before);
      },
    );
  });
});
