import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { NoCallerReason } from './access-errors';
import type { Reach } from './reach';
import type { Role } from './roles';

export const PLANS = ['free', 'starter', 'growth', 'professional', 'enterprise'] as const;
export type Plan = (typeof PLANS)[number];

/** A person as a member of the organization of a request. */
export interface Member {
  /** The id of the person. */
  id: string;
  name: string;
  membershipId: string;
  role: Role;
}

/** The caller of a request, an API key or a member, and its organization, as they were at most a few seconds ago. */
export interface Principal extends Reach {
  /** Null for a person. */
  apiKeyId: string | null;
  /** The hash of the secret with which the API key was identified; null for a person. */
  secretHash: Buffer | null;
  /** Null for an API key. */
  person: Member | null;
  /** The id of the person's session. */
  sessionId: string | null;
  organizationId: string;
  organizationName: string;
  plan: Plan;
  /** Requests per minute of the whole organization. */
  rateLimit: number;
  /** Requests per minute of the API key alone; null: only the limit of the organization. */
  ownRateLimit: number | null;
  /** Whether the organization is the operator's (the bootstrap organization). */
  operator: boolean;
  /** The address of the client of the request; undefined without a request. */
  address?: string;
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

/** Injects the person who calls into a handler. Routes that are not `@PersonOnly()` may have none. */
export const CurrentPerson = createParamDecorator((_: unknown, context: ExecutionContext): Member => {
  const { principal } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!principal?.person) throw new Error('@CurrentPerson() is used on a route for API keys');
  return principal.person;
});

/** Injects the caller into a handler. Routes that are `@Public()` have none. */
export const CurrentPrincipal = createParamDecorator((_: unknown, context: ExecutionContext): Principal => {
  const { principal } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!principal) throw new Error('@CurrentPrincipal() is used on a public route');
  return principal;
});

/** Returns a caller for what the service does in an organization on its own: it sees all projects, and has no scope. */
export const serviceOf = (organizationId: string): Principal => ({
  apiKeyId: null,
  secretHash: null,
  person: null,
  sessionId: null,
  organizationId,
  organizationName: '',
  plan: 'enterprise',
  rateLimit: 1,
  ownRateLimit: null,
  scopes: new Set(),
  projectIds: null,
  languages: null,
  operator: false,
});
