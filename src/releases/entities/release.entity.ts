import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Project } from '../../project-write/entities/project.entity';
import type { ReleaseOptions } from '../release';

/** The files of one revision of a project, which do not change. */
@Entity('releases')
@Index('releases_of_channel', ['projectId', 'channel', 'id'])
@Index('releases_of_project', ['projectId', 'id'])
@Index('releases_without_channel', ['leftAt'], { where: 'left_at IS NOT NULL' })
@Index('releases_to_pack', ['id'], { where: 'NOT packed' })
export class ReleaseRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'releases_pkey' })
  id!: string;

  @ForeignKey(() => Project, { name: 'releases_project_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'project_id' })
  projectId!: string;

  @Column('bigint')
  revision!: string;

  /** The channel that it was published to. Another one may serve it too. */
  @Column({ type: 'text', collation: 'C' })
  channel!: string;

  /** As they were asked for; the next release of a channel that follows the project has the same. */
  @Column('jsonb')
  options!: ReleaseOptions;

  /** The languages of its files. */
  @Column('text', { array: true })
  languages!: string[];

  @Column('integer', { name: 'file_count' })
  fileCount!: number;

  /** Bytes of all files, uncompressed. */
  @Column('bigint')
  bytes!: string;

  /** Null: an API key published it, or the channel follows the project. */
  @Column('uuid', { name: 'person_id', nullable: true })
  personId!: string | null;

  @Column('uuid', { name: 'api_key_id', nullable: true })
  apiKeyId!: string | null;

  /** The name that the API key had; empty without one. */
  @Column('text', { name: 'api_key_name' })
  apiKeyName!: string;

  @Column({ type: 'timestamptz', name: 'created_at', precision: 3 })
  createdAt!: Date;

  /** Whether its contents are deltas, where these are smaller: see `ReleasePacking`. */
  @Column('boolean', { default: false })
  packed!: boolean;

  /**
   * When the channel that it was published to was deleted, or another one has left it after that, whichever was last. The channel may be
   * there again.
   */
  @Column({ type: 'timestamptz', name: 'left_at', precision: 3, nullable: true })
  leftAt!: Date | null;
}
