import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Removal, RemovalJob } from '../background/removal-job';
import { Database } from '../database/database';
import { prepared } from '../database/statements';

/** Counts what parties try, for all replicas. A count does the same work whether or not an address has an account. */
@Injectable()
export class AttemptCounts {
  constructor(private readonly database: Database) {}

  /**
   * Counts an attempt.
   *
   * @param party what is counted, and for which address or client network
   * @param windowMs the time since the first attempt in which attempts count
   * @param tx the caller's transaction, with which the count is rolled back
   * @returns the attempts in this time, with this one
   */
  async add(party: string, windowMs: number, tx?: EntityManager): Promise<number> {
    const values = [hashOf(party), windowMs];
    const rows = tx
      ? await tx.query<{ count: number }[]>(COUNT.text, values)
      : await this.database.rows<{ count: number }>(COUNT, values);
    return rows[0]?.count ?? 1;
  }

  async forget(party: string): Promise<void> {
    await this.database.rows(FORGET, [hashOf(party)]);
  }
}

/** Removes counts whose time has passed. */
@Injectable()
export class AttemptCountExpiry extends RemovalJob {
  readonly name = 'attempt-count-expiry';

  protected removals(): Removal[] {
    return [[REMOVE_EXPIRED, []]];
  }
}

const hashOf = (party: string): Buffer => hash('sha256', party, 'buffer');

const COUNT = prepared(`
  INSERT INTO attempt_counts AS a (party_hash, count, expires_at) VALUES ($1, 1, now() + $2 * interval '1 millisecond')
  ON CONFLICT (party_hash) DO UPDATE SET
    count = CASE WHEN a.expires_at <= now() THEN 1 ELSE LEAST(a.count + 1, 1000000) END,
    expires_at = CASE WHEN a.expires_at <= now() THEN excluded.expires_at ELSE a.expires_at END
  RETURNING count`);

const FORGET = prepared('DELETE FROM attempt_counts WHERE party_hash = $1');

const REMOVE_EXPIRED = prepared(`
  DELETE FROM attempt_counts WHERE party_hash IN (
    SELECT party_hash FROM attempt_counts WHERE expires_at <= now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)`);
