import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Project } from '../project-write/entities/project.entity';

/** A URL that is notified of the events of a project, and the state of its queue of deliveries. */
@Entity('webhooks')
@Index('webhooks_of_project', ['projectId', 'id'])
@Index('webhooks_due', ['dueAt'], { where: 'due_at IS NOT NULL' })
@Index('webhooks_for_checks', ['projectId'], { where: "'checks.failed' = ANY (events)" })
export class WebhookRow {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'webhooks_pkey' })
  id!: string;

  @ForeignKey(() => Project, { name: 'webhooks_project_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'project_id' })
  projectId!: string;

  @Column('text')
  url!: string;

  /** The types of the events that it subscribes to. */
  @Column('text', { array: true })
  events!: string[];

  /** The number of its last delivery. */
  @Column('bigint', { name: 'last_number', default: 0 })
  lastNumber!: string;

  /** The signing secret, as `SigningSecrets` seals it. */
  @Column('bytea')
  secret!: Buffer;

  /** The signing secret before the last rotation, which signs too until `previousSecretUntil`. */
  @Column('bytea', { name: 'previous_secret', nullable: true })
  previousSecret!: Buffer | null;

  @Column({ type: 'timestamptz', name: 'previous_secret_until', precision: 3, nullable: true })
  previousSecretUntil!: Date | null;

  @Column({ type: 'timestamptz', name: 'paused_at', precision: 3, nullable: true })
  pausedAt!: Date | null;

  /** A `PauseReason`. */
  @Column({ type: 'text', name: 'pause_reason', collation: 'C', nullable: true })
  pauseReason!: string | null;

  /** Failed attempts at the head of the queue since the last success. */
  @Column('smallint', { default: 0 })
  failures!: number;

  /** The time of the first of these. */
  @Column({ type: 'timestamptz', name: 'failing_since', precision: 3, nullable: true })
  failingSince!: Date | null;

  /** Before this time, the head of the queue is not attempted again. */
  @Column({ type: 'timestamptz', name: 'retry_at', precision: 3, nullable: true })
  retryAt!: Date | null;

  /** The time from which there is something to do; null: nothing waits, or the webhook is paused. */
  @Column({ type: 'timestamptz', name: 'due_at', precision: 3, nullable: true })
  dueAt!: Date | null;

  /** Whether the last attempt took little time: slots are kept for such receivers. */
  @Column('boolean', { default: false })
  responsive!: boolean;

  /** Identifies the attempt that is under way. */
  @Column('uuid', { nullable: true })
  lease!: string | null;

  /** The time after which another replica may take the webhook, because the one with the lease has crashed. */
  @Column({ type: 'timestamptz', name: 'leased_until', precision: 3, nullable: true })
  leasedUntil!: Date | null;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
