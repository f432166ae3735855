import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the revision from which on a project can be read. For projects that are older than the history, it is the revision that
 * they had when the history began: what they were before is not known.
 */
export class AddOldestRevision1764350000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE projects ADD oldest_revision bigint NOT NULL DEFAULT '0'`);
    await runner.query(`
      UPDATE projects p SET oldest_revision = first.revision
      FROM (SELECT id, coalesce((SELECT min(c.revision) - 1 FROM changes c WHERE c.project_id = projects.id), revision) AS revision
            FROM projects) first
      WHERE p.id = first.id AND first.revision > 0`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE projects DROP oldest_revision');
  }
}
