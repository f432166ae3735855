import { v7 as uuidv7 } from 'uuid';
import { prepared, type PreparedStatement } from '../database/statements';
import type { WebhookEvent } from './events';
import { MAX_WEBHOOKS } from './webhook-errors';

/** SQL of the content of an event. Its own parameters begin with `$3`. */
export interface EventSource {
  source: string;
  /** Of the type `json`. */
  data: string;
  /** The time of the event. */
  at: string;
  where: string;
}

/**
 * Returns a statement that queues an event for each webhook of the project that subscribes to such events. The lock of
 * the project keeps others from making webhooks meanwhile, and the locks of the webhooks keep the numbers of deliveries
 * in the order of the commits. All webhooks of the project are locked, in one order, whatever the event is: a transaction may queue several
 * events, and others queue events without the lock of the project.
 */
export const queueStatement = (event: WebhookEvent, { source, data, at, where }: EventSource): PreparedStatement =>
  prepared(`
    WITH locked AS MATERIALIZED (
      SELECT id FROM webhooks WHERE project_id = $1 ORDER BY id FOR NO KEY UPDATE),
    subscribers AS (
      UPDATE webhooks SET last_number = last_number + 1,
        due_at = CASE WHEN paused_at IS NULL THEN coalesce(due_at, now()) ELSE due_at END
      WHERE project_id = $1 AND id IN (SELECT id FROM locked) AND '${event}' = ANY (events)
      RETURNING id, last_number)
    INSERT INTO webhook_deliveries (id, webhook_id, number, event, data, queued, created_at)
    SELECT ($2::uuid[])[row_number() OVER ()], subscribers.id, subscribers.last_number, '${event}', ${data}, true, ${at}
    FROM subscribers CROSS JOIN ${source} WHERE ${where}`);

/** Returns the values of such a statement. @param values its own, from `$3` on */
export const queueValues = (projectId: string, ...values: readonly unknown[]): unknown[] => [
  projectId,
  Array.from({ length: MAX_WEBHOOKS }, () => uuidv7()),
  ...values,
];
