import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the statistics from which a new process continues. */
export class CreateKeptStatistics1765400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE kept_statistics');
  }
}

const TABLE = `CREATE TABLE kept_statistics (
  project_id uuid NOT NULL,
  revision bigint NOT NULL,
  rules text NOT NULL,
  counts jsonb NOT NULL,
  CONSTRAINT kept_statistics_pkey PRIMARY KEY (project_id),
  CONSTRAINT kept_statistics_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects (id) ON DELETE CASCADE
)`;
