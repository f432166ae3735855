import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the table with the imported files that exports have the layout of. */
export class CreateFileTemplates1764100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    await runner.query('ALTER TABLE file_templates ALTER content SET STORAGE EXTERNAL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE file_templates');
  }
}

const TABLE = `CREATE TABLE file_templates (
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  format text COLLATE "C" NOT NULL,
  namespace text COLLATE "C" NOT NULL,
  language text COLLATE "C" NOT NULL,
  path text,
  options jsonb NOT NULL,
  size integer NOT NULL,
  hash bytea NOT NULL,
  content bytea NOT NULL,
  updated_at timestamp(3) with time zone DEFAULT now() NOT NULL,
  CONSTRAINT file_templates_pkey PRIMARY KEY (id),
  CONSTRAINT file_templates_key UNIQUE (project_id, format, namespace, language),
  CONSTRAINT file_templates_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects (id) ON DELETE CASCADE
)`;
