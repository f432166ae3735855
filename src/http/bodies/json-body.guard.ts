import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import sjson from 'secure-json-parse';
import { bodyChunks } from './body-chunks';
import { BodyTooLargeError, MalformedJsonError, UnsupportedMediaTypeError } from './body-errors';

const BODY = Symbol('body');
const MEBIBYTE = 1_048_576;
const MAX_DEPTH = 20;
const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

/** The largest JSON body of a route, in bytes; `none`: the route reads its body itself, or has none. Default: 1 MiB. */
export const BodyLimit = (bytes: number | 'none') => SetMetadata(BODY, bytes);

/**
 * Lets in whose body is JSON, and reads it: the last of the guards, so that nothing is read for somebody whom another
 * refuses. (Fastify itself would read bodies before any guard, so its own parsers are off and hand the stream over: see
 * `create-app`. An interceptor would cost every request, with a body or without, the machinery of observables.)
 */
@Injectable()
export class JsonBodyGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (!METHODS_WITH_BODY.has(request.method)) return true;
    const limit = this.reflector.get<number | 'none' | undefined>(BODY, context.getHandler()) ?? MEBIBYTE;
    if (limit === 'none') return true;
    return readJson(request, limit).then((body) => {
      request.body = body;
      return true;
    });
  }
}

async function readJson(request: FastifyRequest, limit: number): Promise<unknown> {
  const bytes = await readBytes(request, limit);
  if (bytes.length === 0) return {};
  assertJson(request.headers['content-type']);
  const text = decode(bytes);
  let value: unknown;
  try {
    value = sjson.parse(text, undefined, { protoAction: 'error', constructorAction: 'error' });
  } catch (error) {
    throw new MalformedJsonError(error instanceof Error ? error.message : 'not JSON');
  }
  if (isDeeper(value, MAX_DEPTH)) throw new MalformedJsonError(`nested deeper than ${MAX_DEPTH} levels`);
  return value;
}

/**
 * The whole body, which is given up as soon as it is larger.
 * @throws BodyTooLargeError, IncompleteBodyError
 */
export async function readBytes(request: FastifyRequest, limit: number): Promise<Buffer> {
  if (Number(request.headers['content-length']) > limit) throw new BodyTooLargeError(limit);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bodyChunks(request.raw)) {
    size += chunk.length;
    if (size > limit) throw new BodyTooLargeError(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

function assertJson(contentType: string | undefined): void {
  const [, type = '', charset = 'utf-8'] =
    /^\s*([^;\s]+)\s*(?:;\s*charset\s*=\s*"?([^";\s]+)"?)?/i.exec(contentType ?? '') ?? [];
  if (!/^application\/([\w.+-]+\+)?json$/i.test(type)) throw new UnsupportedMediaTypeError('application/json');
  if (!/^utf-?8$/i.test(charset)) throw new UnsupportedMediaTypeError('application/json in UTF-8');
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new MalformedJsonError('not valid UTF-8');
  }
}

/** Without recursion, so that no depth overflows the stack. */
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
