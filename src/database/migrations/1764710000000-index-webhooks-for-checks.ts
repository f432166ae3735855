import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Indexes the webhooks that are told of findings, because their projects are looked for every two seconds. */
export class IndexWebhooksForChecks1764710000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX webhooks_for_checks ON webhooks (project_id) WHERE 'checks.failed' = ANY (events)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX webhooks_for_checks');
  }
}
