// Compiles the service into dist, without what an earlier build left there.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
rmSync(`${root}dist`, { recursive: true, force: true });
const compiler = spawnSync(process.execPath, ['node_modules/typescript7/bin/tsc', '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
});
if (compiler.error) throw compiler.error;
// A compiler that was ended by a signal has no status.
process.exitCode = compiler.status ?? 1;
