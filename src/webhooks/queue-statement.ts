import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { WebhookEvent } from './events';
import { MAX_WEBHOOKS } from './webhook-errors';

/** SQL of what an event tells. */
export interface EventSource {
  source: string;
  /** Of the type `json`. */
  data: string;
  /** The time of the event. */
  at: string;
  where: string;
}

/**
 * Returns SQL that queues an event for each webhook of the project that is told of such events. The lock of the project keeps others
 * from making webhooks meanwhile, and the locks of the webhooks keep the numbers of deliveries in the order of the commits.
 */
export function queueStatement(
  event: WebhookEvent,
  projectId: string,
  { source, data, at, where }: EventSource,
): string {
  const ids = Array.from({ length: MAX_WEBHOOKS }, () => `'${uuidv7()}'`).join(', ');
  return `WITH told AS (
      UPDATE webhooks SET last_number = last_number + 1,
        due_at = CASE WHEN paused_at IS NULL THEN coalesce(due_at, now()) ELSE due_at END
      WHERE project_id = ${pg.escapeLiteral(projectId)} AND ${pg.escapeLiteral(event)} = ANY (events)
      RETURNING id, last_number)
    INSERT INTO webhook_deliveries (id, webhook_id, number, event, data, queued, created_at)
    SELECT (ARRAY[${ids}]::uuid[])[row_number() OVER ()], told.id, told.last_number, ${pg.escapeLiteral(event)}, ${data}, true, ${at}
    FROM told CROSS JOIN ${source} WHERE ${where}`;
}

/** Returns SQL of a value of the type `json`. */
export const json = (value: object): string => `${pg.escapeLiteral(JSON.stringify(value))}::json`;
