import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes the keys with tags in the order of the list, because a page of few of them would read all keys of a project. */
export class IndexTaggedKeys1764720000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE INDEX keys_with_tags ON keys (project_id, left(name, 512), id) WHERE tags IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX keys_with_tags');
  }
}
