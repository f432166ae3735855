// Builds the service, the dashboard and the command line if there is no build, or if a source file is newer than it, and says so: a build takes
// many seconds. Runs before a start and before tests.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const entry = join(root, 'dist/src/main.js');
const dashboard = join(root, 'dashboard');
const cli = join(root, 'cli');
const source = join(root, 'src');
const ormconfig = join(root, 'ormconfig.ts');

/** Announced on standard error, because programs read the standard output of some scripts. */
function build(what, ...command) {
  process.stderr.write(`Building ${what}. This is repeated only after a change of its sources.\n`);
  execFileSync(process.execPath, command, { cwd: root, stdio: 'inherit' });
}

function buildTime(file) {
  try {
    return statSync(file).mtimeMs;
  } catch {
    return 0;
  }
}

function newestSource(folder, pattern = /\.ts$/) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((file) => file.isFile() && pattern.test(file.name) && !file.name.endsWith('.spec.ts'))
    .reduce((newest, file) => Math.max(newest, statSync(join(file.parentPath, file.name)).mtimeMs), 0);
}

// A container image contains the build without the sources.
const isImage = !existsSync(source);

if (!isImage && buildTime(entry) < Math.max(newestSource(source), statSync(ormconfig).mtimeMs)) {
  build('the service', join(root, 'scripts/build-service.mjs'));
}

const pages = isImage
  ? 0
  : Math.max(
      newestSource(join(dashboard, 'src'), /(?<!\.d)\.(?:tsx?|css|json|svg)$/),
      // The dashboard runs the checks.
      newestSource(join(source, 'checks')),
      newestSource(join(source, 'language-files/text')),
      ...['index.html', 'docs.html', 'build.mjs', 'vite.config.ts', 'package.json'].map((name) =>
        buildTime(join(dashboard, name)),
      ),
    );
if (buildTime(join(dashboard, 'dist/index.html')) < pages) {
  build('the dashboard', join(dashboard, 'build.mjs'));
}

const commandLine = isImage
  ? 0
  : Math.max(
      newestSource(join(cli, 'src')),
      ...['build.mjs', 'package.json'].map((name) => buildTime(join(cli, name))),
    );
if (buildTime(join(cli, 'dist/main.mjs')) < commandLine) {
  build('the command line', join(cli, 'build.mjs'));
}
