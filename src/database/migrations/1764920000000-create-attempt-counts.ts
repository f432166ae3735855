import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the counts of sign-in attempts and of mails, which all replicas share. */
export class CreateAttemptCounts1764920000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(COUNTS);
    await runner.query('CREATE INDEX attempt_counts_expiry ON attempt_counts (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE attempt_counts');
  }
}

const COUNTS = `CREATE TABLE attempt_counts (
  party_hash bytea NOT NULL,
  count integer NOT NULL,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT attempt_counts_pkey PRIMARY KEY (party_hash)
)`;
