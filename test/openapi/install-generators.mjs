/**
 * Installs the generators of clients, a package of their own in the folder `clients`, if they are missing or differ
 * from its lock file.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const fromHere = (path) => fileURLToPath(new URL(path, import.meta.url));
const folder = fromHere('clients');
const lock = readFileSync(`${folder}/package-lock.json`, 'utf8');
/** A copy of the lock file, written after the installation. */
const installed = `${folder}/node_modules/.installed.json`;

function isInstalled() {
  try {
    return readFileSync(installed, 'utf8') === lock;
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

if (!isInstalled()) {
  process.stderr.write(
    'Installing the generators of clients. This is repeated only after a change of their versions.\n',
  );
  // None of them needs a script of its installation.
  const command = ['ci', '--prefix', folder, '--ignore-scripts', '--no-progress', '--loglevel=error'];
  const { npm_execpath: npm } = process.env;
  const options = { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] };
  if (npm) execFileSync(process.execPath, [npm, ...command], options);
  else execFileSync('npm', command, options);
  writeFileSync(installed, lock);
}
