import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { describeWith } from './oracles/oracle';
import { type RunningPgbouncer, startPgbouncer } from './support/pgbouncer';
import { databaseUrlFor } from './support/server-database';
import { type Place, ServiceProcess, withPlace } from './support/service-process';

const SECRET = 'operator-secret-of-the-transfer-tests-1';
const TRANSFER = join(__dirname, '../dist/src/transfer.js');

const { DATABASE_URL: server = '', DATABASE_PREPARED_STATEMENTS = '', PATH } = process.env;

/** Starts a transfer between two databases. @param variables of its environment */
const startTransfer = (from: string, to: string, variables: Record<string, string> = {}): ChildProcess =>
  spawn(process.execPath, [TRANSFER, '--from', from, '--to', to], {
    env: { PATH, DATABASE_PREPARED_STATEMENTS, ...variables },
    stdio: ['ignore', 'ignore', 'pipe'],
  });

async function fill(place: Place): Promise<string> {
  const service = await ServiceProcess.start(place, { BOOTSTRAP_API_KEY: SECRET });
  const api = service.client(SECRET);
  const { project } = (await api.post('projects', { name: 'P', sourceLanguage: 'en' })).body;
  await api.post(`projects/${project.id}/keys`, { name: 'a', value: 'A' });
  await service.stop();
  return project.id as string;
}

describe('a transfer', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'glossa-test-'))));
  afterEach(() => rm(folder, { recursive: true }));

  const AWAY = 'postgres://127.0.0.1:1/source';

  /** Runs a transfer in the folder to its end, without a source that answers. */
  async function printed(to: string, from = AWAY): Promise<{ stdout: string; stderr: string }> {
    const options = { cwd: folder, env: { PATH } };
    const ended = promisify(execFile)(process.execPath, [TRANSFER, '--from', from, '--to', to], options);
    return ended.catch((error: unknown) => error as { stdout: string; stderr: string });
  }

  const isAddress = /^--to must be an address that begins with postgres:\/\/ or postgresql:\/\/\n$/;

  it.each([
    ['', /^--to is blank: /],
    [' ', /^--to is blank: /],
    ['mysql://db.example.com/glossa', isAddress],
    ['postgress://db.example.com/glossa', isAddress],
    ['postgres://db.example.com:port/glossa', isAddress],
    ['postgres:/db.example.com/glossa', isAddress],
    ['postgres:db.example.com/glossa', isAddress],
    ['localhost:5432/glossa', isAddress],
    ['127.0.0.1:5432/glossa', isAddress],
    ['postgres://db.example.com/glossa?sslmode=ful', /^--to has a wrong parameter for TLS: /],
    [`${AWAY}?sslmode=verify-full&sslrootcert=/nowhere/ca.crt`, /^--to cannot be used: ENOENT.*ca\.crt'\n$/],
  ])('refuses the target "%s", and writes nothing', async (to, message) => {
    expect(await printed(to)).toMatchObject({ stdout: '', stderr: expect.stringMatching(message) });
    expect(await readdir(folder)).toEqual([]);
  });

  it('refuses a blank source', async () => {
    await mkdir(join(folder, 'pgdata'));
    expect((await printed('target', '')).stderr).toMatch(/^--from is blank: /);
  });

  it.each([
    ['db.example.com/glossa', (): string => `embedded, in ${join(folder, 'db.example.com/glossa')}`],
    ['C:\\data', (): string => `embedded, in ${join(folder, 'C:\\data')}`],
    ['POSTGRES://glossa:secret@127.0.0.1:1/target', () => 'PostgreSQL at 127.0.0.1:1, database target'],
  ])('names both databases before it copies, for instance %s', async (to, described) => {
    expect((await printed(to)).stdout).toBe(`From: PostgreSQL at 127.0.0.1:1, database source\nTo: ${described()}\n`);
  });
});

// A transaction of the test holds the transfer up at one table, which needs a server.
(server ? describe : describe.skip)('a transfer that is killed', () => {
  const start = ({ env: from }: Place, { env: to }: Place): ChildProcess =>
    startTransfer(from.DATABASE_URL ?? '', to.DATABASE_URL ?? '');

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

(server ? describe : describe.skip)('a transfer through PgBouncer in transaction mode', () => {
  describeWith(['pgbouncer'], 'which loses prepared statements', () => {
    let pgbouncer: RunningPgbouncer;
    beforeAll(async () => (pgbouncer = await startPgbouncer(server)));
    afterAll(() => pgbouncer.stop());

    const pooled = ({ env }: Place): string =>
      databaseUrlFor(pgbouncer.url, new URL(env.DATABASE_URL ?? '').pathname.slice(1));

    async function transfer(from: Place, to: Place, prepared: string): Promise<{ code: number; printed: string }> {
      const child = startTransfer(pooled(from), pooled(to), { DATABASE_PREPARED_STATEMENTS: prepared });
      let printed = '';
      child.stderr?.on('data', (chunk: Buffer) => (printed += chunk.toString()));
      const [code] = (await once(child, 'close')) as [number];
      return { code, printed };
    }

    it('copies with DATABASE_PREPARED_STATEMENTS=false, and asks for it otherwise', async () => {
      await withPlace((from) =>
        withPlace(async (to) => {
          await fill(from);
          expect(await transfer(from, to, 'no')).toEqual({
            code: 1,
            printed: expect.stringMatching(/^DATABASE_PREPARED_STATEMENTS must be .*\n$/),
          });
          expect(await transfer(from, to, '')).toEqual({
            code: 1,
            printed: expect.stringMatching(/set DATABASE_PREPARED_STATEMENTS=false\n$/),
          });
          expect(await transfer(from, to, 'false')).toEqual({ code: 0, printed: '' });
        }),
      );
    });
  });
});
