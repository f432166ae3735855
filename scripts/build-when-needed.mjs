// Builds the service if there is no build, or if a source file is newer than it. Runs before a start and before tests.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const entry = join(root, 'dist/src/main.js');
const source = join(root, 'src');
const ormconfig = join(root, 'ormconfig.ts');

function buildTime() {
  try {
    return statSync(entry).mtimeMs;
  } catch {
    return 0;
  }
}

function newestSource(folder) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((file) => file.isFile() && file.name.endsWith('.ts') && !file.name.endsWith('.spec.ts'))
    .reduce((newest, file) => Math.max(newest, statSync(join(file.parentPath, file.name)).mtimeMs), 0);
}

// A container image contains the build without the sources.
const isImage = !existsSync(source);

if (!isImage && buildTime() < Math.max(newestSource(source), statSync(ormconfig).mtimeMs)) {
  execFileSync(process.execPath, [join(root, 'node_modules/@nestjs/cli/bin/nest.js'), 'build'], {
    cwd: root,
    stdio: 'inherit',
  });
}
