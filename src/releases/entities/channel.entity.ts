import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Project } from '../../project-write/entities/project.entity';
import { ReleaseRow } from './release.entity';

const PRIMARY_KEY = 'channels_pkey';

/** An address that serves one of the releases of a project. */
@Entity('channels')
@Index('channels_of_release', ['releaseId'])
@Index('channels_due', ['dueAt'], { where: 'due_at IS NOT NULL' })
export class Channel {
  @ForeignKey(() => Project, { name: 'channels_project_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'project_id', primaryKeyConstraintName: PRIMARY_KEY })
  projectId!: string;

  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: PRIMARY_KEY })
  name!: string;

  @ForeignKey(() => ReleaseRow, { name: 'channels_release_id_fkey' })
  @Column('uuid', { name: 'release_id' })
  releaseId!: string;

  /** Since when it serves the release. */
  @Column({ type: 'timestamptz', name: 'moved_at', precision: 3, default: () => 'now()' })
  movedAt!: Date;

  /** The shortest time between two releases, if it follows the project; else null. */
  @Column('integer', { name: 'interval_seconds', nullable: true })
  intervalSeconds!: number | null;

  /** The revision up to which it has followed the project. */
  @Column('bigint', { name: 'followed_revision', nullable: true })
  followedRevision!: string | null;

  /** The revision that could not be published last; null: the last one could. */
  @Column('bigint', { name: 'refused_revision', nullable: true })
  refusedRevision!: string | null;

  /** The code of the error with which it was refused. */
  @Column({ type: 'text', name: 'refused_code', collation: 'C', nullable: true })
  refusedCode!: string | null;

  /** The time from which it may publish again; null: it does not follow the project. */
  @Column({ type: 'timestamptz', name: 'due_at', precision: 3, nullable: true })
  dueAt!: Date | null;

  /** Identifies the publication that is under way. */
  @Column('uuid', { nullable: true })
  lease!: string | null;

  /** The time after which another replica may publish, because the one with the lease has crashed. */
  @Column({ type: 'timestamptz', name: 'leased_until', precision: 3, nullable: true })
  leasedUntil!: Date | null;
}
