import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the style note of a project, which language models receive, and its history. */
export class AddStyleNotes1765210000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} ADD style_note text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} DROP style_note`);
  }
}

const TABLES = ['projects', 'projects_history'];
