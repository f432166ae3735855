import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes the keys with paths, which most projects do not have: an import finds out without reading all keys of a project. */
export class IndexPlacedKeys1764770000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX keys_with_paths ON keys (project_id) WHERE jsonb_exists(meta, 'path')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX keys_with_paths');
  }
}
