import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the addresses of removed members, which do not join by their domain. */
export class CreateRemovedAddresses1764921000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(REMOVED);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE removed_addresses');
  }
}

const REMOVED = `CREATE TABLE removed_addresses (
  organization_id uuid NOT NULL,
  email_hash bytea NOT NULL,
  CONSTRAINT removed_addresses_pkey PRIMARY KEY (organization_id, email_hash),
  CONSTRAINT removed_addresses_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id) ON DELETE CASCADE
)`;
