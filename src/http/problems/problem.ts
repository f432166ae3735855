import { STATUS_CODES } from 'node:http';
import { HttpException } from '@nestjs/common';
import { ERROR_CATALOGUE, type ErrorCode, type FieldError } from '../../common/errors/catalogue';
import { DomainError } from '../../common/errors/domain-error';

/** RFC 9457. */
export interface Problem {
  type: 'about:blank';
  title: string;
  status: number;
  code: ErrorCode;
  detail: string;
  instance: string;
  requestId: string;
  errors?: readonly FieldError[];
}

export interface Refusal {
  problem: Problem;
  headers: Readonly<Record<string, string>>;
}

export const PROBLEM_MEDIA_TYPE = 'application/problem+json; charset=utf-8';

/** The answer to a failure, whoever threw it. What is not known to be safe to tell becomes a 500 that says its request id. */
export function refusalOf(error: unknown, request: { id: string; url: string }): Refusal {
  const place = { instance: pathOf(request.url), requestId: request.id };
  if (error instanceof DomainError) {
    const { errors, extensions, headers = {} } = error.options;
    return {
      problem: { ...problemOf(error.code, error.message, place), ...extensions, ...(errors && { errors }) },
      headers,
    };
  }
  const [code, detail] = foreignRefusal(error);
  return { problem: problemOf(code, detail, place), headers: {} };
}

function problemOf(code: ErrorCode, detail: string, place: Pick<Problem, 'instance' | 'requestId'>): Problem {
  const { status } = ERROR_CATALOGUE[code];
  return { type: 'about:blank', title: STATUS_CODES[status] ?? 'Error', status, code, detail, ...place };
}

/** What Nest, Fastify and its plugins throw, by the status that they would answer with. */
function foreignRefusal(error: unknown): [ErrorCode, string] {
  const status = statusOf(error);
  if (status === 404) return ['not_found', 'there is no such path or method'];
  if (status === 413 || status === 414) return ['body_too_large', 'the request is larger than is taken'];
  if (status === 415) return ['unsupported_media_type', 'the content type is not one that is taken here'];
  if (status === 503 || (status >= 400 && status < 500)) return ['malformed_request', messageOf(error)];
  return ['internal_error', 'something went wrong here; the log has the details under this request id'];
}

function statusOf(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  const status = typeof error === 'object' && error !== null && 'statusCode' in error ? error.statusCode : undefined;
  return typeof status === 'number' ? status : 500;
}

/** Fastify's own words for a broken request name neither SQL nor paths; at most a piece of what was sent. */
function messageOf(error: unknown): string {
  return error instanceof Error && error.message !== '' ? error.message : 'the request is not well-formed';
}

/** Without the query, which may hold anything. */
function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? url;
}
