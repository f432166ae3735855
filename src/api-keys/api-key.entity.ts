import { Check, Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import type { Scope } from '../common/access/scope';

/** A secret with which a client of one organization calls the API. */
@Entity('api_keys')
@Check('api_keys_rate_limit_check', 'rate_limit > 0')
@Unique('api_keys_secret_hash_key', ['secretHash'])
@Index('api_keys_of_person', ['createdByPerson'], { where: 'created_by_person IS NOT NULL' })
@Index('api_keys_of_organization', ['organizationId', 'id'])
export class ApiKey {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'api_keys_pkey' })
  id!: string;

  // By the entity's name: src/api-keys may not import src/organizations.
  @ForeignKey('Organization', { name: 'api_keys_organization_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'organization_id' })
  organizationId!: string;

  @Column('text')
  name!: string;

  /** SHA-256 of the secret. The secret itself is not stored. */
  @Column('bytea', { name: 'secret_hash' })
  secretHash!: Buffer;

  /** The last characters of the secret, by which people distinguish API keys. */
  @Column('text')
  hint!: string;

  @Column('text', { array: true })
  scopes!: Scope[];

  /** The projects that the API key gives access to; null: all projects of its organization. */
  @Column('uuid', { name: 'project_ids', array: true, nullable: true })
  projectIds!: string[] | null;

  /** The only languages in which the API key writes texts; null: all languages. */
  @Column('text', { array: true, nullable: true })
  languages!: string[] | null;

  /** Requests per minute of this API key alone, which also count to the limit of its organization; null: only that limit. */
  @Column('integer', { name: 'rate_limit', nullable: true })
  rateLimit!: number | null;

  /** The person who created it in a session. */
  // By the entity's name: src/api-keys may not import src/people.
  @ForeignKey('Person', { name: 'api_keys_created_by_person_fkey', onDelete: 'SET NULL' })
  @Column('uuid', { name: 'created_by_person', nullable: true })
  createdByPerson!: string | null;

  /** The name of that person, or the text that the client of another API key sent. */
  @Column('text', { name: 'created_by', nullable: true })
  createdBy!: string | null;

  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3, nullable: true })
  expiresAt!: Date | null;

  /** When its time of expiry was last moved after it had passed; null: never. Sessions that are older have ended. */
  @Column({ type: 'timestamptz', name: 'reactivated_at', precision: 3, nullable: true })
  reactivatedAt!: Date | null;

  @Column({ type: 'timestamptz', name: 'last_used_at', precision: 3, nullable: true })
  lastUsedAt!: Date | null;

  @Column({ type: 'timestamptz', name: 'revoked_at', precision: 3, nullable: true })
  revokedAt!: Date | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
