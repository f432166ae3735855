import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Organization } from '../../organizations/organization.entity';

const PRIMARY_KEY = 'machine_usage_pkey';

/** The characters of an organization that were sent to providers of machine translation in a month. */
@Entity('machine_usage')
export class MachineUsage {
  @ForeignKey(() => Organization, { name: 'machine_usage_organization_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'organization_id', primaryKeyConstraintName: PRIMARY_KEY })
  organizationId!: string;

  /** The first day of the month, in UTC. */
  @PrimaryColumn('date', { primaryKeyConstraintName: PRIMARY_KEY })
  month!: string;

  /** Characters to the operator's provider. */
  @Column('bigint')
  characters!: string;

  /** Characters to the organization's own provider. */
  @Column('bigint', { name: 'own_characters', default: 0 })
  ownCharacters!: string;
}
