import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Journal } from '../../cli/src/files/journal';
import { type RunningApp, startApp } from '../support/start-app';
import { givenRepository, json } from './given-repository';

const [EN, DE] = ['locales/en.json', 'locales/de.json'];
const READERS: [code: number, ...args: string[]][] = [
  [1, 'status'],
  [0, 'check'],
  [0, 'pull', '--check'],
  [0, 'push', '--dry-run'],
  [0, 'sync', '--dry-run'],
];

describe('commands that write no files', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const given = async () => {
    const files = { [EN]: json({ a: 'a1' }), [DE]: json({ a: 'A1' }) };
    const all = await givenRepository(running, { files });
    await all.repository.done('push');
    await all.repository.done('pull');
    all.repository.write({ [DE]: json({ a: 'B1' }) });
    return all;
  };

  it('run beside a command that writes, and say so', async () => {
    const { repository } = await given();
    const journal = Journal.open(repository.folder);
    const before = readdirSync(join(repository.folder, '.glossa-journal'));
    for (const [code, ...args] of READERS)
      expect([args, await repository.glossa(args)]).toEqual([
        args,
        expect.objectContaining({ code, stderr: expect.stringContaining('Another command of glossa is at work here') }),
      ]);
    expect((await repository.glossa(['push'])).code).toBe(2);
    expect(readdirSync(join(repository.folder, '.glossa-journal'))).toEqual(before);
    journal.close();
  });

  it('leave an interrupted push to a command that writes', async () => {
    const { repository } = await given();
    const journal = Journal.open(repository.folder);
    journal.send({ revision: 0, files: [{ path: DE, sha256: 'x' }] });
    journal.close();
    for (const [code, ...args] of READERS) {
      const ended = await repository.glossa(args);
      expect([args, ended.code, ended.stderr]).toEqual([args, code, expect.stringContaining('was interrupted')]);
    }
    expect(Journal.look(repository.folder)?.sent).toMatchObject({ revision: 0 });
    await repository.done('push');
    expect(Journal.look(repository.folder)).toBeUndefined();
  });

  it('say that files of an earlier command are not in place', async () => {
    const { repository } = await given();
    const steps = JSON.stringify([{ path: DE, before: null, after: 'x' }]);
    repository.write({ '.glossa-journal/steps': steps, '.glossa-journal/owner': '' });
    const { code, stderr } = await repository.glossa(['status']);
    expect([code, stderr]).toEqual([
      1,
      'The last command has not put all of its files in place: the next push or pull does.\n',
    ]);
    expect(repository.read('.glossa-journal/steps')).toBe(steps);
  });

  it('show the state of the files to an API key that may only read', async () => {
    const { repository, organization, exchange } = await given();
    await exchange.put('a', { value: 'a2' });
    const scopes = ['projects:read', 'translations:read'] as const;
    const { secret } = await running.given.apiKey({ organization, scopes });
    const { code, stdout, stderr } = await repository.glossa(['status'], { env: { GLOSSA_API_KEY: secret } });
    expect([code, stdout.split('\n').slice(0, 2), stderr]).toEqual([
      1,
      [`${DE}  changed here`, `${EN}  changed there`],
      'Conflicts are not looked for: the API key needs the scope translations:write, as for a push.\n',
    ]);
  });
});
