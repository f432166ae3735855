import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { ValidationFailedError } from '../../common/errors/domain-error';
import { isApiRequest } from '../api-path';
import { MalformedQueryError } from '../bodies/body-errors';

const READS_QUERY = Symbol('reads query');

/** The route takes its query parameters without `@Query()`, and refuses itself those that it does not know. */
export const ReadsQuery = () => SetMetadata(READS_QUERY, true);

/**
 * A route without `@Query()` takes no query parameters, and says so: `DELETE …?dryRun=true` must not delete. (Those of a
 * route with `@Query()` are checked with its DTO.) Nor is a query taken that is not UTF-8.
 */
@Injectable()
export class StrictQueryGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (request.url.includes('?') && isApiRequest(request)) {
      assertUtf8(request.url);
      if (!this.takesQuery(context)) assertNoParameters(Object.keys(request.query as object));
    }
    return true;
  }

  private takesQuery(context: ExecutionContext): boolean {
    const handler = context.getHandler();
    if (this.reflector.get<boolean | undefined>(READS_QUERY, handler)) return true;
    const parameters: unknown = Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), handler.name);
    return Object.keys(parameters ?? {}).some((key) => key.startsWith(`${RouteParamtypes.QUERY}:`));
  }
}

/** Left to itself, the parser of the framework takes an escape that is none as it stands. */
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
