import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the task of an assignment: earlier assignments are to translate. A member has one of each task in a language. */
export class AddTasksOfAssignments1765700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE assignments
      ADD COLUMN task text COLLATE "C" NOT NULL DEFAULT 'translate',
      DROP CONSTRAINT assignments_project_id_membership_id_language_key,
      ADD CONSTRAINT assignments_project_id_membership_id_language_task_key UNIQUE (project_id, membership_id, language, task)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM assignments WHERE task <> 'translate'`);
    await runner.query(`ALTER TABLE assignments
      DROP COLUMN task,
      ADD CONSTRAINT assignments_project_id_membership_id_language_key UNIQUE (project_id, membership_id, language)`);
  }
}
