import { randomBytes, randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { migrateUnderLock } from '../src/database/migrate';
import { migrations } from '../src/database/migrations';
import { AddStates1764400000000 } from '../src/database/migrations/1764400000000-add-states';
import { withEmptyDatabase } from './support/empty-database';

/** Runs a test on the schema before a migration, which the test runs with all later ones. */
async function beforeMigration(migration: (typeof migrations)[number], test: (sql: DataSource) => Promise<void>) {
  await withEmptyDatabase(async (sql) => {
    await migrateUnderLock(sql);
    for (let left = migrations.length - migrations.indexOf(migration); left > 0; left--) await sql.undoLastMigration();
    await test(sql);
  });
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
