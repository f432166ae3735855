import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates persons, their memberships and links, sessions of persons, and changes that a person has made. */
export class CreatePeople1764810000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of UP) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await runner.query(statement);
  }
}

const UP = [
  `CREATE TABLE persons (
    id uuid CONSTRAINT persons_pkey PRIMARY KEY,
    email text,
    name text NOT NULL,
    locale text,
    password_hash text,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT persons_email_key UNIQUE (email)
  )`,
  `CREATE TABLE memberships (
    id uuid CONSTRAINT memberships_pkey PRIMARY KEY,
    person_id uuid NOT NULL CONSTRAINT memberships_person_id_fkey REFERENCES persons ON DELETE CASCADE,
    organization_id uuid NOT NULL CONSTRAINT memberships_organization_id_fkey REFERENCES organizations ON DELETE CASCADE,
    role text COLLATE "C" NOT NULL,
    project_ids uuid[],
    languages text[],
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT memberships_person_id_organization_id_key UNIQUE (person_id, organization_id)
  )`,
  'CREATE INDEX memberships_of_organization ON memberships (organization_id, id)',
  `CREATE TABLE links (
    id uuid CONSTRAINT links_pkey PRIMARY KEY,
    token_hash bytea NOT NULL,
    kind text COLLATE "C" NOT NULL,
    organization_id uuid NOT NULL CONSTRAINT links_organization_id_fkey REFERENCES organizations ON DELETE CASCADE,
    person_id uuid CONSTRAINT links_person_id_fkey REFERENCES persons ON DELETE CASCADE,
    email text,
    role text COLLATE "C",
    project_ids uuid[],
    languages text[],
    expires_at timestamptz(3) NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    CONSTRAINT links_token_hash_key UNIQUE (token_hash)
  )`,
  'CREATE INDEX links_of_organization ON links (organization_id, id)',
  'CREATE INDEX links_of_person ON links (person_id)',
  'CREATE INDEX links_expiry ON links (expires_at)',
  `ALTER TABLE sessions
    ALTER api_key_id DROP NOT NULL,
    ALTER secret_hash DROP NOT NULL,
    ADD membership_id uuid CONSTRAINT sessions_membership_id_fkey REFERENCES memberships ON DELETE CASCADE,
    ADD user_agent text,
    ADD address text`,
  'CREATE INDEX sessions_of_membership ON sessions (membership_id)',
  `ALTER TABLE api_keys
    ADD created_by_person uuid CONSTRAINT api_keys_created_by_person_fkey REFERENCES persons ON DELETE SET NULL`,
  'CREATE INDEX api_keys_of_person ON api_keys (created_by_person) WHERE created_by_person IS NOT NULL',
  'ALTER TABLE changes ALTER api_key_id DROP NOT NULL, ADD person_id uuid',
];

const DOWN = [
  `UPDATE changes SET api_key_id = '00000000-0000-0000-0000-000000000000' WHERE api_key_id IS NULL`,
  'ALTER TABLE changes DROP COLUMN person_id, ALTER api_key_id SET NOT NULL',
  'ALTER TABLE api_keys DROP COLUMN created_by_person',
  'DELETE FROM sessions WHERE membership_id IS NOT NULL',
  `ALTER TABLE sessions
    DROP COLUMN address, DROP COLUMN user_agent, DROP COLUMN membership_id,
    ALTER secret_hash SET NOT NULL, ALTER api_key_id SET NOT NULL`,
  'DROP TABLE links',
  'DROP TABLE memberships',
  'DROP TABLE persons',
];
