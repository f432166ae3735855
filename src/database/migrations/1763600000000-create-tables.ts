import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tenants, their API keys, projects, and the two big tables, which project_id leads so that they can be distributed by it. */
export class CreateTables1763600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of TABLES) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE translations, keys, language_meta, projects, api_keys, organizations');
  }
}

const TABLES = [
  `CREATE TABLE organizations (
    id uuid PRIMARY KEY,
    name text NOT NULL,
    plan text NOT NULL CHECK (plan IN ('free', 'starter', 'growth', 'professional', 'enterprise')),
    rate_limit integer CHECK (rate_limit > 0),
    bootstrap boolean NOT NULL DEFAULT false,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CHECK ((plan = 'enterprise') = (rate_limit IS NOT NULL))
  )`,
  `CREATE UNIQUE INDEX organizations_one_bootstrap ON organizations (bootstrap) WHERE bootstrap`,

  `CREATE TABLE api_keys (
    id uuid PRIMARY KEY,
    organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
    name text NOT NULL,
    secret_hash bytea NOT NULL UNIQUE,
    hint text NOT NULL,
    scopes text[] NOT NULL,
    project_ids uuid[],
    created_by text,
    expires_at timestamptz(3),
    last_used_at timestamptz(3),
    revoked_at timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT now()
  )`,
  `CREATE INDEX api_keys_of_organization ON api_keys (organization_id, id)`,

  `CREATE TABLE projects (
    id uuid PRIMARY KEY,
    organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
    name text NOT NULL,
    source_language text NOT NULL,
    target_languages text[] NOT NULL,
    string_count integer NOT NULL DEFAULT 0,
    revision bigint NOT NULL DEFAULT 0,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now()
  )`,
  `CREATE INDEX projects_of_organization ON projects (organization_id, id)`,

  `CREATE TABLE language_meta (
    project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
    language text COLLATE "C" NOT NULL,
    meta jsonb NOT NULL,
    PRIMARY KEY (project_id, language)
  )`,

  // A name may have 8,192 bytes, an index row 2,704: unique by hash, listed by its first 512 characters.
  `CREATE TABLE keys (
    project_id uuid NOT NULL REFERENCES projects ON DELETE CASCADE,
    id uuid NOT NULL,
    name text COLLATE "C" NOT NULL,
    name_hash bytea NOT NULL,
    namespace text COLLATE "C" NOT NULL GENERATED ALWAYS AS
      (CASE WHEN position('.' IN name) > 0 THEN split_part(name, '.', 1) ELSE '' END) STORED,
    description text,
    meta jsonb,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    PRIMARY KEY (project_id, id)
  )`,
  `CREATE UNIQUE INDEX keys_by_name_hash ON keys (project_id, name_hash)`,
  `CREATE INDEX keys_in_order ON keys (project_id, left(name, 512), id)`,
  `CREATE INDEX keys_by_id ON keys (id)`,

  `CREATE TABLE translations (
    project_id uuid NOT NULL,
    language text COLLATE "C" NOT NULL,
    key_id uuid NOT NULL,
    text text NOT NULL,
    meta jsonb,
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_by uuid,
    PRIMARY KEY (project_id, language, key_id),
    FOREIGN KEY (project_id, key_id) REFERENCES keys ON DELETE CASCADE
  )`,
  `CREATE INDEX translations_of_key ON translations (key_id)`,

  // Statistics of a few projects would say of the next one that it has no rows, until it is analyzed: a join of its keys
  // and texts would then be each with each (20,000 keys: 20 s). Without statistics, each is a 200th of the table.
  `ALTER TABLE keys ALTER project_id SET STATISTICS 0`,
  `ALTER TABLE translations ALTER project_id SET STATISTICS 0`,
];
