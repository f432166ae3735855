import { setTimeout as delay } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { ProjectBusyError } from '../common/errors/project-busy.error';
import { FairSemaphore } from '../common/scheduling/fair-semaphore';
import { BackgroundDatabase } from '../database/background-database';
import { Database } from '../database/database';
import type { Transaction } from '../database/transaction';
import { ProjectTerms } from '../glossary/project-terms';
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

/** A check run of this process. */
interface Run {
  /** The first step is done, so that the run has ended or is known to have many steps. */
  begun: Promise<void>;
  ended: Promise<void>;
  /** The project is checked once more after it. */
  isRepeated: boolean;
  /** The number of reads that wait for it. */
  reads: number;
}

/**
 * Keeps the findings of projects. They are brought up to date when they are asked for: writes do not wait for checks.
 * One replica checks a project at a time; organizations take turns, step by step.
 */
@Injectable()
export class FindingsRefresher implements OnModuleDestroy, BeforeApplicationShutdown {
  /** The check runs of this process by project, which requests share. */
  private readonly running = new Map<string, Run>();
  private readonly turns = new FairSemaphore({
    slots: MAX_STEPS,
    slotsPerGroup: MAX_STEPS - 1,
    createRefusal: () => new ProjectBusyError(),
  });
  private isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly background: BackgroundDatabase,
    private readonly checker: Checker,
    private readonly terms: ProjectTerms,
  ) {}

  /** Ends each check run after its current step, before anything waits for it; another replica can go on. */
  onModuleDestroy(): void {
    this.isStopping = true;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.ended();
  }

  /** Waits for the check runs of this process that have begun. */
  async ended(): Promise<void> {
    while (this.running.size > 0) await Promise.allSettled([...this.running.values()].map(({ ended }) => ended));
  }

  /**
   * Reads a snapshot in which the stored findings belong to the revision, or to a later one.
   *
   * @param begin `BEGIN …`
   * @param read receives the revision of the findings
   * @param from the primary, as the request reads it
   * @param readUnchecked reads a snapshot without the stored findings, instead of waiting for a check run of many steps,
   *   which begins after it if no text was checked; undefined: it cannot
   * @throws ProjectNotFoundError; ProjectBusyError when this takes more than 30 s
   */
  async read<T>(
    { id, organizationId, revision }: ProjectRevision,
    begin: string,
    read: (tx: Transaction, revision: string) => Promise<T>,
    from = this.database,
    readUnchecked?: (tx: Transaction) => Promise<T | undefined>,
  ): Promise<T> {
    const end = performance.now() + MAX_WAIT_MS;
    for (let run: Run | undefined; ;) {
      const found = await from.transaction(begin, async (tx) => {
        const [project] = await tx.rows<{ checkedRevision: string | null; isExact: boolean }>(PROGRESS, [id]);
        if (!project) throw new ProjectNotFoundError();
        const { checkedRevision, isExact } = project;
        const isReached = isExact && checkedRevision !== null && Number(checkedRevision) >= Number(revision);
        if (isReached) return { result: await read(tx, checkedRevision), isUnchecked: false };
        const isUnchecked = checkedRevision === null;
        const result = run || isUnchecked ? await readUnchecked?.(tx) : undefined;
        return result && { result, isUnchecked };
      });
      if (found?.isUnchecked && !this.isStopping) this.begin(id, organizationId);
      if (found) return found.result;
      if (performance.now() >= end || this.isStopping) throw new ProjectBusyError();
      const waited = run !== undefined;
      run = this.begin(id, organizationId);
      const waiting = new AbortController();
      const timeout = delay(end - performance.now(), undefined, { signal: waiting.signal }).catch(() => undefined);
      const done = readUnchecked && !waited ? run.begun : run.ended;
      run.reads++;
      try {
        await Promise.race([done, timeout]);
      } finally {
        run.reads--;
        waiting.abort();
      }
    }
  }

  /** Whether the stored findings belong to the revision, in the transaction of a write. */
  async isAt(tx: Transaction, { id, revision }: Pick<ProjectRevision, 'id' | 'revision'>): Promise<boolean> {
    const [found] = await tx.rows<{ checkedRevision: string | null; isExact: boolean }>(PROGRESS, [id]);
    return found?.isExact === true && found.checkedRevision === revision;
  }

  /** Checks a project as it is now: after a check run that is under way, which may have read it before. */
  async refresh(projectId: string, organizationId: string): Promise<void> {
    const running = this.running.get(projectId);
    if (!running) return this.begin(projectId, organizationId).ended;
    running.isRepeated = true;
    await running.ended.catch(() => undefined);
    return this.running.get(projectId)?.ended;
  }

  private begin(projectId: string, organizationId: string): Run {
    const running = this.running.get(projectId);
    if (running) return running;
    let setBegun = (): void => undefined;
    const known = new Promise<void>((resolve) => (setBegun = resolve));
    const ended = this.run(projectId, organizationId, setBegun).finally(() => {
      this.running.delete(projectId);
      if (run.isRepeated) this.begin(projectId, organizationId);
    });
    const run: Run = { ended, begun: Promise.race([known, ended]), isRepeated: false, reads: 0 };
    // A read that does not wait for the end has its answer; the next one begins the run again.
    for (const promise of [run.begun, run.ended]) promise.catch(() => undefined);
    this.running.set(projectId, run);
    return run;
  }

  /** @param setBegun is called when the run is known to have many steps */
  private async run(projectId: string, organizationId: string, setBegun: () => void): Promise<void> {
    if (this.isStopping) return;
    const lease = uuidv7();
    const { version, packed: terms } = await this.terms.of({ id: projectId, organizationId }, this.database);
    const [progress] = await this.database.rows<Progress>(TAKE, [projectId, lease, version, terms.hash]);
    if (!progress) return delay(RETRY_MS);
    const project = { id: projectId, organizationId, lease, terms };
    const find = (): Database => (this.running.get(projectId)?.reads ? this.database : this.background);
    const steps = new CheckRun(find, this.checker, project, progress).steps();
    try {
      for (;;) {
        const step = await this.turns.run(organizationId, () => steps.next());
        if (step.done || this.isStopping) return;
        setBegun();
      }
    } catch (error) {
      if (!(error instanceof LeaseLostError)) throw error;
    } finally {
      await this.database.rows(RELEASE, [projectId, lease]);
    }
  }
}
