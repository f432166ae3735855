import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { migrateUnderLock } from '../src/database/migrate';
import { catalogue } from './support/catalogue';
import { openEmptyDatabase } from './support/empty-database';
import { dumpSchema } from './support/dump-schema';

const MIGRATIONS = join(__dirname, '../src/database/migrations');
const EARLIER_SCHEMAS = join(__dirname, 'support/earlier-schemas');

/** The SHA-256 of each migration that has landed. A new migration is added here, and no line is ever changed. */
const HASHES: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(__dirname, 'support/migration-hashes.json'), 'utf8'),
) as Record<string, string>;

/**
 * Schemas as installations of earlier builds have them, with the migrations that they ran (`pg_dump`), oldest first.
 */
const schemas = readdirSync(EARLIER_SCHEMAS).sort();

describe('an installation of an earlier build', () => {
  let sql: DataSource;
  let close: () => Promise<void>;
  let fresh: string[];
  let freshDump: string[] | undefined;

  /** One database serves all tests: to make one takes longer than to upgrade one. */
  const clear = (): Promise<unknown> => sql.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');

  async function install(file: string): Promise<void> {
    await clear();
    await sql.query(readFileSync(join(EARLIER_SCHEMAS, file), 'utf8'));
  }

  beforeAll(async () => {
    ({ dataSource: sql, close } = await openEmptyDatabase());
    await clear();
    await migrateUnderLock(sql);
    fresh = await catalogue(sql);
    freshDump = await dumpSchema(sql);
  });
  afterAll(() => close());

  it.each(schemas)('has the schema of a new one after its upgrade (%s)', async (file) => {
    await install(file);
    await migrateUnderLock(sql);
    expect(await catalogue(sql)).toEqual(fresh);
    expect(await dumpSchema(sql)).toEqual(freshDump);
  });

  it('keeps its webhook deliveries in their order, and numbers them by webhook', async () => {
    await install('2026-11-22-16.sql');
    const [organization, project] = [randomUUID(), randomUUID()];
    await sql.query(`INSERT INTO organizations (id, name, plan) VALUES ($1, 'A', 'free')`, [organization]);
    await sql.query(
      `INSERT INTO projects (id, organization_id, name, source_language, target_languages) VALUES ($1, $2, 'P', 'en', '{}')`,
      [project, organization],
    );
    const webhooks = [randomUUID(), randomUUID(), randomUUID()];
    for (const webhook of webhooks) {
      await sql.query(
        `INSERT INTO webhooks (id, project_id, url, events, secret) VALUES ($1, $2, 'https://a.example', '{}', '')`,
        [webhook, project],
      );
    }
    const revisions: [webhook: number, revision: number][] = [
      [0, 7],
      [1, 5],
      [0, 3],
      [0, 9],
    ];
    for (const [webhook, revision] of revisions) {
      await sql.query(
        `INSERT INTO webhook_deliveries (id, webhook_id, revision, event, data, queued) VALUES ($1, $2, $3, 'x', $4, true)`,
        [randomUUID(), webhooks[webhook], revision, JSON.stringify({ revision })],
      );
    }

    await migrateUnderLock(sql);

    const rows = await sql.query<{ webhook_id: string; number: string; revision: number }[]>(
      `SELECT webhook_id, number, (data ->> 'revision')::int AS revision FROM webhook_deliveries`,
    );
    const ofWebhook = (index: number) =>
      rows
        .filter((row) => row.webhook_id === webhooks[index])
        .sort((one, other) => Number(one.number) - Number(other.number))
        .map(({ number, revision }) => [Number(number), revision]);
    expect([ofWebhook(0), ofWebhook(1)]).toEqual([
      [
        [1, 3],
        [2, 7],
        [3, 9],
      ],
      [[1, 5]],
    ]);
    const last = await sql.query<{ id: string; last_number: string }[]>('SELECT id, last_number FROM webhooks');
    expect(webhooks.map((id) => Number(last.find((row) => row.id === id)?.last_number))).toEqual([3, 1, 0]);
  });
});

describe('a migration that has landed', () => {
  it('is never edited', () => {
    const files = readdirSync(MIGRATIONS).filter((name) => /^\d/.test(name));
    const hashes = files.sort().map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(MIGRATIONS, name)))
        .digest('hex'),
    ]);
    expect(Object.fromEntries(hashes)).toEqual(HASHES);
  });
});
