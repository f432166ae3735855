import { Injectable } from '@nestjs/common';
import { validate as isUuid, v7 as uuidv7 } from 'uuid';
import type { ResourceLocator } from '../common/access/access.decorators';
import type { Principal } from '../common/access/principal';
import { Database } from '../database/database';
import { prepared } from '../database/statements';
import { writeAs } from '../project-write/write-as';
import { CursorCodec } from '../http/queries/cursor';
import { cutPage, type Page } from '../http/queries/page';
import { Dispatcher } from './dispatcher';
import type { ListDeliveriesQuery } from './dto/list-deliveries.query';
import { type MESSAGE_TYPES, TEST_EVENT } from './events';
import type { DeliveryFailure } from './webhook-client';
import { DeliveryNotFoundError, WebhookNotFoundError } from './webhook-errors';
import { WebhooksService } from './webhooks.service';

/** `pending`: an attempt will be made; otherwise the result of the last attempt. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const;

/** A message for a webhook. */
export interface Delivery {
  id: string;
  event: (typeof MESSAGE_TYPES)[number];
  attempts: number;
  status: (typeof DELIVERY_STATUSES)[number];
  /** The time before which no attempt is made; null if none will be made while the webhook is paused, or at all. */
  nextAttemptAt: Date | null;
  /** The status of the last answer. */
  responseStatus: number | null;
  /** Why the last attempt failed. */
  error: DeliveryFailure | null;
  createdAt: Date;
}

/** The number of the last delivery of a page. */
const DELIVERY_CURSOR = new CursorCodec((number) => /^\d{1,18}$/.test(number));
const NEWEST = '9223372036854775807';

/** Lists deliveries, and asks for attempts beside the queue. */
@Injectable()
export class DeliveriesService implements ResourceLocator {
  constructor(
    private readonly database: Database,
    private readonly webhooks: WebhooksService,
    private readonly dispatcher: Dispatcher,
  ) {}

  /** Returns the deliveries of a webhook, the newest first. @throws WebhookNotFoundError */
  async page(principal: Principal, webhookId: string, { limit, cursor }: ListDeliveriesQuery): Promise<Page<Delivery>> {
    await this.webhooks.assertVisible(principal, webhookId);
    const [before = NEWEST] = cursor === undefined ? [] : DELIVERY_CURSOR.decode(cursor);
    const found = await this.database.rows<Delivery & { number: string }>(LIST, [webhookId, before, limit + 1]);
    return cutPage(found, limit, ({ number }) => DELIVERY_CURSOR.encode(number));
  }

  /** @throws DeliveryNotFoundError */
  async assertVisible({ organizationId, projectIds }: Principal, id: string): Promise<void> {
    const [found] = isUuid(id) ? await this.database.rows(FIND, [id, organizationId, projectIds]) : [];
    if (!found) throw new DeliveryNotFoundError();
  }

  /**
   * Sends a message at once, of which nothing but its signature is of interest. It is not repeated.
   *
   * @throws WebhookNotFoundError
   */
  async test(principal: Principal, webhookId: string): Promise<Delivery> {
    const { projectId } = await this.webhooks.get(principal, webhookId);
    const [id, data] = [uuidv7(), JSON.stringify({ projectId, webhookId })];
    const [delivery] = await writeAs(this.database, principal, (tx) =>
      tx.rows<Delivery>(TEST, [webhookId, id, TEST_EVENT, data]),
    );
    if (!delivery) throw new WebhookNotFoundError();
    this.dispatcher.wake();
    return delivery;
  }

  /** Makes an attempt at once, beside the queue, also while the webhook is paused. @throws DeliveryNotFoundError */
  async redeliver(principal: Principal, id: string): Promise<Delivery> {
    await this.assertVisible(principal, id);
    const [delivery] = await writeAs(this.database, principal, (tx) => tx.rows<Delivery>(REDELIVER, [id]));
    if (!delivery) throw new DeliveryNotFoundError();
    this.dispatcher.wake();
    return delivery;
  }
}

/** Of a delivery `d` and its webhook `w`. */
const COLUMNS = `d.id, d.event, d.attempts, d.response_status AS "responseStatus", d.error, d.created_at AS "createdAt",
  CASE WHEN d.queued OR d.requested_at IS NOT NULL THEN 'pending' WHEN d.succeeded THEN 'delivered' ELSE 'failed' END AS status,
  coalesce(d.requested_at, CASE WHEN d.queued AND w.paused_at IS NULL THEN coalesce(w.retry_at, d.created_at) END) AS "nextAttemptAt"`;

const LIST = prepared(`
  SELECT ${COLUMNS}, d.number FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
  WHERE d.webhook_id = $1 AND d.number < $2 ORDER BY d.number DESC LIMIT $3`);

const FIND = prepared(`
  SELECT FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id JOIN projects p ON p.id = w.project_id
  WHERE d.id = $1 AND p.organization_id = $2 AND ($3::uuid[] IS NULL OR p.id = ANY ($3))`);

/** The webhook is updated first: a deleted one has no row, and its deletion waits. */
const TEST = prepared(`
  WITH w AS (
    UPDATE webhooks SET due_at = now(), last_number = last_number + 1 WHERE id = $1
    RETURNING id, paused_at, retry_at, last_number),
  d AS (
    INSERT INTO webhook_deliveries (id, webhook_id, number, event, data, queued, requested_at)
    SELECT $2, id, last_number, $3, $4, false, now() FROM w RETURNING *)
  SELECT ${COLUMNS} FROM d JOIN w ON w.id = d.webhook_id`);

/** The webhook is locked before the delivery, as where the result of an attempt is recorded. */
const REDELIVER = prepared(`
  WITH w AS (
    UPDATE webhooks SET due_at = now() WHERE id = (SELECT webhook_id FROM webhook_deliveries WHERE id = $1)
    RETURNING id, paused_at, retry_at),
  d AS (
    UPDATE webhook_deliveries SET requested_at = now() WHERE id = $1 AND webhook_id = (SELECT id FROM w) RETURNING *)
  SELECT ${COLUMNS} FROM d JOIN w ON w.id = d.webhook_id`);
