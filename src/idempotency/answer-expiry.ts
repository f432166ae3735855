import { Injectable } from '@nestjs/common';
import { Database } from '../database/database';
import { prepared } from '../database/statements';
import type { Job } from '../jobs/job';
import { JobRunner } from '../jobs/job-runner';
import { removeInSteps } from '../jobs/remove-in-steps';

/** Removes expired answers. */
@Injectable()
export class AnswerExpiry implements Job {
  readonly name = 'answer-expiry';
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

/** Answers that a request locks are left for the next run. */
const REMOVE_EXPIRED = prepared(
  `DELETE FROM kept_answers WHERE (organization_id, key) IN (
     SELECT organization_id, key FROM kept_answers WHERE expires_at <= now()
     ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)`,
);
