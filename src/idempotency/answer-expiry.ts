import { Injectable } from '@nestjs/common';
import { prepared } from '../database/statements';
import { type Removal, RemovalJob } from '../background/removal-job';

/** Removes expired answers. */
@Injectable()
export class AnswerExpiry extends RemovalJob {
  readonly name = 'answer-expiry';

  protected removals(): Removal[] {
    return [[REMOVE_EXPIRED, []]];
  }
}

/** Answers that a request locks are left for the next run. */
const REMOVE_EXPIRED = prepared(
  `DELETE FROM kept_answers WHERE (organization_id, key) IN (
     SELECT organization_id, key FROM kept_answers WHERE expires_at <= now()
     ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)`,
);
