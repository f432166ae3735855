import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import { prepared } from '../database/statements';

/** Seconds after which another process takes over from one that has ended without notice. */
const LEASE_SECONDS = 60;

/**
 * The table `job_leases`. A lease is a row, not a lock of a session or a transaction: a pooler gives sessions to other clients, and
 * a run may take hours.
 */
@Injectable()
export class JobLeases {
  private readonly holder = randomUUID();

  constructor(private readonly database: Database) {}

  /** Takes the lease of a job that is due. @returns false if it is not, or another process runs it */
  async take(name: string): Promise<boolean> {
    return (await this.database.rows(TAKE, [name, this.holder])).length > 0;
  }

  /** Extends the lease. @returns false if another process has taken it, because this one did nothing for too long */
  async renew(name: string): Promise<boolean> {
    return (await this.database.rows(RENEW, [name, this.holder])).length > 0;
  }

  /** Returns the lease. @param pauseMs the time for which the job is not due */
  async release(name: string, pauseMs: number): Promise<void> {
    await this.database.rows(RELEASE, [name, this.holder, pauseMs]);
  }
}

const TAKE = prepared(`
  INSERT INTO job_leases AS l (name, holder, until) VALUES ($1, $2, now() + interval '${LEASE_SECONDS} seconds')
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until WHERE l.until <= now()
  RETURNING 1`);

const RENEW = prepared(`
  UPDATE job_leases SET until = now() + interval '${LEASE_SECONDS} seconds' WHERE name = $1 AND holder = $2 RETURNING 1`);

const RELEASE = prepared(`
  UPDATE job_leases SET holder = NULL, until = now() + $3::float8 * interval '1 millisecond' WHERE name = $1 AND holder = $2`);
