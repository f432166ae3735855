// Builds the service and the dashboard if there is no build, or if a source file is newer than it. Runs before a start and
// before tests.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const entry = join(root, 'dist/src/main.js');
const dashboard = join(root, 'dashboard');
const source = join(root, 'src');
const ormconfig = join(root, 'ormconfig.ts');

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
  execFileSync(process.execPath, [join(root, 'node_modules/@nestjs/cli/bin/nest.js'), 'build'], {
    cwd: root,
    stdio: 'inherit',
  });
}

const pages = isImage
  ? 0
  : Math.max(
      newestSource(join(dashboard, 'src'), /(?<!\.d)\.(?:tsx?|css|json|svg)$/),
      // The dashboard runs the checks.
      newestSource(join(source, 'checks')),
      newestSource(join(source, 'language-files/text')),
      ...['index.html', 'build.mjs', 'vite.config.ts', 'package.json'].map((name) => buildTime(join(dashboard, name))),
    );
if (buildTime(join(dashboard, 'dist/index.html')) < pages) {
  execFileSync(process.execPath, [join(dashboard, 'build.mjs')], { cwd: root, stdio: 'inherit' });
}
