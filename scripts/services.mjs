// Checks whether a PostgreSQL and a Redis can be used for the tests.
import { Redis } from 'ioredis';
import pg from 'pg';

const TIMEOUT_MS = 5_000;

const errorMessage = (error) => (error instanceof AggregateError ? error.errors[0] : error).message;

/** @returns the reason why the tests cannot use it; undefined if they can */
export async function checkDatabase(connectionString) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: TIMEOUT_MS });
  try {
    await client.connect();
    const { rows } = await client.query(
      'SELECT rolcreatedb OR rolsuper AS able FROM pg_roles WHERE rolname = current_user',
    );
    return rows[0]?.able ? undefined : 'its role must be able to create databases';
  } catch (error) {
    return `it cannot be reached: ${errorMessage(error)}`;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** @returns the reason why the tests cannot use it; undefined if they can */
export async function checkRedis(url) {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: TIMEOUT_MS });
  let reason = 'it does not respond';
  redis.on('error', (error) => (reason = errorMessage(error)));
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
