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

/**
 * Files whose rules do not depend on the database and Redis, or that start a PostgreSQL of their own: `npm test` and `npm run test:slow`
 * check them. The other files of `formats` import and export each format here too, and the other files of `cli` run each command.
 */
const WITHOUT_SERVICES = [
  ...['build-when-needed', 'checker-thread', 'embedded', 'image.slow', 'reader-thread', 'readme', 'serializer-thread'],
  ...[
    'cli/killed.slow',
    'formats/comments',
    'formats/file-layouts',
    'formats/fixtures.slow',
    'formats/plurals',
    'openapi/postman.slow',
    'delivery.slow',
  ],
  ...['delivery-faults.slow', 'full-disk.slow', 'tls.slow'],
];

await requireService('DATABASE_URL', checkDatabase);
await requireService('REDIS_URL', checkRedis);
const patterns = [
  ...['--testPathIgnorePatterns', '/node_modules/', `/test/(?:${WITHOUT_SERVICES.join('|')})\\.e2e-spec`],
  ...['--testRegex', '\\.e2e-spec\\.ts$'],
];
const jest = spawnSync(process.execPath, ['node_modules/jest/bin/jest.js', ...patterns, ...process.argv.slice(2)], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  stdio: 'inherit',
});
process.exit(jest.status ?? 1);
