import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the rate limit of an API key. Existing API keys have only the limit of their organization. */
export class AddRateLimitOfApiKeys1764830000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE api_keys ADD rate_limit integer, ADD CONSTRAINT api_keys_rate_limit_check CHECK (rate_limit > 0)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_keys DROP COLUMN rate_limit');
  }
}
