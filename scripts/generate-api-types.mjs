// Generates the types of the API clients, the dashboard and the command line, from openapi.json. They are not committed.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';

const root = join(import.meta.dirname, '..');
const ast = await openapiTS(JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')));
const types = astToString(ast);
for (const client of ['dashboard', 'cli']) {
  const target = join(root, client, 'src/api/schema.d.ts');
  if (existsSync(target) && readFileSync(target, 'utf8') === types) continue;
  // A program that reads the types meanwhile must not find a part of the file.
  const unfinished = `${target}.${process.pid}`;
  writeFileSync(unfinished, types);
  renameSync(unfinished, target);
}
