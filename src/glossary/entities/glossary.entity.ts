import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Organization } from '../../organizations/organization.entity';

/** The glossary of an organization. One that never had a term has no row. */
@Entity('glossaries')
export class Glossary {
  @ForeignKey(() => Organization, { name: 'glossaries_organization_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'organization_id', primaryKeyConstraintName: 'glossaries_pkey' })
  organizationId!: string;

  /** Grows with each write, which locks the row. */
  @Column('bigint')
  version!: string;
}
