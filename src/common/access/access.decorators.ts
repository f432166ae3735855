import { applyDecorators, type CustomDecorator, SetMetadata, type Type } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { Principal } from './principal';
import type { Scope } from './scope';

export const ACCESS = Symbol('access');
export const RESOURCE_PARAM = Symbol('resource param');

/**
 * The OpenAPI extension that lists the scopes of an operation, one of which is needed; empty if any API key may call
 * it.
 */
export const SCOPES_EXTENSION = 'x-scopes';

/** The callers that a route admits. The service does not start if a route declares no access. */
export type Access =
  | { kind: 'public' }
  | { kind: 'any-api-key' }
  | { kind: 'person' }
  | { kind: 'scopes'; anyOf: readonly [Scope, ...Scope[]] };

/** Declares a route that needs no API key. */
export const Public = (): CustomDecorator<symbol> => SetMetadata<symbol, Access>(ACCESS, { kind: 'public' });

/** Declares a route that any valid API key may call, whatever its scopes. */
export const AnyApiKey = (): ClassDecorator & MethodDecorator =>
  applyDecorators(SetMetadata<symbol, Access>(ACCESS, { kind: 'any-api-key' }), ApiExtension(SCOPES_EXTENSION, []));

/** The OpenAPI extension of an operation that only persons can call. */
export const PERSON_EXTENSION = 'x-person';

/** Declares a route that any person may call in a session, and no API key. */
export const PersonOnly = (): ClassDecorator & MethodDecorator =>
  applyDecorators(
    SetMetadata<symbol, Access>(ACCESS, { kind: 'person' }),
    ApiExtension(SCOPES_EXTENSION, []),
    ApiExtension(PERSON_EXTENSION, true),
  );

/** Declares the scopes of a route. The guard requires one of them; the service checks the others if it needs them. */
export const RequireScope = (...anyOf: [Scope, ...Scope[]]): ClassDecorator & MethodDecorator =>
  applyDecorators(
    SetMetadata<symbol, Access>(ACCESS, { kind: 'scopes', anyOf }),
    ApiExtension(SCOPES_EXTENSION, anyOf),
  );

/** A service that checks whether a resource is visible to a caller. */
export interface ResourceLocator {
  /**
   * @param params the other parameters of the path, for a resource that has a second identifier
   * @throws DomainError with the 404 of the resource if it does not exist, or the caller may not see it
   */
  assertVisible(principal: Principal, id: string, params: Readonly<Record<string, string>>): Promise<void>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The locator of the resource with the identifiers in the path. The access guard sets it once it has admitted the
     * caller.
     */
    locator?: Type<ResourceLocator>;
  }
}

/**
 * Declares the resource that the path of a route identifies, by `:id` and its other parameters. An invalid request for
 * a resource that the caller cannot see is refused with 404 instead of 400: refusals come in the order 401, 429, 403,
 * 404, 400.
 */
export const ResourceParam = (locator: Type<ResourceLocator>): CustomDecorator<symbol> =>
  SetMetadata(RESOURCE_PARAM, locator);
