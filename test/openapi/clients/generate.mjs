/**
 * Generates clients from openapi.json as integrators do, into the folder `generated`. Does nothing if they exist for the same
 * document and generators.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import { build } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';
import { generateEndpoints } from '@rtk-query/codegen-openapi';
import { generateSource } from 'oazapfts';
import openapiTS, { astToString } from 'openapi-typescript';
import codegen from 'openapi-typescript-codegen';
import zodClient from 'openapi-zod-client';
import { generate } from 'orval';
import { generateApi } from 'swagger-typescript-api';
import ts from 'typescript';

const fromHere = (path) => fileURLToPath(new URL(path, import.meta.url));
const document = fromHere('../../../openapi.json');
const output = fromHere('generated');
const stamp = `${output}/stamp`;

const inputs = [document, fromHere('package-lock.json'), fileURLToPath(import.meta.url)];
const hash = inputs.reduce((sum, path) => sum.update(readFileSync(path)), createHash('sha256')).digest('hex');

/** Types of openapi-typescript. A file is a `Blob`, as the documentation of openapi-typescript recommends. */
async function generateTypes() {
  const blob = ts.factory.createTypeReferenceNode('Blob');
  const types = await openapiTS(new URL('../../../openapi.json', import.meta.url), {
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
      override: { mutator: { path: fromHere('orval-fetch.ts'), name: 'sendToService' } },
    },
  });

const generateHeyApi = () =>
  createClient({
    input: document,
    output: { path: `${output}/hey-api`, tsConfigPath: fromHere('../tsconfig.json') },
    logs: { level: 'silent', file: false },
  });

const generateSwaggerTypescriptApi = () =>
  generateApi({ input: document, output, fileName: 'swagger-typescript-api.ts', silent: true });

const generateCodegen = () =>
  codegen.generate({ input: document, output: `${output}/openapi-typescript-codegen`, useOptions: true });

const generateOazapfts = async () => writeFileSync(`${output}/oazapfts.ts`, await generateSource(document));

const generateZodios = () =>
  zodClient.generateZodClientFromOpenAPI({
    openApiDoc: JSON.parse(readFileSync(document, 'utf8')),
    distPath: `${output}/zodios.ts`,
    options: { withAlias: true },
  });

/** Imports without `.ts`, which TypeScript refuses unless it emits nothing, and the whole response as the result. */
async function generateKubb() {
  const { error } = await build({
    config: {
      // Kubb writes files twice, the second time below this folder, if the root is another one.
      root: process.cwd(),
      input: { path: document },
      output: { path: `${output}/kubb`, extension: { '.ts': '' } },
      plugins: [pluginOas({ generators: [] }), pluginTs(), pluginClient({ dataReturnType: 'full' })],
    },
  });
  if (error) throw error;
}

const generateRtkQuery = () =>
  generateEndpoints({
    schemaFile: document,
    apiFile: fromHere('rtk-query-api.ts'),
    apiImport: 'api',
    outputFile: `${output}/rtk-query.ts`,
    exportName: 'rtkQueryApi',
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
  await generateSwaggerTypescriptApi();
  await generateCodegen();
  await generateOazapfts();
  await generateZodios();
  await generateKubb();
  await generateRtkQuery();
  writeFileSync(stamp, hash);
}
