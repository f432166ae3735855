import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Project } from './project.entity';

const PRIMARY_KEY = 'language_meta_pkey';

/** Data about a project's file in one language that only its format needs (the header of a PO file). */
@Entity('language_meta')
export class LanguageMeta {
  @ForeignKey(() => Project, { name: 'language_meta_project_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: PRIMARY_KEY })
  projectId!: string;

  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: PRIMARY_KEY })
  language!: string;

  /** One member per format id. */
  @Column('jsonb')
  meta!: object;

  /** The revision since which the row holds. */
  @Column('bigint', { default: 0, select: false })
  since!: string;
}
