// Runs the end-to-end tests on the PostgreSQL at DATABASE_URL and the Redis at REDIS_URL: npm run test:services
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { checkDatabase, checkRedis } from './services.mjs';

const inFormats = (name) => `formats/${name}`;

async function requireService(name, check) {
  const url = process.env[name];
  const problem = url ? await check(url) : 'it is not set';
  if (problem === undefined) return;
  process.stderr.write(`test:services: ${name}: ${problem}\n`);
  process.exit(1);
}

/**
 * Files whose rules do not depend on the database and Redis, or that start a PostgreSQL of their own: `npm test` and `npm run test:slow`
 * check them.
 */
const WITHOUT_SERVICES = [
  // They state rules of HTTP, of a thread or of the build.
  ...[
    'build-when-needed',
    'checker-thread',
    'connections',
    'cors',
    'dashboard',
    'delta-thread',
    'deploy',
    'openapi/docs',
    'parser-errors',
  ],
  ...[
    'public-url',
    'reader-thread',
    'readme',
    'response-headers',
    'second-identifiers',
    'serializer-thread',
    'term-reader-thread',
  ],
  // They start a database of their own, or need none.
  ...['embedded', 'full-disk', 'image', 'tls'],
  // They state rules of uploads, of parameters, of pictures and of addresses: other files write the same rows here.
  ...['hostile-pictures', 'import-upload', 'import-zip', 'list-parameters', 'webhook-receivers'],
  // Programs of others that speak HTTP with the service. Other files send the same requests.
  ...['delivery-clients', 'delivery-faults', 'delivery', 'i18next', 'openapi/postman'],
  // The command line speaks HTTP with the service: `cli/commands` and `cli/releases` run it here too.
  ...['cli/docs', 'cli/failures', 'cli/init', 'cli/killed', 'cli/pretranslate', 'cli/screenshots', 'cli/sync'],
  'cli/two-clones',
  // Rules of the codecs and of paths: `formats/layouts` and `formats/templates` import and export each format here too.
  ...[
    'arb-names',
    'bilingual',
    'comments',
    'file-layouts',
    'fixtures',
    'languages-of-files',
    'key-separators',
    'lists',
    'nested-names',
  ].map(inFormats),
  ...['places', 'plural-pairs', 'plurals', 'tables', 'unwritable'].map(inFormats),
];

await requireService('DATABASE_URL', checkDatabase);
await requireService('REDIS_URL', checkRedis);
const patterns = [
  ...['--testPathIgnorePatterns', '/node_modules/', `/test/(?:${WITHOUT_SERVICES.join('|')})(?:\\.slow)?\\.e2e-spec`],
  ...['--testRegex', '\\.e2e-spec\\.ts$'],
];
const jest = spawnSync(process.execPath, ['node_modules/jest/bin/jest.js', ...patterns, ...process.argv.slice(2)], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  stdio: 'inherit',
});
process.exit(jest.status ?? 1);
