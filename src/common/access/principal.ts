import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { MissingScopeError } from './access-errors';
import type { Scope } from './scope';

export const PLANS = ['free', 'starter', 'growth', 'professional', 'enterprise'] as const;
export type Plan = (typeof PLANS)[number];

/** Whom a request speaks for: an API key and its organization, as they were at most a few seconds ago. */
export interface Principal {
  apiKeyId: string;
  organizationId: string;
  organizationName: string;
  plan: Plan;
  /** Requests a minute of the whole organization. */
  rateLimit: number;
  scopes: ReadonlySet<Scope>;
  /** The projects it can reach; null: all of its organization. */
  projectIds: readonly string[] | null;
  /** Belongs to the bootstrap organization. */
  operator: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set as the request arrives, before its body is read; undefined without a valid API key. */
    principal?: Principal;
  }
}

/** @throws MissingScopeError naming the first scope that is missing */
export function requireScopes(principal: Principal, ...scopes: Scope[]): void {
  const missing = scopes.find((scope) => !principal.scopes.has(scope));
  if (missing) throw new MissingScopeError(missing);
}

/** The caller. Only on routes that are not `@Public()`: the guard has let nobody else through. */
export const CurrentPrincipal = createParamDecorator((_: unknown, context: ExecutionContext): Principal => {
  const { principal } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!principal) throw new Error('@CurrentPrincipal() on a route that anybody may call');
  return principal;
});
