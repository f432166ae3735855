import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the tables of single sign-on: the identities of persons, and the sign-ins that are under way. */
export class CreateIdentities1764860000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(IDENTITIES);
    await runner.query(ATTEMPTS);
    await runner.query('CREATE INDEX oidc_attempts_expiry ON oidc_attempts (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE oidc_attempts');
    await runner.query('DROP TABLE identities');
  }
}

const IDENTITIES = `CREATE TABLE identities (
  issuer text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL,
  person_id uuid NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  CONSTRAINT identities_pkey PRIMARY KEY (issuer, subject),
  CONSTRAINT identities_person_id_issuer_key UNIQUE (person_id, issuer),
  CONSTRAINT identities_person_id_fkey FOREIGN KEY (person_id) REFERENCES persons (id) ON DELETE CASCADE
)`;

const ATTEMPTS = `CREATE TABLE oidc_attempts (
  state_hash bytea NOT NULL,
  browser_hash bytea NOT NULL,
  nonce text COLLATE "C" NOT NULL,
  verifier text COLLATE "C" NOT NULL,
  return_to text NOT NULL,
  link_id uuid,
  session_hash bytea,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT oidc_attempts_pkey PRIMARY KEY (state_hash)
)`;
