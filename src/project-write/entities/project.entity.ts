import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Organization } from '../../organizations/organization.entity';

/** A set of keys with texts in a source language and any number of target languages. */
@Entity('projects')
@Index('projects_of_organization', ['organizationId', 'id'])
export class Project {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'projects_pkey' })
  id!: string;

  @ForeignKey(() => Organization, { name: 'projects_organization_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'organization_id' })
  organizationId!: string;

  @Column('text')
  name!: string;

  @Column('text', { name: 'source_language' })
  sourceLanguage!: string;

  /** Language tags in the order in which they were added; never the source language. */
  @Column('text', { name: 'target_languages', array: true })
  targetLanguages!: string[];

  /** The number of keys. */
  @Column('integer', { name: 'string_count', default: 0 })
  stringCount!: number;

  /** Raised by each write that changed something. The driver returns a bigint as a string. */
  @Column('bigint', { default: 0 })
  revision!: string;

  /** The oldest revision that can be read. The history has all rows that held at it or later. */
  @Column('bigint', { name: 'oldest_revision', default: 0 })
  oldestRevision!: string;

  /** The revision since which the name and the languages hold. */
  @Column('bigint', { name: 'settings_since', default: 0, select: false })
  settingsSince!: string;

  /** Whether webhooks exist, so that the writes of other projects need not read any. */
  @Column('boolean', { name: 'has_webhooks', default: false, select: false })
  hasWebhooks!: boolean;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3, default: () => 'now()' })
  updatedAt!: Date;

  /** Whether a reviewed text is changed only by API keys with the scope `translations:review`. */
  @Column('boolean', { name: 'protect_reviewed', default: false })
  protectReviewed!: boolean;

  /** Whether its texts are in the translation memory of the organization. */
  @Column('boolean', { default: true })
  memory!: boolean;

  /** How its texts are to be written: data for language models, which translate them. */
  @Column('text', { name: 'style_note', nullable: true })
  styleNote!: string | null;
}
