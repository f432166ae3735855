import type pg from 'pg';

/** SQLSTATE `too_many_connections`: `max_connections`, or the limit of the role or of the database. */
const TOO_MANY_CONNECTIONS = '53300';
/** Milliseconds until the pool tries again to open more connections. */
const RETRY_MS = 5_000;

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

const pools = new WeakSet<pg.Pool>();

/**
 * Lets all callers of a pool wait for the connections that it has while the server refuses more. Statements of the pool and TypeORM
 * get their connections through its function `connect`, too.
 *
 * @param pool none of its connections is being opened
 */
export function waitForRoom(pool: pg.Pool): void {
  if (pools.has(pool)) return;
  pools.add(pool);
  const room = new ConnectionRoom(pool);
  const connect = pool.connect.bind(pool);
  const connectWithin = (callback: ConnectCallback): void => {
    connect((error, client, done) => {
      if (error && room.shrinksAfter(error)) connectWithin(callback);
      else callback(error, client, done);
    });
  };
  pool.connect = ((callback?: ConnectCallback): Promise<pg.PoolClient> | void => {
    if (callback) return connectWithin(callback);
    return new Promise((resolve, reject) => {
      connectWithin((error, client) =>
        client ? resolve(client) : reject(error ?? new Error('there is no connection')),
      );
    });
  }) as pg.Pool['connect'];
}

/** The number of connections that a server has accepted. */
class ConnectionRoom {
  private readonly max: number;
  private open: number;
  private retry?: NodeJS.Timeout;

  constructor(private readonly pool: pg.Pool) {
    this.max = pool.options.max;
    this.open = pool.totalCount;
    pool.on('connect', () => this.open++);
    pool.on('remove', () => this.open--);
  }

  /**
   * Makes the pool let its callers wait when it has as many connections as it has now, if the server has refused a further one.
   *
   * @returns whether there is a connection to wait for
   */
  shrinksAfter(error: Error): boolean {
    if (!('code' in error && error.code === TOO_MANY_CONNECTIONS) || this.open === 0) return false;
    this.pool.options.max = this.open;
    this.retry ??= setTimeout(() => {
      this.retry = undefined;
      this.pool.options.max = this.max;
    }, RETRY_MS).unref();
    return true;
  }
}
