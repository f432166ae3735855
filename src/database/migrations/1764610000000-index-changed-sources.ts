import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes the source texts that were changed since they were made, so that outdated texts are found without a look at all source
 * texts. Nearly all other rows have no revision of their text, and no entry.
 */
export class IndexChangedSources1764610000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'CREATE INDEX translations_by_text_revision ON translations (project_id, language, key_id) WHERE text_revision IS NOT NULL',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX translations_by_text_revision');
  }
}
