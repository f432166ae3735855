import type { INestApplication } from '@nestjs/common';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { completeOperation } from './complete-operation';
import { completeDeliveryOperation } from './complete-delivery-operation';
import { completePublicOperation } from './complete-public-operation';
import { documentDefaults } from './defaults';
import { withExamplesAsLists } from './examples';
import { closeRequestBodies } from './closed-bodies';
import { HEADERS } from './headers';
import { createDocumentHead } from './document-head';
import { listOperations } from './operation-object';
import { ProblemResponses } from './problem-responses';
import { problemExamples } from './problem-examples';
import { problemSchemas } from './problem-schemas';
import { NOT_MODIFIED } from './request-headers';
import { shareParameters } from './share-parts';
import { describeMessages } from './webhook-messages';

/** Creates the OpenAPI document of the service, which depends only on the code, not on settings, machine or time. */
export function createOpenApiDocument(app: INestApplication): OpenAPIObject {
  documentDefaults();
  const document = SwaggerModule.createDocument(app, createDocumentHead());
  const schemas = document.components?.schemas ?? {};
  const problems = new ProblemResponses();
  for (const placed of listOperations(document)) {
    if (placed.path.startsWith('/api/')) completeOperation(placed, schemas, problems);
    else if (placed.path.startsWith('/delivery/')) completeDeliveryOperation(placed.operation, schemas, problems);
    else completePublicOperation(placed.operation, schemas, problems);
  }
  closeRequestBodies(document, schemas);
  document.webhooks = describeMessages(schemas);
  document.components = {
    ...document.components,
    schemas: withExamplesAsLists({ ...schemas, ...problemSchemas }),
    responses: { NotModified: NOT_MODIFIED, ...problems.components },
    headers: HEADERS,
    examples: Object.fromEntries(Object.entries(problemExamples).filter(([code]) => problems.usedCodes.has(code))),
  };
  const named = removeDtoSuffixes(document);
  shareParameters(named);
  return named;
}

/** Removes the suffix `Dto` of our classes from the names of schemas, which generated clients use. */
function removeDtoSuffixes(document: OpenAPIObject): OpenAPIObject {
  const withRefs = JSON.parse(JSON.stringify(document), (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? removeDtoSuffix(value) : value,
  ) as OpenAPIObject;
  const schemas = Object.entries(withRefs.components?.schemas ?? {}).map(
    ([name, schema]) => [removeDtoSuffix(name), schema] as const,
  );
  return { ...withRefs, components: { ...withRefs.components, schemas: Object.fromEntries(schemas) } };
}

const removeDtoSuffix = (name: string): string => name.replace(/Dto$/, '');

/** Prints a document as it is served and committed. */
export const printDocument = (document: OpenAPIObject): string => `${JSON.stringify(document, null, 2)}\n`;
