import { randomBytes, randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { migrateUnderLock } from '../src/database/migrate';
import { migrations } from '../src/database/migrations';
import { AddStates1764400000000 } from '../src/database/migrations/1764400000000-add-states';
import { AddFilesBeside1765500100000 } from '../src/database/migrations/1765500100000-add-files-beside';
import { AddTasksOfAssignments1765700000000 } from '../src/database/migrations/1765700000000-add-tasks-of-assignments';
import { CutAuditedUrls1766705000000 } from '../src/database/migrations/1766705000000-cut-audited-urls';
import { withEmptyDatabase } from './support/empty-database';

/** Runs a test on the schema before a migration, which the test runs with all later ones. */
async function beforeMigration(migration: (typeof migrations)[number], test: (sql: DataSource) => Promise<void>) {
  await withEmptyDatabase(async (sql) => {
    await migrateUnderLock(sql);
    await undoFrom(migration, sql);
    await test(sql);
  });
}

/** Undoes a migration and all later ones. */
async function undoFrom(migration: (typeof migrations)[number], sql: DataSource): Promise<void> {
  for (let left = migrations.length - migrations.indexOf(migration); left > 0; left--) await sql.undoLastMigration();
}

async function insertOrganization(sql: DataSource): Promise<string> {
  const id = randomUUID();
  await sql.query(`INSERT INTO organizations (id, name, plan) VALUES ($1, 'A', 'free')`, [id]);
  return id;
}

/** Metadata of texts as files had it, and the state in it. */
const TOLD: readonly (readonly [meta: object | null, state: string])[] = [
  [null, 'translated'],
  [{ csv: {} }, 'translated'],
  [{ po: { fuzzy: true } }, 'draft'],
  [{ po: { fuzzy: false } }, 'translated'],
  [{ 'qt-ts': { type: 'unfinished' } }, 'draft'],
  [{ 'qt-ts': { type: 'vanished' } }, 'translated'],
  [{ xcstrings: { state: 'needs_review' } }, 'draft'],
  [{ xcstrings: { state: 'translated' } }, 'translated'],
  [{ xcstrings: { states: { other: 'needs_review' } } }, 'draft'],
  [{ xliff: { approved: 'yes' } }, 'reviewed'],
  [{ xliff: { approved: 'no' } }, 'translated'],
  [{ xliff: { attributes: [['state', 'final']] } }, 'reviewed'],
  [{ xliff: { attributes: [['state', 'signed-off']] } }, 'reviewed'],
  [{ xliff: { attributes: [['state', 'needs-translation']] } }, 'draft'],
  [{ xliff: { attributes: [['state', 'new']] } }, 'draft'],
  [{ xliff: { attributes: [['state', 'translated']] } }, 'translated'],
  [{ xliff2: { state: 'final' } }, 'reviewed'],
  [{ xliff2: { state: 'reviewed' } }, 'reviewed'],
  [{ xliff2: { state: 'initial' } }, 'draft'],
  [{ xliff2: { state: 'translated' } }, 'translated'],
  [{ xliff: { approved: 'yes' }, po: { fuzzy: true } }, 'draft'],
];

describe('the migration to states', () => {
  it('reads the states of texts and of their history from the metadata of files', async () => {
    await beforeMigration(AddStates1764400000000, async (sql) => {
      const project = randomUUID();
      await sql.query(
        `INSERT INTO projects (id, organization_id, name, source_language, target_languages) VALUES ($1, $2, 'P', 'en', '{de}')`,
        [project, await insertOrganization(sql)],
      );
      for (const [index, [meta]] of TOLD.entries()) {
        const key = randomUUID();
        await sql.query(
          `INSERT INTO keys (project_id, id, name, name_hash) VALUES ($1, $2, $3, sha256(convert_to($3, 'UTF8')))`,
          [project, key, String(index)],
        );
        const values = [project, key, String(index), meta && JSON.stringify(meta)];
        await sql.query(
          `INSERT INTO translations (project_id, language, key_id, text, meta) VALUES ($1, 'de', $2, $3, $4)`,
          values,
        );
        await sql.query(
          `INSERT INTO translations_history (since, until, project_id, language, key_id, text, meta)
           VALUES (0, 1, $1, 'de', $2, $3, $4)`,
          values,
        );
      }

      await migrateUnderLock(sql);

      for (const table of ['translations', 'translations_history']) {
        const states = await sql.query<{ state: string }[]>(
          `SELECT (ARRAY['draft', 'translated', 'reviewed'])[state + 1] AS state FROM ${table} ORDER BY text::int`,
        );
        expect(TOLD.map(([meta], index) => [meta, states[index]?.state])).toEqual(TOLD);
      }
    });
  });

  it('grants the scope of reviews to the API keys that have all other scopes of a tenant', async () => {
    await beforeMigration(AddStates1764400000000, async (sql) => {
      const organization = await insertOrganization(sql);
      const tenant = [
        ...['projects:read', 'projects:write', 'translations:read', 'translations:write', 'keys:write', 'keys:delete'],
        'api-keys:manage',
      ];
      const keys = { tenant, operator: [...tenant, 'organizations:manage'], developer: tenant.slice(0, -1) };
      for (const [name, scopes] of Object.entries(keys)) {
        await sql.query(
          `INSERT INTO api_keys (id, organization_id, name, secret_hash, hint, scopes) VALUES ($1, $2, $3, $4, '', $5)`,
          [randomUUID(), organization, name, randomBytes(32), scopes],
        );
      }

      await migrateUnderLock(sql);

      const rows = await sql.query<{ name: string; scopes: string[] }[]>('SELECT name, scopes FROM api_keys');
      expect(Object.fromEntries(rows.map(({ name, scopes }) => [name, scopes]))).toEqual({
        tenant: expect.arrayContaining([...tenant, 'translations:review']),
        operator: expect.arrayContaining([...keys.operator, 'translations:review']),
        developer: keys.developer,
      });
    });
  });
});

describe('the migration to files beside others', () => {
  const rowsOf = (sql: DataSource, table: string, columns: string): Promise<Record<string, unknown>[]> =>
    sql.query(`SELECT ${columns} FROM ${table} ORDER BY format, path COLLATE "C"`);

  it('gives the file beside a fallback its language, its place and its differences, and leaves files of several languages', async () => {
    await beforeMigration(AddFilesBeside1765500100000, async (sql) => {
      const project = randomUUID();
      await sql.query(
        `INSERT INTO projects (id, organization_id, name, source_language, target_languages) VALUES ($1, $2, 'P', 'en', '{de}')`,
        [project, await insertOrganization(sql)],
      );
      const differences = { texts: [['a', 1]], elsewhere: ['b'] };
      const files: [format: string, language: string, path: string | null, options: object][] = [
        ['csv', '', null, {}],
        ['properties', 'en', 'm.properties', { differences }],
        ['properties', 'de', 'm_de.properties', { differences: { sources: [['c', 2]] } }],
        ['properties', '', 'm_en.properties', { differences: { sources: [['d', 3]] } }],
      ];
      for (const [format, language, path, options] of files) {
        const values = [project, randomUUID(), format, language, path, options];
        await sql.query(
          `INSERT INTO file_templates (project_id, since, id, format, namespace, language, path, options, size, hash, content)
           VALUES ($1, 1, $2, $3, '', $4, $5, $6, 0, '', '')`,
          values,
        );
        await sql.query(
          `INSERT INTO file_templates_history (project_id, since, until, id, format, namespace, language, path, options, size, hash, content, updated_at)
           VALUES ($1, 0, 1, $2, $3, '', $4, $5, $6, 0, '', '', now())`,
          values,
        );
      }
      await migrateUnderLock(sql);
      const places = [
        { path: null, language: '', beside: '' },
        { path: 'm.properties', language: 'en', beside: '' },
        { path: 'm_de.properties', language: 'de', beside: '' },
        { path: 'm_en.properties', language: 'en', beside: 'm_en.properties' },
      ];
      expect(await rowsOf(sql, 'file_templates', 'path, language, beside')).toEqual(places);
      expect(await rowsOf(sql, 'file_templates_history', 'path, language, beside')).toEqual(places);
      const [, , , beside] = await rowsOf(sql, 'file_templates', 'options');
      expect(beside).toEqual({ options: { differences: { sources: [['d', 3]], texts: [['a', 1]], added: ['b'] } } });
    });
  });
});

describe('the migration to tasks of assignments', () => {
  it('makes earlier assignments translations, and is undone without the reviews', async () => {
    await beforeMigration(AddTasksOfAssignments1765700000000, async (sql) => {
      const [organization, project, person, member] = [
        await insertOrganization(sql),
        ...[randomUUID(), randomUUID(), randomUUID()],
      ];
      await sql.query(
        `INSERT INTO projects (id, organization_id, name, source_language, target_languages) VALUES ($1, $2, 'P', 'en', '{de}')`,
        [project, organization],
      );
      await sql.query(`INSERT INTO persons (id, name) VALUES ($1, 'Ada')`, [person]);
      await sql.query(
        `INSERT INTO memberships (id, organization_id, person_id, role) VALUES ($1, $2, $3, 'reviewer')`,
        [member, organization, person],
      );
      const insert = (columns = '', values = ''): Promise<unknown> =>
        sql.query(
          `INSERT INTO assignments (id, project_id, membership_id, language, is_whole, api_key_name${columns})
           VALUES ($1, $2, $3, 'de', true, ''${values})`,
          [randomUUID(), project, member],
        );
      const tasks = async (): Promise<unknown[]> => sql.query('SELECT task FROM assignments ORDER BY task');
      await insert();
      await migrateUnderLock(sql);
      expect(await tasks()).toEqual([{ task: 'translate' }]);
      await insert(', task', `, 'review'`);
      expect(await tasks()).toEqual([{ task: 'review' }, { task: 'translate' }]);
      await expect(insert()).rejects.toThrow(/assignments_project_id_membership_id_language_task_key/);
      await undoFrom(AddTasksOfAssignments1765700000000, sql);
      expect(await sql.query('SELECT language FROM assignments')).toEqual([{ language: 'de' }]);
    });
  });
});

describe('the migration to hosts of webhooks in the audit', () => {
  it('leaves the host of each URL, and all else and the trigger as they were', async () => {
    await beforeMigration(CutAuditedUrls1766705000000, async (sql) => {
      const organization = await insertOrganization(sql);
      const hosts: readonly (readonly [url: string, host: string | null])[] = [
        ['https://hooks.example.com/services/S3CRET?token=S3CRET', 'hooks.example.com'],
        ['https://hooks.example.com?token=S3CRET', 'hooks.example.com'],
        ['https://hooks.example.com', 'hooks.example.com'],
        ['http://127.0.0.1:8080/S3CRET', '127.0.0.1:8080'],
        ['https://[2001:db8::1]:8443/S3CRET', '[2001:db8::1]:8443'],
        ['HTTPS://Hooks.Example.com/S3CRET', 'hooks.example.com'],
        ['https:\\\\hooks.example.com\\S3CRET', 'hooks.example.com'],
        ['https:hooks.example.com/S3CRET', 'hooks.example.com'],
        ['no URL S3CRET', null],
      ];
      const insert = (type: string, name: string): Promise<unknown> =>
        sql.query(
          `INSERT INTO audit_entries (organization_id, id, at, action, target_type, target_id, target_name, details)
           VALUES ($1, gen_random_uuid(), now(), 'webhook.created', $2, gen_random_uuid(), $3, '{"events": []}')`,
          [organization, type, name],
        );
      for (const [url] of hosts) await insert('webhook', url);
      await insert('api-key', 'https://example.com/a-name');
      const entries = (): Promise<Record<string, unknown>[]> => sql.query('SELECT * FROM audit_entries ORDER BY id');
      const before = await entries();

      await migrateUnderLock(sql);

      const expected = new Map<unknown, string | null>(hosts);
      expect(await entries()).toEqual(
        before.map(({ target_name: name, ...entry }) => ({
          ...entry,
          target_name: expected.has(name) ? expected.get(name) : name,
        })),
      );
      await expect(sql.query(`UPDATE audit_entries SET target_name = 'x'`)).rejects.toThrow('do not change');
    });
  });
});
