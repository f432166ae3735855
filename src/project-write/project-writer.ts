import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Principal } from '../common/access/principal';
import { ProjectBusyError } from '../common/errors/project-busy.error';
import { type Deadline, unlessAborted } from '../common/scheduling/deadline';
import { Database } from '../database/database';
import { OPEN_DATABASE } from '../database/database.module';
import { isLockTimeout, limitStatements, LOCK_TIMEOUT_MS, writeSettings } from '../database/write-settings';
import { type OpenDatabase, POOL_SIZE } from '../database/open-database';
import { TableStatistics } from '../database/table-statistics';
import type { Transaction, TransactionEnd } from '../database/transaction';
import type { Once } from '../idempotency/once';
import { assertRevision, FIND, find, lock, withDeadline } from './project-turn';
import type { ChangeAction } from './change-record';
import type { ChangeListener } from './change-listener';
import { ProjectWrite } from './project-write';
import { BEGIN_DRY_RUN, type DryRun, inSteps, MAX_ATTEMPTS, Steps } from './dry-run';
import { inOneTransaction, Parts, type WriteInParts } from './parts';
import type { ProjectChanges } from './project-changes';
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
  /** Whether it made a change, which can be undone. A dry run makes none. */
  isChange: boolean;
}

/** A write whose turn it is. */
interface Turn {
  action: ChangeAction;
  deadline: Deadline;
  endTurn: EndTurn;
  /** The write has made these changes in other transactions. Default: none. */
  changes?: ProjectChanges;
  end?: TransactionEnd;
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
  private running = 0;
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

  /** Whether this process writes projects, or does dry runs. */
  get isBusy(): boolean {
    return this.running > 0;
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
    return this.inTurn(principal, id, (deadline) =>
      this.queue.run(
        principal.organizationId,
        id,
        (endTurn) => this.runLocked(principal, id, { action, deadline, endTurn, ...conditions }, work),
        deadline.signal,
      ),
    );
  }

  /**
   * Does the same, all or nothing. On the embedded database, other requests have their turn between its statements: one transaction would
   * keep all of them waiting for the only connection.
   *
   * @throws ProjectBusyError also if the project was deleted, or its history was pruned, while the write was planned
   */
  async writeInParts<P, T>(
    principal: Principal,
    projectId: string,
    action: ChangeAction,
    parts: WriteInParts<P, T>,
    conditions: WriteConditions<T> = {},
  ): Promise<Written<T>> {
    const { engine } = this.open;
    if (!engine) return this.write(principal, projectId, action, inOneTransaction(parts), conditions);
    const [id, { organizationId }] = [projectId.toLowerCase(), principal];
    return this.inTurn(principal, id, ({ signal }) => {
      const run = async (endTurn: EndTurn): Promise<Written<T>> => {
        const project = await this.database.transaction(BEGIN_DRY_RUN, (tx) => find(tx, FIND, principal, id), signal);
        assertRevision(project, conditions.ifRevision);
        const last = (work: (write: ProjectWrite) => Promise<T>, turn: Partial<Turn>): Promise<Written<T>> =>
          withDeadline((deadline) =>
            this.queue.onConnection(
              organizationId,
              () => this.runLocked(principal, id, { action, deadline, endTurn, ...conditions, ...turn }, work),
              deadline.signal,
            ),
          );
        const writeIn = (tx: Transaction): ProjectWrite => new ProjectWrite(tx, project, principal, action);
        const steps = new Steps(this.database, project);
        const reads = writeIn(steps);
        const orBusy = (error: unknown): never => {
          throw steps.isOutdated ? new ProjectBusyError() : error;
        };
        const planned = await parts.plan(reads).catch(orBusy);
        const rows = new Parts(this.database, project, parts.rowsOf(planned));
        const inserting = writeIn(rows);
        try {
          await parts.begin(inserting, planned, reads).catch(orBusy);
          const turn = { changes: inserting.changes, end: { afterwards: rows.commits } };
          return await last((write) => parts.finish(write, planned), turn);
        } catch (error) {
          await rows.end();
          throw error;
        }
      };
      const inTurn = (endTurn: EndTurn): Promise<Written<T>> =>
        engine.parts.run(organizationId, () => run(endTurn), { signal });
      return this.queue.inProject(organizationId, id, inTurn, signal);
    });
  }

  /**
   * Runs a dry run of a write on the project as it was last committed: it waits for no write, and no write waits for it. On the embedded
   * database, one that runs only once, or whose project has changed in each attempt, has its turn among the writers of the project.
   *
   * @param action what the write would be in the list of changes
   * @throws ProjectNotFoundError if the caller cannot see the project
   * @throws ProjectBusyError if it has waited for 30 s behind other dry runs of the project, or for its turn
   * @throws RevisionMovedError, and the errors of `Once`
   */
  async dryRun<P, T>(
    principal: Principal,
    projectId: string,
    action: ChangeAction,
    { prepare, work, runsOnce = false }: DryRun<P, T>,
    { ifRevision, once }: WriteConditions<T> = {},
  ): Promise<Written<T>> {
    const id = projectId.toLowerCase();
    const { organizationId } = principal;
    const begin = async (tx: Transaction): Promise<[ProjectWrite, P]> => {
      const project = await find(tx, FIND, principal, id);
      assertRevision(project, ifRevision);
      const write = new ProjectWrite(tx, project, principal, action);
      return [write, await prepare(write)];
    };
    const whole = async (tx: Transaction): Promise<Written<T>> => {
      const [write, prepared] = await begin(tx);
      return { result: await work(write, prepared), revision: write.revision, isChange: false };
    };
    return this.inTurn(principal, id, async ({ signal }) => {
      const read = <R>(run: (tx: Transaction) => Promise<R>): Promise<R> =>
        this.database.transaction(BEGIN_DRY_RUN, run, signal);
      const run = async (result: () => Promise<Written<T> | undefined>): Promise<Written<T> | undefined> => {
        await once?.lookUp();
        const written = await result();
        if (once && written) {
          await this.database.transaction(this.begin(LOCK_TIMEOUT_MS), async (tx) => {
            await once.claim(tx);
            await once.keep(tx, written);
          });
        }
        return written;
      };
      const inAttempts = (attempts: number): Promise<Written<T> | undefined> =>
        run(() => inSteps(this.database, () => read(begin), work, attempts));
      const queued = (dryRun: () => Promise<Written<T> | undefined>): Promise<Written<T> | undefined> =>
        this.dryRuns.run(organizationId, `dry run of ${id}`, dryRun, signal);
      // The turn comes last: writers of the project do not wait for dry runs of others.
      const amongWriters = (): Promise<Written<T> | undefined> => {
        const inTurn = () => this.queue.inProject(organizationId, id, () => inAttempts(1), signal);
        return this.dryRuns.onConnection(organizationId, inTurn, signal);
      };
      const written = this.open.embedded
        ? ((runsOnce ? undefined : await queued(() => inAttempts(MAX_ATTEMPTS))) ?? (await amongWriters()))
        : await queued(() => run(() => read(whole)));
      if (!written) throw new ProjectBusyError();
      return written;
    });
  }

  /** Runs what waits for its turn, if the caller can see the project. */
  private inTurn<T>(principal: Principal, id: string, run: (deadline: Deadline) => Promise<T>): Promise<T> {
    const { organizationId } = principal;
    this.running++;
    return withDeadline(async (deadline) => {
      if (this.owners.get(id) !== organizationId || !isVisible({ id, organizationId }, principal)) {
        await unlessAborted(this.visible.get(principal, id), deadline.signal);
        this.owners.set(id, organizationId);
      }
      return run(deadline);
    }).finally(() => this.running--);
  }

  private async runLocked<T>(
    principal: Principal,
    projectId: string,
    { action, deadline, endTurn, ifRevision, once, changes: changed, end }: WriteConditions<T> & Turn,
    work: (write: ProjectWrite) => Promise<T>,
  ): Promise<Written<T>> {
    this.open.engine?.assertSpaceFor();
    try {
      const { written, changes, listener } = await this.database.transaction(
        () => this.begin(deadline.remainingMs),
        async (tx) => {
          const project = await lock(tx, principal, projectId, { once, embedded: this.open.embedded });
          assertRevision(project, ifRevision);
          const write = new ProjectWrite(tx, project, principal, action, changed);
          const result = await work(write);
          write.endTransaction();
          const { revision, changes } = write;
          const listener = project.hasWebhooks && !changes.isEmpty ? this.listener : undefined;
          const { counts, reviewed } = changes;
          for (const [statement, values] of listener?.statementsFor({ projectId, revision, counts, reviewed }) ?? []) {
            tx.endWith(statement, values);
          }
          const written = { result, revision, isChange: !changes.isEmpty };
          await once?.keep(tx, written);
          // The next writer takes its connection while this one commits, and waits for the lock only so long.
          endTurn();
          return { written, changes, listener };
        },
        deadline.signal,
        end,
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
}
