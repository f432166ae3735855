import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Organization } from '../organizations/organization.entity';

const PRIMARY_KEY = 'kept_answers_pkey';

/** The answer to a write with an `Idempotency-Key`, for requests that repeat it. */
@Entity('kept_answers')
@Index('kept_answers_expiry', ['expiresAt'])
export class KeptAnswer {
  @ForeignKey(() => Organization, { name: 'kept_answers_organization_id_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'organization_id', primaryKeyConstraintName: PRIMARY_KEY })
  organizationId!: string;

  /** The header. */
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: PRIMARY_KEY })
  key!: string;

  /** SHA-256 of method, path, query and body of the request. */
  @Column('bytea')
  request!: Buffer;

  /** The headers that only this answer has. */
  @Column('jsonb')
  headers!: Record<string, string>;

  /** JSON, as it was sent. */
  @Column('text')
  body!: string;

  @Column({ type: 'timestamptz', name: 'expires_at', precision: 3 })
  expiresAt!: Date;
}
