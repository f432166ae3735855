import { Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { Person } from '../../people/person.entity';
import { CommentRow } from './comment.entity';

/** Why a comment is in the inbox of a person: it mentions the person, or replies in a discussion in which the person has written. */
export const INBOX_KINDS = ['mention', 'reply'] as const;
export type InboxKind = (typeof INBOX_KINDS)[number];

/** A comment that a person should read. */
@Entity('inbox_items')
@Unique('inbox_items_comment_id_person_id_key', ['commentId', 'personId'])
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
  @Column('uuid', { name: 'comment_id' })
  commentId!: string;

  @Column({ type: 'text', collation: 'C' })
  kind!: InboxKind;

  @Column({ type: 'timestamptz', name: 'read_at', precision: 3, nullable: true })
  readAt!: Date | null;

  /** When it was mailed to the person. */
  @Column({ type: 'timestamptz', name: 'mailed_at', precision: 3, nullable: true })
  mailedAt!: Date | null;
}
