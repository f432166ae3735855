import { type CanActivate, type ExecutionContext, Injectable, type Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { ACCESS, type Access, RESOURCE_PARAM, type ResourceLocator } from '../common/access/access.decorators';
import {
  CrossSiteRequestError,
  MissingScopeError,
  PersonRequiredError,
  UnauthenticatedError,
} from '../common/access/access-errors';

/**
 * Admits the callers that a route declares; a route without a declaration is closed. It runs after the throttler's
 * guard, so that refused requests are counted too.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  /**
   * @throws UnauthenticatedError if the route needs a valid API key
   * @throws CrossSiteRequestError if a page of another site sent it with a session
   * @throws PersonRequiredError if the route is for persons, and an API key called
   * @throws MissingScopeError if the caller has none of the route's scopes
   */
  canActivate(context: ExecutionContext): boolean {
    const [handler, controller] = [context.getHandler(), context.getClass()];
    const access = this.reflector.getAllAndOverride<Access | undefined>(ACCESS, [handler, controller]);
    if (!access) throw new Error(`${controller.name}.${handler.name} does not declare who may call it`);
    if (access.kind === 'public') return true;
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { principal, unauthenticated = 'missing' } = request;
    if (!principal) {
      throw unauthenticated === 'cross-site' ? new CrossSiteRequestError() : new UnauthenticatedError(unauthenticated);
    }
    if (access.kind === 'person' && !principal.person) throw new PersonRequiredError();
    if (access.kind === 'scopes' && !access.anyOf.some((scope) => principal.scopes.has(scope))) {
      throw new MissingScopeError(access.anyOf[0]);
    }
    request.locator = this.reflector.get<Type<ResourceLocator> | undefined>(RESOURCE_PARAM, handler);
    return true;
  }
}
