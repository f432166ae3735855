import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { Client } from 'pg';
import { type Place, ServiceProcess, withPlace } from './support/service-process';

const SECRET = 'operator-secret-of-the-transfer-tests-1';
const TRANSFER = join(__dirname, '../dist/src/transfer.js');

// A transaction of the test holds the transfer up at one table, which needs a server.
(process.env.DATABASE_URL ? describe : describe.skip)('a transfer that is killed', () => {
  const start = (from: Place, to: Place) =>
    spawn(process.execPath, [TRANSFER, '--from', from.env.DATABASE_URL ?? '', '--to', to.env.DATABASE_URL ?? ''], {
      cwd: from.folder,
      env: { PATH: process.env.PATH },
      stdio: ['ignore', 'pipe', 'inherit'],
    });

  async function fill(place: Place): Promise<string> {
    const service = await ServiceProcess.start(place, { BOOTSTRAP_API_KEY: SECRET });
    const api = service.client(SECRET);
    const { project } = (await api.post('projects', { name: 'P', sourceLanguage: 'en' })).body;
    await api.post(`projects/${project.id}/keys`, { name: 'a', value: 'A' });
    await service.stop();
    return project.id as string;
  }

  it('leaves the target empty, and the same command can be run again', async () => {
    await withPlace((from) =>
      withPlace(async (to) => {
        const project = await fill(from);
        const target = new Client({ connectionString: to.env.DATABASE_URL });
        await target.connect();
        const count = async (statement: string): Promise<number> =>
          (await target.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${statement}`)).rows[0]?.n ?? NaN;
        const rows = async (): Promise<number[]> => [
          await count('organizations'),
          await count('projects'),
          await count('keys'),
        ];
        await target.query('BEGIN; LOCK TABLE translations IN SHARE MODE');

        const killed = start(from, to);
        const waiting = `pg_locks WHERE NOT granted AND relation = 'translations'::regclass`;
        while ((await count(waiting)) === 0) continue;
        killed.kill('SIGKILL');
        await once(killed, 'close');
        await target.query('ROLLBACK');
        expect(await rows()).toEqual([0, 0, 0]);

        // The server ends the transaction of the process when it notices its end.
        const others = `pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`;
        while ((await count(others)) > 0) continue;
        const [code] = (await once(start(from, to), 'close')) as [number];
        expect(code).toBe(0);
        expect(await rows()).toEqual([1, 1, 1]);
        await target.end();
        const service = await ServiceProcess.start(to);
        const { body } = await service.client(SECRET).get(`projects/${project}/export?format=json&language=en`);
        expect(body).toEqual({ a: 'A' });
        await service.stop();
      }),
    );
  });
});
