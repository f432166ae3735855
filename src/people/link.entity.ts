import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { Role } from '../common/access/roles';
import { Person } from './person.entity';

/** What a link does: it makes the first owner of an organization, a member, or a new password of a person. */
export type LinkKind = 'welcome' | 'invitation' | 'password';

/** A link that works once. */
@Entity('links')
@Unique('links_token_hash_key', ['tokenHash'])
@Index('links_of_organization', ['organizationId', 'id'])
@Index('links_of_person', ['personId'])
@Index('links_of_address', ['email', 'id'])
@Index('links_expiry', ['expiresAt'])
export class Link {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'links_pkey' })
  id!: string;

  /** SHA-256 of the token in the link. The token itself is not stored. */
  @Column('bytea', { name: 'token_hash' })
  tokenHash!: Buffer;

  @Column({ type: 'text', collation: 'C' })
  kind!: LinkKind;

  @ForeignKey('Organization', { name: 'links_organization_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'organization_id' })
  organizationId!: string;

  /** The person whose password it sets. */
  @ForeignKey(() => Person, { name: 'links_person_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'person_id', nullable: true })
  personId!: string | null;

  /**
   * An address in lower case. An invitation is for it; null: the link is for anybody. A link for a password was mailed to it, and nobody
   * else knows the link; null: an owner has made the link, and knows it.
   */
  @Column('text', { nullable: true })
  email!: string | null;

  /** The role of the member that it makes, or for whose password an owner has made it: with the projects and languages, what it gives away. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  role!: Role | null;

  @Column('uuid', { name: 'project_ids', array: true, nullable: true })
  projectIds!: string[] | null;

  @Column('text', { array: true, nullable: true })
  languages!: string[] | null;

  /** The member who has made it; null: an API key, the operator or a request for a new password has. */
  @Column('uuid', { name: 'invited_by', nullable: true })
  invitedBy!: string | null;

  /** The API key that has made the invitation; null: a member, the operator or an earlier version has. */
  @Column('uuid', { name: 'invited_by_key', nullable: true })
  invitedByKey!: string | null;

  /** When the invited person read the invitation in the inbox. */
  @Column({ type: 'timestamptz', name: 'read_at', precision: 3, nullable: true })
  readAt!: Date | null;

  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 })
  expiresAt!: Date;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
