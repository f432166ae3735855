import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the table of the mails that wait to be sent. */
export class CreateMails1764840000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    await runner.query('CREATE INDEX mails_due ON mails (due_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE mails');
  }
}

const TABLE = `CREATE TABLE mails (
  id uuid NOT NULL,
  kind text COLLATE "C" NOT NULL,
  content bytea NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  due_at timestamp(3) with time zone NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  lease uuid,
  leased_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT mails_pkey PRIMARY KEY (id)
)`;
