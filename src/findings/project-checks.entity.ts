import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Project } from '../project-write/entities/project.entity';

/** How far a project is checked. A project without a row never was. */
@Entity('project_checks')
@Index('project_checks_untold', ['projectId'], { where: 'untold IS NOT NULL' })
export class ProjectChecks {
  @ForeignKey(() => Project, { name: 'project_checks_project_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: 'project_checks_pkey' })
  projectId!: string;

  /** The `RULES_VERSION` of the findings. */
  @Column('smallint')
  rules!: number;

  /** Texts that did not change since this revision have their findings; null: none have. */
  @Column('bigint', { nullable: true })
  revision!: string | null;

  /** Whether the findings belong to the revision exactly. Otherwise, texts that changed since may have any. */
  @Column('boolean', { default: false })
  exact!: boolean;

  /** The version of the glossary with which the texts were checked. See `Glossary`. */
  @Column('bigint', { name: 'glossary_version', default: 0 })
  glossaryVersion!: string;

  /** Identifies the terms of the glossary that the checks know; empty: none. */
  @Column({ type: 'text', name: 'terms_hash', collation: 'C', default: '' })
  termsHash!: string;

  /** The numbers of new findings that are not sent to webhooks yet, by language and code. */
  @Column('jsonb', { name: 'untold', nullable: true })
  unsent!: object | null;

  /** Identifies the run that checks the project now. */
  @Column('uuid', { nullable: true })
  lease!: string | null;

  @Column({ type: 'timestamptz', name: 'leased_until', precision: 3, nullable: true })
  leasedUntil!: Date | null;
}
