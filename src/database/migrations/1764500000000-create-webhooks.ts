import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates webhooks and their deliveries. A delivery is written in the transaction of the change that it tells about. */
export class CreateWebhooks1764500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // A constant default changes no row: PostgreSQL stores it in the catalogue.
    await runner.query('ALTER TABLE projects ADD has_webhooks boolean NOT NULL DEFAULT false');
    for (const statement of [WEBHOOKS, DELIVERIES, ...INDEXES]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE webhook_deliveries, webhooks');
    await runner.query('ALTER TABLE projects DROP has_webhooks');
  }
}

const WEBHOOKS = `CREATE TABLE webhooks (
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  url text NOT NULL,
  events text[] NOT NULL,
  last_number bigint NOT NULL DEFAULT '0',
  secret bytea NOT NULL,
  previous_secret bytea,
  previous_secret_until timestamptz(3),
  paused_at timestamptz(3),
  pause_reason text COLLATE "C",
  failures smallint NOT NULL DEFAULT '0',
  failing_since timestamptz(3),
  retry_at timestamptz(3),
  due_at timestamptz(3),
  lease uuid,
  leased_until timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT webhooks_pkey PRIMARY KEY (id),
  CONSTRAINT webhooks_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects (id) ON DELETE CASCADE
)`;

const DELIVERIES = `CREATE TABLE webhook_deliveries (
  id uuid NOT NULL,
  webhook_id uuid NOT NULL,
  number bigint NOT NULL,
  event text COLLATE "C" NOT NULL,
  data json NOT NULL,
  queued boolean NOT NULL,
  requested_at timestamptz(3),
  attempts integer NOT NULL DEFAULT 0,
  attempted_at timestamptz(3),
  succeeded boolean,
  response_status smallint,
  error text COLLATE "C",
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (id),
  CONSTRAINT webhook_deliveries_number_key UNIQUE (webhook_id, number),
  CONSTRAINT webhook_deliveries_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhooks (id) ON DELETE CASCADE
)`;

const INDEXES = [
  'CREATE INDEX webhooks_of_project ON webhooks (project_id, id)',
  'CREATE INDEX webhooks_due ON webhooks (due_at) WHERE due_at IS NOT NULL',
  'CREATE INDEX webhook_deliveries_queue ON webhook_deliveries (webhook_id, number) WHERE queued',
  'CREATE INDEX webhook_deliveries_requested ON webhook_deliveries (webhook_id, requested_at) WHERE requested_at IS NOT NULL',
];
