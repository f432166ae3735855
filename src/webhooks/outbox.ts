import { Injectable } from '@nestjs/common';
import type { PreparedStatement } from '../database/statements';
import type { ChangeListener, RecordedProjectChange } from '../project-write/change-listener';
import { ProjectWriter } from '../project-write/project-writer';
import { ChecksWatch } from './checks-watch';
import { Dispatcher } from './dispatcher';
import type { WebhookEvent } from './events';
import { queueStatement, queueValues } from './queue-statement';

/** Writes the deliveries of an event in the transaction of the event, so that neither exists without the other. */
@Injectable()
export class Outbox implements ChangeListener {
  constructor(
    writer: ProjectWriter,
    private readonly dispatcher: Dispatcher,
    private readonly checks: ChecksWatch,
  ) {
    writer.subscribe(this);
  }

  statementsFor({ projectId, revision, counts, reviewed }: RecordedProjectChange): [PreparedStatement, unknown[]][] {
    const { keysCreated, keysDeleted, keysChanged, textsSet, textsRemoved, statesSet } = counts;
    const notified = { keysCreated, keysDeleted, keysChanged, textsSet, textsRemoved, statesSet };
    const change = `/api/v1/projects/${projectId}/changes/${revision}`;
    const translations = `/api/v1/projects/${projectId}/translations?since=${Number(revision) - 1}`;
    const values = (counted: object, links: object): unknown[] => queueValues(projectId, revision, counted, links);
    const changed: [PreparedStatement, unknown[]] = [CHANGED, values(notified, { change, translations })];
    if (reviewed.size === 0) return [changed];
    return [changed, [REVIEWED, values(Object.fromEntries(reviewed), { change })]];
  }

  committed(): void {
    this.dispatcher.wake();
    this.checks.wake();
  }
}

/** The change of the revision `$3`; `$4` are the counts, `$5` the links. */
const queueChange = (event: WebhookEvent, data: string): PreparedStatement =>
  queueStatement(event, {
    source: 'changes c',
    data,
    at: 'c.at',
    where: 'c.project_id = $1 AND c.revision = $3',
  });

/** SQL of the members with the author of the change: one of them is null. */
const AUTHOR = `
     'apiKey', CASE WHEN c.api_key_id IS NOT NULL THEN json_build_object('id', c.api_key_id, 'name', c.api_key_name) END,
     'person', (SELECT json_build_object('id', p.id, 'name', p.name) FROM persons p WHERE p.id = c.person_id)`;

const CHANGED = queueChange(
  'project.changed',
  `json_build_object(
     'projectId', c.project_id, 'revision', c.revision, 'action', c.action, ${AUTHOR}, 'counts', $4::json,
     'languages', c.languages, 'import', c.details -> 'import', 'undoes', c.undoes,
     'undoesKeyId', c.details -> 'undoesKeyId', 'restores', c.details -> 'restores', 'links', $5::json)`,
);

const REVIEWED = queueChange(
  'translations.reviewed',
  `json_build_object(
     'projectId', c.project_id, 'revision', c.revision, ${AUTHOR}, 'counts', $4::json, 'links', $5::json)`,
);
