import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the screenshots of projects and the regions of keys in them. */
export class CreateScreenshots1764998000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [SCREENSHOTS, REGIONS, ...INDEXES]) await runner.query(statement);
    // The bytes are compressed already.
    await runner.query('ALTER TABLE screenshots ALTER content SET STORAGE EXTERNAL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE screenshot_regions, screenshots');
  }
}

const SCREENSHOTS = `CREATE TABLE screenshots (
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  sha256 text COLLATE "C" NOT NULL,
  name text,
  format text COLLATE "C" NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  bytes integer NOT NULL,
  content bytea NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT screenshots_pkey PRIMARY KEY (id),
  CONSTRAINT screenshots_project_id_sha256_key UNIQUE (project_id, sha256),
  CONSTRAINT screenshots_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects (id) ON DELETE CASCADE
)`;

const REGIONS = `CREATE TABLE screenshot_regions (
  id uuid NOT NULL,
  screenshot_id uuid NOT NULL,
  key_id uuid NOT NULL,
  x integer NOT NULL,
  y integer NOT NULL,
  width integer NOT NULL,
  height integer NOT NULL,
  CONSTRAINT screenshot_regions_pkey PRIMARY KEY (id),
  CONSTRAINT screenshot_regions_screenshot_id_fkey FOREIGN KEY (screenshot_id) REFERENCES screenshots (id) ON DELETE CASCADE
)`;

const INDEXES = [
  'CREATE INDEX screenshots_of_project ON screenshots (project_id, id)',
  'CREATE INDEX screenshot_regions_of_screenshot ON screenshot_regions (screenshot_id, id)',
  'CREATE INDEX screenshot_regions_of_key ON screenshot_regions (key_id, screenshot_id)',
];
