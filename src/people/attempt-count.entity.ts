import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What a party has tried within a time. */
@Entity('attempt_counts')
@Index('attempt_counts_expiry', ['expiresAt'])
export class AttemptCount {
  /** SHA-256 of what is counted and of the address or client network. */
  @PrimaryColumn('bytea', { name: 'party_hash', primaryKeyConstraintName: 'attempt_counts_pkey' })
  partyHash!: Buffer;

  @Column('integer')
  count!: number;

  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 })
  expiresAt!: Date;
}
