import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { Role } from '../common/access/roles';
import { Person } from './person.entity';

/** A person in an organization. */
@Entity('memberships')
@Unique('memberships_person_id_organization_id_key', ['personId', 'organizationId'])
@Index('memberships_of_organization', ['organizationId', 'id'])
export class Membership {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'memberships_pkey' })
  id!: string;

  @ForeignKey(() => Person, { name: 'memberships_person_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'person_id' })
  personId!: string;

  // By the entity's name: src/people may not import src/organizations.
  @ForeignKey('Organization', { name: 'memberships_organization_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'organization_id' })
  organizationId!: string;

  @Column({ type: 'text', collation: 'C' })
  role!: Role;

  /** The projects that the member can access; null: all projects of the organization. */
  @Column('uuid', { name: 'project_ids', array: true, nullable: true })
  projectIds!: string[] | null;

  /** The languages in which the member writes texts; null: all languages. */
  @Column('text', { array: true, nullable: true })
  languages!: string[] | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
