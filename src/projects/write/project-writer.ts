import { Inject, Injectable } from '@nestjs/common';
import { Semaphore, type SemaphoreInterface, withTimeout } from 'async-mutex';
import pg from 'pg';
import { validate as isUuid } from 'uuid';
import type { Principal } from '../../common/access/principal';
import { Database } from '../../database/database';
import { OPEN_DATABASE } from '../../database/database.module';
import { isLockTimeout } from '../../database/lock-timeout';
import { LOCK_TIMEOUT_MS, type OpenDatabase, POOL_SIZE } from '../../database/open-database';
import type { Transaction } from '../../database/transaction';
import { ProjectNotFoundError } from '../project-errors';
import { ProjectBusyError } from '../../common/errors/project-busy.error';

/** The rest of the pool is for reads, however many writers there are. */
const WRITE_CONNECTIONS = POOL_SIZE - 4;

/**
 * Of one project, in this process: one writes, and the next has a connection and waits for the row's lock already, so that
 * it goes on as soon as the first has committed.
 */
const WRITERS_AT_ONCE = 2;

/** A project whose row this transaction has locked. */
export interface LockedProject {
  id: string;
  sourceLanguage: string;
  targetLanguages: string[];
  stringCount: number;
}

/** A write under way: what it says here is recorded in the project's row before the commit. */
export class ProjectWrite {
  changed = false;
  private keyDelta = 0;

  constructor(
    readonly tx: Transaction,
    readonly project: LockedProject,
    readonly principal: Principal,
  ) {}

  get languages(): string[] {
    return [this.project.sourceLanguage, ...this.project.targetLanguages];
  }

  /** Something is other than before, beyond the number of keys. */
  markChanged(): void {
    this.changed = true;
  }

  /** Keys came (positive) or went (negative). */
  countKeys(delta: number): void {
    this.keyDelta += delta;
    if (delta !== 0) this.changed = true;
  }

  async setTargetLanguages(languages: string[]): Promise<void> {
    await this.tx.rows('UPDATE projects SET target_languages = $2 WHERE id = $1', [this.project.id, languages]);
    this.project.targetLanguages = languages;
    this.changed = true;
  }

  /** Raises the revision when, and only when, something changed. */
  record(): void {
    if (!this.changed) return;
    this.tx.endWith(
      `UPDATE projects SET revision = revision + 1, updated_at = clock_timestamp(), string_count = string_count + (${this.keyDelta})
       WHERE id = ${pg.escapeLiteral(this.project.id)}`,
    );
  }
}

/**
 * The one place through which a project is written. Writers of one project queue: first in this process, before they
 * take a connection, then for the row's lock; so they never deadlock, and readers never wait for them on a server.
 */
@Injectable()
export class ProjectWriter {
  private readonly queues = new Map<string, SemaphoreInterface>();
  private readonly connections: SemaphoreInterface;

  constructor(
    private readonly database: Database,
    @Inject(OPEN_DATABASE) { embedded }: OpenDatabase,
  ) {
    this.connections = withTimeout(
      new Semaphore(embedded ? 1 : WRITE_CONNECTIONS),
      LOCK_TIMEOUT_MS,
      new ProjectBusyError(),
    );
  }

  /**
   * Runs `work` in one transaction that holds the project's lock: all of it is seen, or nothing.
   * @throws ProjectNotFoundError where the caller cannot see the project
   * @throws ProjectBusyError where other writers did not finish within 30 s
   */
  async write<T>(principal: Principal, projectId: string, work: (write: ProjectWrite) => Promise<T>): Promise<T> {
    if (!isUuid(projectId)) throw new ProjectNotFoundError();
    const started = performance.now();
    return this.inTurn(projectId, () =>
      this.connections.runExclusive(() => this.locked(principal, projectId, performance.now() - started, work)),
    );
  }

  /** The connection's own lock timeout is the whole patience; what was waited for in the queue is taken off it. */
  private async locked<T>(
    principal: Principal,
    projectId: string,
    waitedMs: number,
    work: (write: ProjectWrite) => Promise<T>,
  ): Promise<T> {
    const patience = `SET LOCAL lock_timeout = ${Math.max(1, Math.ceil(LOCK_TIMEOUT_MS - waitedMs))};`;
    const begin = `BEGIN; ${waitedMs > 1_000 ? patience : ''} ${lockStatement(principal, projectId)}`;
    try {
      return await this.database.transaction<LockedProject, T>(begin, async (tx, [project]) => {
        if (!project) throw new ProjectNotFoundError();
        const write = new ProjectWrite(tx, project, principal);
        const result = await work(write);
        write.record();
        return result;
      });
    } catch (error) {
      throw isLockTimeout(error) ? new ProjectBusyError() : error;
    }
  }

  private async inTurn<T>(projectId: string, work: () => Promise<T>): Promise<T> {
    const queue =
      this.queues.get(projectId) ??
      withTimeout(new Semaphore(WRITERS_AT_ONCE), LOCK_TIMEOUT_MS, new ProjectBusyError());
    this.queues.set(projectId, queue);
    try {
      return await queue.runExclusive(work);
    } finally {
      if (queue.getValue() === WRITERS_AT_ONCE) this.queues.delete(projectId);
    }
  }
}

function lockStatement({ organizationId, projectIds }: Principal, projectId: string): string {
  const reach = projectIds && `AND id = ANY (${pg.escapeLiteral(`{${projectIds.join(',')}}`)})`;
  return `SELECT id, source_language AS "sourceLanguage", target_languages AS "targetLanguages", string_count AS "stringCount"
    FROM projects WHERE id = ${pg.escapeLiteral(projectId)} AND organization_id = ${pg.escapeLiteral(organizationId)} ${reach ?? ''}
    FOR NO KEY UPDATE`;
}
