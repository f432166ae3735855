import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the comments on keys. */
export class CreateComments1764960000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    await runner.query('CREATE INDEX comments_changed ON comments (project_id, changed_at)');
    await runner.query('CREATE INDEX comments_of_key ON comments (project_id, key_id, id)');
    await runner.query(
      'CREATE INDEX comments_open ON comments (project_id, key_id) WHERE resolved_at IS NULL AND id = thread_id',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE comments');
  }
}

const TABLE = `CREATE TABLE comments (
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  key_id uuid NOT NULL,
  thread_id uuid NOT NULL,
  language text COLLATE "C",
  text text NOT NULL,
  mentions uuid[] NOT NULL,
  person_id uuid,
  api_key_id uuid,
  api_key_name text NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  edited_at timestamptz(3),
  deleted_at timestamptz(3),
  resolved_at timestamptz(3),
  changed_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT comments_pkey PRIMARY KEY (id),
  CONSTRAINT comments_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects (id) ON DELETE CASCADE
)`;
