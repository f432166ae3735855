import { Column, CreateDateColumn, Entity, PrimaryColumn, Unique } from 'typeorm';

/** A person who signs in to the dashboard. Who has removed the account leaves a row without personal data, which the history names. */
@Entity('persons')
@Unique('persons_email_key', ['email'])
export class Person {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'persons_pkey' })
  id!: string;

  /** In lower case; null for a person who has removed the account. */
  @Column('text', { nullable: true })
  email!: string | null;

  /** When the person proved that the address is the own one; null: whoever made the account may be somebody else. */
  @Column({ type: 'timestamptz', name: 'email_verified_at', precision: 3, nullable: true })
  emailVerifiedAt!: Date | null;

  @Column('text')
  name!: string;

  /** The language of the dashboard; null: the language of the browser. */
  @Column('text', { nullable: true })
  locale!: string | null;

  /** In the format of PHC, with Argon2id. */
  @Column('text', { name: 'password_hash', nullable: true })
  passwordHash!: string | null;

  /** Whether unread items of the inbox are mailed. */
  @Column('boolean', { name: 'inbox_mail', default: true })
  inboxMail!: boolean;

  /** When the last mail about unread items was made. */
  @Column({ type: 'timestamptz', name: 'inbox_mailed_at', precision: 3, nullable: true })
  inboxMailedAt!: Date | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
