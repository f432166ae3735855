import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { ApiKey } from '../api-keys/api-key.entity';

/** The session of a browser, which uses an API key without knowing its secret. */
@Entity('sessions')
@Index('sessions_of_api_key', ['apiKeyId'])
@Index('sessions_expiry', ['expiresAt'])
export class Session {
  /** SHA-256 of the id in the cookie. The id itself is not stored. */
  @PrimaryColumn('bytea', { name: 'id_hash', primaryKeyConstraintName: 'sessions_pkey' })
  idHash!: Buffer;

  @ForeignKey(() => ApiKey, { name: 'sessions_api_key_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'api_key_id' })
  apiKeyId!: string;

  /** The hash of the secret with which the session was begun: it ends when the API key gets another secret. */
  @Column('bytea', { name: 'secret_hash' })
  secretHash!: Buffer;

  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 })
  expiresAt!: Date;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
