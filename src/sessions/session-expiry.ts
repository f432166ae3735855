import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import { prepared } from '../database/statements';
import type { Job } from '../jobs/job';
import { JobRunner } from '../jobs/job-runner';
import { removeInSteps } from '../jobs/remove-in-steps';

/** Removes sessions that have ended by themselves. */
@Injectable()
export class SessionExpiry implements Job {
  readonly name = 'session-expiry';
  readonly intervalMs = 10 * 60_000;

  constructor(
    private readonly database: Database,
    jobs: JobRunner,
  ) {
    jobs.add(this);
  }

  run(): AsyncGenerator<number> {
    return removeInSteps(this.database, REMOVE_EXPIRED, []);
  }
}

const REMOVE_EXPIRED = prepared(
  `DELETE FROM sessions WHERE id_hash IN (
     SELECT id_hash FROM sessions WHERE expires_at <= now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)`,
);
