import { Inject, Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import type { Principal } from '../../common/access/principal';
import { ProjectBusyError } from '../../common/errors/project-busy.error';
import { RevisionMovedError } from '../../common/errors/revision-moved.error';
import { Database } from '../../database/database';
import { OPEN_DATABASE } from '../../database/database.module';
import { isLockTimeout, LOCK_TIMEOUT_MS, writeSettings } from '../../database/write-settings';
import { type OpenDatabase, POOL_SIZE } from '../../database/open-database';
import { prepared } from '../../database/statements';
import { TableStatistics } from '../../database/table-statistics';
import type { Once } from '../../idempotency/once';
import { ProjectNotFoundError } from '../project-errors';
import type { ChangeAction } from './change-record';
import type { ChangeListener } from './change-listener';
import { type LockedProject, ProjectWrite } from './project-write';
import { WriteQueue } from './write-queue';

/** Connections that writers may hold together; the other ones are left to reads. */
const WRITE_CONNECTIONS = POOL_SIZE - 5;

/** The result of a write, and the revision of the project after it, which is the old one if nothing changed. */
export interface Written<T> {
  result: T;
  revision: string;
}

/** The conditions of a write with the result `T`. */
export interface WriteConditions<T> {
  /** Makes the write happen once. */
  once?: Once<Written<T>>;
  /** The revision that the project must be at. */
  ifRevision?: number;
}

interface LockedWrite<T> extends WriteConditions<T> {
  action: ChangeAction;
  /** Time in the queue, which shortens the wait for the lock. */
  waitedMs: number;
}

/**
 * Runs every write of a project. Writers of one project queue, first in this process and then for the lock of the project's
 * row, so they never deadlock. On a server, readers never wait for them.
 */
@Injectable()
export class ProjectWriter {
  readonly counters = { replacedRows: 0 };
  private readonly queue: WriteQueue;
  private listener: ChangeListener | undefined;

  constructor(
    private readonly database: Database,
    private readonly statistics: TableStatistics,
    @Inject(OPEN_DATABASE) { embedded }: OpenDatabase,
  ) {
    this.queue = new WriteQueue(embedded ? 1 : WRITE_CONNECTIONS);
  }

  /** Sets what is told of each change of a project that has webhooks. */
  announceTo(listener: ChangeListener): void {
    this.listener = listener;
  }

  /**
   * Runs `work` in one transaction that holds the project's lock: others see all of its changes, or none.
   *
   * @param action what the write is in the list of changes
   * @throws ProjectNotFoundError if the caller cannot see the project
   * @throws ProjectBusyError if the writer has waited for 30 s
   * @throws RevisionMovedError, and the errors of `Once.claim`, before `work` is run
   */
  async write<T>(
    principal: Principal,
    projectId: string,
    action: ChangeAction,
    work: (write: ProjectWrite) => Promise<T>,
    { ifRevision, once }: WriteConditions<T> = {},
  ): Promise<Written<T>> {
    if (!isUuid(projectId)) throw new ProjectNotFoundError();
    const queuedAt = performance.now();
    return this.queue.run(principal.organizationId, projectId, () =>
      this.runLocked(principal, projectId, { action, ifRevision, once, waitedMs: performance.now() - queuedAt }, work),
    );
  }

  private async runLocked<T>(
    principal: Principal,
    projectId: string,
    { action, ifRevision, once, waitedMs }: LockedWrite<T>,
    work: (write: ProjectWrite) => Promise<T>,
  ): Promise<Written<T>> {
    const { organizationId, projectIds } = principal;
    try {
      const { written, changes, listener } = await this.database.transaction(
        `BEGIN; ${writeSettings(LOCK_TIMEOUT_MS - waitedMs)}`,
        async (tx) => {
          // A repeated request must not wait for the lock, which the first request has.
          await once?.claim(tx);
          const [project] = await tx.rows<LockedProject>(LOCK, [projectId, organizationId, projectIds]);
          if (!project) throw new ProjectNotFoundError();
          assertRevision(project, ifRevision);
          const write = new ProjectWrite(tx, project, principal, action);
          const result = await work(write);
          write.endTransaction();
          const { revision, changes } = write;
          const listener = project.hasWebhooks && !changes.isEmpty ? this.listener : undefined;
          const { counts, reviewed } = changes;
          for (const [statement, values] of listener?.statementsFor({ projectId, revision, counts, reviewed }) ?? []) {
            tx.endWith(statement, values);
          }
          const written = { result, revision };
          await once?.keep(tx, written);
          return { written, changes, listener };
        },
      );
      listener?.committed();
      this.counters.replacedRows += changes.replacedRows;
      this.statistics.afterWrite(changes.rows);
      return written;
    } catch (error) {
      throw isLockTimeout(error) ? new ProjectBusyError() : error;
    }
  }
}

function assertRevision({ revision }: LockedProject, expected: number | undefined): void {
  if (expected !== undefined && Number(revision) !== expected) {
    throw new RevisionMovedError('ifRevision', String(expected), revision);
  }
}

/** Locks and returns a project if the caller can see it. */
const LOCK = prepared(`
  SELECT id, name, source_language AS "sourceLanguage", target_languages AS "targetLanguages",
         protect_reviewed AS "protectReviewed", string_count AS "stringCount", revision, oldest_revision AS "oldestRevision",
         has_webhooks AS "hasWebhooks", updated_at AS "updatedAt", now()::timestamptz(3) AS "startedAt"
  FROM projects WHERE id = $1 AND organization_id = $2 AND ($3::uuid[] IS NULL OR id = ANY ($3))
  FOR NO KEY UPDATE`);
