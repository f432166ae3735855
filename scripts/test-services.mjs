// Runs the end-to-end tests on the PostgreSQL at DATABASE_URL and the Redis at REDIS_URL: npm run test:services
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { checkDatabase, checkRedis } from './services.mjs';

async function requireService(name, check) {
  const url = process.env[name];
  const problem = url ? await check(url) : 'it is not set';
  if (problem === undefined) return;
  process.stderr.write(`test:services: ${name}: ${problem}\n`);
  process.exit(1);
}

/** End-to-end tests of `npm test` whose rules do not depend on the database and Redis. */
const WITHOUT_SERVICES = [
  // They state rules of HTTP, of a thread, of the build or of the embedded database.
  ...['cors', 'dashboard', 'delta-thread', 'deploy', 'openapi/docs', 'parser-errors', 'public-url', 'reader-thread'],
  ...['response-headers', 'second-identifiers'],
  // They state rules of uploads, of parameters and of addresses: other files write the same rows here.
  ...['import-upload', 'import-zip', 'list-parameters', 'webhook-receivers'],
  // The command line speaks HTTP with the service: `cli/commands` and `cli/releases` run it here too.
  'cli/pretranslate',
  // Programs of others that speak HTTP with the service. Other files send the same requests.
  'delivery-clients',
];

/** Slow tests that run on both kinds of database, beside the tests named `*.server.slow.*`. */
const SLOW_ON_BOTH = ['bootstrap', 'fairness', 'upgrades'];

await requireService('DATABASE_URL', checkDatabase);
await requireService('REDIS_URL', checkRedis);
const patterns = [
  ...['--testPathIgnorePatterns', '/node_modules/', `/test/(?:${WITHOUT_SERVICES.join('|')})\\.e2e-spec`],
  ...[
    '--testRegex',
    `(?:(?<!\\.slow|\\.nightly)|\\.server\\.slow|/test/(?:${SLOW_ON_BOTH.join('|')})\\.slow)\\.e2e-spec\\.ts$`,
  ],
];
const jest = spawnSync(process.execPath, ['node_modules/jest/bin/jest.js', ...patterns, ...process.argv.slice(2)], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  stdio: 'inherit',
});
process.exit(jest.status ?? 1);
