import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates releases with their files, the channels that serve them, and delivery tokens. */
export class CreateReleases1764870000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [RELEASES, CONTENTS, FILES, CHANNELS, TOKENS, USAGE, ...INDEXES, ...STORAGE]) {
      await runner.query(statement);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP TABLE delivery_usage, delivery_tokens, channels, release_files, release_contents, releases',
    );
  }
}

const RELEASES = `CREATE TABLE releases (
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  revision bigint NOT NULL,
  channel text COLLATE "C" NOT NULL,
  options jsonb NOT NULL,
  languages text[] NOT NULL,
  file_count integer NOT NULL,
  bytes bigint NOT NULL,
  person_id uuid,
  api_key_id uuid,
  api_key_name text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT releases_pkey PRIMARY KEY (id),
  CONSTRAINT releases_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects (id) ON DELETE CASCADE
)`;

const CONTENTS = `CREATE TABLE release_contents (
  project_id uuid NOT NULL,
  sha256 text COLLATE "C" NOT NULL,
  format text COLLATE "C" NOT NULL,
  bytes integer NOT NULL,
  plain bytea,
  gzip bytea,
  br bytea,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT release_contents_pkey PRIMARY KEY (project_id, sha256),
  CONSTRAINT release_contents_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects (id) ON DELETE CASCADE
)`;

const FILES = `CREATE TABLE release_files (
  release_id uuid NOT NULL,
  path text COLLATE "C" NOT NULL,
  project_id uuid NOT NULL,
  language text COLLATE "C",
  namespace text COLLATE "C",
  sha256 text COLLATE "C" NOT NULL,
  CONSTRAINT release_files_pkey PRIMARY KEY (release_id, path),
  CONSTRAINT release_files_release_id_fkey FOREIGN KEY (release_id) REFERENCES releases (id) ON DELETE CASCADE,
  CONSTRAINT release_files_content_fkey FOREIGN KEY (project_id, sha256) REFERENCES release_contents (project_id, sha256)
    DEFERRABLE INITIALLY DEFERRED
)`;

const CHANNELS = `CREATE TABLE channels (
  project_id uuid NOT NULL,
  name text COLLATE "C" NOT NULL,
  release_id uuid NOT NULL,
  moved_at timestamptz(3) NOT NULL DEFAULT now(),
  interval_seconds integer,
  followed_revision bigint,
  due_at timestamptz(3),
  lease uuid,
  leased_until timestamptz(3),
  CONSTRAINT channels_pkey PRIMARY KEY (project_id, name),
  CONSTRAINT channels_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects (id) ON DELETE CASCADE,
  CONSTRAINT channels_release_id_fkey FOREIGN KEY (release_id) REFERENCES releases (id)
)`;

const TOKENS = `CREATE TABLE delivery_tokens (
  id uuid NOT NULL,
  project_id uuid NOT NULL,
  name text NOT NULL,
  token text COLLATE "C" NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT delivery_tokens_pkey PRIMARY KEY (id),
  CONSTRAINT delivery_tokens_token_key UNIQUE (token),
  CONSTRAINT delivery_tokens_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects (id) ON DELETE CASCADE
)`;

const USAGE = `CREATE TABLE delivery_usage (
  project_id uuid NOT NULL,
  day date NOT NULL,
  token_id uuid NOT NULL,
  requests bigint NOT NULL,
  bytes bigint NOT NULL,
  CONSTRAINT delivery_usage_pkey PRIMARY KEY (project_id, day, token_id),
  CONSTRAINT delivery_usage_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects (id) ON DELETE CASCADE
)`;

const INDEXES = [
  'CREATE INDEX releases_of_channel ON releases (project_id, channel, id)',
  'CREATE INDEX releases_of_project ON releases (project_id, id)',
  'CREATE INDEX release_files_by_content ON release_files (project_id, sha256)',
  'CREATE INDEX release_contents_in_time ON release_contents (created_at)',
  'CREATE INDEX delivery_usage_in_time ON delivery_usage (day)',
  'CREATE INDEX channels_of_release ON channels (release_id)',
  'CREATE INDEX channels_due ON channels (due_at) WHERE due_at IS NOT NULL',
  'CREATE INDEX delivery_tokens_of_project ON delivery_tokens (project_id, id)',
];

/** The bytes are compressed already. */
const STORAGE = ['plain', 'gzip', 'br'].map(
  (column) => `ALTER TABLE release_contents ALTER ${column} SET STORAGE EXTERNAL`,
);
