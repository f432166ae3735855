import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds how far pretranslations are. */
export class AddProgressOfPretranslations1765031000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE pretranslations ADD done integer NOT NULL DEFAULT 0, ADD total integer NOT NULL DEFAULT 0',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE pretranslations DROP COLUMN done, DROP COLUMN total');
  }
}
