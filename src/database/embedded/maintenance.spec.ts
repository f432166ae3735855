import { Logger } from '@nestjs/common';
import { Pool } from 'pg';
import { emptyEmbedded } from '../../../test/support/test-database';
import type { EmbeddedDatabase } from './embedded-database';
import { EmbeddedMaintenance } from './maintenance';

describe('EmbeddedMaintenance', () => {
  let database: EmbeddedDatabase;
  let pool: Pool;
  let maintenance: EmbeddedMaintenance;
  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await emptyEmbedded();
    const { username, database: name, poolSize, extra } = database.connectionOptions();
    pool = new Pool({ user: username, database: name, max: poolSize, ...extra });
  });
  beforeEach(async () => {
    maintenance = new EmbeddedMaintenance(pool, database.parts);
    await pool.query('CREATE TABLE notes (id int PRIMARY KEY, text text)');
    await maintenance.run();
  });
  afterEach(() => pool.query('DROP TABLE notes'));
  afterAll(async () => {
    await pool.end();
    await database.close();
  });

  const fill = (): Promise<unknown> =>
    pool.query(`INSERT INTO notes SELECT i, repeat('x', 500) FROM generate_series(1, 20000) AS i`);
  const tableBytes = async (): Promise<number> =>
    Number((await pool.query<{ bytes: string }>(`SELECT pg_total_relation_size('notes') AS bytes`)).rows[0]?.bytes);

  it('executes nothing when no table has changed', async () => {
    expect(await maintenance.run()).toBe(0);
  });

  it('analyzes a table that was filled', async () => {
    await fill();
    expect(await maintenance.run()).toBeGreaterThan(0);
    const { rows } = await pool.query<{ reltuples: number }>(`SELECT reltuples FROM pg_class WHERE relname = 'notes'`);
    expect(rows).toEqual([{ reltuples: 20_000 }]);
  });

  it('makes the space of deleted rows usable, and the write-ahead log removable', async () => {
    await fill();
    const first = await tableBytes();
    for (let i = 0; i < 6; i++) {
      await pool.query('DELETE FROM notes');
      await maintenance.run();
      await fill();
      await maintenance.run();
    }
    expect(await tableBytes()).toBeLessThan(2 * first);
    const { rows } = await pool.query<{ bytes: number }>(
      'SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::float8 AS bytes FROM pg_control_checkpoint()',
    );
    expect(rows[0]?.bytes).toBeLessThan(100_000_000);
  });

  it('vacuums no table while a write in parts locks it', async () => {
    await fill();
    let steps: Promise<number> | undefined;
    await database.parts.run('organization', async () => {
      const vacuum = jest.spyOn(pool, 'query');
      steps = maintenance.run();
      for (let turn = 0; turn < 10; turn++) await pool.query('SELECT 1');
      expect(vacuum.mock.calls.flat()).not.toContainEqual(expect.stringContaining('VACUUM'));
      vacuum.mockRestore();
    });
    expect(await steps).toBeGreaterThan(0);
  });

  it('stops while a write in parts has the turn, and does not vacuum then', async () => {
    await fill();
    await database.parts.run('organization', async () => {
      const statements = jest.spyOn(pool, 'query');
      const steps = maintenance.run();
      for (let turn = 0; turn < 10; turn++) await pool.query('SELECT 1');
      await maintenance.stop();
      expect(await steps).toBe(0);
      expect(statements.mock.calls.flat()).not.toContainEqual(expect.stringContaining('VACUUM'));
      statements.mockRestore();
    });
  });

  it('stops its checks on stop()', async () => {
    maintenance.start();
    await maintenance.stop();
    await pool.query('SELECT 1');
  });
});
