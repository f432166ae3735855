import { Column, Entity, ForeignKey, PrimaryColumn, Unique } from 'typeorm';
import { Project } from './project.entity';

/** An imported file of a project, which exports of the same format, namespace and language have the layout of. */
@Entity('file_templates')
@Unique('file_templates_key', ['projectId', 'format', 'namespace', 'language', 'beside'])
export class FileTemplateOfProject {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'file_templates_pkey' })
  id!: string;

  @ForeignKey(() => Project, { name: 'file_templates_project_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'project_id' })
  projectId!: string;

  @Column({ type: 'text', collation: 'C' })
  format!: string;

  /** The prefix of the keys, which stand in the file without it; empty: none. */
  @Column({ type: 'text', collation: 'C' })
  namespace!: string;

  /** Empty for a file of several languages. */
  @Column({ type: 'text', collation: 'C' })
  language!: string;

  /** Empty for the first file of its namespace and language; the path of another file, which is beside it. */
  @Column({ type: 'text', collation: 'C', default: '' })
  beside!: string;

  /** The name of the file, or its path in a zip. */
  @Column('text', { nullable: true })
  path!: string | null;

  /** The options of the import that determine the keys (`TemplateOptions`). */
  @Column('jsonb')
  options!: object;

  /** Bytes of the file. */
  @Column('integer')
  size!: number;

  /** SHA-256 of the file. */
  @Column('bytea')
  hash!: Buffer;

  /** The file, compressed by Brotli. */
  @Column('bytea')
  content!: Buffer;

  @Column({ type: 'timestamptz', name: 'updated_at', precision: 3, default: () => 'now()' })
  updatedAt!: Date;

  /** The revision since which the row holds. */
  @Column('bigint', { default: 0, select: false })
  since!: string;
}
