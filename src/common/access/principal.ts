import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { MissingScopeError, type NoCallerReason } from './access-errors';
import type { Scope } from './scope';

export const PLANS = ['free', 'starter', 'growth', 'professional', 'enterprise'] as const;
export type Plan = (typeof PLANS)[number];

/** The caller of a request: an API key and its organization, as they were at most a few seconds ago. */
export interface Principal {
  apiKeyId: string;
  organizationId: string;
  organizationName: string;
  plan: Plan;
  /** Requests per minute of the whole organization. */
  rateLimit: number;
  scopes: ReadonlySet<Scope>;
  /** The only projects that the API key can access; null if it can access all projects of its organization. */
  projectIds: readonly string[] | null;
  /** Whether the organization is the operator's (the bootstrap organization). */
  operator: boolean;
  /** How the caller sends its requests, if not by the HTTP API itself: its changes say so. */
  via?: 'mcp';
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, which is set as the request arrives, before its body is read; undefined without a valid API key. */
    principal?: Principal;
    /** Why there is no principal. */
    unauthenticated?: NoCallerReason;
  }
}

/** @throws MissingScopeError with the first scope that the caller lacks */
export function requireScopes(principal: Principal, ...scopes: Scope[]): void {
  const missing = scopes.find((scope) => !principal.scopes.has(scope));
  if (missing) throw new MissingScopeError(missing);
}

/** Injects the caller into a handler. Routes that are `@Public()` have none. */
export const CurrentPrincipal = createParamDecorator((_: unknown, context: ExecutionContext): Principal => {
  const { principal } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!principal) throw new Error('@CurrentPrincipal() is used on a public route');
  return principal;
});
