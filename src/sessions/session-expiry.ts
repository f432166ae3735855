import { Injectable } from '@nestjs/common';
import { prepared } from '../database/statements';
import { type Removal, RemovalJob } from '../background/removal-job';

/** Removes sessions that have ended by themselves. */
@Injectable()
export class SessionExpiry extends RemovalJob {
  readonly name = 'session-expiry';

  protected removals(): Removal[] {
    return [[REMOVE_EXPIRED, []]];
  }
}

const REMOVE_EXPIRED = prepared(
  `DELETE FROM sessions WHERE id_hash IN (
     SELECT id_hash FROM sessions WHERE expires_at <= now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)`,
);
