import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor, type Type } from '@nestjs/common';
import { ModuleRef, Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { catchError, from, type Observable, switchMap, throwError } from 'rxjs';
import { ADDRESSES, type ResourceLocator } from '../access/access.decorators';
import { DomainError } from '../errors/domain-error';

/**
 * Keeps the order of refusals, 404 before 400: a wrong request that names a resource which the caller cannot see is told
 * nothing but that. Looked up only for requests that fail anyway, so that right ones pay nothing.
 */
@Injectable()
export class RefusalOrderInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly modules: ModuleRef,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next
      .handle()
      .pipe(
        catchError((error: unknown) =>
          from(this.assertVisible(context, error)).pipe(switchMap(() => throwError(() => error))),
        ),
      );
  }

  private async assertVisible(context: ExecutionContext, error: unknown): Promise<void> {
    const locator = this.reflector.get<Type<ResourceLocator> | undefined>(ADDRESSES, context.getHandler());
    if (!locator || !(error instanceof DomainError) || error.status !== 400) return;
    const { principal, params } = context.switchToHttp().getRequest<FastifyRequest<{ Params: { id: string } }>>();
    if (principal) await this.modules.get(locator, { strict: false }).assertVisible(principal, params.id);
  }
}
