import { Column, CreateDateColumn, Entity, Index, PrimaryColumn } from 'typeorm';

/** A mail that waits to be sent. Its row is removed when it was sent or given up. */
@Entity('mails')
@Index('mails_due', ['dueAt'])
export class Mail {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'mails_pkey' })
  id!: string;

  /** The name of the `MailKind` that composes it. */
  @Column({ type: 'text', collation: 'C' })
  kind!: string;

  /** The parts of the mail as JSON, which `Sealer` seals: they can hold the token of a link. */
  @Column('bytea')
  content!: Buffer;

  /** Failed attempts. */
  @Column('integer', { default: 0 })
  failures!: number;

  /** The time of the next attempt. */
  @Column({ type: 'timestamptz', name: 'due_at', precision: 3 })
  dueAt!: Date;

  /** After this time, it is given up. */
  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 })
  expiresAt!: Date;

  /** The attempt that is under way. */
  @Column('uuid', { nullable: true })
  lease!: string | null;

  @Column({ type: 'timestamptz', name: 'leased_until', precision: 3, nullable: true })
  leasedUntil!: Date | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
