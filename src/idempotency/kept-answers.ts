import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '../database/database';
import { prepared } from '../database/statements';
import type { Transaction } from '../database/transaction';
import { AnswerNotKeptError } from './idempotency-errors';
import type { KeptAnswer } from './kept-answer.entity';

/** The hours for which an answer is kept. */
const KEPT_HOURS = 24;

/** The most answers of an organization, and the most bytes that they take in the database together. */
const MAX_ANSWERS = 100_000;
const MAX_BYTES = 256 * 1_048_576;
/** The time for which an organization is known to have room, so that its answers are not counted for each request. */
const COUNT_INTERVAL_MS = 60_000;

/** Identifies an answer. */
export type AnswerId = Pick<KeptAnswer, 'organizationId' | 'key'>;

/** The table `kept_answers`. */
@Injectable()
export class KeptAnswers {
  private readonly withRoom = new LRUCache<string, true>({ max: 10_000, ttl: COUNT_INTERVAL_MS });

  constructor(private readonly database: Database) {}

  /** @param from by default outside of any transaction */
  async find(
    { organizationId, key }: AnswerId,
    from: Pick<Transaction, 'rows'> = this.database,
  ): Promise<Pick<KeptAnswer, 'request' | 'headers' | 'body'> | undefined> {
    const [found] = await from.rows<KeptAnswer>(FIND, [organizationId, key]);
    return found;
  }

  /**
   * Locks an answer until the end of the transaction, whether it exists or not. The lock belongs to the transaction,
   * not to the session, which a pooler gives to other clients.
   *
   * @returns false if another transaction has the lock
   */
  async tryLock({ organizationId, key }: AnswerId, tx: Transaction): Promise<boolean> {
    const hash = createHash('sha256').update(`${organizationId} ${key}`).digest();
    const [row] = await tx.rows<{ locked: boolean }>(TRY_LOCK, [hash.readBigInt64BE()]);
    return row?.locked === true;
  }

  /** @throws AnswerNotKeptError if the organization has too many answers, which is counted once a minute */
  async assertRoom({ organizationId }: AnswerId, tx: Transaction): Promise<void> {
    if (this.withRoom.has(organizationId)) return;
    const [row] = await tx.rows<{ isFull: boolean }>(IS_FULL, [organizationId]);
    if (row?.isFull)
      throw new AnswerNotKeptError(`the organization has too many answers of the last ${KEPT_HOURS} hours`);
    this.withRoom.set(organizationId, true);
  }

  /** Inserts an answer whose lock the transaction has, or replaces an expired one. */
  async insert(answer: Omit<KeptAnswer, 'expiresAt'>, tx: Transaction): Promise<void> {
    const { organizationId, key, request, headers, body } = answer;
    await tx.rows(INSERT, [organizationId, key, request, headers, body]);
  }
}

const FIND = prepared(
  `SELECT request, headers, body FROM kept_answers WHERE organization_id = $1 AND key = $2 AND expires_at > now()`,
);

const TRY_LOCK = prepared('SELECT pg_try_advisory_xact_lock($1::bigint) AS locked');

const IS_FULL = prepared(
  `SELECT count(*) >= ${MAX_ANSWERS} OR coalesce(sum(bytes), 0) >= ${MAX_BYTES} AS "isFull"
   FROM (SELECT pg_column_size(body) AS bytes FROM kept_answers WHERE organization_id = $1 LIMIT ${MAX_ANSWERS}) a`,
);

const INSERT = prepared(
  `INSERT INTO kept_answers (organization_id, key, request, headers, body, expires_at)
   VALUES ($1, $2, $3, $4, $5, now() + interval '${KEPT_HOURS} hours')
   ON CONFLICT (organization_id, key) DO UPDATE
   SET request = excluded.request, headers = excluded.headers, body = excluded.body, expires_at = excluded.expires_at`,
);
