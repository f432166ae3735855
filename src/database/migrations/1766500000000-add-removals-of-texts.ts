import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the last removal of a text to its key: with the row of the text, the revision and the time of the change of the key were gone.
 * Earlier removals are not known. The revisions are in no statistics, as the revisions of `keys_by_revision`.
 */
export class AddRemovalsOfTexts1766500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE keys ADD COLUMN text_removed_in bigint, ADD COLUMN text_removed_at timestamptz(3)');
    await runner.query('ALTER TABLE keys ALTER text_removed_in SET STATISTICS 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE keys DROP COLUMN text_removed_in, DROP COLUMN text_removed_at');
  }
}
