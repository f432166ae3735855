import { type DiscoveryService, MetadataScanner } from '@nestjs/core';
import { PATH_METADATA } from '@nestjs/common/constants';

type Method = (...args: unknown[]) => unknown;

/** A method of a controller that serves a route. */
export interface RouteHandler {
  handler: Method;
  /** The class of the controller. */
  controller: Method;
  /** Class and method, as in `KeysController.create`. */
  name: string;
}

/** Lists the route handlers of all controllers, for checks at start. */
export function findRouteHandlers(discovery: DiscoveryService): RouteHandler[] {
  const scanner = new MetadataScanner();
  return discovery.getControllers().flatMap(({ instance, metatype }) => {
    if (!instance || typeof metatype !== 'function') return [];
    const controller = metatype as Method;
    const prototype = Object.getPrototypeOf(instance) as Record<string, Method>;
    return scanner.getAllMethodNames(prototype).flatMap((method) => {
      const handler = prototype[method];
      const isRoute = handler && Reflect.hasMetadata(PATH_METADATA, handler);
      return isRoute ? [{ handler, controller, name: `${controller.name}.${method}` }] : [];
    });
  });
}
