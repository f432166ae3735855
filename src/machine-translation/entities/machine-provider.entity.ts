import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Organization } from '../../organizations/organization.entity';

/** The provider of machine translation that an organization has set up, in place of the operator's. */
@Entity('machine_providers')
export class MachineProviderRow {
  @ForeignKey(() => Organization, { name: 'machine_providers_organization_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'organization_id', primaryKeyConstraintName: 'machine_providers_pkey' })
  organizationId!: string;

  /** A `MachineProviderName`. */
  @Column({ type: 'text', collation: 'C' })
  provider!: string;

  /** Null: the address of the provider. */
  @Column('text', { nullable: true })
  url!: string | null;

  @Column('text', { nullable: true })
  model!: string | null;

  /** The API key at the provider, as `Sealer` seals it. */
  @Column('bytea', { name: 'api_key', nullable: true })
  apiKey!: Buffer | null;

  /** Null: no limit. */
  @Column('bigint', { name: 'characters_per_month', nullable: true })
  charactersPerMonth!: string | null;

  @Column({ type: 'timestamptz', name: 'changed_at', precision: 3 })
  changedAt!: Date;
}
