import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { ValidationFailedError } from '../../common/errors/domain-error';
import { isApiRequest } from '../api-path';
import { MalformedQueryError } from './query-errors';

const READS_QUERY = Symbol('reads query');

/** Marks a route that reads its query without `@Query()`, and refuses unknown parameters itself. */
export const ReadsQuery = () => SetMetadata(READS_QUERY, true);

/**
 * Refuses query parameters on API routes without `@Query()`: a `DELETE …?dryRun=true` must not delete. The query of a
 * route with `@Query()` is validated by its DTO. A query that is not valid UTF-8 is refused on every API route.
 */
@Injectable()
export class StrictQueryGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.url.includes('?') && isApiRequest(request)) {
      assertUtf8(request.url);
      if (!this.acceptsQuery(context)) assertNoParameters(Object.keys(request.query as object));
    }
    return true;
  }

  private acceptsQuery(context: ExecutionContext): boolean {
    const handler = context.getHandler();
    if (this.reflector.get<boolean | undefined>(READS_QUERY, handler)) return true;
    const parameters: unknown = Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), handler.name);
    return Object.keys(parameters ?? {}).some((key) => key.startsWith(`${RouteParamtypes.QUERY}:`));
  }
}

/** Fastify's query parser accepts malformed escapes and keeps them as they are. */
function assertUtf8(url: string): void {
  try {
    decodeURIComponent(url.slice(url.indexOf('?')));
  } catch {
    throw new MalformedQueryError();
  }
}

function assertNoParameters(names: readonly string[]): void {
  if (names.length === 0) return;
  throw new ValidationFailedError(
    names.map((parameter) => ({ parameter, code: 'unknown_field', detail: 'is not known' })),
  );
}
