import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds assignments to the inboxes of persons. What was assigned before it is not in them. */
export class AddAssignmentsToInbox1765010000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE inbox_items
      ALTER COLUMN comment_id DROP NOT NULL,
      ADD COLUMN assignment_id uuid,
      ADD COLUMN assigned_by uuid,
      ADD CONSTRAINT inbox_items_of_one CHECK (num_nonnulls(comment_id, assignment_id) = 1),
      ADD CONSTRAINT inbox_items_assignment_id_key UNIQUE (assignment_id),
      ADD CONSTRAINT inbox_items_assignment_id_fkey FOREIGN KEY (assignment_id) REFERENCES assignments (id) ON DELETE CASCADE`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DELETE FROM inbox_items WHERE comment_id IS NULL');
    await runner.query(`ALTER TABLE inbox_items
      DROP CONSTRAINT inbox_items_of_one,
      DROP COLUMN assignment_id,
      DROP COLUMN assigned_by,
      ALTER COLUMN comment_id SET NOT NULL`);
  }
}
