import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from '@nestjs/common';

/** The tasks of a feature: where they come from, and how they are done. */
export interface PollHandler<Task> {
  /** The tasks in the log, for instance `check runs`. */
  readonly name: string;
  /** Milliseconds between two polls. */
  readonly intervalMs: number;
  /** Takes tasks that are due. @param running tasks that this process runs already */
  take(running: readonly Task[]): Promise<readonly Task[]>;
  /** Runs a task. Its error is logged, and concerns no other task. */
  run(task: Task): Promise<void>;
  /** Names a task in the log, without secrets. */
  describe(task: Task): string;
}

/**
 * Runs tasks that are due. Tasks of this process are taken when it is woken; tasks of other replicas, and tasks whose
 * time comes, are found by polling, since notifications of PostgreSQL do not pass a pooler in transaction mode.
 *
 * A task that ends wakes the poller, so that a handler which limits the number of running tasks is asked for the next
 * ones. Each poll begins in a turn of the event loop of its own: on the embedded database, tasks that end at once would otherwise leave
 * no time for requests, timers and the end of the service.
 */
export class Poller<Task> {
  private readonly running = new Map<Task, Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  private polling: Promise<void> | undefined;
  private isWoken = false;

  constructor(
    private readonly logger: Logger,
    private readonly handler: PollHandler<Task>,
  ) {}

  start(): void {
    this.timer = setInterval(() => this.wake(), this.handler.intervalMs).unref();
  }

  /** Takes no more tasks, and waits for the running ones. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.timer = undefined;
    await this.polling;
    await Promise.all(this.running.values());
  }

  /** Polls soon, or again if a poll is under way. Does nothing before the start and after the stop. */
  wake(): void {
    if (!this.timer) return;
    this.isWoken = true;
    this.polling ??= this.poll().finally(() => {
      this.polling = undefined;
      if (this.isWoken) this.wake();
    });
  }

  private async poll(): Promise<void> {
    await nextTurn();
    this.isWoken = false;
    if (!this.timer) return;
    try {
      for (const task of await this.handler.take([...this.running.keys()])) this.run(task);
    } catch (error) {
      this.logger.warn(`${this.handler.name} cannot be read, will be tried again: ${String(error)}`);
    }
  }

  private run(task: Task): void {
    const { name } = this.handler;
    const done = this.handler
      .run(task)
      .catch((error: unknown) => {
        this.logger.warn(`${name}: ${this.handler.describe(task)} failed, will be tried again: ${String(error)}`);
      })
      .finally(() => {
        this.running.delete(task);
        this.wake();
      });
    this.running.set(task, done);
  }
}
