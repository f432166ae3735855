import { Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { prepared } from '../database/statements';
import { type Removal, RemovalJob } from '../background/removal-job';

/** The days for which deliveries are kept. */
const KEPT_DAYS = 14;
/** The most deliveries of a webhook that are kept. */
export const KEPT_DELIVERIES = 10_000;

/** Removes deliveries that are old, and the oldest ones of webhooks that have too many. */
@Injectable()
export class DeliveryExpiry extends RemovalJob {
  readonly name = 'delivery-expiry';

  protected removals(): Removal[] {
    // The time of a delivery is the head of its id (RFC 9562 §5.7), so that the primary key finds the oldest.
    const oldest = uuidv7({ msecs: Date.now() - KEPT_DAYS * 86_400_000, seq: 0, random: new Uint8Array(16) });
    return [
      [REMOVE_OLD, [oldest]],
      [REMOVE_EXCESS, [KEPT_DELIVERIES]],
    ];
  }
}

const REMOVE_OLD = prepared(`
  DELETE FROM webhook_deliveries WHERE id IN (
    SELECT id FROM webhook_deliveries WHERE id < $1 ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED)`);

const REMOVE_EXCESS = prepared(`
  DELETE FROM webhook_deliveries WHERE id IN (
    SELECT d.id FROM webhooks w CROSS JOIN LATERAL (
      SELECT id FROM webhook_deliveries WHERE webhook_id = w.id AND number <= w.last_number - $1 ORDER BY number LIMIT $2
      FOR UPDATE SKIP LOCKED) d
    WHERE w.last_number > $1 LIMIT $2)`);
