import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '../database/database';
import { prepared } from '../database/statements';
import type { Transaction } from '../database/transaction';
import { writeSettings } from '../database/write-settings';
import { RETRY_HOURS } from './retry-schedule';

/** Seconds for which a replica has a webhook: longer than an attempt and the statements around it. */
const LEASE_SECONDS = 30;

/** Why a webhook is paused: its receiver has failed for a day, or its owner paused it. */
export const PAUSE_REASONS = ['failing', 'requested'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** A message to send, and the webhook that it is for. */
export interface Attempt {
  lease: string;
  webhookId: string;
  organizationId: string;
  url: string;
  /** As `SigningSecrets` seals it. */
  secret: Buffer;
  /** The one before the last rotation, while it is valid. */
  previousSecret: Buffer | null;
  /** Failed attempts before this one. */
  failures: number;
  deliveryId: string;
  event: string;
  data: object;
  createdAt: Date;
  /** Set if somebody asked for this attempt, beside the queue. */
  requestedAt: Date | null;
}

/** A webhook that was taken although nothing is to be sent. */
type Idle = { [Field in keyof Attempt]: Field extends 'lease' | 'webhookId' ? Attempt[Field] : Attempt[Field] | null };

export interface AttemptOutcome {
  responseStatus: number | null;
  /** Null if it succeeded. */
  error: string | null;
  /** If it failed: milliseconds until the next attempt. */
  retryDelayMs: number;
}

/**
 * The queues of deliveries, from which every replica takes. A webhook is taken by one replica at a time, which holds no connection
 * while it sends: `due_at` tells that there is something to do, and a lease keeps others away.
 */
@Injectable()
export class DeliveryQueue {
  constructor(private readonly database: Database) {}

  /**
   * Takes webhooks with something to send, those that have waited longest first.
   *
   * @param limit the most webhooks to take
   * @param busy the attempts that this process has under way for each organization
   * @param perOrganization the most attempts of an organization at a time in this process
   */
  async take(limit: number, busy: ReadonlyMap<string, number>, perOrganization: number): Promise<Attempt[]> {
    const values = [limit, [...busy.keys()], [...busy.values()], perOrganization, uuidv7()];
    const taken = await this.database.rows<Attempt | Idle>(TAKE, values);
    const attempts = taken.filter((row): row is Attempt => row.deliveryId !== null);
    for (const row of taken) if (row.deliveryId === null) await this.release(row.webhookId, row.lease);
    return attempts;
  }

  /**
   * Records the result of an attempt, unless another replica has taken the webhook meanwhile, or it is gone.
   *
   * @returns whether the webhook is paused because of this failure
   */
  async finish(
    attempt: Attempt,
    { responseStatus, error, retryDelayMs }: AttemptOutcome,
  ): Promise<{ isPaused: boolean }> {
    const { webhookId, lease, deliveryId, requestedAt } = attempt;
    const values = [webhookId, deliveryId, error === null, responseStatus, error, requestedAt, retryDelayMs];
    const recorded = await this.whileLeased(webhookId, lease, (tx) => tx.rows<{ isPaused: boolean }>(RECORD, values));
    return { isPaused: recorded?.[0]?.isPaused === true };
  }

  /** Gives a webhook back without an attempt. */
  async release(webhookId: string, lease: string): Promise<void> {
    await this.whileLeased(webhookId, lease, () => Promise.resolve());
  }

  /**
   * Locks a webhook, and afterwards decides when it is due again. An event that is queued at the same time waits for the lock or is
   * seen, since each statement of a transaction sees what was committed before it (READ COMMITTED).
   */
  private async whileLeased<T>(
    webhookId: string,
    lease: string,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T | undefined> {
    return this.database.transaction(`BEGIN; ${writeSettings()}`, async (tx) => {
      const locked = await tx.rows(LOCK, [webhookId, lease]);
      if (locked.length === 0) return undefined;
      const result = await work(tx);
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

const LOCK = prepared('SELECT id FROM webhooks WHERE id = $1 AND lease = $2 FOR NO KEY UPDATE');

const RELEASE = prepared(`UPDATE webhooks w SET lease = NULL, leased_until = NULL, due_at = ${NEXT_DUE} WHERE id = $1`);

const IS_FREE = '(leased_until IS NULL OR leased_until <= now())';

/** The row of a webhook is locked only for this statement. What another replica locks at the same time is skipped. */
const TAKE = prepared(`
  WITH due AS (
    SELECT w.id, coalesce(b.running, 0) + row_number() OVER (PARTITION BY p.organization_id ORDER BY w.due_at) AS place
    FROM webhooks w JOIN projects p ON p.id = w.project_id
    LEFT JOIN unnest($2::uuid[], $3::int[]) AS b (organization_id, running) ON b.organization_id = p.organization_id
    WHERE w.due_at <= now() AND ${IS_FREE}),
  free AS (
    SELECT id FROM webhooks WHERE id IN (SELECT id FROM due WHERE place <= $4) AND due_at <= now() AND ${IS_FREE}
    ORDER BY due_at LIMIT $1 FOR NO KEY UPDATE SKIP LOCKED),
  taken AS (
    UPDATE webhooks w SET lease = $5, leased_until = now() + interval '${LEASE_SECONDS} s'
    FROM free, projects p WHERE w.id = free.id AND p.id = w.project_id
    RETURNING w.*, p.organization_id)
  SELECT t.lease, t.id AS "webhookId", t.organization_id AS "organizationId", t.url, t.secret,
         CASE WHEN t.previous_secret_until > now() THEN t.previous_secret END AS "previousSecret", t.failures,
         d.id AS "deliveryId", d.event, d.data, d.created_at AS "createdAt", d.requested_at AS "requestedAt"
  FROM taken t LEFT JOIN LATERAL (
    SELECT * FROM (
      (SELECT 1 AS rank, r.* FROM webhook_deliveries r WHERE r.webhook_id = t.id AND r.requested_at IS NOT NULL
       ORDER BY r.requested_at LIMIT 1)
      UNION ALL
      (SELECT 2 AS rank, q.* FROM webhook_deliveries q
       WHERE q.webhook_id = t.id AND q.queued AND t.paused_at IS NULL AND (t.retry_at IS NULL OR t.retry_at <= now())
       ORDER BY q.number LIMIT 1)) heads
    ORDER BY rank LIMIT 1) d ON true`);

/** Parameters of `RECORD`: nobody asked for the attempt, it was one of the queue. */
const IS_QUEUED = '$6::timestamptz IS NULL';
const HAS_GIVEN_UP = `paused_at IS NULL AND NOT $3 AND ${IS_QUEUED} AND next.end <= now()`;

/**
 * A success ends the retries of the queue, also one that somebody asked for: the receiver is back. A failure that somebody asked for
 * does not count: only the head of the queue is retried.
 */
const RECORD = prepared(`
  WITH delivery AS (
    UPDATE webhook_deliveries SET attempts = attempts + 1, attempted_at = now(), succeeded = $3, response_status = $4, error = $5,
      queued = queued AND NOT $3, requested_at = CASE WHEN requested_at > $6 THEN requested_at END
    WHERE id = $2),
  next AS (
    SELECT coalesce(failing_since, now()) AS since, coalesce(failing_since, now()) + interval '${RETRY_HOURS} hours' AS end
    FROM webhooks WHERE id = $1)
  UPDATE webhooks w SET
    failures = CASE WHEN $3 THEN 0 WHEN ${IS_QUEUED} THEN least(failures + 1, 1000) ELSE failures END,
    failing_since = CASE WHEN $3 THEN NULL WHEN ${IS_QUEUED} THEN next.since ELSE failing_since END,
    retry_at = CASE WHEN $3 THEN NULL WHEN ${IS_QUEUED} THEN least(now() + $7 * interval '1 ms', next.end) ELSE retry_at END,
    paused_at = CASE WHEN ${HAS_GIVEN_UP} THEN now() ELSE paused_at END,
    pause_reason = CASE WHEN ${HAS_GIVEN_UP} THEN 'failing' ELSE pause_reason END
  FROM next WHERE w.id = $1
  RETURNING w.paused_at = now()::timestamptz(3) AS "isPaused"`);
