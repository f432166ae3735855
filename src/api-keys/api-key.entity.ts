import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';
import type { Scope } from '../common/access/scope';

@Entity('api_keys')
export class ApiKey {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'organization_id' })
  organizationId!: string;

  @Column('text')
  name!: string;

  /** SHA-256 of the secret, which itself is nowhere. */
  @Column('bytea', { name: 'secret_hash' })
  secretHash!: Buffer;

  /** The secret's last characters, to tell API keys apart. */
  @Column('text')
  hint!: string;

  @Column('text', { array: true })
  scopes!: Scope[];

  /** The projects it can reach; null: all of its organization. */
  @Column('uuid', { name: 'project_ids', array: true, nullable: true })
  projectIds!: string[] | null;

  /** Whoever made it, in the words of the dashboard that asked for it. */
  @Column('text', { name: 'created_by', nullable: true })
  createdBy!: string | null;

  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3, nullable: true })
  expiresAt!: Date | null;

  @Column({ type: 'timestamptz', name: 'last_used_at', precision: 3, nullable: true })
  lastUsedAt!: Date | null;

  @Column({ type: 'timestamptz', name: 'revoked_at', precision: 3, nullable: true })
  revokedAt!: Date | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
