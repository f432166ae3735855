import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the table with the answers to writes that had an `Idempotency-Key`. */
export class CreateKeptAnswers1764300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    await runner.query('CREATE INDEX kept_answers_expiry ON kept_answers (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE kept_answers');
  }
}

const TABLE = `CREATE TABLE kept_answers (
  organization_id uuid NOT NULL,
  key text COLLATE "C" NOT NULL,
  request bytea NOT NULL,
  headers jsonb NOT NULL,
  body text NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT kept_answers_pkey PRIMARY KEY (organization_id, key),
  CONSTRAINT kept_answers_organization_id_fkey
    FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE
)`;
