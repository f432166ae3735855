import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ReleaseRow } from './release.entity';

const PRIMARY_KEY = 'left_releases_pkey';

/** A release that a channel has served, and can go back to: see `ReleaseExpiry`. The channel may be deleted. */
@Entity('left_releases')
@Index('left_releases_of_channel', ['projectId', 'channel', 'leftAt'])
export class LeftRelease {
  @ForeignKey(() => ReleaseRow, { name: 'left_releases_release_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'release_id', primaryKeyConstraintName: PRIMARY_KEY })
  releaseId!: string;

  /** The channel that has left it. */
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: PRIMARY_KEY })
  channel!: string;

  @Column('uuid', { name: 'project_id' })
  projectId!: string;

  /** When the channel left it last. */
  @Column({ type: 'timestamptz', name: 'left_at', precision: 3 })
  leftAt!: Date;
}
