import type pg from 'pg';

/** SQLSTATE `too_many_connections`: `max_connections`, or the limit of the role or of the database. */
const TOO_MANY_CONNECTIONS = '53300';
/** Milliseconds until the pool tries again to open more connections. */
const RETRY_MS = 5_000;

const rooms = new WeakMap<pg.Pool, ConnectionRoom>();

/** Lets requests wait for the connections that a pool has while the server refuses more. */
export class ConnectionRoom {
  private readonly max: number;
  private open: number;
  private retry?: NodeJS.Timeout;

  /** @param pool none of its connections is being opened */
  private constructor(private readonly pool: pg.Pool) {
    this.max = pool.options.max;
    this.open = pool.totalCount;
    pool.on('connect', () => this.open++);
    pool.on('remove', () => this.open--);
  }

  static of(pool: pg.Pool): ConnectionRoom {
    const room = rooms.get(pool) ?? new ConnectionRoom(pool);
    rooms.set(pool, room);
    return room;
  }

  /** Calls a function that needs a connection, and again where the server has refused a further connection to it. */
  async use<T>(call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === TOO_MANY_CONNECTIONS) || this.open === 0)
        throw error;
      this.shrink();
      return call();
    }
  }

  /** The pool makes requests wait when it has as many connections as it may have. */
  private shrink(): void {
    this.pool.options.max = this.open;
    this.retry ??= setTimeout(() => {
      this.retry = undefined;
      this.pool.options.max = this.max;
    }, RETRY_MS).unref();
  }
}
