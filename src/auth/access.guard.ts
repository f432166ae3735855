import { type CanActivate, type ExecutionContext, Injectable, type Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { ACCESS, type Access, RESOURCE_PARAM, type ResourceLocator } from '../common/access/access.decorators';
import { MissingScopeError, UnauthenticatedError } from '../common/access/access-errors';

/** Lets in whom a route declares; a route that declares nobody is closed. After the limit's guard, so that refusals count. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const targets = [context.getHandler(), context.getClass()];
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, targets);
    if (!access) throw new Error(`nothing says who may call ${context.getClass().name}.${context.getHandler().name}`);
    if (access.kind === 'public') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { principal, headers } = request;
    if (!principal) throw new UnauthenticatedError(headers.authorization ? 'invalid' : 'missing');
    if (access.kind === 'scopes' && !access.anyOf.some((scope) => principal.scopes.has(scope))) {
      throw new MissingScopeError(access.anyOf[0]);
    }
    request.locator = this.reflector.get<Type<ResourceLocator> | undefined>(RESOURCE_PARAM, context.getHandler());
    return true;
  }
}
