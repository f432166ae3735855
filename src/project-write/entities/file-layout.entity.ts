import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Project } from './project.entity';

const PRIMARY_KEY = 'file_layouts_pkey';

/** The paths of a project's files of one format in the zips that were imported. */
@Entity('file_layouts')
export class FileLayoutOfProject {
  @ForeignKey(() => Project, { name: 'file_layouts_project_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: PRIMARY_KEY })
  projectId!: string;

  /** The id of the format, or of the format whose metadata it shares. */
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: PRIMARY_KEY })
  format!: string;

  /** A `FileLayout` of `src/language-files`. */
  @Column('jsonb')
  layout!: object;

  /** The revision since which the row holds. */
  @Column('bigint', { default: 0, select: false })
  since!: string;
}
