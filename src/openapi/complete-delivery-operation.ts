import { STATUS_CODES } from 'node:http';
import type { HeadersObject, ParameterObject, ReferenceObject, ResponseObject } from '@nestjs/swagger';
import { ERROR_CATALOGUE, type ErrorCode } from '../common/errors/catalogue';
import { OPERATION_NOTES } from '../http/operation.decorator';
import { addExample, type Schemas } from './examples';
import type { DocumentedOperation } from './operation-object';
import type { ProblemResponses } from './problem-responses';

const CODES: readonly ErrorCode[] = [
  'malformed_request',
  'not_found',
  'rate_limited',
  'database_unavailable',
  'internal_error',
];

const reference = (...names: string[]): HeadersObject =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const IF_NONE_MATCH: ParameterObject = {
  ...{ name: 'If-None-Match', in: 'header', required: false, schema: { type: 'string' } },
  description: 'The entity tags of responses that the client has stored, or `*` (RFC 9110 §13.1.2).',
};

/** Completes an operation of delivered files: it has no API key, a rate limit of its own, and answers that caches keep. */
export function completeDeliveryOperation(
  operation: DocumentedOperation,
  schemas: Schemas,
  problems: ProblemResponses,
): void {
  delete operation[OPERATION_NOTES];
  operation.security = [];
  operation.parameters = [...(operation.parameters ?? []).map(withExample), IF_NONE_MATCH];
  const cached = reference('ETag', 'Cache-Control');
  for (const response of Object.values(operation.responses)) {
    if (!response || '$ref' in response) continue;
    response.headers = { ...cached, ...response.headers };
    addExample(response.content, schemas, undefined);
  }
  operation.responses['304'] = {
    description: 'Not Modified. The stored response of the client is current.',
    headers: cached,
  };
  for (const code of CODES) {
    const { status } = ERROR_CATALOGUE[code];
    operation.responses[status] ??= problemOf(status, problems);
  }
}

/** Moves the example of a parameter to where Swagger UI finds it. */
function withExample(parameter: ParameterObject | ReferenceObject): ParameterObject | ReferenceObject {
  if ('$ref' in parameter || !parameter.schema || '$ref' in parameter.schema) return parameter;
  const schema = { ...parameter.schema };
  const example = schema.example as unknown;
  delete schema.example;
  return { ...parameter, schema, example };
}

function problemOf(status: number, problems: ProblemResponses): ResponseObject {
  const codes = CODES.filter((code) => ERROR_CATALOGUE[code].status === status);
  return {
    description: `${STATUS_CODES[status]}: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
    headers: reference('X-Request-Id', ...(status < 429 ? [] : ['Retry-After'])),
    content: problems.toContent(codes),
  };
}
