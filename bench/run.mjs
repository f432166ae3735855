// Builds the service where its build is out of date (unless --dist names another build), then the bench, then runs it.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
const run = (script, ...rest) =>
  execFileSync(process.execPath, [join(root, script), ...rest], { cwd: root, stdio: 'inherit' });

if (!args.some((arg) => arg === '--dist' || arg.startsWith('--dist='))) run('scripts/build-when-needed.mjs');
run('node_modules/typescript/bin/tsc', '-p', 'bench/tsconfig.json');
try {
  run('node_modules/.cache/bench/bench/main.js', ...args);
} catch (error) {
  process.exitCode = error.status ?? 1;
}
