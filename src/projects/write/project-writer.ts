import { Inject, Injectable } from '@nestjs/common';
import pg from 'pg';
import { validate as isUuid } from 'uuid';
import type { Principal } from '../../common/access/principal';
import { ProjectBusyError } from '../../common/errors/project-busy.error';
import { Database } from '../../database/database';
import { OPEN_DATABASE } from '../../database/database.module';
import { isLockTimeout } from '../../database/lock-timeout';
import { LOCK_TIMEOUT_MS, type OpenDatabase, POOL_SIZE } from '../../database/open-database';
import { ProjectNotFoundError } from '../project-errors';
import { type LockedProject, ProjectWrite } from './project-write';
import { WriteQueue } from './write-queue';

/** Connections that writers may hold together; the other ones are left to reads. */
const WRITE_CONNECTIONS = POOL_SIZE - 4;

/**
 * Runs every write of a project. Writers of one project queue, first in this process and then for the lock of the project's
 * row, so they never deadlock. On a server, readers never wait for them.
 */
@Injectable()
export class ProjectWriter {
  private readonly queue: WriteQueue;

  constructor(
    private readonly database: Database,
    @Inject(OPEN_DATABASE) { embedded }: OpenDatabase,
  ) {
    this.queue = new WriteQueue(embedded ? 1 : WRITE_CONNECTIONS);
  }

  /**
   * Runs `work` in one transaction that holds the project's lock: others see all of its changes, or none.
   *
   * @throws ProjectNotFoundError if the caller cannot see the project
   * @throws ProjectBusyError if the writer has waited for 30 s
   */
  async write<T>(principal: Principal, projectId: string, work: (write: ProjectWrite) => Promise<T>): Promise<T> {
    if (!isUuid(projectId)) throw new ProjectNotFoundError();
    const queuedAt = performance.now();
    return this.queue.run(projectId, () => this.runLocked(principal, projectId, performance.now() - queuedAt, work));
  }

  /** @param waitedMs time in the queue, which shortens the connection's own lock timeout */
  private async runLocked<T>(
    principal: Principal,
    projectId: string,
    waitedMs: number,
    work: (write: ProjectWrite) => Promise<T>,
  ): Promise<T> {
    const lockTimeout = `SET LOCAL lock_timeout = ${Math.max(1, Math.ceil(LOCK_TIMEOUT_MS - waitedMs))};`;
    const begin = `BEGIN; ${waitedMs > 1_000 ? lockTimeout : ''} ${lockProject(principal, projectId)}`;
    try {
      return await this.database.transaction<LockedProject, T>(begin, async (tx, [project]) => {
        if (!project) throw new ProjectNotFoundError();
        const write = new ProjectWrite(tx, project, principal);
        const result = await work(write);
        write.endTransaction();
        return result;
      });
    } catch (error) {
      throw isLockTimeout(error) ? new ProjectBusyError() : error;
    }
  }
}

/** Returns SQL that locks and returns the project if the caller can see it. */
function lockProject({ organizationId, projectIds }: Principal, projectId: string): string {
  const reach = projectIds ? `AND id = ANY (${pg.escapeLiteral(`{${projectIds.join(',')}}`)})` : '';
  return `SELECT id, name, source_language AS "sourceLanguage", target_languages AS "targetLanguages", string_count AS "stringCount"
    FROM projects WHERE id = ${pg.escapeLiteral(projectId)} AND organization_id = ${pg.escapeLiteral(organizationId)} ${reach}
    FOR NO KEY UPDATE`;
}
