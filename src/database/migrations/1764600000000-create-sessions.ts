import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the table of the sessions of browsers. */
export class CreateSessions1764600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    await runner.query('CREATE INDEX sessions_of_api_key ON sessions (api_key_id)');
    await runner.query('CREATE INDEX sessions_expiry ON sessions (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE sessions');
  }
}

const TABLE = `CREATE TABLE sessions (
  id_hash bytea NOT NULL,
  api_key_id uuid NOT NULL,
  secret_hash bytea NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT sessions_pkey PRIMARY KEY (id_hash),
  CONSTRAINT sessions_api_key_id_fkey FOREIGN KEY (api_key_id) REFERENCES api_keys (id) ON DELETE CASCADE
)`;
