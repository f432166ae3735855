import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the table with the paths that exports use in zips, by project and format. */
export class CreateFileLayouts1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE file_layouts');
  }
}

const TABLE = `CREATE TABLE file_layouts (
  project_id uuid NOT NULL,
  format text COLLATE "C" NOT NULL,
  layout jsonb NOT NULL,
  CONSTRAINT file_layouts_pkey PRIMARY KEY (project_id, format),
  CONSTRAINT file_layouts_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects (id) ON DELETE CASCADE
)`;
