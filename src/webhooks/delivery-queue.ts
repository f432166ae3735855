import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { leaseSql } from '../background/lease';
import { type OrganizationTask, turnsSql, turnsValues } from '../background/turns';
import { Database } from '../database/database';
import { lookUpIfAny } from '../database/planned-reads';
import { prepared } from '../database/statements';
import type { Transaction } from '../database/transaction';
import { writeSettings } from '../database/write-settings';
import { RETRY_HOURS, retryDelay } from './retry-schedule';

/** Longer than an attempt and the statements around it. */
const LEASE = leaseSql(30);

/** Why a webhook is paused: its receiver has failed for a day, or its owner paused it. */
export const PAUSE_REASONS = ['failing', 'requested'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** A message to send, and the webhook that it is for. */
export interface Attempt extends OrganizationTask {
  lease: string;
  webhookId: string;
  /** Whether the attempt before took little time, so that slots are kept for this one. */
  isResponsive: boolean;
  url: string;
  /** As `SigningSecrets` seals it. */
  secret: Buffer;
  /** The one before the last rotation, while it is valid. */
  previousSecret: Buffer | null;
  deliveryId: string;
  event: string;
  data: object;
  createdAt: Date;
  /** Set if this attempt was requested, beside the queue. */
  requestedAt: Date | null;
}

/** A webhook that was taken although nothing is to be sent. */
type Idle = { [Field in keyof Attempt]: Field extends 'lease' | 'webhookId' ? Attempt[Field] : Attempt[Field] | null };

/** The most attempts to take. */
export interface TakeLimits {
  all: number;
  /** Attempts to receivers that are not responsive. */
  unresponsive: number;
  /** Attempts of an organization at a time in this process, with the attempts that run already. */
  perOrganization: number;
}

export interface AttemptOutcome {
  responseStatus: number | null;
  /** Null if it succeeded. */
  error: string | null;
  /** Whether the attempt took little time. */
  isResponsive: boolean;
}

/**
 * The queues of deliveries, from which every replica takes. A webhook is taken by one replica at a time, which holds no
 * connection while it sends: `due_at` is set while there is something to do, and a lease keeps others away.
 */
@Injectable()
export class DeliveryQueue {
  constructor(private readonly database: Database) {}

  /**
   * Takes webhooks with something to send, in the order in which they were due.
   *
   * @param running attempts that this process has under way
   */
  async take(running: readonly Attempt[], { all, unresponsive, perOrganization }: TakeLimits): Promise<Attempt[]> {
    const values = [...turnsValues(running), perOrganization, unresponsive, all, uuidv7()];
    const taken = await this.database.rows<Attempt | Idle>(TAKE, values);
    const attempts = taken.filter((row): row is Attempt => row.deliveryId !== null);
    for (const row of taken) if (row.deliveryId === null) await this.release(row.webhookId, row.lease);
    return attempts;
  }

  /**
   * Records the result of an attempt, unless another replica has taken the webhook meanwhile, or it was deleted. The
   * webhook may have got a new start meanwhile: the failures before it do not count, nor does a failure of another URL.
   *
   * @returns whether the webhook is paused because of this failure
   */
  async finish(
    attempt: Attempt,
    { responseStatus, error, isResponsive }: AttemptOutcome,
  ): Promise<{ isPaused: boolean }> {
    const { webhookId, lease, deliveryId, requestedAt, url } = attempt;
    const values = [webhookId, deliveryId, error === null, responseStatus, error, requestedAt, isResponsive, url];
    const recorded = await this.whileLeased(webhookId, lease, (tx, failures) =>
      tx.rows<{ isPaused: boolean }>(RECORD, [...values, retryDelay(failures + 1)]),
    );
    return { isPaused: recorded?.[0]?.isPaused === true };
  }

  /** Gives a webhook back without an attempt. */
  async release(webhookId: string, lease: string): Promise<void> {
    await this.whileLeased(webhookId, lease, () => Promise.resolve());
  }

  /**
   * Locks a webhook, and afterwards decides when it is due again. An event that is queued at the same time waits for
   * the lock or is seen, since each statement of a transaction sees what was committed before it (READ COMMITTED).
   *
   * @param work gets the failures at the head of the queue
   */
  private async whileLeased<T>(
    webhookId: string,
    lease: string,
    work: (tx: Transaction, failures: number) => Promise<T>,
  ): Promise<T | undefined> {
    return this.database.transaction(`BEGIN; ${writeSettings()}`, async (tx) => {
      const [locked] = await tx.rows<{ failures: number }>(LOCK, [webhookId, lease]);
      if (!locked) return undefined;
      const result = await work(tx, locked.failures);
      tx.endWith(RELEASE, [webhookId]);
      return result;
    });
  }
}

/** When there is something to do for the webhook `w`. */
const NEXT_DUE = `CASE
  WHEN EXISTS (SELECT FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.requested_at IS NOT NULL) THEN now()
  WHEN w.paused_at IS NULL AND EXISTS (SELECT FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.queued)
    THEN greatest(w.retry_at, now()) END`;

const LOCK = prepared('SELECT failures FROM webhooks WHERE id = $1 AND lease = $2 FOR NO KEY UPDATE');

const RELEASE = prepared(`UPDATE webhooks w SET ${LEASE.release}, due_at = ${NEXT_DUE} WHERE id = $1`);

const TURNS = turnsSql('p.organization_id', '$1', '$2');

/**
 * At most `$3` webhooks of an organization, with the webhooks that have an attempt under way, and at most `$4` whose
 * receivers are not responsive. The row of a webhook is locked only for this statement. What another replica locks at
 * the same time is skipped.
 */
const TAKE = prepared(`
  WITH due AS (
    SELECT w.id, w.responsive, w.due_at, p.organization_id, ${TURNS.running} AS running
    FROM webhooks w JOIN projects p ON p.id = w.project_id
    ${TURNS.join}
    WHERE w.due_at <= now() AND ${LEASE.isFree('w')}),
  placed AS (
    SELECT due.*, running + row_number() OVER (PARTITION BY organization_id, responsive ORDER BY due_at) AS place FROM due),
  ranked AS (
    SELECT placed.*, row_number() OVER (PARTITION BY responsive ORDER BY due_at) AS rank FROM placed WHERE place <= $3),
  allowed AS (
    SELECT id, running + row_number() OVER (PARTITION BY organization_id ORDER BY due_at) AS place
    FROM ranked WHERE responsive OR rank <= $4),
  free AS (
    SELECT id FROM webhooks w
    WHERE id IN (SELECT id FROM allowed WHERE place <= $3) AND due_at <= now() AND ${LEASE.isFree('w')}
    ORDER BY due_at LIMIT $5 FOR NO KEY UPDATE SKIP LOCKED),
  taken AS (
    UPDATE webhooks w SET ${LEASE.take('$6')}
    FROM free, projects p WHERE w.id = free.id AND p.id = w.project_id
    RETURNING w.*, p.organization_id)
  SELECT t.lease, t.id AS "webhookId", t.organization_id AS "organizationId", t.responsive AS "isResponsive", t.url, t.secret,
         CASE WHEN t.previous_secret_until > now() THEN t.previous_secret END AS "previousSecret",
         d.id AS "deliveryId", d.event, d.data, d.created_at AS "createdAt", d.requested_at AS "requestedAt"
  FROM taken t ${lookUpIfAny(
    `SELECT * FROM (
      (SELECT 1 AS rank, r.* FROM webhook_deliveries r WHERE r.webhook_id = t.id AND r.requested_at IS NOT NULL
       ORDER BY r.requested_at LIMIT 1)
      UNION ALL
      (SELECT 2 AS rank, q.* FROM webhook_deliveries q
       WHERE q.webhook_id = t.id AND q.queued AND t.paused_at IS NULL AND (t.retry_at IS NULL OR t.retry_at <= now())
       ORDER BY q.number LIMIT 1)) heads
    ORDER BY rank`,
    'd',
  )}`);

/** Whether a failure counts, which `RECORD` records: one of the queue, at the URL of the webhook. */
const COUNTS = '$6::timestamptz IS NULL AND w.url = $8';
const HAS_GIVEN_UP = `paused_at IS NULL AND NOT $3 AND ${COUNTS} AND next.end <= now()`;

/**
 * A success ends the retries of the queue, also the success of a requested attempt: the receiver is back. The failure
 * of a requested attempt does not count: only the head of the queue is retried. Nor does the failure of a URL that the
 * webhook no longer has.
 */
const RECORD = prepared(`
  WITH delivery AS (
    UPDATE webhook_deliveries SET attempts = attempts + 1, attempted_at = now(), succeeded = $3, response_status = $4, error = $5,
      queued = queued AND NOT $3, requested_at = CASE WHEN requested_at > coalesce($6::timestamptz, '-infinity') THEN requested_at END
    WHERE id = $2),
  next AS (
    SELECT coalesce(failing_since, now()) AS since, coalesce(failing_since, now()) + interval '${RETRY_HOURS} hours' AS end
    FROM webhooks WHERE id = $1)
  UPDATE webhooks w SET
    responsive = CASE WHEN w.url = $8 THEN $7 ELSE responsive END,
    failures = CASE WHEN $3 THEN 0 WHEN ${COUNTS} THEN least(failures + 1, 1000) ELSE failures END,
    failing_since = CASE WHEN $3 THEN NULL WHEN ${COUNTS} THEN next.since ELSE failing_since END,
    retry_at = CASE WHEN $3 THEN NULL WHEN ${COUNTS} THEN least(now() + $9 * interval '1 ms', next.end) ELSE retry_at END,
    paused_at = CASE WHEN ${HAS_GIVEN_UP} THEN now() ELSE paused_at END,
    pause_reason = CASE WHEN ${HAS_GIVEN_UP} THEN 'failing' ELSE pause_reason END
  FROM next WHERE w.id = $1
  RETURNING w.paused_at = now()::timestamptz(3) AS "isPaused"`);
