// Generates the types of the API client from openapi.json. They are not committed.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';

const source = join(import.meta.dirname, '../openapi.json');
const ast = await openapiTS(JSON.parse(readFileSync(source, 'utf8')));
const target = join(import.meta.dirname, 'src/api/schema.d.ts');
const types = astToString(ast);
// A program that reads the types meanwhile must not find an empty file.
if (!existsSync(target) || readFileSync(target, 'utf8') !== types) writeFileSync(target, types);
