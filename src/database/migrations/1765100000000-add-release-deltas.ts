import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores contents of old releases as deltas against those of later ones. A job packs the releases that are there. */
export class AddReleaseDeltas1765100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  /** Contents that are deltas cannot be made whole in SQL: their releases go. It fails while a channel serves one of them. */
  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const UP = [
  'ALTER TABLE releases ADD COLUMN packed boolean NOT NULL DEFAULT false',
  'CREATE INDEX releases_to_pack ON releases (id) WHERE NOT packed',
  `ALTER TABLE release_contents
    ADD COLUMN base_sha256 text COLLATE "C",
    ADD COLUMN delta bytea,
    ADD CONSTRAINT release_contents_base_fkey FOREIGN KEY (project_id, base_sha256)
      REFERENCES release_contents (project_id, sha256) DEFERRABLE INITIALLY DEFERRED,
    ADD CONSTRAINT release_contents_form_check CHECK (num_nonnulls(plain, br, delta) = 1),
    ADD CONSTRAINT release_contents_base_check CHECK ((delta IS NULL) = (base_sha256 IS NULL))`,
  'CREATE INDEX release_contents_by_base ON release_contents (project_id, base_sha256) WHERE base_sha256 IS NOT NULL',
  // The bytes are compressed already.
  'ALTER TABLE release_contents ALTER delta SET STORAGE EXTERNAL',
];

const DOWN = [
  `DELETE FROM releases r WHERE EXISTS (
     SELECT FROM release_files f JOIN release_contents c ON c.project_id = f.project_id AND c.sha256 = f.sha256
     WHERE f.release_id = r.id AND c.delta IS NOT NULL)`,
  'DELETE FROM release_contents WHERE delta IS NOT NULL',
  'SET CONSTRAINTS ALL IMMEDIATE',
  `ALTER TABLE release_contents
    DROP CONSTRAINT release_contents_form_check, DROP CONSTRAINT release_contents_base_check,
    DROP CONSTRAINT release_contents_base_fkey, DROP COLUMN base_sha256, DROP COLUMN delta`,
  'DROP INDEX releases_to_pack',
  'ALTER TABLE releases DROP COLUMN packed',
];
