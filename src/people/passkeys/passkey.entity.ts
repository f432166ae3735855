import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { Person } from '../person.entity';

/** A key with which a person signs in without a password (W3C Web Authentication). Its private part stays in the authenticator. */
@Entity('passkeys')
@Unique('passkeys_credential_id_key', ['credentialId'])
@Index('passkeys_of_person', ['personId', 'id'])
export class Passkey {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'passkeys_pkey' })
  id!: string;

  @ForeignKey(() => Person, { name: 'passkeys_person_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'person_id' })
  personId!: string;

  @Column('text')
  name!: string;

  /** The id that the authenticator has given it. */
  @Column('bytea', { name: 'credential_id' })
  credentialId!: Buffer;

  /** As a COSE key (RFC 9052 §7). */
  @Column('bytea', { name: 'public_key' })
  publicKey!: Buffer;

  /** The signatures that the authenticator has counted; 0 if it counts none. The driver returns a bigint as a string. */
  @Column('bigint')
  counter!: string;

  /** How browsers reach the authenticator. */
  @Column('text', { array: true })
  transports!: string[];

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;

  /** The time of the last sign-in; null: none yet. */
  @Column({ type: 'timestamptz', name: 'last_used_at', precision: 3, nullable: true })
  lastUsedAt!: Date | null;
}

/** A passkey as its person sees it. */
export type OwnPasskey = Pick<Passkey, 'id' | 'name' | 'createdAt' | 'lastUsedAt'>;
