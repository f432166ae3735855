import type { ParameterObject } from '@nestjs/swagger';
import type { OperationNotes } from '../http/operation.decorator';
import { withExampleAsList } from './examples';
import { headerReferences } from './headers';
import type { DocumentedOperation } from './operation-object';

const EXAMPLE_TAG = '"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"';

const header = (name: string, description: string, example: string): ParameterObject => ({
  name,
  in: 'header',
  required: false,
  description,
  // Swagger UI sends an example of a parameter itself with the request.
  schema: withExampleAsList({ type: 'string', example }),
});

const IF_NONE_MATCH = header(
  'If-None-Match',
  'The entity tags of responses that the client has stored, or `*` (RFC 9110 §13.1.2).',
  EXAMPLE_TAG,
);

const IF_MATCH = header(
  'If-Match',
  'The entity tag of the state that the client has read, or several, or `*` (RFC 9110 §13.1.1). If the resource has another ' +
    'one, the response is a 412 `precondition_failed` and nothing is done. Weak tags match nothing.',
  EXAMPLE_TAG,
);

/** Documents the headers that a request can have by the notes of its operation, and the responses that depend on them. */
export function addRequestHeaders(operation: DocumentedOperation, { conditional, ifMatch }: OperationNotes): void {
  operation.parameters = [
    ...(operation.parameters ?? []),
    ...(conditional ? [IF_NONE_MATCH] : []),
    ...(ifMatch ? [IF_MATCH] : []),
  ];
  if (!conditional) return;
  operation.responses['304'] = {
    description: 'Not Modified. The stored response of the client is current.',
    headers: headerReferences('ETag', 'Cache-Control', 'Vary'),
  };
}
