import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { AuditAction, AuditTargetType } from './audit-actions';

/**
 * An action in an organization. A trigger of the table refuses every change: but the end of an entry after 400 days, and
 * "removed person" in place of an invited address. Entries refer to nothing, so that no deletion takes them along.
 */
@Entity('audit_entries')
@Index('audit_entries_by_action', ['organizationId', 'action', 'id'])
@Index('audit_entries_by_person', ['organizationId', 'personId', 'id'])
@Index('audit_entries_by_api_key', ['organizationId', 'apiKeyId', 'id'])
@Index('audit_entries_by_time', ['at'])
@Index('audit_entries_of_address', ['targetName'], { where: "target_type = 'invitation'" })
export class AuditEntryRow {
  @PrimaryColumn('uuid', { name: 'organization_id', primaryKeyConstraintName: 'audit_entries_pkey' })
  organizationId!: string;

  /** A UUID of version 7, in the order of time. An event of a person has the same id in each of the person's organizations. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'audit_entries_pkey' })
  id!: string;

  @Column({ type: 'timestamptz', precision: 3 })
  at!: Date;

  @Column({ type: 'text', collation: 'C' })
  action!: AuditAction;

  /** The person who did it. */
  @Column('uuid', { name: 'person_id', nullable: true })
  personId!: string | null;

  /** The API key that did it. Without a person and an API key, nobody of the organization did it. */
  @Column('uuid', { name: 'api_key_id', nullable: true })
  apiKeyId!: string | null;

  /** The address of the client. */
  @Column('text', { nullable: true })
  address!: string | null;

  @Column('uuid', { name: 'project_id', nullable: true })
  projectId!: string | null;

  @Column({ type: 'text', name: 'target_type', collation: 'C', nullable: true })
  targetType!: AuditTargetType | null;

  @Column('uuid', { name: 'target_id', nullable: true })
  targetId!: string | null;

  /** The name that it had; null for a person, whose row has the name. */
  @Column('text', { name: 'target_name', nullable: true })
  targetName!: string | null;

  /** The values after the change, by the names that the API has for them. */
  @Column('jsonb', { default: {} })
  details!: Record<string, unknown>;
}
