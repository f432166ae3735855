/**
 * Generates clients from openapi.json as integrators do, into test/openapi/generated: types for openapi-fetch, and the
 * clients of orval and of hey-api. Does nothing if they exist for the same document and generators.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import openapiTS, { astToString } from 'openapi-typescript';
import { generate } from 'orval';
import ts from 'typescript';

const fromHere = (path) => fileURLToPath(new URL(path, import.meta.url));
const document = fromHere('../../openapi.json');
const output = fromHere('generated');
const stamp = `${output}/stamp`;

const inputs = [document, fromHere('../../package.json'), fileURLToPath(import.meta.url)];
const hash = inputs.reduce((sum, path) => sum.update(readFileSync(path)), createHash('sha256')).digest('hex');

/** Types of openapi-typescript. A file is a `Blob`, as the documentation of openapi-typescript recommends. */
async function generateTypes() {
  const blob = ts.factory.createTypeReferenceNode('Blob');
  const types = await openapiTS(new URL('../../openapi.json', import.meta.url), {
    transform: ({ format }) => (format === 'binary' ? blob : undefined),
  });
  writeFileSync(`${output}/openapi-typescript.ts`, astToString(types));
}

const generateOrval = () =>
  generate({
    input: document,
    output: {
      target: `${output}/orval.ts`,
      client: 'fetch',
      mode: 'single',
      override: { mutator: { path: fromHere('clients/orval-fetch.ts'), name: 'sendToService' } },
    },
  });

const generateHeyApi = () =>
  createClient({
    input: document,
    output: { path: `${output}/hey-api`, tsConfigPath: fromHere('tsconfig.json') },
    logs: { level: 'silent', file: false },
  });

function isGenerated() {
  try {
    return readFileSync(stamp, 'utf8') === hash;
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

if (!isGenerated()) {
  rmSync(output, { recursive: true, force: true });
  mkdirSync(output, { recursive: true });
  await generateTypes();
  await generateOrval();
  await generateHeyApi();
  writeFileSync(stamp, hash);
}
