import { Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** The address of a member whom somebody has removed from an organization. It does not join by its domain. */
@Entity('removed_addresses')
export class RemovedAddress {
  // By the entity's name: src/people may not import src/organizations.
  @ForeignKey('Organization', { name: 'removed_addresses_organization_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'organization_id', primaryKeyConstraintName: 'removed_addresses_pkey' })
  organizationId!: string;

  /** SHA-256 of the address in lower case. */
  @PrimaryColumn('bytea', { name: 'email_hash', primaryKeyConstraintName: 'removed_addresses_pkey' })
  emailHash!: Buffer;
}
