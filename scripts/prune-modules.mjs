// Deletes from a production node_modules what Node never loads: source maps, type declarations, tests and documentation
// of packages, and their copies for browsers and bundlers. Licenses stay.
// Usage: node scripts/prune-modules.mjs [folder of node_modules]
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, sep } from 'node:path';

const root = process.argv[2] ?? 'node_modules';

const FILES = /\.(?:map|d\.[cm]?ts|md|markdown|tsbuildinfo)$/i;
const LICENSE = /licen[cs]e|notice|copying/i;

/** Optional packages: the first is for the build, and the other for Cloudflare. Native code of the platform is optional, too, and stays. */
const UNUSED = ['typescript', 'pg-cloudflare'];

/** Folders directly in a package. */
const FOLDERS = new Set([
  'test',
  'tests',
  '__tests__',
  'bench',
  'benchmark',
  'benchmarks',
  'example',
  'examples',
  'docs',
]);

/** Copies for browsers and bundlers, which the packages export under conditions that Node does not use. */
const COPIES = [
  '@zxcvbn-ts/language-common/src',
  'class-transformer/esm2015',
  'class-transformer/esm5',
  'class-validator/bundles',
  'class-validator/esm2015',
  'class-validator/esm5',
  'dayjs/esm',
  'libphonenumber-js/bundle',
  'libphonenumber-js/es6',
  'libphonenumber-js/es6-modern',
  'libphonenumber-js/source',
  'nodemailer/dist/esm',
  'rxjs/dist/bundles',
  'rxjs/dist/esm',
  'rxjs/dist/esm5',
  'rxjs/src',
  'swagger-ui-dist/swagger-ui-es-bundle-core.js',
  'swagger-ui-dist/swagger-ui-es-bundle.js',
  'swagger-ui-dist/swagger-ui.js',
  'typeorm/browser',
  'validator/es',
  'zod/src',
];

for (const copy of [...UNUSED, ...COPIES]) rmSync(join(root, copy), { recursive: true, force: true });
// @nestjs/swagger imports its modules, and nothing requires their copies.
for (const path of readdirSync(join(root, 'es-toolkit'), { recursive: true })) {
  if (path.endsWith('.mjs')) rmSync(join(root, 'es-toolkit', path.replace(/mjs$/, 'js')), { force: true });
}
for (const { name } of directories(join(root, '@opentelemetry'))) {
  for (const copy of ['esm', 'esnext']) {
    rmSync(join(root, '@opentelemetry', name, 'build', copy), { recursive: true, force: true });
  }
}
prunePackages(root);

/** Prunes each package of a folder `node_modules`. */
function prunePackages(folder) {
  for (const { name } of directories(folder)) {
    if (name.startsWith('@')) prunePackages(join(folder, name));
    else if (!name.startsWith('.')) prunePackage(join(folder, name));
  }
}

function prunePackage(folder) {
  for (const { name } of directories(folder)) {
    if (FOLDERS.has(name) && !isExported(folder, name)) rmSync(join(folder, name), { recursive: true });
    else if (name === 'node_modules') prunePackages(join(folder, name));
  }
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    const isNested = path.slice(folder.length).includes(`${sep}node_modules${sep}`);
    if (entry.isFile() && !isNested && FILES.test(entry.name) && !LICENSE.test(entry.name)) rmSync(path);
  }
}

/** Whether the entry points of a package are in the folder. */
function isExported(folder, name) {
  const { main, exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return JSON.stringify([main, exports]).includes(`"./${name}/`);
}

function directories(folder) {
  return readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
}
