import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn, UpdateDateColumn } from 'typeorm';
import { Organization } from '../../organizations/organization.entity';

/** A term of the glossary of an organization. */
@Entity('glossary_terms')
@Index('glossary_terms_in_order', ['organizationId', 'place', 'id'])
export class GlossaryTerm {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'glossary_terms_pkey' })
  id!: string;

  @ForeignKey(() => Organization, { name: 'glossary_terms_organization_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'organization_id' })
  organizationId!: string;

  /** The term in lower case: terms are listed in its order. */
  @Column({ type: 'text', collation: 'C' })
  place!: string;

  @Column({ type: 'text', collation: 'C' })
  language!: string;

  @Column('text')
  term!: string;

  @Column('text', { nullable: true })
  definition!: string | null;

  @Column({ type: 'text', name: 'part_of_speech', collation: 'C', nullable: true })
  partOfSpeech!: string | null;

  @Column('boolean', { name: 'case_sensitive' })
  caseSensitive!: boolean;

  @Column('boolean', { name: 'do_not_translate' })
  doNotTranslate!: boolean;

  @Column('boolean')
  forbidden!: boolean;

  /** In the order of the ids; null: all projects of the organization. The deletion of a project removes its id. */
  @Column('uuid', { name: 'project_ids', array: true, nullable: true })
  projectIds!: string[] | null;

  /** See `Translations`. */
  @Column('jsonb')
  translations!: object;

  /** The size of its texts. */
  @Column('integer')
  bytes!: number;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt!: Date;
}
