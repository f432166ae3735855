import type { ComponentsObject, ParameterObject, RequestBodyObject, ResponseObject } from '@nestjs/swagger';
import { PERSON_EXTENSION, SCOPES_EXTENSION } from '../common/access/access.decorators';
import type { ErrorCode } from '../common/errors/catalogue';
import { OPERATION_NOTES, type OperationNotes } from '../http/operation.decorator';
import { addExample, resolveSchema } from './examples';
import { headerReferences } from './headers';
import type { DocumentedOperation, PlacedOperation } from './operation-object';
import type { ProblemResponses } from './problem-responses';
import { addRequestHeaders } from './request-headers';
import { EXAMPLE_IDS } from '../common/example-ids';

export const BEARER_AUTH = 'bearerAuth';
export const SESSION_COOKIE = 'sessionCookie';

type Schemas = NonNullable<ComponentsObject['schemas']>;

/** Descriptions and examples of the parameter `id`, by the path that contains it. */
const ID_PARAMETERS: readonly { path: RegExp; description: string; example: string }[] = [
  {
    path: /\/projects\/\{id\}/,
    description: 'The id of the project.',
    example: EXAMPLE_IDS.project,
  },
  { path: /\/keys\/\{id\}/, description: 'The id of the key.', example: EXAMPLE_IDS.key },
  {
    path: /\/webhooks\/\{id\}/,
    description: 'The id of the webhook.',
    example: EXAMPLE_IDS.webhook,
  },
  {
    path: /\/deliveries\/\{id\}/,
    description: 'The id of the delivery.',
    example: EXAMPLE_IDS.delivery,
  },
  { path: /\/releases\/\{id\}/, description: 'The id of the release.', example: EXAMPLE_IDS.release },
  {
    path: /\/delivery-tokens\/\{id\}/,
    description: 'The id of the delivery token.',
    example: EXAMPLE_IDS.deliveryToken,
  },
  { path: /\/assignments\/\{id\}/, description: 'The id of the assignment.', example: EXAMPLE_IDS.assignment },
  { path: /\/comments\/\{id\}/, description: 'The id of the comment.', example: EXAMPLE_IDS.comment },
  { path: /\/screenshots\/\{id\}/, description: 'The id of the screenshot.', example: EXAMPLE_IDS.screenshot },
  { path: /\/glossary\/\{id\}/, description: 'The id of the term.', example: EXAMPLE_IDS.term },
  { path: /\/members\/\{id\}/, description: 'The id of the member.', example: EXAMPLE_IDS.member },
  { path: /\/invitations\/\{id\}/, description: 'The id of the invitation.', example: EXAMPLE_IDS.invitation },
  { path: /\/me\/sessions\/\{id\}/, description: 'The id of the session.', example: EXAMPLE_IDS.session },
  { path: /\/me\/passkeys\/\{id\}/, description: 'The id of the passkey.', example: EXAMPLE_IDS.passkey },
  {
    path: /\/api-keys\/\{id\}/,
    description: 'The id of the API key.',
    example: EXAMPLE_IDS.apiKey,
  },
  {
    path: /\/organizations\/\{id\}/,
    description: 'The id of the organization.',
    example: EXAMPLE_IDS.organization,
  },
];

const UUID = { type: 'string', format: 'uuid' };

/** The second parameters of paths. */
const SECOND_PARAMETERS: Readonly<Record<string, object>> = {
  revision: {
    description: 'The revision that the change made.',
    schema: { type: 'integer', minimum: 1 },
    example: 2,
  },
  name: {
    description: 'The name of the channel.',
    schema: { type: 'string', pattern: '^[a-z0-9][a-z0-9._-]{0,63}$' },
    example: 'production',
  },
  templateId: {
    description: 'The id of the template.',
    schema: UUID,
    example: EXAMPLE_IDS.template,
  },
};

/** Completes an API operation with what all of them have in common, and with what its notes specify. */
export function completeOperation(placed: PlacedOperation, schemas: Schemas, problems: ProblemResponses): void {
  const { operation, item } = placed;
  const notes = operation[OPERATION_NOTES] ?? { answer: 'object' };
  delete operation[OPERATION_NOTES];
  if (notes.upload) keepFormExamples(operation, schemas);
  describePath(placed);
  keepParameterExamples(operation);
  addExamples(operation, notes, schemas);
  addHeaders(operation, notes);
  operation.responses = {
    ...operation.responses,
    ...problems.forCodes(collectErrorCodes(placed, notes), operation.operationId ?? ''),
  };
  addSecurity(operation, notes);
  addRequestHeaders(operation, notes);
  if (notes.conditional) {
    item.head = toHeadOperation(operation);
  }
}

function describePath({ path, operation }: PlacedOperation): void {
  for (const parameter of getParameters(operation)) {
    if (parameter.in !== 'path') continue;
    if (parameter.name === 'id') {
      const match = ID_PARAMETERS.find((candidate) => candidate.path.test(path));
      Object.assign(parameter, match && { description: match.description, example: match.example, schema: UUID });
    } else Object.assign(parameter, SECOND_PARAMETERS[parameter.name]);
  }
}

/**
 * Keeps the examples of required parameters, where Swagger UI finds them: at the parameter. Those of optional parameters are
 * removed: tools send an example, so that Swagger UI asked for a cursor or a revision that does not exist, and for a filter that
 * the user did not choose.
 */
function keepParameterExamples(operation: DocumentedOperation): void {
  for (const parameter of getParameters(operation)) {
    if (!parameter.schema || '$ref' in parameter.schema) continue;
    const schema = { ...parameter.schema };
    const example: unknown = parameter.example ?? schema.example;
    delete schema.example;
    delete parameter.example;
    parameter.schema = schema;
    if (parameter.required && example !== undefined) parameter.example = example;
    if (schema.type === 'array') Object.assign(parameter, { style: 'form', explode: true });
  }
}

function addExamples(operation: DocumentedOperation, notes: OperationNotes, schemas: Schemas): void {
  addExample(getRequestBody(operation)?.content, schemas, notes.requestExample);
  for (const response of getResponses(operation)) addExample(response.content, schemas, notes.responseExample);
}

function addHeaders(
  operation: DocumentedOperation,
  { conditional, entityTag, writesProject, idempotent, secret }: OperationNotes,
): void {
  const common = headerReferences(
    ...(conditional ? (['ETag', 'Cache-Control', 'Vary'] as const) : []),
    ...(secret ? (['Cache-Control'] as const) : []),
    ...(entityTag ? (['ETag'] as const) : []),
    ...(writesProject ? (['X-Glossa-Revision'] as const) : []),
    ...(idempotent ? (['Idempotent-Replayed'] as const) : []),
  );
  for (const response of getResponses(operation)) response.headers = { ...common, ...response.headers };
}

/**
 * Collects the error codes of an operation: the codes that every operation has, the codes of its scopes and its body,
 * and the codes of its notes.
 */
function collectErrorCodes(
  { operation, item }: PlacedOperation,
  { errors = [], ifMatch, idempotent }: OperationNotes,
): Set<ErrorCode> {
  const codes = new Set<ErrorCode>([
    ...errors,
    'validation_failed',
    'malformed_request',
    'rate_limited',
    'busy',
    'storage_full',
    'database_unavailable',
    'internal_error',
  ]);
  const body = getRequestBody(operation);
  if (ifMatch) codes.add('precondition_failed');
  if (idempotent) codes.add('idempotency_key_reused').add('request_in_progress').add('limit_exceeded');
  const scopes = operation[SCOPES_EXTENSION];
  if (scopes) codes.add('unauthenticated');
  if (scopes && operation !== item.get) codes.add('cross_site_request');
  if (scopes?.length) codes.add('missing_scope');
  if (operation[PERSON_EXTENSION]) codes.add('person_required');
  if (body) codes.add('body_too_large').add('unsupported_media_type');
  if (body?.content['application/json']) codes.add('malformed_json');
  return codes;
}

/** Documents the scopes of an operation. In OpenAPI 3.1, several security requirements are alternatives. */
function addSecurity(operation: DocumentedOperation, { bearerOnly }: OperationNotes): void {
  const scopes = operation[SCOPES_EXTENSION];
  if (!scopes) {
    operation.security = [];
    operation.description = `${operation.description}\n\nScope: none; no API key is needed.`;
    return;
  }
  if (operation[PERSON_EXTENSION]) {
    delete operation[PERSON_EXTENSION];
    operation.security = [{ [SESSION_COOKIE]: [] }];
    operation.description = `${operation.description}\n\nScope: none; the session of a person is needed.`;
    return;
  }
  const bearer = scopes.length === 0 ? [{ [BEARER_AUTH]: [] }] : scopes.map((scope) => ({ [BEARER_AUTH]: [scope] }));
  operation.security = bearerOnly ? bearer : [...bearer, { [SESSION_COOKIE]: [] }];
  const alternatives = scopes.map((scope) => `\`${scope}\``).join(' or ');
  operation.description = `${operation.description}\n\nScope: ${alternatives || 'none; any valid API key is accepted'}.`;
}

/**
 * Keeps the examples of the required fields of a form, and makes the example of the form of them: tools send each field that has an
 * example, and converters to Postman made-up values of all fields of a form that has none.
 */
function keepFormExamples(operation: DocumentedOperation, schemas: Schemas): void {
  const schema = getRequestBody(operation)?.content['multipart/form-data']?.schema;
  if (!schema) return;
  const form = resolveSchema(schema, schemas);
  const example: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(form.properties ?? {})) {
    if ('$ref' in property) continue;
    if (form.required?.includes(name)) example[name] = property.example;
    else delete property.example;
  }
  form.example = example;
}

/** Derives the HEAD operation of a GET operation: the same without the body. */
function toHeadOperation(operation: DocumentedOperation): DocumentedOperation {
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
    description: 'Returns the headers of GET, for instance its `ETag`.',
    responses: Object.fromEntries(withoutBodies),
  };
}

const getParameters = ({ parameters = [] }: DocumentedOperation): ParameterObject[] =>
  parameters.filter((parameter): parameter is ParameterObject => 'name' in parameter);

function getRequestBody({ requestBody }: DocumentedOperation): RequestBodyObject | undefined {
  return requestBody && 'content' in requestBody ? requestBody : undefined;
}

const getResponses = ({ responses }: DocumentedOperation): ResponseObject[] =>
  Object.values(responses).filter(
    (response): response is ResponseObject => response !== undefined && !('$ref' in response),
  );
