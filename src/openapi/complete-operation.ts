import type { ComponentsObject, ParameterObject, RequestBodyObject, ResponseObject } from '@nestjs/swagger';
import { SCOPES_EXTENSION } from '../common/access/access.decorators';
import type { ErrorCode } from '../common/errors/catalogue';
import { OPERATION_NOTES, type OperationNotes } from '../http/operation.decorator';
import { addExample, resolved, withExampleAsList } from './examples';
import { headersWith } from './headers';
import type { DocumentedOperation, PlacedOperation } from './operation-object';
import type { ProblemResponses } from './problem-responses';

export const BEARER_AUTH = 'bearerAuth';

type Schemas = NonNullable<ComponentsObject['schemas']>;

/** What `:id` names, by the path before it. */
const IDS: readonly { path: RegExp; description: string; example: string }[] = [
  { path: /\/projects\/\{id\}/, description: 'Project id.', example: '019a9f3e-6d1c-7a52-8f0e-3b5a1c9d7e42' },
  { path: /\/keys\/\{id\}/, description: 'Key id.', example: '019a9f3e-7b2d-7c61-9a4f-5d6e7f8a9b0c' },
  { path: /\/api-keys\/\{id\}/, description: 'API key id.', example: '019a9f3e-5a0b-7f44-9c1d-2e3f4a5b6c7d' },
  { path: /\/organizations\/\{id\}/, description: 'Organization id.', example: '019a9f3e-4d5e-7b33-8a2c-1d0e9f8a7b6c' },
];

/** Writes out what all operations of the API have in common, and what their notes say. */
export function completeOperation(placed: PlacedOperation, schemas: Schemas, problems: ProblemResponses): void {
  const { operation, item } = placed;
  const notes = operation[OPERATION_NOTES] ?? {};
  delete operation[OPERATION_NOTES];
  if (notes.upload) addRawUpload(operation, schemas);
  describeId(placed);
  moveParameterExamples(operation);
  addExamples(operation, notes, schemas);
  addHeaders(operation, notes);
  operation.responses = { ...operation.responses, ...problems.of(codesOf(operation, notes)) };
  addAccess(operation);
  if (notes.conditional) {
    addCondition(operation);
    item.head = headOf(operation);
  }
}

function describeId({ path, operation }: PlacedOperation): void {
  const id = parametersOf(operation).find(({ name, in: place }) => place === 'path' && name === 'id');
  const known = IDS.find((candidate) => candidate.path.test(path));
  if (id && known) Object.assign(id, { description: known.description, example: known.example });
}

/**
 * Into the schema, as a list: what is an example of the parameter itself, Swagger UI would send without being asked.
 */
function moveParameterExamples(operation: DocumentedOperation): void {
  for (const parameter of parametersOf(operation)) {
    const { schema } = parameter;
    if (!schema || '$ref' in schema) continue;
    const example: unknown = parameter.example ?? schema.example;
    delete parameter.example;
    parameter.schema = withExampleAsList({ ...schema, example });
  }
}

function addExamples(operation: DocumentedOperation, notes: OperationNotes, schemas: Schemas): void {
  addExample(requestBodyOf(operation)?.content, schemas, notes.requestExample);
  for (const response of responsesOf(operation)) addExample(response.content, schemas, notes.responseExample);
}

function addHeaders(operation: DocumentedOperation, { conditional }: OperationNotes): void {
  const common = conditional ? headersWith('ETag', 'Cache-Control', 'Vary') : headersWith();
  for (const response of responsesOf(operation)) response.headers = { ...common, ...response.headers };
}

/**
 * What follows from scope and body, and from strictness: unknown query parameters are refused everywhere. The rest is
 * noted.
 */
function codesOf(operation: DocumentedOperation, { errors = [] }: OperationNotes): Set<ErrorCode> {
  const codes = new Set<ErrorCode>([
    ...errors,
    'validation_failed',
    'malformed_request',
    'rate_limited',
    'internal_error',
  ]);
  const scopes = operation[SCOPES_EXTENSION];
  if (scopes) codes.add('unauthenticated');
  if (scopes?.length) codes.add('missing_scope');
  const body = requestBodyOf(operation);
  if (body) codes.add('body_too_large');
  if (body?.content['application/json']) codes.add('malformed_json').add('unsupported_media_type');
  return codes;
}

/** OpenAPI 3.1 lists roles that are needed with any scheme; several requirements are alternatives. */
function addAccess(operation: DocumentedOperation): void {
  const scopes = operation[SCOPES_EXTENSION];
  if (!scopes) {
    operation.security = [];
    return;
  }
  operation.security =
    scopes.length === 0 ? [{ [BEARER_AUTH]: [] }] : scopes.map((scope) => ({ [BEARER_AUTH]: [scope] }));
  const needed = scopes.map((scope) => `\`${scope}\``).join(' or ');
  operation.description = `${operation.description}\n\nScope: ${needed || 'none; any valid API key will do'}.`;
}

function addRawUpload(operation: DocumentedOperation, schemas: Schemas): void {
  const content = requestBodyOf(operation)?.content;
  const form = content?.['multipart/form-data']?.schema;
  if (!content || !form) return;
  const { properties = {} } = resolved(form, schemas);
  const { file } = properties;
  if (file) content['application/octet-stream'] = { schema: { ...resolved(file, schemas), example: undefined } };
  const options = Object.entries(properties).filter(([name]) => name !== 'file');
  const parameters = options.map(([name, property]): ParameterObject => {
    const { description, ...schema } = resolved(property, schemas);
    return { name, in: 'query', required: false, description, schema };
  });
  operation.parameters = [...(operation.parameters ?? []), ...parameters];
}

function addCondition(operation: DocumentedOperation): void {
  operation.parameters = [
    ...(operation.parameters ?? []),
    {
      name: 'If-None-Match',
      in: 'header',
      required: false,
      description: 'Entity tags that the caller has, or `*` (RFC 9110 §13.1.2).',
      example: '"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"',
      schema: { type: 'string' },
    },
  ];
  operation.responses['304'] = {
    description: 'Not Modified. What the caller has is what it would get.',
    headers: headersWith('ETag', 'Cache-Control', 'Vary'),
  };
}

/** The same without the representation. */
function headOf(operation: DocumentedOperation): DocumentedOperation {
  const { operationId = '', summary, responses } = operation;
  const withoutBodies = Object.entries(responses).map(([status, response]): [string, typeof response] =>
    response && 'content' in response && status === '200'
      ? [status, { description: response.description, headers: response.headers }]
      : [status, response],
  );
  return {
    ...operation,
    operationId: `${operationId}Head`,
    summary: `${summary}: headers only`,
    description: 'The headers of GET, for instance its `ETag`.',
    responses: Object.fromEntries(withoutBodies),
  };
}

const parametersOf = ({ parameters = [] }: DocumentedOperation): ParameterObject[] =>
  parameters.filter((parameter): parameter is ParameterObject => 'name' in parameter);

function requestBodyOf({ requestBody }: DocumentedOperation): RequestBodyObject | undefined {
  return requestBody && 'content' in requestBody ? requestBody : undefined;
}

const responsesOf = ({ responses }: DocumentedOperation): ResponseObject[] =>
  Object.values(responses).filter(
    (response): response is ResponseObject => response !== undefined && !('$ref' in response),
  );
