import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the list of the releases that each channel has left last. */
export class CreateLeftReleases1766400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    await runner.query('CREATE INDEX left_releases_of_channel ON left_releases (project_id, channel, left_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE left_releases');
  }
}

const TABLE = `CREATE TABLE left_releases (
  release_id uuid NOT NULL,
  channel text COLLATE "C" NOT NULL,
  project_id uuid NOT NULL,
  left_at timestamptz(3) NOT NULL,
  CONSTRAINT left_releases_pkey PRIMARY KEY (release_id, channel),
  CONSTRAINT left_releases_release_id_fkey FOREIGN KEY (release_id) REFERENCES releases (id) ON DELETE CASCADE
)`;
