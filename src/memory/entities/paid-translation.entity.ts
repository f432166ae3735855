import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Project } from '../../project-write/entities/project.entity';

const PRIMARY_KEY = 'paid_translations_pkey';

/** The result of a machine for a text of a pretranslation, until the pretranslation is written: a translation, a broken one or none. */
@Entity('paid_translations')
@Index('paid_translations_expiry', ['expiresAt'])
export class PaidTranslation {
  @ForeignKey(() => Project, { name: 'paid_translations_project_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: PRIMARY_KEY })
  projectId!: string;

  /** SHA-256 of all that the machine was asked with, in base64, behind a word for a broken translation or none. */
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: PRIMARY_KEY })
  hash!: string;

  @Column('text')
  text!: string;

  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 })
  expiresAt!: Date;
}
