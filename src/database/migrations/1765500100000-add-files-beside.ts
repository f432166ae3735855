import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A language can have several imported files with one namespace: the first one, and others beside it, by their paths. */
export class AddFilesBeside1765500100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await runner.query(`ALTER TABLE ${table} ADD beside text COLLATE "C" NOT NULL DEFAULT ''`);
    await runner.query(unique('project_id, format, namespace, language, beside'));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM file_templates WHERE beside <> ''`);
    await runner.query(`DELETE FROM file_templates_history WHERE beside <> ''`);
    await runner.query(unique('project_id, format, namespace, language'));
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} DROP beside`);
  }
}

const TABLES = ['file_templates', 'file_templates_history'];

const unique = (columns: string): string => `ALTER TABLE file_templates
  DROP CONSTRAINT file_templates_key, ADD CONSTRAINT file_templates_key UNIQUE (${columns})`;
