import { applyDecorators, type CustomDecorator, SetMetadata, type Type } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { Principal } from './principal';
import type { Scope } from './scope';

export const ACCESS = Symbol('access');
export const RESOURCE_PARAM = Symbol('addresses');

/** Of an operation in the OpenAPI document: the scopes of which one is needed, none where any API key will do. */
export const SCOPES_EXTENSION = 'x-scopes';

/** Who may call a route. A route that declares none stops the start. */
export type Access =
  { kind: 'public' } | { kind: 'any-api-key' } | { kind: 'scopes'; anyOf: readonly [Scope, ...Scope[]] };

/** Anybody, without an API key. */
export const Public = (): CustomDecorator<symbol> => SetMetadata<symbol, Access>(ACCESS, { kind: 'public' });

/** Any valid API key, whatever its scopes. */
export const AnyApiKey = (): ClassDecorator & MethodDecorator =>
  applyDecorators(SetMetadata<symbol, Access>(ACCESS, { kind: 'any-api-key' }), ApiExtension(SCOPES_EXTENSION, []));

/** API keys with this scope. Several: one of them is enough to be let in, the service asks for the rest. */
export const RequireScope = (...anyOf: [Scope, ...Scope[]]): ClassDecorator & MethodDecorator =>
  applyDecorators(
    SetMetadata<symbol, Access>(ACCESS, { kind: 'scopes', anyOf }),
    ApiExtension(SCOPES_EXTENSION, anyOf),
  );

/** A service that can tell whether a caller may know of a resource. */
export interface ResourceLocator {
  /** @throws a 404 where the resource does not exist for this caller */
  assertVisible(principal: Principal, id: string): Promise<void>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Of what `:id` in the path names; set when the caller has been let in. */
    locator?: Type<ResourceLocator>;
  }
}

/**
 * The resource that `:id` in a route's path names. A request that is wrong (400) and names a resource that the caller
 * cannot see is answered 404: refusals come in the order 401, 429, 403, 404, 400.
 */
export const ResourceParam = (locator: Type<ResourceLocator>): CustomDecorator<symbol> =>
  SetMetadata(RESOURCE_PARAM, locator);
