import { STATUS_CODES } from 'node:http';
import { HttpException } from '@nestjs/common';
import { ERROR_CATALOGUE, type ErrorCode, type FieldError } from '../../common/errors/catalogue';
import { DomainError } from '../../common/errors/domain-error';
import { errorParams, type SentenceParams, withParams } from '../../common/sentences';

/** A problem document (RFC 9457), the body of every response to a request that failed. */
export interface Problem {
  type: 'about:blank';
  title: string;
  status: number;
  code: ErrorCode;
  detail: string;
  /** Names and values of what `detail` says. */
  params?: SentenceParams;
  /** The path of the request, as it was sent. */
  instance: string;
  requestId: string;
  errors?: readonly FieldError[];
}

/** A problem document and the headers that go with it. */
export interface ProblemResponse {
  problem: Problem;
  headers: Readonly<Record<string, string>>;
}

export const PROBLEM_MEDIA_TYPE = 'application/problem+json; charset=utf-8';

/**
 * Converts an error of the service, of the framework or of a library to a problem document. An error whose message is
 * not known to be safe to publish becomes a 500 that contains only the id of the request.
 */
export function toProblemResponse(error: unknown, request: { id: string; originalUrl: string }): ProblemResponse {
  const occurrence = { instance: withoutQuery(request.originalUrl), requestId: request.id };
  if (error instanceof DomainError) {
    const { errors, extensions, headers = {} } = error.options;
    const problem = createProblem(error.code, error.message, occurrence);
    return { problem: { ...problem, ...extensions, ...(errors && { errors: withParams(errors) }) }, headers };
  }
  const [code, detail] = classifyForeignError(error);
  return { problem: createProblem(code, detail, occurrence), headers: {} };
}

function createProblem(code: ErrorCode, detail: string, occurrence: Pick<Problem, 'instance' | 'requestId'>): Problem {
  const { status } = ERROR_CATALOGUE[code];
  const title = STATUS_CODES[status] ?? 'Error';
  return { type: 'about:blank', title, status, code, detail, ...errorParams(code, detail), ...occurrence };
}

/** Maps an error of Nest, of Fastify or of a plugin by the status with which it would be sent. */
function classifyForeignError(error: unknown): [ErrorCode, string] {
  const status = getStatus(error);
  if (status === 404) return ['not_found', 'the path does not exist, or not with this method'];
  if (status === 413 || status === 414) return ['body_too_large', 'the request is too large'];
  if (status === 415) return ['unsupported_media_type', 'the content type is not accepted'];
  if (status === 503 || (status >= 400 && status < 500)) return ['malformed_request', getMessage(error)];
  return ['internal_error', 'the service failed; its log has the details under this request id'];
}

function getStatus(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' ? status : 500;
}

/** Fastify's messages about malformed requests contain neither SQL nor paths, at most a part of the request. */
function getMessage(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'the request is malformed';
}

/** A query may contain a secret. */
function withoutQuery(url: string): string {
  return url.split('?', 1)[0] ?? url;
}
