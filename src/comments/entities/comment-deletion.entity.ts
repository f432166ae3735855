import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Project } from '../../project-write/entities/project.entity';

/** One of the comments of a project that were deleted last: streams of events tell of it. */
@Entity('comment_deletions')
@Index('comment_deletions_latest', ['projectId', 'deletedAt'])
export class CommentDeletion {
  /** The id that the comment had. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'comment_deletions_pkey' })
  id!: string;

  @ForeignKey(() => Project, { name: 'comment_deletions_project_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'project_id' })
  projectId!: string;

  @Column('uuid', { name: 'key_id' })
  keyId!: string;

  @CreateDateColumn({ name: 'deleted_at', type: 'timestamptz', precision: 3 })
  deletedAt!: Date;
}
