import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DataSource } from 'typeorm';
import { migrateUnderLock } from '../src/database/migrate';
import { migrations } from '../src/database/migrations';
import { catalogue } from './support/catalogue';
import { withEmptyDatabase } from './support/empty-database';
import { unmigratedPlace, withPlace } from './support/service-process';

const run = promisify(execFile);
const ROOT = join(__dirname, '..');
const CLI = join(ROOT, 'node_modules/typeorm/cli.js');

const pendingChanges = async (dataSource: DataSource): Promise<string[]> =>
  (await dataSource.driver.createSchemaBuilder().log()).upQueries.map(({ query }) => query);

describe('database schema', () => {
  it('needs no change after the migrations, according to TypeORM', async () => {
    await withEmptyDatabase(async (dataSource) => {
      await migrateUnderLock(dataSource);
      expect(await pendingChanges(dataSource)).toEqual([]);
    });
  });

  // TypeORM compares checks by name only, and neither the condition of an index nor the order of its columns.
  it('has the same definitions from the migrations as from the entities, except what TypeORM cannot declare', async () => {
    let migrated: string[] = [];
    await withEmptyDatabase(async (dataSource) => {
      await migrateUnderLock(dataSource);
      migrated = await catalogue(dataSource);
    });
    await withEmptyDatabase(async (dataSource) => {
      await dataSource.synchronize();
      const declared = await catalogue(dataSource);
      expect(migrated.length).toBeGreaterThan(60);
      // An entity needs a primary key, which the tables of replaced rows do not have, and has no triggers.
      const isDeclarable = (line: string) =>
        !/^storage of|^options of|keys_in_order|keys_with_tags|keys_with_paths|_by_lexeme|_by_revision|_by_removal|_by_text\b|\w_history\b|^function |^trigger /.test(
          line,
        );
      expect(declared.filter(isDeclarable)).toEqual(migrated.filter(isDeclarable));
      expect(
        migrated.filter((line) => /^CREATE INDEX (?:keys_in_order|keys_with_tags|keys_with_paths)/.test(line)),
      ).toEqual([
        'CREATE INDEX keys_in_order ON public.keys USING btree (project_id, "left"(name, 512), id)',
        `CREATE INDEX keys_with_paths ON public.keys USING btree (project_id) WHERE jsonb_exists(meta, 'path'::text)`,
        'CREATE INDEX keys_with_tags ON public.keys USING btree (project_id, "left"(name, 512), id) WHERE (tags IS NOT NULL)',
      ]);
    });
  });

  it('is empty after all migrations are reverted, and can be migrated again', async () => {
    await withEmptyDatabase(async (dataSource) => {
      await migrateUnderLock(dataSource);
      const before = await catalogue(dataSource);
      for (let left = migrations.length; left > 0; left--) await dataSource.undoLastMigration();
      expect(await catalogue(dataSource)).toEqual([]);
      await migrateUnderLock(dataSource);
      expect(await catalogue(dataSource)).toEqual(before);
    });
  });
});

describe('TypeORM command line', () => {
  it('runs the migrations and then reports an up-to-date schema', async () => {
    await withPlace(async ({ folder, env }) => {
      const typeorm = (command: string) =>
        run(process.execPath, [CLI, command, '-d', join(ROOT, 'dist/ormconfig.js')], {
          cwd: folder,
          env: { PATH: process.env.PATH, DATA_DIR: folder, ...env },
        });
      expect((await typeorm('migration:show')).stdout).toContain('[ ] CreateTables');
      await typeorm('migration:run');
      expect((await typeorm('migration:show')).stdout).not.toContain('[ ]');
      expect((await typeorm('schema:log')).stdout).toContain('Your schema is up to date');
    }, unmigratedPlace);
  });
});

describe('migrations/index.ts', () => {
  it('registers every migration of the folder in the order of the timestamps', () => {
    const files = readdirSync(join(ROOT, 'src/database/migrations')).filter((name) => /^\d/.test(name));
    const timestamps = files.sort().map((name) => name.slice(0, 13));
    expect(migrations.map(({ name }) => name.slice(-13))).toEqual(timestamps);
  });
});
