import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes the keys by the last removal of a text. Few keys have one, and only these are in the index. Its predicate is as the predicate of
 * `keys_by_revision`. The columns come from a transaction before: in the same one, no key could be read while the index is built.
 */
export class IndexRemovalsOfTexts1766500100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX keys_by_removal ON keys (project_id, text_removed_in, substring(uuid_send(id) FROM 1 FOR 7))
       WHERE text_removed_in IS NOT NULL`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX keys_by_removal');
  }
}
