import type { INestApplication } from '@nestjs/common';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { completeOperation } from './complete-operation';
import { completePublicOperation } from './complete-public-operation';
import { withExamplesAsLists } from './examples';
import { HEADERS } from './headers';
import { documentHead } from './document-head';
import { operationsOf } from './operation-object';
import { ProblemResponses } from './problem-responses';
import { problemExamples } from './problem-examples';
import { problemSchemas } from './problem-schemas';

/** The OpenAPI document of the service. It depends on nothing but the code: not on settings, machine or time. */
export function openApiDocument(app: INestApplication): OpenAPIObject {
  const document = SwaggerModule.createDocument(app, documentHead());
  const schemas = document.components?.schemas ?? {};
  const problems = new ProblemResponses();
  for (const placed of operationsOf(document)) {
    if (placed.path.startsWith('/api/')) completeOperation(placed, schemas, problems);
    else completePublicOperation(placed.operation, schemas, problems);
  }
  document.components = {
    ...document.components,
    schemas: withExamplesAsLists({ ...schemas, ...problemSchemas }),
    responses: problems.components,
    headers: HEADERS,
    examples: Object.fromEntries(Object.entries(problemExamples).filter(([code]) => problems.usedCodes.has(code))),
  };
  return withoutSuffix(document);
}

/** Schemas are named for clients: the suffix of our classes says nothing to them. */
function withoutSuffix(document: OpenAPIObject): OpenAPIObject {
  const withRefs = JSON.parse(JSON.stringify(document), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? nameOf(value) : value,
  ) as OpenAPIObject;
  const schemas = Object.entries(withRefs.components?.schemas ?? {}).map(
    ([name, schema]) => [nameOf(name), schema] as const,
  );
  return { ...withRefs, components: { ...withRefs.components, schemas: Object.fromEntries(schemas) } };
}

const nameOf = (schema: string): string => schema.replace(/Dto$/, '');

/** As it is served and kept: the same document is always the same bytes. */
export const printedDocument = (document: OpenAPIObject): string => `${JSON.stringify(document, null, 2)}\n`;
