import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the tables of the passkeys and of the challenges that they sign. */
export class CreatePasskeys1764850000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(PASSKEYS);
    await runner.query('CREATE INDEX passkeys_of_person ON passkeys (person_id, id)');
    await runner.query(CHALLENGES);
    await runner.query('CREATE INDEX passkey_challenges_of_person ON passkey_challenges (person_id)');
    await runner.query('CREATE INDEX passkey_challenges_expiry ON passkey_challenges (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE passkey_challenges');
    await runner.query('DROP TABLE passkeys');
  }
}

const PASSKEYS = `CREATE TABLE passkeys (
  id uuid NOT NULL,
  person_id uuid NOT NULL,
  name text NOT NULL,
  credential_id bytea NOT NULL,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  transports text[] NOT NULL,
  created_at timestamp(3) with time zone NOT NULL DEFAULT now(),
  last_used_at timestamp(3) with time zone,
  CONSTRAINT passkeys_pkey PRIMARY KEY (id),
  CONSTRAINT passkeys_credential_id_key UNIQUE (credential_id),
  CONSTRAINT passkeys_person_id_fkey FOREIGN KEY (person_id) REFERENCES persons (id) ON DELETE CASCADE
)`;

const CHALLENGES = `CREATE TABLE passkey_challenges (
  id_hash bytea NOT NULL,
  person_id uuid,
  expires_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT passkey_challenges_pkey PRIMARY KEY (id_hash),
  CONSTRAINT passkey_challenges_person_id_fkey FOREIGN KEY (person_id) REFERENCES persons (id) ON DELETE CASCADE
)`;
