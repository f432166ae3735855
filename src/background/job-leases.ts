import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { Database } from '../database/database';
import { prepared } from '../database/statements';
import { leaseSql } from './lease';

const LEASE = leaseSql(60, { lease: 'holder', until: 'until' });

/** The table `job_leases`. */
@Injectable()
export class JobLeases {
  constructor(private readonly database: Database) {}

  /** Takes the lease of a job that is due. @returns undefined if it is not, or another process runs it */
  async take(name: string): Promise<string | undefined> {
    const [taken] = await this.database.rows<{ lease: string }>(TAKE, [name, uuidv7()]);
    return taken?.lease;
  }

  /** Extends a lease. @returns false if another process has taken the job, because this one did nothing for too long */
  async renew(name: string, lease: string): Promise<boolean> {
    return (await this.database.rows(RENEW, [name, lease])).length > 0;
  }

  /** Returns a lease. @param pauseMs the time for which the job is not due */
  async release(name: string, lease: string, pauseMs: number): Promise<void> {
    await this.database.rows(RELEASE, [name, lease, pauseMs]);
  }
}

const TAKE = prepared(`
  INSERT INTO job_leases AS l (name, holder, until) VALUES ($1, $2, ${LEASE.until})
  ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until = excluded.until WHERE ${LEASE.isFree('l')}
  RETURNING holder AS lease`);

const RENEW = prepared(`UPDATE job_leases SET ${LEASE.renew} WHERE name = $1 AND holder = $2 RETURNING 1`);

const RELEASE = prepared(`
  UPDATE job_leases SET holder = NULL, until = now() + $3::float8 * interval '1 millisecond' WHERE name = $1 AND holder = $2`);
