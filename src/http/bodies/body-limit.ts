import { type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';

const BODY_LIMIT = Symbol('body limit');
const DEFAULT_BYTES = 1_048_576;
const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

type Limit = number | 'none';

/** Sets the largest JSON body of a route, in bytes, or `none` if the route reads its body itself. Default: 1 MiB. */
export const BodyLimit = (bytes: Limit) => SetMetadata(BODY_LIMIT, bytes);

/** Returns the limit of the body of a request; undefined if its method has none. */
export function bodyLimitOf(reflector: Reflector, context: ExecutionContext): Limit | undefined {
  const { method } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!METHODS_WITH_BODY.has(method)) return undefined;
  return reflector.get<Limit | undefined>(BODY_LIMIT, context.getHandler()) ?? DEFAULT_BYTES;
}
