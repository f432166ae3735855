import { STATUS_CODES } from 'node:http';
import type { ComponentsObject } from '@nestjs/swagger';
import type { ErrorCode } from '../common/errors/catalogue';
import { addExample } from './examples';
import type { DocumentedOperation } from './operation-object';
import type { ProblemAnswers } from './problem-answers';

const CODES: Readonly<Record<string, ErrorCode>> = { 401: 'unauthenticated', 503: 'not_ready' };

/** What is beside the API knows no API keys and no rate limit; it has the shape of problems in common with it. */
export function completePublicOperation(
  operation: DocumentedOperation,
  schemas: NonNullable<ComponentsObject['schemas']>,
  problems: ProblemAnswers,
): void {
  operation.security = [];
  for (const [status, answer] of Object.entries(operation.responses)) {
    if (!answer || '$ref' in answer) continue;
    const code = CODES[status];
    answer.description ||= STATUS_CODES[status] ?? '';
    answer.headers = { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' }, ...answer.headers };
    if (code) answer.content ??= problems.contentOf(Number(status), [code]);
    addExample(answer.content, schemas, undefined);
  }
}
