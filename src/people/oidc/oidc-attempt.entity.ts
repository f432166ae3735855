import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A sign-in that waits for the answer of the issuer. Its row is removed by the first answer. */
@Entity('oidc_attempts')
@Index('oidc_attempts_expiry', ['expiresAt'])
export class OidcAttemptRow {
  /** SHA-256 of the `state`, which the issuer repeats. */
  @PrimaryColumn('bytea', { name: 'state_hash', primaryKeyConstraintName: 'oidc_attempts_pkey' })
  stateHash!: Buffer;

  /** SHA-256 of the value in the cookie of the browser. */
  @Column('bytea', { name: 'browser_hash' })
  browserHash!: Buffer;

  @Column({ type: 'text', collation: 'C' })
  nonce!: string;

  /** The secret of PKCE (RFC 7636). */
  @Column({ type: 'text', collation: 'C' })
  verifier!: string;

  /** The path of the page to show afterwards. */
  @Column('text', { name: 'return_to' })
  returnTo!: string;

  /** The welcome link or the invitation with which the person joins an organization. */
  @Column('uuid', { name: 'link_id', nullable: true })
  linkId!: string | null;

  /** The hash of the session that the browser had, which the new one replaces. */
  @Column('bytea', { name: 'session_hash', nullable: true })
  sessionHash!: Buffer | null;

  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 })
  expiresAt!: Date;
}
