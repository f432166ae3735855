import type { ParameterObject, ResponseObject } from '@nestjs/swagger';
import type { OperationNotes } from '../http/operation.decorator';
import { headerReferences } from './headers';
import type { DocumentedOperation } from './operation-object';

const header = (name: string, description: string): ParameterObject => ({
  name,
  in: 'header',
  required: false,
  description,
  // Without an example: tools would send it, and no resource has its tag.
  schema: { type: 'string' },
});

const IF_NONE_MATCH = header(
  'If-None-Match',
  'The entity tags of responses that the client has stored, or `*` (RFC 9110 §13.1.2).',
);

const IF_MATCH = header(
  'If-Match',
  'The entity tag of the state that the client has read, or several, or `*` (RFC 9110 §13.1.1). If the resource has another ' +
    'one, the response is a 412 `precondition_failed` and nothing is done. Weak tags match nothing.',
);

const IDEMPOTENCY_KEY = header(
  'Idempotency-Key',
  'Makes the request safe to repeat: 1 to 255 visible ASCII characters that no other request of the organization has, such as a ' +
    'UUID. For 24 hours, the same request with the same key gets the response of the first that succeeded, with ' +
    '`Idempotent-Replayed: true`, and does nothing; another request is a 400 `idempotency_key_reused`. While the first is under ' +
    'way, the response is a 429 `request_in_progress`. A request that failed has done nothing, and is tried again.',
);

/**
 * Documents the headers that a request can have by the notes of its operation, and the responses that depend on them.
 */
export function addRequestHeaders(
  operation: DocumentedOperation,
  { conditional, ifMatch, idempotent }: OperationNotes,
): void {
  operation.parameters = [
    ...(operation.parameters ?? []),
    ...(conditional ? [IF_NONE_MATCH] : []),
    ...(ifMatch ? [IF_MATCH] : []),
    ...(idempotent ? [IDEMPOTENCY_KEY] : []),
  ];
  if (!conditional) return;
  operation.responses['304'] = { $ref: '#/components/responses/NotModified' };
}

export const NOT_MODIFIED: ResponseObject = {
  description: 'Not Modified. The stored response of the client is current.',
  headers: headerReferences('ETag', 'Cache-Control', 'Vary'),
};
