import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the last removal of a text to its key: with the row of the text, the revision and the time of the change of the key were gone.
 * Earlier removals are not known. Few keys have one, and only these are in the index. Its predicate, and the revisions that are in no
 * statistics, are as those of `keys_by_revision`.
 */
export class AddRemovalsOfTexts1766500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE keys ADD COLUMN text_removed_in bigint, ADD COLUMN text_removed_at timestamptz(3)');
    await runner.query('ALTER TABLE keys ALTER text_removed_in SET STATISTICS 0');
    await runner.query(
      `CREATE INDEX keys_by_removal ON keys (project_id, text_removed_in, substring(uuid_send(id) FROM 1 FOR 7))
       WHERE text_removed_in IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX keys_by_removal');
    await runner.query('ALTER TABLE keys DROP COLUMN text_removed_in, DROP COLUMN text_removed_at');
  }
}
