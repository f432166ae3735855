import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the list of the comments of each project that were deleted last. */
export class CreateCommentDeletions1765300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    await runner.query('CREATE INDEX comment_deletions_latest ON comment_deletions (project_id, deleted_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE comment_deletions');
  }
}

const TABLE = `CREATE TABLE comment_deletions (
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  key_id uuid NOT NULL,
  deleted_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT comment_deletions_pkey PRIMARY KEY (id),
  CONSTRAINT comment_deletions_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects (id) ON DELETE CASCADE
)`;
