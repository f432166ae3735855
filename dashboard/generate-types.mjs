// Generates the types of the API client from openapi.json. They are not committed.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';

const source = join(import.meta.dirname, '../openapi.json');
const ast = await openapiTS(JSON.parse(readFileSync(source, 'utf8')));
writeFileSync(join(import.meta.dirname, 'src/api/schema.d.ts'), astToString(ast));
