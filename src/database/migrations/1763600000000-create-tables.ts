import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates all tables. `project_id` is the first column in the primary keys of the two large tables (`keys`,
 * `translations`), so that they can be partitioned or distributed by project.
 */
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
    id uuid NOT NULL,
    name text NOT NULL,
    plan text NOT NULL,
    rate_limit integer,
    bootstrap boolean NOT NULL DEFAULT false,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT organizations_pkey PRIMARY KEY (id),
    CONSTRAINT organizations_plan_check
      CHECK (plan IN ('free', 'starter', 'growth', 'professional', 'enterprise')),
    CONSTRAINT organizations_rate_limit_check CHECK (rate_limit > 0),
    CONSTRAINT organizations_check CHECK ((plan = 'enterprise') = (rate_limit IS NOT NULL))
  )`,
  `CREATE UNIQUE INDEX organizations_one_bootstrap ON organizations (bootstrap) WHERE bootstrap`,

  `CREATE TABLE api_keys (
    id uuid NOT NULL,
    organization_id uuid NOT NULL,
    name text NOT NULL,
    secret_hash bytea NOT NULL,
    hint text NOT NULL,
    scopes text[] NOT NULL,
    project_ids uuid[],
    created_by text,
    expires_at timestamptz(3),
    last_used_at timestamptz(3),
    revoked_at timestamptz(3),
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT api_keys_pkey PRIMARY KEY (id),
    CONSTRAINT api_keys_secret_hash_key UNIQUE (secret_hash),
    CONSTRAINT api_keys_organization_id_fkey
      FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE
  )`,
  `CREATE INDEX api_keys_of_organization ON api_keys (organization_id, id)`,

  `CREATE TABLE projects (
    id uuid NOT NULL,
    organization_id uuid NOT NULL,
    name text NOT NULL,
    source_language text NOT NULL,
    target_languages text[] NOT NULL,
    string_count integer NOT NULL DEFAULT 0,
    revision bigint NOT NULL DEFAULT '0',
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT projects_pkey PRIMARY KEY (id),
    CONSTRAINT projects_organization_id_fkey
      FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE
  )`,
  `CREATE INDEX projects_of_organization ON projects (organization_id, id)`,

  `CREATE TABLE language_meta (
    project_id uuid NOT NULL,
    language text COLLATE "C" NOT NULL,
    meta jsonb NOT NULL,
    CONSTRAINT language_meta_pkey PRIMARY KEY (project_id, language),
    CONSTRAINT language_meta_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects (id) ON DELETE CASCADE
  )`,

  // A name may have 8,192 bytes, but an index row only 2,704: names are unique by their hash and listed in the order of
  // their first 512 characters.
  `CREATE TABLE keys (
    project_id uuid NOT NULL,
    id uuid NOT NULL,
    name text COLLATE "C" NOT NULL,
    name_hash bytea NOT NULL,
    namespace text COLLATE "C" NOT NULL GENERATED ALWAYS AS
      (CASE WHEN position('.' IN name) > 0 THEN split_part(name, '.', 1) ELSE '' END) STORED,
    description text,
    meta jsonb,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT keys_pkey PRIMARY KEY (project_id, id),
    CONSTRAINT keys_project_id_fkey FOREIGN KEY (project_id) REFERENCES projects (id) ON DELETE CASCADE
  )`,
  `CREATE INDEX keys_in_order ON keys (project_id, left(name, 512), id)`,
  // The planner takes the newest of several indexes with the same cost, which all indexes of a small table have.
  `CREATE UNIQUE INDEX keys_by_name_hash ON keys (project_id, name_hash)`,
  `CREATE INDEX keys_by_id ON keys (id)`,

  `CREATE TABLE translations (
    project_id uuid NOT NULL,
    language text COLLATE "C" NOT NULL,
    key_id uuid NOT NULL,
    text text NOT NULL,
    meta jsonb,
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_by uuid,
    CONSTRAINT translations_pkey PRIMARY KEY (project_id, language, key_id),
    CONSTRAINT translations_project_id_key_id_fkey
      FOREIGN KEY (project_id, key_id) REFERENCES keys (project_id, id) ON DELETE CASCADE
  )`,
  // With both columns, no other index is cheaper for the texts of a key, whatever the statistics are.
  `CREATE INDEX translations_of_key ON translations (project_id, key_id)`,

  // With statistics of a few projects, the planner expects no rows of a newer project until the next ANALYZE, and joins
  // its keys and texts with a nested loop (20,000 keys: 20 s). Without statistics, it expects one 200th of the table
  // per project.
  `ALTER TABLE keys ALTER project_id SET STATISTICS 0`,
  `ALTER TABLE translations ALTER project_id SET STATISTICS 0`,
];
