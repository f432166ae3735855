// Writes a migration with the difference between the existing migrations and the entities, and registers it in
// index.ts:
//   npm run migration:generate -- add-tags
// It needs no database: it runs the existing migrations on an embedded one in memory.
import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = 'src/database/migrations';

const bin = (path, ...args) => [process.execPath, [join(ROOT, 'node_modules', path), ...args], { cwd: ROOT }];
const migrationFiles = () =>
  readdirSync(join(ROOT, FOLDER))
    .filter((file) => /^\d{13}-.*\.ts$/.test(file))
    .sort();

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/** @returns the path of the new file, relative to the root */
function generate(name) {
  const before = new Set(migrationFiles());
  const source = join(ROOT, 'scripts/migrated-data-source.mjs');
  const [command, args, options] = bin(
    'typeorm/cli.js',
    'migration:generate',
    '--pretty',
    '-d',
    source,
    `${FOLDER}/${name}`,
  );
  const { status } = spawnSync(command, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) process.exit(1);
  const file = migrationFiles().find((candidate) => !before.has(candidate));
  if (!file) fail('TypeORM wrote no migration');
  return `${FOLDER}/${file}`;
}

/** Replaces the name of the embedded database, which TypeORM writes into the rows of `typeorm_metadata`. */
function useCurrentDatabase(path) {
  const text = readFileSync(join(ROOT, path), 'utf8');
  writeFileSync(
    join(ROOT, path),
    text.replaceAll('"postgres","public"', 'queryRunner.dataSource.driver.database,"public"'),
  );
}

/** Writes index.ts from the files of the folder. */
function register() {
  const migrations = migrationFiles().map((file) => {
    const [, className] = /^export class (\w+)/m.exec(readFileSync(join(ROOT, FOLDER, file), 'utf8')) ?? [];
    if (!className) fail(`${FOLDER}/${file} exports no class`);
    return { className, module: `./${basename(file, '.ts')}` };
  });
  const imports = migrations.map(({ className, module }) => `import { ${className} } from '${module}';`);
  const names = migrations.map(({ className }) => className).join(', ');
  const lines = [...imports, '', '/** In the order in which they run. */', `export const migrations = [${names}];`, ''];
  writeFileSync(join(ROOT, FOLDER, 'index.ts'), lines.join('\n'));
}

const [name = '', ...rest] = process.argv.slice(2);
if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || rest.length > 0) {
  fail('usage: npm run migration:generate -- name-of-the-migration (lower case, words joined by hyphens)');
}
execFileSync(process.execPath, [join(ROOT, 'scripts/build-service.mjs')], { stdio: 'inherit' });
const path = generate(name);
useCurrentDatabase(path);
register();
execFileSync(...bin('prettier/bin/prettier.cjs', '--log-level=warn', '--write', path, `${FOLDER}/index.ts`));
process.stdout.write(`Read and test ${path}: see docs/migrations.md.\n`);
