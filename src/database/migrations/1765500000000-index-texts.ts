import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes texts by a number: 24 bits of project and language, and 40 bits of the text. The texts of a language are beside each other in
 * the index, so that an import writes few of its pages; and the index can be used for a look-up of texts only, never in place of
 * another one.
 */
export class IndexTexts1765500000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX translations_by_text ON translations (${NUMBER})`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX translations_by_text');
  }
}

const NUMBER = `(
  (hashtextextended(language, uuid_hash_extended(project_id, 0)) << 40) + (hashtextextended(text COLLATE "C", 0) & 1099511627775))`;
