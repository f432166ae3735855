import { setTimeout as delay } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { ProjectBusyError } from '../common/errors/project-busy.error';
import { FairSemaphore } from '../common/scheduling/fair-semaphore';
import { Database } from '../database/database';
import type { Transaction } from '../database/transaction';
import { ProjectNotFoundError } from '../project-write/project-errors';
import { CheckRun, LeaseLostError, type Progress } from './check-run';
import { PROGRESS, RELEASE, TAKE } from './check-run-statements';
import { Checker } from './checker';

/**
 * Milliseconds that a request waits for findings. The check run goes on, so that a later request finds more of it done.
 */
const MAX_WAIT_MS = 30_000;
/** Milliseconds after which a project that another replica checks is tried again. */
const RETRY_MS = 50;
/** Projects whose texts are in memory at a time. */
const MAX_STEPS = 2;

/** A project, and the revision whose findings are asked for. */
export interface ProjectRevision {
  id: string;
  organizationId: string;
  revision: string;
}

/**
 * Keeps the findings of projects. They are brought up to date when they are asked for: writes do not wait for checks.
 * One replica checks a project at a time; organizations take turns, step by step.
 */
@Injectable()
export class FindingsRefresher implements OnModuleDestroy, BeforeApplicationShutdown {
  /** The check runs of this process by project, which requests share. */
  private readonly running = new Map<string, Promise<void>>();
  private readonly turns = new FairSemaphore({
    slots: MAX_STEPS,
    slotsPerGroup: MAX_STEPS - 1,
    createRefusal: () => new ProjectBusyError(),
  });
  private isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly checker: Checker,
  ) {}

  /** Ends each check run after its current step, before anything waits for it; another replica can go on. */
  onModuleDestroy(): void {
    this.isStopping = true;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.allSettled(this.running.values());
  }

  /**
   * Reads a snapshot in which the stored findings belong to the revision, or to a later one.
   *
   * @param begin `BEGIN …`
   * @param read receives the revision of the findings
   * @param from the primary, as the request reads it
   * @throws ProjectNotFoundError; ProjectBusyError when this takes more than 30 s
   */
  async read<T>(
    { id, organizationId, revision }: ProjectRevision,
    begin: string,
    read: (tx: Transaction, revision: string) => Promise<T>,
    from = this.database,
  ): Promise<T> {
    const end = performance.now() + MAX_WAIT_MS;
    for (;;) {
      const found = await from.transaction(begin, async (tx) => {
        const [project] = await tx.rows<{ checkedRevision: string | null; isExact: boolean }>(PROGRESS, [id]);
        if (!project) throw new ProjectNotFoundError();
        const { checkedRevision, isExact } = project;
        const isReached = isExact && checkedRevision !== null && Number(checkedRevision) >= Number(revision);
        return isReached ? { result: await read(tx, checkedRevision) } : undefined;
      });
      if (found) return found.result;
      if (performance.now() >= end || this.isStopping) throw new ProjectBusyError();
      const waiting = new AbortController();
      const timeout = delay(end - performance.now(), undefined, { signal: waiting.signal }).catch(() => undefined);
      await Promise.race([this.refresh(id, organizationId), timeout]).finally(() => waiting.abort());
    }
  }

  /** Checks a project once, or waits for the check run that is under way. */
  refresh(projectId: string, organizationId: string): Promise<void> {
    const run =
      this.running.get(projectId) ?? this.run(projectId, organizationId).finally(() => this.running.delete(projectId));
    this.running.set(projectId, run);
    return run;
  }

  private async run(projectId: string, organizationId: string): Promise<void> {
    const lease = uuidv7();
    const [progress] = await this.database.rows<Progress>(TAKE, [projectId, lease]);
    if (!progress) return delay(RETRY_MS);
    const steps = new CheckRun(this.database, this.checker, { id: projectId, organizationId, lease }, progress).steps();
    try {
      for (;;) {
        const step = await this.turns.run(organizationId, () => steps.next());
        if (step.done || this.isStopping) return;
      }
    } catch (error) {
      if (!(error instanceof LeaseLostError)) throw error;
    } finally {
      await this.database.rows(RELEASE, [projectId, lease]);
    }
  }
}
