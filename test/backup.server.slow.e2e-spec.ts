import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { blocksOf, readPage } from './support/documented-code';
import { ServiceProcess, withPlace } from './support/service-process';

const SECRET = 'operator-secret-of-the-backup-tests-001';

const [, section = ''] = /^## A database server\n([^]*?)^With Docker Compose:$/m.exec(readPage('docs/backup.md')) ?? [];
const COMMANDS = blocksOf(section, 'sh');

/** Finds the block of the section that calls a program. */
function commandOf(pattern: RegExp): string {
  const [command = '', ...others] = COMMANDS.filter((block) => pattern.test(block));
  expect([command !== '', others]).toEqual([true, []]);
  return command;
}

// The embedded database is backed up as a folder.
(process.env.DATABASE_URL ? describe : describe.skip)('the commands of docs/backup.md', () => {
  it('back a database up, empty it and restore it, and a second restore changes nothing', async () => {
    await withPlace(async (place) => {
      const env = { PATH: process.env.PATH, ...place.env };
      const shell = (command: string) =>
        promisify(execFile)('sh', ['-e', '-c', command], { cwd: place.folder, env }).then(
          () => 'done',
          (error: unknown) => (error as { stderr: string }).stderr,
        );
      let service = await ServiceProcess.start(place, { BOOTSTRAP_API_KEY: SECRET });
      const { project } = (await service.client(SECRET).post('projects', { name: 'P', sourceLanguage: 'en' })).body;
      expect(await shell(commandOf(/^pg_dump /))).toBe('done');
      await service.client(SECRET).post(`projects/${project.id}/keys`, { name: 'later', value: 'L' });
      await service.stop();
      expect(await shell(commandOf(/DROP SCHEMA/))).toBe('done');
      expect(await shell(commandOf(/^pg_restore /))).toBe('done');
      expect(await shell(commandOf(/ANALYZE/))).toBe('done');
      expect(await shell(commandOf(/^pg_restore /))).toContain('already exists');
      service = await ServiceProcess.start(place);
      const { body } = await service.client(SECRET).get(`projects/${project.id}/keys`);
      expect(body.keys).toEqual([]);
      await service.stop();
    });
  });

  it('restore all or nothing, and wait for the database of Docker Compose', () => {
    const page = readPage('docs/backup.md');
    const lines = blocksOf(page, 'sh').flatMap((block) => block.split('\n'));
    const restores = lines.filter((line) => line.includes('pg_restore '));
    expect(restores).toHaveLength(2);
    expect(restores.filter((line) => !line.includes(' --exit-on-error --single-transaction '))).toEqual([]);
    const starts = lines.filter((line) => /^docker compose up .*postgres/.test(line));
    expect(starts.filter((line) => !line.includes(' --wait '))).toEqual([]);
  });
});
