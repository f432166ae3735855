import { Injectable } from '@nestjs/common';
import { type Removal, RemovalJob } from '../background/removal-job';
import { prepared } from '../database/statements';

/** Removes mails that have expired, also where mail is not set up any more. */
@Injectable()
export class MailExpiry extends RemovalJob {
  readonly name = 'mail-expiry';

  protected removals(): Removal[] {
    return [[REMOVE_EXPIRED, []]];
  }
}

const REMOVE_EXPIRED = prepared(`
  DELETE FROM mails WHERE id IN (
    SELECT id FROM mails WHERE expires_at <= now() - interval '1 hour' LIMIT $1 FOR UPDATE SKIP LOCKED)`);
