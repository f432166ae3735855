import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the time at which an expired API key became valid again. */
export class AddReactivation1764750000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_keys ADD COLUMN reactivated_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_keys DROP COLUMN reactivated_at');
  }
}
