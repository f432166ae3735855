import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the counts of characters that were sent to a provider of machine translation. */
export class CreateMachineUsage1764980000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE machine_usage (
      organization_id uuid NOT NULL,
      month date NOT NULL,
      characters bigint NOT NULL,
      CONSTRAINT machine_usage_pkey PRIMARY KEY (organization_id, month),
      CONSTRAINT machine_usage_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE
    )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE machine_usage');
  }
}
