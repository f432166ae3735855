import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import pg from 'pg';

/** Milliseconds without an answer after which a server counts as frozen: more than a request waits for a connection. */
const SILENCE_MS = 30_000;

/**
 * Closes connections whose statements a server has received that does not respond any more: a frozen machine, or a network that
 * discards packets. Without this, such a statement waits for as long as the server is silent, because TCP reports no error.
 *
 * While a connection has been in use for some seconds, the server is asked by a statement of a new one. Any answer of PostgreSQL
 * is one, a refusal too, and so is an answer to any other connection. So a statement may take any time on a server that answers
 * new connections. A pooler without a free connection keeps the question waiting: if no other connection of the pool receives
 * anything meanwhile, a statement that takes longer is closed, because it looks the same.
 */
export class SilentServerWatch {
  private readonly logger = new Logger('Database');
  private readonly inUse = new Map<pg.PoolClient, number>();
  /** Connections that have a listener. */
  private readonly heard = new WeakSet<pg.PoolClient>();
  private readonly stopping = new AbortController();
  private readonly watching: Promise<void>;
  private silentSince?: number;
  /** When a connection of the pool last received something. */
  private heardAt = 0;

  constructor(
    private readonly pool: pg.Pool,
    private readonly silenceMs = SILENCE_MS,
  ) {
    pool.on('acquire', (client) => {
      this.inUse.set(client, performance.now());
      this.listen(client);
    });
    pool.on('release', (_, client) => this.inUse.delete(client));
    this.watching = this.watch();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.watching;
  }

  /** Notes when a connection receives something. The pool may have opened it before the watch. */
  private listen(client: pg.PoolClient): void {
    if (this.heard.has(client)) return;
    this.heard.add(client);
    client.connection.stream.on('data', () => (this.heardAt = performance.now()));
  }

  private async watch(): Promise<void> {
    const { signal } = this.stopping;
    const pauseMs = this.silenceMs / 6;
    while (!signal.aborted) {
      await delay(pauseMs, undefined, { signal, ref: false }).catch(ignore);
      if (signal.aborted) return;
      if (this.usedFor(pauseMs).length === 0) this.silentSince = undefined;
      else await this.ask(pauseMs);
    }
  }

  private async ask(pauseMs: number): Promise<void> {
    this.silentSince ??= performance.now();
    const end = this.silentSince + this.silenceMs;
    const isAnswered = await this.isAnswered(Math.max(end - performance.now(), pauseMs));
    if (isAnswered) {
      this.silentSince = undefined;
      return;
    }
    // A pooler that has no connection to spare keeps the new one waiting while the others have answers.
    if (this.heardAt > this.silentSince) {
      this.silentSince = this.heardAt;
      return;
    }
    if (performance.now() < end) return;
    const silent = this.usedFor(this.silenceMs);
    if (silent.length === 0) return;
    this.logger.warn(
      `the database server has not answered for ${Math.round(this.silenceMs / 1_000)} s: ` +
        `${silent.length} connections with statements in flight are closed`,
    );
    for (const client of silent) client.connection.stream.destroy();
  }

  /** Returns whether the server answers a statement of a new connection in time. A pooler answers the connection itself. */
  private async isAnswered(timeoutMs: number): Promise<boolean> {
    const client = new pg.Client({ ...this.pool.options, connectionTimeoutMillis: timeoutMs });
    client.on('error', ignore);
    const abandon = (): void => void client.connection.stream.destroy();
    const timer = setTimeout(abandon, timeoutMs).unref();
    this.stopping.signal.addEventListener('abort', abandon);
    try {
      await client.connect();
      await client.query('SELECT 1');
      return true;
    } catch (error) {
      return error instanceof pg.DatabaseError;
    } finally {
      clearTimeout(timer);
      this.stopping.signal.removeEventListener('abort', abandon);
      client.end().catch(ignore);
    }
  }

  /** Returns the connections that have been in use for a time. */
  private usedFor(ms: number): pg.PoolClient[] {
    const latest = performance.now() - ms;
    return [...this.inUse].filter(([, since]) => since <= latest).map(([client]) => client);
  }
}

const ignore = (): void => undefined;
