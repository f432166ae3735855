import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { NoCallerReason } from './access-errors';
import type { Reach } from './reach';

export const PLANS = ['free', 'starter', 'growth', 'professional', 'enterprise'] as const;
export type Plan = (typeof PLANS)[number];

/** The caller of a request: an API key and its organization, as they were at most a few seconds ago. */
export interface Principal extends Reach {
  apiKeyId: string;
  organizationId: string;
  organizationName: string;
  plan: Plan;
  /** Requests per minute of the whole organization. */
  rateLimit: number;
  /** Whether the organization is the operator's (the bootstrap organization). */
  operator: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, which is set as the request arrives, before its body is read; undefined without a valid API key. */
    principal?: Principal;
    /** Why there is no principal. */
    unauthenticated?: NoCallerReason;
  }
}

/** Injects the caller into a handler. Routes that are `@Public()` have none. */
export const CurrentPrincipal = createParamDecorator((_: unknown, context: ExecutionContext): Principal => {
  const { principal } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!principal) throw new Error('@CurrentPrincipal() is used on a public route');
  return principal;
});
