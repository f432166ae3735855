import { Column, CreateDateColumn, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';
import { WebhookRow } from './webhook.entity';

/** An event that a webhook is notified of. */
@Entity('webhook_deliveries')
@Unique('webhook_deliveries_number_key', ['webhookId', 'number'])
@Index('webhook_deliveries_queue', ['webhookId', 'number'], { where: 'queued' })
@Index('webhook_deliveries_requested', ['webhookId', 'requestedAt'], { where: 'requested_at IS NOT NULL' })
export class DeliveryRow {
  /** Also the id of the message, by which the receiver recognizes a repetition. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'webhook_deliveries_pkey' })
  id!: string;

  @ForeignKey(() => WebhookRow, { name: 'webhook_deliveries_webhook_id_fkey', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'webhook_id' })
  webhookId!: string;

  /** Counts the deliveries of the webhook, in the order of their commits. The queue is in this order. */
  @Column('bigint')
  number!: string;

  /** The type of the event. */
  @Column({ type: 'text', collation: 'C' })
  event!: string;

  /** The member `data` of the payload. */
  @Column('json')
  data!: object;

  /** Whether it waits in the queue of the webhook. */
  @Column('boolean')
  queued!: boolean;

  /** Set while an attempt beside the queue is asked for: of a test, or by a redelivery. */
  @Column({ type: 'timestamptz', name: 'requested_at', precision: 3, nullable: true })
  requestedAt!: Date | null;

  @Column('integer', { default: 0 })
  attempts!: number;

  @Column({ type: 'timestamptz', name: 'attempted_at', precision: 3, nullable: true })
  attemptedAt!: Date | null;

  /** The result of the last attempt; null before the first. */
  @Column('boolean', { nullable: true })
  succeeded!: boolean | null;

  /** The status of the last answer; null if there was none. */
  @Column('smallint', { name: 'response_status', nullable: true })
  responseStatus!: number | null;

  /** A `DeliveryFailure`: why the last attempt failed. */
  @Column({ type: 'text', collation: 'C', nullable: true })
  error!: string | null;

  /** The time of the event. */
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt!: Date;
}
