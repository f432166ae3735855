import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Gives an installation the schema of a new one. Earlier migrations were edited after installations had run them: their indexes
 * have other columns, and columns of file templates and of webhooks are missing. On a new database nothing changes.
 */
export class MendEarlierSchemas1764725000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE projects ALTER revision SET DEFAULT '0'::bigint`);
    await runner.query(RENAME_CHECK);
    await runner.query(`ALTER TABLE file_templates ADD COLUMN IF NOT EXISTS options jsonb NOT NULL DEFAULT '{}'`);
    await runner.query('ALTER TABLE file_templates ALTER options DROP DEFAULT');
    await runner.query(NUMBER_DELIVERIES);
    await runner.query('DROP INDEX IF EXISTS webhook_deliveries_of_webhook');
    for (const definition of INDEXES) await mendIndex(runner, definition);
  }

  /** The schema is the one that the migrations before make now. */
  async down(): Promise<void> {}
}

const RENAME_CHECK = `DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_constraint
             WHERE conrelid = 'organizations'::regclass AND conname = 'organizations_plan_rate_limit_check') THEN
    ALTER TABLE organizations RENAME CONSTRAINT organizations_plan_rate_limit_check TO organizations_check;
  END IF;
END $$`;

/** Deliveries were in the order of the revisions that they tell about; each webhook numbers them instead. */
const NUMBER_DELIVERIES = `DO $$ BEGIN
  IF EXISTS (SELECT FROM pg_attribute
             WHERE attrelid = 'webhook_deliveries'::regclass AND attname = 'revision' AND NOT attisdropped) THEN
    ALTER TABLE webhooks ADD last_number bigint NOT NULL DEFAULT '0';
    ALTER TABLE webhook_deliveries ADD number bigint;
    UPDATE webhook_deliveries d SET number = n.number
      FROM (SELECT id, row_number() OVER (PARTITION BY webhook_id ORDER BY revision, id) AS number FROM webhook_deliveries) n
      WHERE n.id = d.id;
    UPDATE webhooks w SET last_number = n.number
      FROM (SELECT webhook_id, max(number) AS number FROM webhook_deliveries GROUP BY webhook_id) n WHERE n.webhook_id = w.id;
    ALTER TABLE webhook_deliveries ALTER number SET NOT NULL, DROP revision,
      ADD CONSTRAINT webhook_deliveries_number_key UNIQUE (webhook_id, number);
  END IF;
END $$`;

/** As PostgreSQL spells them, without the schema. */
const INDEXES = [
  'CREATE INDEX translations_of_key ON translations USING btree (project_id, key_id)',
  'CREATE INDEX translations_by_state ON translations USING btree (project_id, state, key_id) WHERE (state <> 1)',
  'CREATE INDEX keys_by_revision ON keys USING btree (project_id, since, SUBSTRING(uuid_send(id) FROM 1 FOR 7)) WHERE (since IS NOT NULL)',
  `CREATE INDEX translations_by_revision ON translations USING btree (project_id, since, SUBSTRING(uuid_send(key_id) FROM 1 FOR 7)) WHERE (since IS NOT NULL)`,
  ...['since', 'until'].flatMap((revision) => [
    `CREATE INDEX keys_history_${revision} ON keys_history USING btree (project_id, ${revision}, SUBSTRING(uuid_send(id) FROM 1 FOR 7)) WITH (fillfactor='100')`,
    `CREATE INDEX translations_history_${revision} ON translations_history USING btree (project_id, ${revision}, SUBSTRING(uuid_send(key_id) FROM 1 FOR 7)) WITH (fillfactor='100')`,
  ]),
  `CREATE INDEX translations_history_of_key ON translations_history USING btree (SUBSTRING(uuid_send(key_id) FROM 1 FOR 7)) WITH (fillfactor='100')`,
  'CREATE INDEX webhook_deliveries_queue ON webhook_deliveries USING btree (webhook_id, number) WHERE queued',
  'CREATE INDEX project_checks_untold ON project_checks USING btree (project_id) WHERE (untold IS NOT NULL)',
];

/** Creates an index anew if it is missing or has another definition. An equal one is left: making it can take minutes. */
async function mendIndex(runner: QueryRunner, definition: string): Promise<void> {
  const [, name = ''] = /^CREATE INDEX (\w+)/.exec(definition) ?? [];
  const [found] = (await runner.query('SELECT pg_get_indexdef(to_regclass($1)) AS definition', [name])) as {
    definition: string | null;
  }[];
  if (found?.definition?.replace(/ ON \S+\./, ' ON ') === definition) return;
  await runner.query(`DROP INDEX IF EXISTS ${name}`);
  await runner.query(definition);
}
