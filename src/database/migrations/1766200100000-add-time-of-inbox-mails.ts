import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the time of the last mail about an inbox to its person. */
export class AddTimeOfInboxMails1766200100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE persons ADD COLUMN inbox_mailed_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE persons DROP COLUMN inbox_mailed_at');
  }
}
