import { STATUS_CODES } from 'node:http';
import type { ComponentsObject } from '@nestjs/swagger';
import type { ErrorCode } from '../common/errors/catalogue';
import { addExample } from './examples';
import type { DocumentedOperation } from './operation-object';
import type { ProblemResponses } from './problem-responses';

/** The error codes of these operations, by status. */
const CODES: Readonly<Record<string, ErrorCode>> = { 401: 'unauthenticated', 503: 'not_ready' };

/**
 * Completes an operation outside the API (health, metrics): it has no API keys and no rate limit, but the same problem
 * documents.
 */
export function completePublicOperation(
  operation: DocumentedOperation,
  schemas: NonNullable<ComponentsObject['schemas']>,
  problems: ProblemResponses,
): void {
  operation.security = [];
  for (const [status, response] of Object.entries(operation.responses)) {
    if (!response || '$ref' in response) continue;
    const code = CODES[status];
    response.description ||= STATUS_CODES[status] ?? '';
    response.headers = { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' }, ...response.headers };
    if (code) response.content ??= problems.toContent([code]);
    addExample(response.content, schemas, undefined);
  }
}
