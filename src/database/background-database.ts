import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { Database } from './database';
import type { PreparedStatement } from './statements';
import type { Transaction, TransactionEnd } from './transaction';

/** Milliseconds after a transaction of a request within which the request may begin the next one. */
const NEXT_TRANSACTION_MS = 2;
/**
 * Milliseconds after which a transaction queues for the connection as a request does. Steps take about 10 ms: beside
 * requests without a pause, they still have a fifth of the time.
 */
const MAX_WAIT_MS = 40;

/**
 * The database for work that no request waits for. Where all share one connection, a transaction begins when no request
 * uses the connection or waits for it, or after a bounded time.
 */
export class BackgroundDatabase extends Database {
  private readonly turns: Turns | undefined;

  /** @param maxWaitMs the longest wait for requests */
  constructor(database: Database, maxWaitMs = MAX_WAIT_MS) {
    super(database.pool, database.shared);
    this.turns = this.hasOneConnection ? new Turns(database.pool, maxWaitMs) : undefined;
  }

  override rows<Row>(statement: PreparedStatement | string, values: unknown[]): Promise<Row[]> {
    const read = (): Promise<Row[]> => super.rows<Row>(statement, values);
    return this.turns ? this.turns.run(read) : read();
  }

  override transaction<T>(
    begin: string | (() => string),
    work: (tx: Transaction) => Promise<T>,
    signal?: AbortSignal,
    end?: TransactionEnd,
  ): Promise<T> {
    const transact = (): Promise<T> => super.transaction(begin, work, signal, end);
    return this.turns ? this.turns.run(transact) : transact();
  }
}

/** Runs uses of a single connection one after another, between those of requests. */
class Turns {
  private last: Promise<unknown> = Promise.resolve();
  private isInTurn = false;
  private requestEndedAt = -Infinity;

  constructor(
    private readonly pool: pg.Pool,
    private readonly maxWaitMs: number,
  ) {
    pool.on('release', () => {
      if (!this.isInTurn) this.requestEndedAt = performance.now();
    });
  }

  run<T>(use: () => Promise<T>): Promise<T> {
    const turn = this.last.then(() => this.runNext(use));
    this.last = turn.catch(() => undefined);
    return turn;
  }

  private async runNext<T>(use: () => Promise<T>): Promise<T> {
    await this.waitForRequests();
    this.isInTurn = true;
    try {
      return await use();
    } finally {
      this.isInTurn = false;
    }
  }

  private async waitForRequests(): Promise<void> {
    const end = performance.now() + this.maxWaitMs;
    for (let now = performance.now(); now < end && this.isUsedAt(now); now = performance.now()) {
      await delay(NEXT_TRANSACTION_MS);
    }
  }

  private isUsedAt(now: number): boolean {
    const { pool } = this;
    return pool.idleCount < pool.totalCount || pool.waitingCount > 0 || now < this.requestEndedAt + NEXT_TRANSACTION_MS;
  }
}
