// The end-to-end tests on the PostgreSQL at DATABASE_URL and the Redis at REDIS_URL: npm run test:services
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import pg from 'pg';

const root = fileURLToPath(new URL('..', import.meta.url));

function refuse(reason) {
  process.stderr.write(`test:services: ${reason}\n`);
  process.exit(1);
}

const reasonOf = (error) => (error instanceof AggregateError ? error.errors[0] : error).message;

async function assertDatabase(connectionString) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  try {
    await client.connect();
    const { rows } = await client.query(
      'SELECT rolcreatedb OR rolsuper AS able FROM pg_roles WHERE rolname = current_user',
    );
    if (!rows[0]?.able) refuse('the role of DATABASE_URL must be able to create databases');
  } catch (error) {
    refuse(`DATABASE_URL cannot be reached: ${reasonOf(error)}`);
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function assertRedis(url) {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 5_000 });
  let reason = 'it does not answer';
  redis.on('error', (error) => (reason = reasonOf(error)));
  try {
    await redis.connect();
    await redis.ping();
  } catch {
    refuse(`REDIS_URL cannot be reached: ${reason}`);
  } finally {
    redis.disconnect();
  }
}

const { DATABASE_URL, REDIS_URL } = process.env;
if (!DATABASE_URL) refuse('DATABASE_URL is missing: a PostgreSQL whose role may create databases');
if (!REDIS_URL) refuse('REDIS_URL is missing');
await assertDatabase(DATABASE_URL);
await assertRedis(REDIS_URL);
const jest = spawnSync(
  process.execPath,
  ['node_modules/jest/bin/jest.js', '--testPathPatterns', 'e2e-spec', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
);
process.exit(jest.status ?? 1);
