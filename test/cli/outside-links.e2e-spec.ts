import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningApp, startApp } from '../support/start-app';
import { FailingProxy } from './failing-proxy';
import { givenRepository, json } from './given-repository';

const IMPORT = 'POST /api/v1/projects/:id/import';
const EXPORT = 'GET /api/v1/projects/:id/export';
const RULES = {
  'a rule with placeholders': { path: 'locales/{language}.json', format: 'json' },
  'a rule of one file': { path: 'locales/fr.json', format: 'json', language: 'fr' },
};

describe('a symbolic link out of the repository', () => {
  let running: RunningApp;
  let proxy: FailingProxy;
  let outside: string;
  beforeAll(async () => {
    running = await startApp();
    proxy = await FailingProxy.start(running.url);
  });
  beforeEach(() => {
    proxy.reset();
    outside = mkdtempSync(join(tmpdir(), 'glossa-outside-'));
    writeFileSync(join(outside, 'fr.json'), json({ a: 'secret' }));
  });
  afterEach(() => rmSync(outside, { recursive: true }));
  afterAll(async () => {
    await proxy.close();
    await running.close();
  });

  const given = async (rule: object = RULES['a rule with placeholders']) => {
    const files = { 'locales/en.json': json({ a: 'A', b: 'B' }) };
    const all = await givenRepository(running, {
      files,
      rules: [rule, { path: 'locales/en.json', language: 'en', format: 'json' }],
    });
    const env = { GLOSSA_SERVER: proxy.url };
    return { ...all, glossa: (...args: string[]) => all.repository.glossa(args, { env }) };
  };
  const link = (target: string, folder: string, path: string): void => {
    rmSync(join(folder, path), { force: true });
    mkdirSync(join(folder, path, '..'), { recursive: true });
    symlinkSync(join(outside, target), join(folder, path));
  };

  describe.each(Object.entries(RULES))('that %s finds', (_, rule) => {
    it('is refused by every command that reads files, before any request', async () => {
      const { repository, glossa } = await given(rule);
      link('fr.json', repository.folder, 'locales/fr.json');
      for (const args of [['push'], ['push', '--dry-run'], ['pull'], ['sync'], ['check'], ['status']]) {
        const { code, stderr, stdout } = await glossa(...args);
        expect([args, code, stdout, stderr]).toEqual([
          args,
          2,
          '',
          expect.stringContaining('locales/fr.json leads out of the repository by a symbolic link'),
        ]);
      }
      expect(proxy.requests).toEqual([]);
    });
  });

  it('is refused as glossa.lock, and as the folder of a file that a pull would write', async () => {
    const { repository, glossa, exchange } = await given();
    await repository.done('push');
    await exchange.put('a', { translations: { de: 'A' } });
    link('.', repository.folder, 'linked');
    repository.write({
      'other.json': json({
        project: JSON.parse(repository.read('glossa.json')).project,
        files: [{ path: 'linked/{language}.json', format: 'json' }],
      }),
    });
    const pulled = await glossa('pull', '--config', 'other.json');
    expect([pulled.code, pulled.stderr]).toEqual([2, expect.stringContaining('leads out of the repository')]);
    writeFileSync(join(outside, 'glossa.lock'), 'secret');
    link('glossa.lock', repository.folder, 'glossa.lock');
    proxy.reset();
    const pushed = await glossa('push');
    expect([pushed.code, pushed.stderr]).toEqual([
      2,
      expect.stringContaining('glossa.lock leads out of the repository'),
    ]);
    expect([proxy.requests, readFileSync(join(outside, 'glossa.lock'), 'utf8')]).toEqual([[], 'secret']);
  });

  it('is no file that init proposes or sends the start of', async () => {
    const { repository, glossa } = await given();
    link('fr.json', repository.folder, 'locales/fr.json');
    repository.git('add', '-A');
    const { code, stdout, stderr } = await glossa('init', '--dry-run', '--json', '--config', 'other.json');
    expect([code, stdout]).toEqual([0, expect.stringContaining('locales/{language}.json')]);
    expect(stdout).not.toContain('fr');
    expect(stderr).toMatch(
      /^Left out locales\/fr\.json: it leads out of the repository by a symbolic link, to .*fr\.json$/m,
    );
  });

  it('is said once if it is a folder, and leaves only its files out', async () => {
    const { repository, glossa } = await given({ path: 'locales/{namespace}/{language}.json', format: 'json' });
    link('.', repository.folder, 'locales/linked');
    for (const args of [['push'], ['sync'], ['status']]) {
      const { code, stderr } = await glossa(...args);
      expect([args, code]).toEqual([args, 0]);
      expect(stderr.match(/Left out locales\/linked: it leads out of the repository/g)).toHaveLength(1);
    }
  });

  describe('an error of a push after the server has imported files', () => {
    const imported = /^Before, locales\/en\.json became the revision \d+\./m;

    it('names them where the lock cannot be written', async () => {
      const { repository, glossa } = await given();
      await repository.done('push');
      repository.write({ 'locales/en.json': json({ a: 'A2', b: 'B' }) });
      proxy.reset((request) => {
        if (request === IMPORT) link('glossa.lock', repository.folder, 'glossa.lock');
        return undefined;
      });
      writeFileSync(join(outside, 'glossa.lock'), 'mine');
      const { code, stderr } = await glossa('push');
      expect([code, stderr]).toEqual([2, expect.stringMatching(imported)]);
      expect(stderr).not.toContain('Nothing was written');
      expect(readFileSync(join(outside, 'glossa.lock'), 'utf8')).toBe('mine');
    });

    it('names them where their merged bytes cannot be read', async () => {
      const { repository, glossa, exchange } = await given();
      await repository.done('push');
      await exchange.put('b', { value: 'B2' });
      repository.write({ 'locales/en.json': json({ a: 'A2', b: 'B' }) });
      proxy.reset((request) => (request === EXPORT ? 'database lost for long' : undefined));
      const { code, stdout, stderr } = await glossa('push', '--json');
      expect([code, stderr]).toEqual([5, expect.stringMatching(imported)]);
      expect(JSON.parse(stdout).error.imported).toEqual({ paths: ['locales/en.json'], revision: expect.any(Number) });
      proxy.reset();
      expect((await glossa('push')).code).toBe(0);
      expect(await exchange.texts()).toMatchObject({ en: { a: 'A2', b: 'B2' } });
    });
  });
});
