import { Injectable } from '@nestjs/common';
import pg from 'pg';
import type { ChangeListener, RecordedProjectChange } from '../projects/write/change-listener';
import { ProjectWriter } from '../projects/write/project-writer';
import { ChecksWatch } from './checks-watch';
import { Dispatcher } from './dispatcher';
import { json, queueStatement } from './queue-statement';

/** Writes the deliveries of an event in the transaction of the event, so that neither exists without the other. */
@Injectable()
export class Outbox implements ChangeListener {
  constructor(
    writer: ProjectWriter,
    private readonly dispatcher: Dispatcher,
    private readonly checks: ChecksWatch,
  ) {
    writer.announceTo(this);
  }

  statementFor(change: RecordedProjectChange): string {
    return change.reviewed.size === 0 ? changed(change) : `${changed(change)}; ${reviewed(change)}`;
  }

  committed(): void {
    this.dispatcher.wake();
    this.checks.wake();
  }
}

/** Returns SQL that queues `project.changed`. */
function changed({ projectId, revision, counts }: RecordedProjectChange): string {
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

/** Returns SQL that queues `translations.reviewed`. */
function reviewed({ projectId, revision, reviewed }: RecordedProjectChange): string {
  const links = { change: `/api/v1/projects/${projectId}/changes/${revision}` };
  return queueStatement('translations.reviewed', projectId, {
    source: 'changes c',
    data: `json_build_object(
        'projectId', c.project_id, 'revision', c.revision, 'apiKey', json_build_object('id', c.api_key_id, 'name', c.api_key_name),
        'counts', ${json(Object.fromEntries(reviewed))}, 'links', ${json(links)})`,
    at: 'c.at',
    where: `c.project_id = ${pg.escapeLiteral(projectId)} AND c.revision = ${pg.escapeLiteral(revision)}`,
  });
}
