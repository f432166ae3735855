import { setTimeout as delay } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { Poller } from '../background/poller';
import { Database } from '../database/database';
import { ProjectWriter } from '../project-write/project-writer';
import { DUE, PROJECTS_TO_INDEX } from './index-statements';
import { type IndexedProject, MemoryIndex } from './memory-index';

/** Milliseconds between two looks for projects that have changed. */
const POLL_MS = 5_000;
/** Projects that are looked at together. */
const MAX_DUE = 50;
const MAX_RUNNING = 2;
/** Steps of a project before another one may have its turn. */
const MAX_STEPS = 100;
/** Milliseconds for which a project that is up to date is left alone. */
const REST_MS = 2_000;
/** The pause after a step, in multiples of its duration, while no project is written and while one is: it leaves the time to the write. */
const PAUSE_FACTOR = 1;
const PAUSE_FACTOR_BESIDE_WRITES = 4;
/** Milliseconds after which a project is tried again that another replica indexes. */
const RETRY_MS = 100;

/** Indexes the source texts of projects that have changed, beside the requests. Several replicas share the work. */
@Injectable()
export class MemoryIndexer implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stopping = new AbortController();
  /** The projects that are up to date, and when they were. */
  private readonly done = new Map<string, number>();
  private readonly poller = new Poller<IndexedProject>(new Logger('Memory'), {
    name: 'indexes of the memory',
    intervalMs: POLL_MS,
    take: (running) => this.take(running),
    run: (project) => this.run(project),
    describe: ({ id }) => id,
  });

  constructor(
    private readonly database: Database,
    private readonly index: MemoryIndex,
    private readonly writer: ProjectWriter,
  ) {
    writer.afterLargeWrites(() => this.wake());
  }

  onApplicationBootstrap(): void {
    this.poller.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.stop();
  }

  /** Ends the runs after their current steps; another replica can go on. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.poller.stop();
  }

  /** Looks for changed projects now. */
  wake(): void {
    this.poller.wake();
  }

  /**
   * Indexes projects until no work is left for them, beside what other replicas index of them. Projects that a newer version of
   * the service has indexed stay as they are.
   *
   * @param findBehind returns the ids of the projects that are still to be indexed
   * @throws the reason of the signal
   */
  async catchUp(findBehind: () => Promise<string[]>, signal: AbortSignal): Promise<void> {
    for (let ids = await findBehind(); ids.length > 0; ids = await findBehind()) {
      const projects = await this.database.rows<IndexedProject>(PROJECTS_TO_INDEX, [ids]);
      if (projects.length === 0) return;
      let isIndexed = false;
      for (const project of projects) {
        for (let steps = MAX_STEPS; steps > 0 && (await this.index.step(project)); steps--) {
          signal.throwIfAborted();
          isIndexed = true;
        }
      }
      // Another replica has the projects.
      if (!isIndexed) await delay(RETRY_MS, undefined, { signal });
    }
  }

  private async take(running: readonly IndexedProject[]): Promise<readonly IndexedProject[]> {
    const room = MAX_RUNNING - running.length;
    if (room <= 0 || this.stopping.signal.aborted) return [];
    const now = performance.now();
    for (const [id, at] of this.done) if (now - at > REST_MS) this.done.delete(id);
    const due = await this.database.rows<IndexedProject>(DUE, [MAX_DUE]);
    return due.filter(({ id }) => !this.done.has(id) && running.every((other) => other.id !== id)).slice(0, room);
  }

  private async run(project: IndexedProject): Promise<void> {
    const { signal } = this.stopping;
    for (let step = 0; step < MAX_STEPS && !signal.aborted; step++) {
      const start = performance.now();
      const isBehind = await this.index.step(project);
      if (!isBehind) {
        this.done.set(project.id, performance.now());
        return;
      }
      const factor = this.writer.isBusy ? PAUSE_FACTOR_BESIDE_WRITES : PAUSE_FACTOR;
      const pause = (performance.now() - start) * factor;
      await delay(pause, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }
}
