import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Project } from '../../project-write/entities/project.entity';

const PRIMARY_KEY = 'release_contents_pkey';

/**
 * The bytes of a released file. Files with equal bytes share a row. `SET STORAGE EXTERNAL` of the bytes exists only in the migration,
 * because TypeORM has no way to declare it.
 */
@Entity('release_contents')
@Index('release_contents_in_time', ['createdAt'])
export class ReleaseContent {
  @ForeignKey(() => Project, { name: 'release_contents_project_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: PRIMARY_KEY })
  projectId!: string;

  /** Of the bytes before compression, in hexadecimal. */
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: PRIMARY_KEY })
  sha256!: string;

  /** The id of the codec that wrote them, or `manifest`. */
  @Column({ type: 'text', collation: 'C' })
  format!: string;

  /** Their number, uncompressed. */
  @Column('integer')
  bytes!: number;

  /** The bytes that compression would not make much smaller. */
  @Column('bytea', { nullable: true })
  plain!: Buffer | null;

  /** Null if they are in `plain`. */
  @Column('bytea', { nullable: true })
  gzip!: Buffer | null;

  /** Null if they are in `plain`. */
  @Column('bytea', { nullable: true })
  br!: Buffer | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
