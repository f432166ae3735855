// Deletes from a production node_modules what Node never loads: source maps, type declarations, tests and documentation
// of packages, and their copies for browsers and bundlers. Licenses stay.
// Usage: node scripts/prune-modules.mjs [folder of node_modules]
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, sep } from 'node:path';

const root = process.argv[2] ?? 'node_modules';

const FILES = /\.(?:map|d\.[cm]?ts|md|markdown|tsbuildinfo)$/i;
const LICENSE = /licen[cs]e|notice|copying/i;
/** A package whose README lists the licenses of the libraries in it. */
const LICENSED_BY_README = /[/\\]@img[/\\]sharp-libvips-[^/\\]+$/;

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

/** Copies for browsers, bundlers and other module systems than the one by which each package is loaded here. */
const COPIES = [
  '@microsoft/tsdoc/lib',
  '@peculiar/x509/build/x509.es.js',
  '@peculiar/x509/build/x509.js',
  '@simplewebauthn/server/script',
  '@zxcvbn-ts/language-common/src',
  'ajv/lib',
  'asn1js/build/index.es.js',
  'class-transformer/esm2015',
  'class-transformer/esm5',
  'class-validator/bundles',
  'class-validator/esm2015',
  'class-validator/esm5',
  'csv-stringify/dist/esm',
  'csv-stringify/dist/iife',
  'csv-stringify/dist/umd',
  'dayjs/esm',
  'es-toolkit/compat',
  'libphonenumber-js/bundle',
  'libphonenumber-js/es6',
  'libphonenumber-js/es6-modern',
  'libphonenumber-js/source',
  'nodemailer/dist/esm',
  'rxjs/dist/bundles',
  'rxjs/dist/esm',
  'rxjs/dist/esm5',
  'rxjs/src',
  // The source of the native code, which is installed as a package of its own.
  'sharp/install',
  'sharp/src',
  'swagger-ui-dist/swagger-ui-es-bundle-core.js',
  'swagger-ui-dist/swagger-ui-es-bundle.js',
  'swagger-ui-dist/swagger-ui.js',
  'tsyringe/dist/esm2015',
  'tsyringe/dist/esm5',
  'typeorm/browser',
  'validator/es',
  'yaml/browser',
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
// The service is CommonJS.
for (const path of readdirSync(join(root, '@orama/stemmers/dist'))) {
  if (path.endsWith('.js')) rmSync(join(root, '@orama/stemmers/dist', path));
}
for (const path of readdirSync(join(root, 'sharp/dist'))) {
  if (path.endsWith('.mjs')) rmSync(join(root, 'sharp/dist', path));
}
for (const { name } of directories(join(root, '@peculiar'))) {
  rmSync(join(root, '@peculiar', name, 'build/es2015'), { recursive: true, force: true });
}
// Extensions of PostgreSQL, of which the embedded database has none.
const embedded = join(root, '@electric-sql/pglite/dist');
for (const path of readdirSync(embedded)) if (path.endsWith('.tar.gz')) rmSync(join(embedded, path));
const prebuilt = join(root, 'fs-native-extensions/prebuilds');
for (const { name } of directories(prebuilt)) {
  if (!name.startsWith(`${process.platform}-`)) rmSync(join(prebuilt, name), { recursive: true });
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
    const isLicense = LICENSE.test(entry.name) || (LICENSED_BY_README.test(folder) && entry.name === 'README.md');
    if (entry.isFile() && !isNested && FILES.test(entry.name) && !isLicense) rmSync(path);
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
