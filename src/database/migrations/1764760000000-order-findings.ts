import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds the place of the key in the order of the names to findings, and an index in this order. */
export class OrderFindings1764760000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE findings ADD COLUMN place text COLLATE "C"');
    await runner.query(
      'UPDATE findings f SET place = left(k.name, 512) FROM keys k WHERE k.project_id = f.project_id AND k.id = f.key_id',
    );
    // The next check run would remove those of keys that are deleted.
    await runner.query('DELETE FROM findings WHERE place IS NULL');
    await runner.query('ALTER TABLE findings ALTER COLUMN place SET NOT NULL');
    await runner.query('CREATE INDEX findings_in_order ON findings (project_id, place, key_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE findings DROP COLUMN place');
  }
}
