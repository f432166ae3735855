// What the tests need of a PostgreSQL and a Redis.
import { Redis } from 'ioredis';
import pg from 'pg';

const PATIENCE_MS = 5_000;

const reasonOf = (error) => (error instanceof AggregateError ? error.errors[0] : error).message;

/** Why the tests cannot use it; undefined: they can. */
export async function databaseProblem(connectionString) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: PATIENCE_MS });
  try {
    await client.connect();
    const { rows } = await client.query(
      'SELECT rolcreatedb OR rolsuper AS able FROM pg_roles WHERE rolname = current_user',
    );
    return rows[0]?.able ? undefined : 'its role must be able to create databases';
  } catch (error) {
    return `it cannot be reached: ${reasonOf(error)}`;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Why the tests cannot use it; undefined: they can. */
export async function redisProblem(url) {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: PATIENCE_MS });
  let reason = 'it does not answer';
  redis.on('error', (error) => (reason = reasonOf(error)));
  try {
    await redis.connect();
    await redis.ping();
    return undefined;
  } catch {
    return `it cannot be reached: ${reason}`;
  } finally {
    redis.disconnect();
  }
}
