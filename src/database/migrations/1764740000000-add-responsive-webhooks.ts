import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds which receivers of webhooks answer quickly, because slots for messages are kept for them. */
export class AddResponsiveWebhooks1764740000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhooks ADD responsive boolean NOT NULL DEFAULT false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhooks DROP COLUMN responsive');
  }
}
