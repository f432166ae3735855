import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { MIGRATION_LOCK, migrateUnderLock } from '../src/database/migrate';
import { CreatePeople1764810000000 } from '../src/database/migrations/1764810000000-create-people';
import { migrations } from '../src/database/migrations';
import { openDatabase } from '../src/database/open-database';
import { freePort } from './support/free-port';
import { openEmptyDatabase, withEmptyDatabase } from './support/empty-database';
import { databaseUrlFor } from './support/server-database';
import { emptyPlace, type Place, ServiceProcess, unmigratedPlace, withPlace } from './support/service-process';
import { startApp } from './support/start-app';
import { testDatabase } from './support/test-database';

const server = process.env.DATABASE_URL ?? '';
const ROOT = join(__dirname, '..');
const describeOnServer = server ? describe : describe.skip;

const addNewer = `INSERT INTO migrations (timestamp, name) VALUES (1999999999999, 'AddFuture1999999999999')`;

describe('a database that a newer version has migrated', () => {
  it('is refused, with both versions; a service that runs goes on, and ALLOW_NEWER_DATABASE starts one', async () => {
    const database = await testDatabase();
    const running = await startApp({}, database.location);
    const opened = server ? await openDatabase(database.location, []) : undefined;
    const sql = opened?.dataSource ?? running.app.get<DataSource>(DataSource);
    await sql.query(addNewer);
    await sql.query(`COMMENT ON TABLE migrations IS 'Glossa 9.8.7'`);
    const start = startApp({}, database.location);
    await expect(start).rejects.toThrow(
      /newer version, Glossa 9\.8\.7 \(AddFuture1999999999999\), and this is Glossa \d+\./,
    );
    expect((await running.operator.get('me')).status).toBe(200);
    if (server) {
      const allowed = await startApp({ allowNewerDatabase: true }, database.location);
      expect((await allowed.operator.get('me')).status).toBe(200);
      await allowed.close();
    }
    const [noted] = await sql.query<{ noted: string }[]>(`SELECT obj_description('migrations'::regclass) AS noted`);
    expect(noted?.noted).toBe('Glossa 9.8.7');
    await opened?.close();
    await running.close();
    await database.drop();
  });
});

const MIGRATE = [join(ROOT, 'dist/src/migrate.js')];
const TYPEORM = [join(ROOT, 'node_modules/typeorm/cli.js'), 'migration:run', '-d', join(ROOT, 'dist/ormconfig.js')];

function run(command: string[], { folder, env }: Place): { printed: () => string; ended: Promise<unknown> } {
  const variables = { PATH: process.env.PATH, DATA_DIR: folder, ...env };
  const child = spawn(process.execPath, command, { cwd: folder, env: variables });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  }
  return { printed: () => printed, ended: once(child, 'close').then(([code]: unknown[]) => code) };
}

describe('the command line of TypeORM', () => {
  it.each(['--fake', '--transaction=all'])('refuses %s, and runs no migration', async (option) => {
    await withPlace(async (place) => {
      const refused = run([...TYPEORM, option], place);
      expect(await refused.ended).toBe(1);
      expect(refused.printed()).toContain('migrations run as a start of the service runs them');
      const shown = run(
        TYPEORM.map((part) => part.replace(/:run$/, ':show')),
        place,
      );
      await shown.ended;
      expect(shown.printed()).toContain('[ ]');
      expect(shown.printed()).not.toContain('[X]');
    }, unmigratedPlace);
  });
});

describeOnServer.each([
  ['npm run migration:run', MIGRATE],
  ['the command line of TypeORM', TYPEORM],
])('%s', (_name, command) => {
  const start = (place: Place) => run(command, place);

  it('waits for a replica that migrates, and lets the statements pass that wait behind it', async () => {
    await withPlace(async (place) => {
      const sql = new Client({ connectionString: place.env.DATABASE_URL });
      await sql.connect();
      await sql.query('BEGIN');
      await sql.query(`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
      const { printed, ended } = start(place);
      while (!printed().includes('waiting for another replica')) await delay(20);
      const { rows } = await sql.query(`SELECT FROM pg_class WHERE relname = 'organizations'`);
      expect(rows).toEqual([]);
      await sql.query('COMMIT; BEGIN; CREATE TABLE organizations (id int)');
      while (!/did not get its locks in time; attempt 2/.test(printed())) await delay(20);
      await sql.query('ROLLBACK');
      expect(await ended).toBe(0);
      const noted = await sql.query(`SELECT obj_description('migrations'::regclass) AS noted`);
      expect(noted.rows).toEqual([{ noted: expect.stringMatching(/^Glossa \d/) }]);
      await sql.query(addNewer);
      const refused = start(place);
      expect(await refused.ended).toBe(1);
      expect(refused.printed()).toContain('the database was migrated by a newer version');
      await sql.end();
    }, unmigratedPlace);
  });
});

describe('the migrations', () => {
  it('are logged, one line each with its time, and note the version', async () => {
    const logger = { log: jest.fn(), warn: jest.fn() };
    await withEmptyDatabase(async (sql) => {
      await migrateUnderLock(sql, { version: '1.2.3', logger });
      const lines = logger.log.mock.calls
        .map(([line]: unknown[]) => String(line))
        .filter((line) => / took \d+ ms$/.test(line));
      expect(lines.map((line) => line.split(' ', 1)[0])).toEqual(migrations.map(({ name }) => name));
      logger.log.mockClear();
      await migrateUnderLock(sql, { version: '1.2.3', logger });
      expect(logger.log.mock.calls).toEqual([]);
      const [noted] = await sql.query<{ noted: string }[]>(`SELECT obj_description('migrations'::regclass) AS noted`);
      expect(noted?.noted).toBe('Glossa 1.2.3');
    });
  });
});

describeOnServer('a migration that waits for a lock', () => {
  it('names the session that it waits for, lets later statements run, and is repeated', async () => {
    const logger = { log: jest.fn(), warn: jest.fn() };
    const { dataSource: sql, close } = await openEmptyDatabase();
    await migrateUnderLock(sql);
    // The first one to run again changes tables that have rows.
    const first = migrations.indexOf(CreatePeople1764810000000);
    for (let left = migrations.length - first; left > 0; left--) await sql.undoLastMigration();
    const [found] = await sql.query<{ name: string }[]>('SELECT current_database() AS name');
    const url = databaseUrlFor(server, found?.name ?? '');
    const holder = new Client({ connectionString: url, application_name: 'nightly report' });
    const reader = new Client({ connectionString: url });
    await Promise.all([holder.connect(), reader.connect()]);
    await holder.query('BEGIN');
    const { rows } = await holder.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname <> 'migrations'`,
    );
    for (const { name } of rows) await holder.query(`LOCK TABLE ${name} IN ROW EXCLUSIVE MODE`);
    const lines = (): string => logger.warn.mock.calls.map(([line]: unknown[]) => String(line)).join('\n');

    const migrated = migrateUnderLock(sql, { lockTimeoutMs: 1_500, pauseMs: 1, logger });
    while (
      !/waits for a lock that process \d+ \(\w+, nightly report, idle in transaction, for \d+ s\) has/.test(lines())
    )
      await delay(20);
    // It would wait behind the migration for as long as the holder has its locks.
    for (const { name } of rows) await reader.query(`SELECT FROM ${name} LIMIT 1`);
    while (!/did not get its locks in time; attempt 2/.test(lines())) await delay(20);
    await holder.query('COMMIT');
    await migrated;
    expect(await sql.showMigrations()).toBe(false);
    await Promise.all([holder.end(), reader.end()]);
    await close();
  });

  it('does not make the process look dead: /health/live answers, and everything else is a 503', async () => {
    await withPlace(async (place) => {
      const sql = new Client({ connectionString: place.env.DATABASE_URL });
      await sql.connect();
      await sql.query('BEGIN; CREATE TABLE organizations (id int)');
      const port = await freePort();
      const starting = ServiceProcess.start(place, { PORT: String(port) });
      const get = (path: string): Promise<number> =>
        fetch(`http://127.0.0.1:${port}${path}`).then(
          ({ status }) => status,
          () => 0,
        );
      while ((await get('/health/live')) === 0) await delay(50);
      expect(await Promise.all(['/health/live', '/health/ready', '/api/v1/me'].map(get))).toEqual([200, 503, 503]);
      await sql.query('ROLLBACK');
      const service = await starting;
      expect(await Promise.all(['/health/live', '/health/ready', '/api/v1/me'].map(get))).toEqual([200, 200, 401]);
      await service.stop();
      await sql.end();
    }, emptyPlace);
  });
});
