import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Project } from '../../project-write/entities/project.entity';

const PRIMARY_KEY = 'release_contents_pkey';

/**
 * The bytes of a released file, whole or as a delta against another file. Files with equal bytes share a row. `SET STORAGE EXTERNAL` of
 * the bytes exists only in the migration, because TypeORM has no way to declare it.
 */
@Entity('release_contents')
@ForeignKey(() => ReleaseContent, ['projectId', 'baseSha256'], ['projectId', 'sha256'], {
  name: 'release_contents_base_fkey',
  deferrable: 'INITIALLY DEFERRED',
})
@Index('release_contents_in_time', ['createdAt'])
@Index('release_contents_by_base', ['projectId', 'baseSha256'], { where: 'base_sha256 IS NOT NULL' })
@Check('release_contents_form_check', 'num_nonnulls(plain, br, delta) = 1')
@Check('release_contents_base_check', '(delta IS NULL) = (base_sha256 IS NULL)')
export class ReleaseContent {
  @ForeignKey(() => Project, { name: 'release_contents_project_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: PRIMARY_KEY })
  projectId!: string;

  /** Of the bytes before compression, in hexadecimal. */
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: PRIMARY_KEY })
  sha256!: string;

  /** The id of the codec that wrote them first, or `manifest`. Formats whose files may have the same bytes have the same media type. */
  @Column({ type: 'text', collation: 'C' })
  format!: string;

  /** Their number, uncompressed. */
  @Column('integer')
  bytes!: number;

  /** The bytes that compression would not make much smaller. */
  @Column('bytea', { nullable: true })
  plain!: Buffer | null;

  /** Null if they are in `plain` or `delta`. */
  @Column('bytea', { nullable: true })
  gzip!: Buffer | null;

  /** Null if they are in `plain` or `delta`. */
  @Column('bytea', { nullable: true })
  br!: Buffer | null;

  /** The content on which the delta depends; null: the bytes are whole. */
  @Column({ type: 'text', name: 'base_sha256', collation: 'C', nullable: true })
  baseSha256!: string | null;

  /** Makes the bytes out of the bytes of the base. */
  @Column('bytea', { nullable: true })
  delta!: Buffer | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
