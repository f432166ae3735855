import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the table of the jobs that replicas run in turn. */
export class CreateJobLeases1764360000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE job_leases');
  }
}

const TABLE = `CREATE TABLE job_leases (
  name text COLLATE "C" NOT NULL,
  holder uuid,
  until timestamp(3) with time zone NOT NULL,
  CONSTRAINT job_leases_pkey PRIMARY KEY (name)
)`;
