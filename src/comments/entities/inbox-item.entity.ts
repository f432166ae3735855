import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { Person } from '../../people/person.entity';
import { CommentRow } from './comment.entity';

/**
 * An item in the inbox of a person: a comment that mentions the person, a reply in a discussion in which the person has written, or an
 * assignment of the person. Invitations are read from their links.
 */
export type InboxKind = 'mention' | 'reply' | 'assignment';

/** A comment or an assignment that a person should know. */
@Entity('inbox_items')
@Check('inbox_items_of_one', 'num_nonnulls(comment_id, assignment_id) = 1')
@Unique('inbox_items_comment_id_person_id_key', ['commentId', 'personId'])
@Unique('inbox_items_assignment_id_key', ['assignmentId'])
@Index('inbox_items_of_person', ['personId', 'id'])
@Index('inbox_items_to_mail', ['id'], { where: 'read_at IS NULL AND mailed_at IS NULL' })
@Index('inbox_items_unread', ['personId', 'id'], { where: 'read_at IS NULL' })
export class InboxItemRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'inbox_items_pkey' })
  id!: string;

  @ForeignKey(() => Person, { name: 'inbox_items_person_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'person_id' })
  personId!: string;

  @ForeignKey(() => CommentRow, { name: 'inbox_items_comment_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'comment_id', nullable: true })
  commentId!: string | null;

  // By its name: assignments write items, so they cannot be imported here.
  @ForeignKey('AssignmentRow', { name: 'inbox_items_assignment_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'assignment_id', nullable: true })
  assignmentId!: string | null;

  /** The person who assigned last; null: an API key did, or it is a comment. */
  @Column('uuid', { name: 'assigned_by', nullable: true })
  assignedBy!: string | null;

  @Column({ type: 'text', collation: 'C' })
  kind!: InboxKind;

  @Column({ type: 'timestamptz', name: 'read_at', precision: 3, nullable: true })
  readAt!: Date | null;

  /** When it was mailed to the person. */
  @Column({ type: 'timestamptz', name: 'mailed_at', precision: 3, nullable: true })
  mailedAt!: Date | null;
}
