import { createHash } from 'node:crypto';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import sjson from 'secure-json-parse';
import { bodyLimitOf } from './body-limit';
import { MalformedJsonError, UnsupportedMediaTypeError } from './body-errors';
import { assertUncoded } from './content-coding';
import { readBytes } from './read-bytes';

const MAX_DEPTH = 20;

/**
 * Reads and parses JSON bodies. It is the last guard, so that no body is read for a caller that another guard refuses.
 * Fastify's own parsers are off, because they run before any guard (see `leaveBodiesUnread`). A guard is used rather
 * than an interceptor because interceptors add the cost of observables to every request, with a body or without.
 */
@Injectable()
export class JsonBodyGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const limit = bodyLimitOf(this.reflector, context);
    if (limit === undefined || limit === 'none') return true;
    return readJson(request, limit).then((body) => {
      request.body = body;
      return true;
    });
  }
}

/** @returns the parsed body; `{}` if it is empty */
async function readJson(request: FastifyRequest, limit: number): Promise<unknown> {
  const bytes = await readBytes(request, limit);
  if (request.idempotencyKey !== undefined) request.bodyHash = createHash('sha256').update(bytes).digest();
  if (bytes.length === 0) return {};
  assertUncoded(request);
  assertJson(request.headers['content-type']);
  const value = parseJson(decodeUtf8(bytes));
  if (isDeeper(value, MAX_DEPTH)) throw new MalformedJsonError(`nested deeper than ${MAX_DEPTH} levels`);
  return value;
}

function assertJson(contentType: string | undefined): void {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(contentType ?? '') ?? [];
  if (!isJsonType(contentType)) throw new UnsupportedMediaTypeError('application/json');
  if (!/^utf-?8$/i.test(charset)) throw new UnsupportedMediaTypeError('application/json in UTF-8');
}

/**
 * Returns whether the media type of a `Content-Type` header is `application/json` or has the suffix `+json` (RFC 6839).
 */
export const isJsonType = (contentType: string | undefined): boolean =>
  /^\s*application\/([\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType ?? '');

function decodeUtf8(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new MalformedJsonError('not valid UTF-8');
  }
}

function parseJson(text: string): unknown {
  try {
    return sjson.parse(text, undefined, { protoAction: 'error', constructorAction: 'error' });
  } catch (error) {
    throw new MalformedJsonError(error instanceof Error ? error.message : 'not JSON');
  }
}

/** Iterative, so that a deep value cannot overflow the stack. */
function isDeeper(root: unknown, max: number): boolean {
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > max) return true;
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? (Object.values(value) as unknown[]) : [],
    );
  }
  return false;
}
