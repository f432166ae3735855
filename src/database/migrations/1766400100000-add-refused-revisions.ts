import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds to channels the revision that could not be published, and the error. */
export class AddRefusedRevisions1766400100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'ALTER TABLE channels ADD COLUMN refused_revision bigint, ADD COLUMN refused_code text COLLATE "C"',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE channels DROP COLUMN refused_revision, DROP COLUMN refused_code');
  }
}
