import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the languages in which an API key writes. Existing API keys write all of them. */
export class AddLanguagesOfApiKeys1764800000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_keys ADD languages text[]');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_keys DROP COLUMN languages');
  }
}
