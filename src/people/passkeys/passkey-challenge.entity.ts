import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Person } from '../person.entity';

/** Random bytes that a passkey signs, once. */
@Entity('passkey_challenges')
@Index('passkey_challenges_of_person', ['personId'])
@Index('passkey_challenges_expiry', ['expiresAt'])
export class PasskeyChallenge {
  /** SHA-256 of the challenge. */
  @PrimaryColumn('bytea', { name: 'id_hash', primaryKeyConstraintName: 'passkey_challenges_pkey' })
  idHash!: Buffer;

  /** The person who adds a passkey; null: the challenge is for a sign-in. */
  @ForeignKey(() => Person, { name: 'passkey_challenges_person_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'person_id', nullable: true })
  personId!: string | null;

  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 })
  expiresAt!: Date;
}
