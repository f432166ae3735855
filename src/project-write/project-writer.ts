import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Principal } from '../common/access/principal';
import { ProjectBusyError } from '../common/errors/project-busy.error';
import { RevisionMovedError } from '../common/errors/revision-moved.error';
import { Deadline, unlessAborted } from '../common/scheduling/deadline';
import { Database } from '../database/database';
import { OPEN_DATABASE } from '../database/database.module';
import {
  isCanceled,
  isLockTimeout,
  limitStatements,
  LOCK_TIMEOUT_MS,
  UNLIMIT_STATEMENTS,
  writeSettings,
} from '../database/write-settings';
import { type OpenDatabase, POOL_SIZE } from '../database/open-database';
import { prepared, type PreparedStatement } from '../database/statements';
import { TableStatistics } from '../database/table-statistics';
import type { Transaction } from '../database/transaction';
import type { Once } from '../idempotency/once';
import { ProjectNotFoundError } from './project-errors';
import type { ChangeAction } from './change-record';
import type { ChangeListener } from './change-listener';
import { assertStillAdmitted } from './caller-check';
import { type LockedProject, ProjectWrite } from './project-write';
import { BEGIN_DRY_RUN, type DryRun, inSteps } from './dry-run';
import { isVisible, VisibleProjects } from './visible-projects';
import { type EndTurn, WriteQueue } from './write-queue';

/** Connections that writers may hold together; the other ones are left to reads. */
const WRITE_CONNECTIONS = POOL_SIZE - 5;

/** Rows of keys and texts of a large write. */
const LARGE_WRITE = 4_000;

/** Is called after a large write, which has been committed, and returns at once. */
export type LargeWriteListener = (projectId: string, organizationId: string) => void;

/** The result of a write, and the revision of the project after it, which is the old one if nothing changed. */
export interface Written<T> {
  result: T;
  revision: string;
}

/** A write whose turn it is. */
interface Turn {
  action: ChangeAction;
  deadline: Deadline;
  endTurn: EndTurn;
}

/** The conditions of a write with the result `T`. */
export interface WriteConditions<T> {
  /** Makes the write happen once. */
  once?: Once<Written<T>>;
  /** The revision that the project must be at. */
  ifRevision?: number;
}

/**
 * Runs every write of a project. Writers of one project queue, first in this process and then for the lock of the
 * project's row, so they never deadlock. On a server, readers never wait for them. Only callers that can see the
 * project queue: other callers neither wait nor delay a write.
 */
@Injectable()
export class ProjectWriter {
  readonly counters = { replacedRows: 0 };
  private readonly queue: WriteQueue;
  private readonly dryRuns: WriteQueue;
  private listener: ChangeListener | undefined;
  private readonly largeWriteListeners: LargeWriteListener[] = [];
  /** Organizations by the ids of projects that were written. A project is never given to another organization. */
  private readonly owners = new LRUCache<string, string>({ max: 10_000 });

  constructor(
    private readonly database: Database,
    private readonly visible: VisibleProjects,
    private readonly statistics: TableStatistics,
    @Inject(OPEN_DATABASE) private readonly open: OpenDatabase,
  ) {
    this.queue = new WriteQueue(open.embedded ? 1 : WRITE_CONNECTIONS);
    // A dry run holds a connection as a write does, but holds the connection of the embedded database only for its steps.
    this.dryRuns = open.embedded ? new WriteQueue(1) : this.queue;
  }

  /** Sets the listener for changes of projects that have webhooks. */
  subscribe(listener: ChangeListener): void {
    this.listener = listener;
  }

  /** Calls a listener after writes of many keys and texts, on this replica only. */
  afterLargeWrites(listener: LargeWriteListener): void {
    this.largeWriteListeners.push(listener);
  }

  /**
   * Runs `work` in one transaction that holds the project's lock: others see all of its changes, or none.
   *
   * @param action what the write is in the list of changes
   * @throws ProjectNotFoundError if the caller cannot see the project
   * @throws ProjectBusyError if the writer has waited for 30 s, or the caller's rights have changed meanwhile
   * @throws UnauthenticatedError if the caller has lost its access meanwhile
   * @throws StorageFullError if the disk of the embedded database is nearly full
   * @throws RevisionMovedError, and the errors of `Once.claim`, before `work` is run
   */
  async write<T>(
    principal: Principal,
    projectId: string,
    action: ChangeAction,
    work: (write: ProjectWrite) => Promise<T>,
    conditions: WriteConditions<T> = {},
  ): Promise<Written<T>> {
    const id = projectId.toLowerCase();
    return this.inTurn(this.queue, principal, [id, id], (deadline, endTurn) =>
      this.runLocked(principal, id, { action, deadline, endTurn, ...conditions }, work),
    );
  }

  /**
   * Runs a dry run of a write on the project as it was last committed: it waits for no write, and no write waits for it.
   *
   * @param action what the write would be in the list of changes
   * @throws ProjectNotFoundError if the caller cannot see the project
   * @throws ProjectBusyError if it has waited for 30 s behind other dry runs of the project
   * @throws RevisionMovedError, and the errors of `Once`
   */
  async dryRun<P, T>(
    principal: Principal,
    projectId: string,
    action: ChangeAction,
    { prepare, work }: DryRun<P, T>,
    { ifRevision, once }: WriteConditions<T> = {},
  ): Promise<Written<T>> {
    const id = projectId.toLowerCase();
    return this.inTurn(this.dryRuns, principal, [id, `dry run of ${id}`], async (deadline) => {
      await once?.lookUp();
      const begin = async (tx: Transaction): Promise<[ProjectWrite, P]> => {
        const project = await find(tx, FIND, principal, id);
        assertRevision(project, ifRevision);
        const write = new ProjectWrite(tx, project, principal, action);
        return [write, await prepare(write)];
      };
      const whole = async (tx: Transaction): Promise<Written<T>> => {
        const [write, prepared] = await begin(tx);
        return { result: await work(write, prepared), revision: write.revision };
      };
      const read = <R>(run: (tx: Transaction) => Promise<R>): Promise<R> =>
        this.database.transaction(BEGIN_DRY_RUN, run, deadline.signal);
      const stepwise = this.open.embedded ? await inSteps(this.database, () => read(begin), work) : undefined;
      const written = stepwise ?? (await read(whole));
      if (once) {
        await this.database.transaction(this.begin(LOCK_TIMEOUT_MS), async (tx) => {
          await once.claim(tx);
          await once.keep(tx, written);
        });
      }
      return written;
    });
  }

  /** @param id of the project, and of the queue in which its writers or dry runs wait */
  private async inTurn<T>(
    queue: WriteQueue,
    principal: Principal,
    [id, queueId]: readonly [string, string],
    run: (deadline: Deadline, endTurn: EndTurn) => Promise<T>,
  ): Promise<T> {
    const { organizationId } = principal;
    const deadline = new Deadline(LOCK_TIMEOUT_MS, () => new ProjectBusyError());
    try {
      if (this.owners.get(id) !== organizationId || !isVisible({ id, organizationId }, principal)) {
        await unlessAborted(this.visible.get(principal, id), deadline.signal);
        this.owners.set(id, organizationId);
      }
      return await queue.run(organizationId, queueId, (endTurn) => run(deadline, endTurn), deadline.signal);
    } finally {
      deadline.clear();
    }
  }

  private async runLocked<T>(
    principal: Principal,
    projectId: string,
    { action, deadline, endTurn, ifRevision, once }: WriteConditions<T> & Turn,
    work: (write: ProjectWrite) => Promise<T>,
  ): Promise<Written<T>> {
    this.open.engine?.assertSpaceFor();
    try {
      const { written, changes, listener } = await this.database.transaction(
        () => this.begin(deadline.remainingMs),
        async (tx) => {
          const project = await this.lock(tx, principal, projectId, once);
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
          // The next writer takes its connection while this one commits, and waits for the lock only so long.
          endTurn();
          return { written, changes, listener };
        },
        deadline.signal,
      );
      listener?.committed();
      const { organizationId } = principal;
      this.counters.replacedRows += changes.replacedRows;
      this.statistics.afterWrite(changes.rows);
      if (changes.rows >= LARGE_WRITE)
        for (const written of this.largeWriteListeners) written(projectId, organizationId);
      return written;
    } catch (error) {
      throw isLockTimeout(error) ? new ProjectBusyError() : error;
    }
  }

  /** The embedded database has one connection, so that nothing waits for a lock there. */
  private begin(waitMs: number): string {
    const begin = `BEGIN; ${writeSettings(waitMs)}`;
    return this.open.embedded ? begin : `${begin}; ${limitStatements(waitMs)}`;
  }

  private async lock(
    tx: Transaction,
    principal: Principal,
    projectId: string,
    once: Pick<Once<unknown>, 'claim'> | undefined,
  ): Promise<LockedProject> {
    try {
      // A repeated request must not wait for the lock, which the first request has.
      await once?.claim(tx);
      const [project] = await Promise.all([
        find(tx, LOCK, principal, projectId),
        assertStillAdmitted(tx, principal),
        ...(this.open.embedded ? [] : [tx.rows(UNLIMIT_STATEMENTS)]),
      ]);
      return project;
    } catch (error) {
      throw isCanceled(error) ? new ProjectBusyError() : error;
    }
  }
}

function assertRevision({ revision }: LockedProject, expected: number | undefined): void {
  if (expected !== undefined && Number(revision) !== expected) {
    throw new RevisionMovedError('ifRevision', String(expected), revision);
  }
}

/** Selects a project if the caller can see it. */
const SELECT = `
  SELECT id, name, source_language AS "sourceLanguage", target_languages AS "targetLanguages",
         protect_reviewed AS "protectReviewed", memory, style_note AS "styleNote", string_count AS "stringCount", revision, oldest_revision AS "oldestRevision",
         has_webhooks AS "hasWebhooks", updated_at AS "updatedAt", now()::timestamptz(3) AS "startedAt"
  FROM projects WHERE id = $1 AND organization_id = $2 AND ($3::uuid[] IS NULL OR id = ANY ($3))`;

const FIND = prepared(SELECT);
const LOCK = prepared(`${SELECT} FOR NO KEY UPDATE`);

async function find(
  tx: Transaction,
  statement: PreparedStatement,
  { organizationId, projectIds }: Principal,
  projectId: string,
): Promise<LockedProject> {
  const [project] = await tx.rows<LockedProject>(statement, [projectId, organizationId, projectIds]);
  if (!project) throw new ProjectNotFoundError();
  return project;
}
