import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ApiKey } from '../api-keys/api-key.entity';

/** The session of a browser: of a member, or of an API key whose secret the browser does not keep. */
@Entity('sessions')
@Index('sessions_of_api_key', ['apiKeyId'])
@Index('sessions_of_membership', ['membershipId'])
@Index('sessions_expiry', ['expiresAt'])
export class Session {
  /** SHA-256 of the id in the cookie. The id itself is not stored. */
  @PrimaryColumn('bytea', { name: 'id_hash', primaryKeyConstraintName: 'sessions_pkey' })
  idHash!: Buffer;

  @ForeignKey(() => ApiKey, { name: 'sessions_api_key_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'api_key_id', nullable: true })
  apiKeyId!: string | null;

  /** The hash of the secret with which the session was begun: it ends when the API key gets another secret. */
  @Column('bytea', { name: 'secret_hash', nullable: true })
  secretHash!: Buffer | null;

  // By the entity's name: src/sessions may not import src/people.
  @ForeignKey('Membership', { name: 'sessions_membership_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'membership_id', nullable: true })
  membershipId!: string | null;

  /** The `User-Agent` with which a member signed in. */
  @Column('text', { name: 'user_agent', nullable: true })
  userAgent!: string | null;

  /** The client address from which a member signed in. */
  @Column('text', { nullable: true })
  address!: string | null;

  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 })
  expiresAt!: Date;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
