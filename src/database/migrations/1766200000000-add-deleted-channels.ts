import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds the time at which the channel of a release was deleted, or another one has left it after that. Where it is not known, it is the
 * time of the migration.
 */
export class AddDeletedChannels1766200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE releases ADD COLUMN left_at timestamptz(3)');
    await runner.query(`
      UPDATE releases r SET left_at = now()
      WHERE NOT EXISTS (SELECT FROM channels c WHERE c.project_id = r.project_id AND c.name = r.channel)`);
    await runner.query('CREATE INDEX releases_without_channel ON releases (left_at) WHERE left_at IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX releases_without_channel');
    await runner.query('ALTER TABLE releases DROP COLUMN left_at');
  }
}
