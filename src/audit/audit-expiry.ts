import { Injectable } from '@nestjs/common';
import { RemovalJob, type Removal } from '../background/removal-job';
import { prepared } from '../database/statements';

/** Removes entries of the audit after 400 days. */
@Injectable()
export class AuditExpiry extends RemovalJob {
  readonly name = 'audit-expiry';

  protected removals(): Removal[] {
    return [[REMOVE_OLD, []]];
  }
}

// An hour more than the trigger asks for, so that clocks need not agree.
const REMOVE_OLD = prepared(`
  DELETE FROM audit_entries WHERE (organization_id, id) IN (
    SELECT organization_id, id FROM audit_entries WHERE at < now() - interval '400 days 1 hour'
    ORDER BY at LIMIT $1 FOR UPDATE SKIP LOCKED)`);
