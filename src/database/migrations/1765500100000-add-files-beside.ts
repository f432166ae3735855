import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A language can have several imported files with one namespace: the first one, and others beside it, by their paths. */
export class AddFilesBeside1765500100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES)
      await runner.query(`ALTER TABLE ${table} ADD beside text COLLATE "C" NOT NULL DEFAULT ''`);
    await runner.query(unique('project_id, format, namespace, language, beside'));
    await runner.query(TAKE_DIFFERENCES);
    for (const table of TABLES) await runner.query(setBeside(table));
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

/** The file of the source language beside the file `f` that all languages fall back to had no language. */
const FIRST_FILES = `projects p JOIN file_templates f ON f.project_id = p.id AND f.language = p.source_language
  WHERE s.language = '' AND f.project_id = s.project_id AND f.format = s.format AND f.namespace = s.namespace
    AND octet_length(s.namespace || s.path) <= 1000`;

/** Each file says how it differs from the files before it; until now, the first file said it. */
const TAKE_DIFFERENCES = `
  UPDATE file_templates s
  SET options = s.options || jsonb_build_object('differences',
    coalesce(s.options->'differences', '{}') || jsonb_strip_nulls(jsonb_build_object(
      'texts', f.options->'differences'->'texts', 'added', f.options->'differences'->'elsewhere')))
  FROM ${FIRST_FILES} AND f.options->'differences' ?| '{texts,elsewhere}'`;

const setBeside = (table: string): string => `
  UPDATE ${table} s SET language = f.language, beside = s.path FROM ${FIRST_FILES}`;
