import { Injectable } from '@nestjs/common';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { ChangeListener, RecordedProjectChange } from '../projects/write/change-listener';
import { ProjectWriter } from '../projects/write/project-writer';
import { Dispatcher } from './dispatcher';
import type { WebhookEvent } from './events';
import { MAX_WEBHOOKS } from './webhook-errors';

/** Writes the deliveries of an event in the transaction of the event, so that neither exists without the other. */
@Injectable()
export class Outbox implements ChangeListener {
  constructor(
    writer: ProjectWriter,
    private readonly dispatcher: Dispatcher,
  ) {
    writer.announceTo(this);
  }

  statementFor({ projectId, revision, counts }: RecordedProjectChange): string {
    const { keysCreated, keysDeleted, keysChanged, textsSet, textsRemoved, statesSet } = counts;
    const change = `/api/v1/projects/${projectId}/changes/${revision}`;
    const since = `/api/v1/projects/${projectId}/translations?since=${Number(revision) - 1}`;
    return queueStatement('project.changed', projectId, {
      source: 'changes c',
      data: `json_build_object(
        'projectId', c.project_id, 'revision', c.revision, 'action', c.action,
        'apiKey', json_build_object('id', c.api_key_id, 'name', c.api_key_name),
        'counts', ${json({ keysCreated, keysDeleted, keysChanged, textsSet, textsRemoved, statesSet })}, 'languages', c.languages,
        'import', c.details -> 'import', 'undoes', c.undoes, 'restores', c.details -> 'restores',
        'links', ${json({ change, translations: since })})`,
      at: 'c.at',
      where: `c.project_id = ${pg.escapeLiteral(projectId)} AND c.revision = ${pg.escapeLiteral(revision)}`,
    });
  }

  committed(): void {
    this.dispatcher.wake();
  }
}

/** SQL of what an event tells. */
interface EventSource {
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
function queueStatement(event: WebhookEvent, projectId: string, { source, data, at, where }: EventSource): string {
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

const json = (value: object): string => `${pg.escapeLiteral(JSON.stringify(value))}::json`;
