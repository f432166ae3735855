import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Project } from '../../project-write/entities/project.entity';

/**
 * A comment on a key. It is no part of the history: while its key is deleted it is hidden, and a key that is restored has its comments
 * again.
 */
@Entity('comments')
@Index('comments_changed', ['projectId', 'changedAt'])
@Index('comments_of_key', ['projectId', 'keyId', 'id'])
@Index('comments_open', ['projectId', 'keyId'], { where: 'resolved_at IS NULL AND id = thread_id' })
export class CommentRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'comments_pkey' })
  id!: string;

  @ForeignKey(() => Project, { name: 'comments_project_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'project_id' })
  projectId!: string;

  @Column('uuid', { name: 'key_id' })
  keyId!: string;

  /** The first comment of the discussion; its own id for that one. */
  @Column('uuid', { name: 'thread_id' })
  threadId!: string;

  /** The language of the text that it is about; null: it is about the key. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  language!: string | null;

  @Column('text')
  text!: string;

  /** The persons whom the text mentions. */
  @Column('uuid', { array: true })
  mentions!: string[];

  /** Null: an API key wrote it. */
  @Column('uuid', { name: 'person_id', nullable: true })
  personId!: string | null;

  /** Null: a person wrote it. */
  @Column('uuid', { name: 'api_key_id', nullable: true })
  apiKeyId!: string | null;

  /** The name that the API key had; empty for a person. */
  @Column('text', { name: 'api_key_name' })
  apiKeyName!: string;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  @Column({ type: 'timestamptz', name: 'edited_at', precision: 3, nullable: true })
  editedAt!: Date | null;

  /** The first comment of a discussion that goes on without it: its text is empty. */
  @Column({ type: 'timestamptz', name: 'deleted_at', precision: 3, nullable: true })
  deletedAt!: Date | null;

  /** Of the first comment of a discussion: when the discussion was resolved. */
  @Column({ type: 'timestamptz', name: 'resolved_at', precision: 3, nullable: true })
  resolvedAt!: Date | null;

  /** When something of it changed last: streams of events tell of it. */
  @Column({ type: 'timestamptz', name: 'changed_at', precision: 3, default: () => 'now()' })
  changedAt!: Date;
}
