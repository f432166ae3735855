import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { type RunningApp, startApp } from '../support/start-app';
import { givenRepository, json, JSON_RULES } from './given-repository';
import { editAtRandom } from './two-clones';

describe('glossa push and pull', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const given = (options?: Parameters<typeof givenRepository>[1]) => givenRepository(running, options);
  const FILES = { 'locales/en.json': json({ a: 'a1', b: 'b1' }), 'locales/de.json': json({ a: 'A1', b: 'B1' }) };
  const synced = async () => {
    const all = await given({ files: FILES });
    await all.repository.done('push');
    return all;
  };

  it('sends all files at first, and then what has changed', async () => {
    const { repository, exchange } = await given({ files: FILES });
    const { push } = await repository.done('push');
    expect(push).toMatchObject({
      added: 4,
      changed: 0,
      files: [
        { path: 'locales/de.json', added: 2 },
        { path: 'locales/en.json', added: 2 },
      ],
    });
    expect(await exchange.texts()).toEqual({ en: { a: 'a1', b: 'b1' }, de: { a: 'A1', b: 'B1' } });
    expect(Object.keys(JSON.parse(repository.read('glossa.lock')).files)).toEqual(Object.keys(FILES).sort());
    expect((await repository.glossa(['push'])).stdout).toContain('Nothing to push');
    repository.write({ 'locales/de.json': json({ a: 'A1', b: 'B2' }) });
    expect((await repository.glossa(['push'])).stdout).toContain('locales/de.json  0 added, 1 changed\n');
    expect(await exchange.texts()).toMatchObject({ de: { b: 'B2' } });
  });

  it('merges a push with what the server has changed, and writes the merged file', async () => {
    const { repository, exchange } = await synced();
    await exchange.put('a', { translations: { de: 'A2' } });
    repository.write({ 'locales/de.json': json({ a: 'A1', b: 'B2' }) });
    const { push } = await repository.done('push');
    expect(push.files).toEqual([{ path: 'locales/de.json', added: 0, changed: 1, merged: true }]);
    expect(repository.read('locales/de.json')).toBe(json({ a: 'A2', b: 'B2' }));
    expect(await exchange.texts()).toMatchObject({ de: { a: 'A2', b: 'B2' } });
    repository.write({ 'locales/de.json': json({ a: 'A2', b: 'B1' }) });
    await repository.done('push');
    expect(await exchange.texts()).toMatchObject({ de: { a: 'A2', b: 'B1' } });
  });

  it('ends with 3 where both have changed a text, and writes nothing', async () => {
    const { repository, exchange } = await synced();
    await exchange.put('a', { translations: { de: 'A2' } });
    repository.write({ 'locales/de.json': json({ a: 'A3', b: 'B2' }) });
    const lock = repository.read('glossa.lock');
    const { code, stderr, stdout } = await repository.glossa(['push']);
    expect([code, stdout]).toEqual([3, '']);
    expect(await repository.glossa(['sync', '--dry-run'])).toEqual({ code, stderr, stdout });
    expect(stderr).toMatch(/locales\/de\.json: a \[de\]\n +last in step: "A1"\n +the file: +"A3"\n +the server: +"A2"/);
    expect(repository.read('glossa.lock')).toBe(lock);
    expect(await exchange.texts()).toMatchObject({ de: { a: 'A2', b: 'B1' } });
    const { push } = await repository.done('push', '--conflict', 'keep');
    expect(push.files).toMatchObject([{ merged: true }]);
    expect(repository.read('locales/de.json')).toBe(json({ a: 'A2', b: 'B2' }));
  });

  it('never overwrites texts of the server with files that were never in step', async () => {
    const { repository, exchange } = await given({ files: FILES });
    await exchange.imported({ bytes: json({ a: 'a1', c: 'c1' }) }, { format: 'json', language: 'en' });
    await exchange.imported({ bytes: json({ a: 'A9' }) }, { format: 'json', language: 'de' });
    const refused = await repository.glossa(['push']);
    expect(refused.code).toBe(3);
    expect((await repository.glossa(['pull'])).code).toBe(3);
    expect(repository.read('locales/de.json')).toBe(FILES['locales/de.json']);
    await repository.done('push', '--conflict', 'keep');
    await repository.done('pull');
    expect(JSON.parse(repository.read('locales/en.json'))).toEqual({ a: 'a1', b: 'b1', c: 'c1' });
    expect(JSON.parse(repository.read('locales/de.json'))).toEqual({ a: 'A9', b: 'B1' });
  });

  it('pulls the bytes of the server, all or none, and asks little where there is nothing to do', async () => {
    const { repository, exchange } = await synced();
    await exchange.put('a', { translations: { de: 'A2' } });
    const check = await repository.glossa(['pull', '--check']);
    expect([check.code, check.stdout]).toEqual([1, expect.stringContaining('locales/de.json  changed\n')]);
    expect(repository.read('locales/de.json')).toBe(FILES['locales/de.json']);
    const { pull } = await repository.done('pull');
    expect(pull.files).toEqual([{ path: 'locales/de.json', change: 'changed' }]);
    expect(repository.read('locales/de.json')).toBe(
      (await exchange.exported({ format: 'json', language: 'de' })).toString(),
    );
    expect((await repository.glossa(['pull', '--check'])).code).toBe(0);
    expect(repository.paths()).toEqual(['glossa.json', 'glossa.lock', 'locales/de.json', 'locales/en.json']);
  });

  it('merges a pull with what has changed here, and leaves it to be pushed', async () => {
    const { repository, exchange } = await synced();
    await exchange.put('a', { translations: { de: 'A2' } });
    repository.write({ 'locales/de.json': json({ a: 'A1', b: 'B2' }) });
    const { pull } = await repository.done('pull');
    expect(pull.files).toEqual([{ path: 'locales/de.json', change: 'merged' }]);
    expect(repository.read('locales/de.json')).toBe(json({ a: 'A2', b: 'B2' }));
    expect(await exchange.texts()).toMatchObject({ de: { a: 'A2', b: 'B1' } });
    await repository.done('push');
    expect(await exchange.texts()).toMatchObject({ de: { a: 'A2', b: 'B2' } });
  });

  it('writes no file if one of them cannot be merged', async () => {
    const { repository, exchange } = await synced();
    await exchange.put('a', { value: 'a2', translations: { de: 'A2' } });
    const mine = json({ a: 'A3', b: 'B1' });
    repository.write({ 'locales/de.json': mine });
    const { code, stderr } = await repository.glossa(['pull']);
    expect([code, stderr]).toEqual([3, expect.stringContaining('locales/de.json')]);
    expect([repository.read('locales/de.json'), repository.read('locales/en.json')]).toEqual([
      mine,
      FILES['locales/en.json'],
    ]);
  });

  it('shows in a dry run of sync what sync does with a file that both sides have changed in the same line', async () => {
    const files = { ...FILES, 'locales/de.json': '{ "a": "A1", "b": "B1" }\n' };
    const { repository, exchange } = await given({ files });
    await repository.done('push');
    await exchange.put('a', { translations: { de: 'A2' } });
    const mine = '{ "a": "A1", "b": "B2" }\n';
    repository.write({ 'locales/de.json': mine });
    expect((await repository.glossa(['pull', '--check'])).code).toBe(3);
    const dry = await repository.done('sync', '--dry-run');
    expect(repository.read('locales/de.json')).toBe(mine);
    const { stdout } = await repository.glossa(['sync', '--dry-run']);
    expect(stdout).toContain('0 added, 1 changed; merged with changes of the server\n');
    const done = await repository.done('sync');
    expect([dry.push.files, dry.pull.files]).toEqual([done.push.files, done.pull.files]);
    expect(done.push.files).toEqual([{ path: 'locales/de.json', added: 0, changed: 1, merged: true }]);
    expect(await exchange.texts()).toMatchObject({ de: { a: 'A2', b: 'B2' } });
  });

  it('removes texts and keys that were deleted here only with --delete-missing, and no others', async () => {
    const { repository, exchange } = await synced();
    await exchange.imported({ bytes: json({ new: 'n' }) }, { format: 'json', language: 'en' });
    repository.write({ 'locales/en.json': json({ a: 'a1' }), 'locales/de.json': json({}) });
    await repository.done('push');
    expect(await exchange.texts()).toMatchObject({ en: { a: 'a1', b: 'b1', new: 'n' }, de: { a: 'A1', b: 'B1' } });
    expect(JSON.parse(repository.read('locales/en.json'))).toEqual({ a: 'a1', b: 'b1', new: 'n' });
    repository.write({ 'locales/en.json': json({ a: 'a1', new: 'n' }), 'locales/de.json': json({}) });
    const { push } = await repository.done('push', '--delete-missing');
    expect(push).toMatchObject({ deletedKeys: 1 });
    expect(await exchange.texts()).toEqual({ en: { a: 'a1', new: 'n' }, de: {} });
  });

  it('deletes a file that the project does not have any more only with --prune', async () => {
    const files = { 'locales/en/home.json': json({ a: 'a1' }), 'locales/en/shop.json': json({ b: 'b1' }) };
    const rules = [{ path: 'locales/{language}/{namespace}.json', format: 'json' }];
    const { repository, exchange } = await given({ files, rules });
    await repository.done('push');
    await exchange.deleteKeys('shop.b');
    const bytes = zipSync({ 'locales/en/home.json': strToU8(files['locales/en/home.json']) });
    await exchange.imported({ bytes }, { format: 'json', missingTexts: 'remove' });
    const { stderr } = await repository.glossa(['pull']);
    expect(stderr).toContain('locales/en/shop.json is not in the project any more. "glossa pull --prune" deletes it.');
    expect(repository.has('locales/en/shop.json')).toBe(true);
    const { pull } = await repository.done('pull', '--prune');
    expect(pull.files).toEqual([{ path: 'locales/en/shop.json', change: 'deleted' }]);
    expect(repository.has('locales/en/shop.json')).toBe(false);
  });

  it('keeps Windows line ends, which do not count as a change', async () => {
    const { repository, exchange } = await synced();
    const windows = (text: string): string => text.replaceAll('\n', '\r\n');
    repository.write(Object.fromEntries(Object.entries(FILES).map(([path, text]) => [path, windows(text)])));
    expect((await repository.glossa(['push'])).stdout).toContain('Nothing to push');
    await exchange.put('a', { translations: { de: 'A2' } });
    await repository.done('pull');
    expect(repository.read('locales/de.json')).toBe(windows(json({ a: 'A2', b: 'B1' })));
    expect(repository.read('locales/en.json')).toBe(windows(FILES['locales/en.json']));
  });

  it('adds languages and files of both sides', async () => {
    const { repository, exchange } = await synced();
    repository.write({ 'locales/fr.json': json({ a: 'Fa' }) });
    expect((await repository.glossa(['push', '--dry-run'])).stdout).toContain('Languages added to the project: fr\n');
    expect((await repository.done('push')).push.createdLanguages).toEqual(['fr']);
    expect(await exchange.texts()).toMatchObject({ fr: { a: 'Fa' } });
    const added = { format: 'json', language: 'pt-BR', createLanguages: true };
    await exchange.imported({ bytes: json({ a: 'Pa' }) }, added);
    await repository.done('pull');
    expect(JSON.parse(repository.read('locales/pt-BR.json'))).toEqual({ a: 'Pa' });
  });

  it('refuses two files of one language and namespace before any request', async () => {
    const rules = [...JSON_RULES, { path: 'other/{language}.json', format: 'json' }];
    const { repository } = await given({ files: { ...FILES, 'other/de.json': '{}' }, rules });
    const { code, stderr } = await repository.glossa(['push'], { env: { GLOSSA_SERVER: 'http://127.0.0.1:9' } });
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('locales/de.json and other/de.json both have the texts of de'),
    ]);
  });

  it('takes the older base of each file from a lock with a conflict', async () => {
    const { repository, exchange } = await synced();
    repository.commit('start');
    repository.git('checkout', '-q', '-b', 'side');
    await exchange.put('a', { translations: { de: 'A2' } });
    await repository.done('pull');
    repository.commit('pull of a');
    repository.git('checkout', '-q', 'main');
    await exchange.put('b', { translations: { de: 'B2' } });
    await repository.done('pull');
    repository.commit('pull of a and b');
    expect(repository.tryGit('merge', 'side').code).not.toBe(0);
    expect(repository.read('glossa.lock')).toContain('<<<<<<<');
    repository.write({ 'locales/de.json': json({ a: 'A2', b: 'B3' }) });
    const { code } = await repository.glossa(['push']);
    expect(code).toBe(3);
    await repository.done('push', '--conflict', 'overwrite');
    expect(await exchange.texts()).toMatchObject({ de: { a: 'A2', b: 'B3' } });
    expect(repository.read('glossa.lock')).not.toContain('<<<<<<<');
  });

  it('sends files of several formats, and writes nothing if one of them has a conflict', async () => {
    const android = (text: string): string => `<resources>\n    <string name="c">${text}</string>\n</resources>\n`;
    const rules = [...JSON_RULES, { path: 'res/{android}/strings.xml', format: 'android', namespace: 'app' }];
    const files = { ...FILES, 'res/values/strings.xml': android('c1'), 'res/values-de/strings.xml': android('C1') };
    const { repository, exchange } = await given({ files, rules });
    await repository.done('push');
    expect(await exchange.texts()).toMatchObject({ de: { a: 'A1', 'app.c': 'C1' } });
    await exchange.put('app.c', { translations: { de: 'C2' } });
    repository.write({ 'locales/de.json': json({ a: 'A2', b: 'B1' }), 'res/values-de/strings.xml': android('C3') });
    const { code, stderr } = await repository.glossa(['push']);
    expect([code, stderr]).toEqual([3, expect.stringContaining('res/values-de/strings.xml: app.c [de]')]);
    expect(await exchange.texts()).toMatchObject({ de: { a: 'A1', 'app.c': 'C2' } });
    await repository.done('sync', '--conflict', 'overwrite');
    expect(await exchange.texts()).toMatchObject({ de: { a: 'A2', 'app.c': 'C3' } });
    expect((await repository.glossa(['pull', '--check'])).code).toBe(0);
  });

  it('shows the status of each file and language', async () => {
    const { repository, exchange } = await given({
      files: { ...FILES, 'locales/fr.json': json({ a: 'F1', b: 'G1' }), 'locales/it.json': json({ a: 'I1' }) },
    });
    await repository.done('push');
    expect(await repository.done('status')).toMatchObject({ exitCode: 0 });
    await exchange.put('a', { translations: { de: 'A2', fr: 'F2', en: 'a2' } });
    repository.write({
      'locales/de.json': json({ a: 'A3', b: 'B1' }),
      'locales/fr.json': json({ a: 'F1', b: 'G2' }),
      'locales/it.json': json({ a: 'I2' }),
    });
    const { code, stdout } = await repository.glossa(['status']);
    expect(code).toBe(1);
    expect(stdout.split('\n\n')[0]?.split('\n')).toEqual([
      'locales/de.json  conflict',
      'locales/en.json  changed there',
      'locales/fr.json  changed on both sides',
      'locales/it.json  changed here',
    ]);
    expect(stdout).toMatch(/^it {2}50 %, 1 text untranslated, \d findings?$/m);
    await repository.done('sync', '--conflict', 'keep');
    expect((await repository.glossa(['status', '--min', '50'])).code).toBe(0);
    const below = await repository.glossa(['status', '--min', '51']);
    expect([below.code, below.stderr]).toEqual([1, 'it: 50 % is less than 51 %\n']);
  });

  it('completes commands and options', async () => {
    const { repository } = await given();
    const { stdout } = await repository.glossa(['completion', 'bash']);
    const complete = (...words: string[]): string[] => {
      const script = `${stdout}\nCOMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _glossa; echo "\${COMPREPLY[@]}"`;
      return spawnSync('bash', ['-c', script], { encoding: 'utf8' }).stdout.trim().split(' ');
    };
    expect(complete('glossa', 'pu')).toEqual(['push', 'pull', 'publish']);
    expect(complete('glossa', 'pull', '--p')).toEqual(['--prune']);
    for (const shell of ['zsh', 'fish'])
      expect((await repository.glossa(['completion', shell])).stdout).toContain('prune');
  });

  it('starts without what only runs of commands need', () => {
    const start = readFileSync(join(__dirname, '../../cli/dist/main.mjs'), 'utf8');
    expect(start.length).toBeLessThan(150_000);
    expect(start).not.toContain('unzip');
    expect([...start.matchAll(/^import .*from "(\.[^"]+)"/gm)].map(([, path]) => path)).toEqual([
      expect.stringContaining('exit-code'),
      expect.stringContaining('secrets'),
    ]);
  });

  it('loses no text of two clones that are edited, pushed and pulled at random, and killed', async () => {
    await editAtRandom(running, 24, 1);
  });
});
