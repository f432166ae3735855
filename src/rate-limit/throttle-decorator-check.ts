import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { findRouteHandlers } from '../http/route-handlers';

/** The prefix of all metadata that `@Throttle` and `@SkipThrottle` set. */
const THROTTLER_METADATA = 'THROTTLER:';

/**
 * Stops the start if a route has `@Throttle` or `@SkipThrottle`. Limits belong to an organization's plan, and every
 * response of the API has the headers of that limit, so `PlanThrottlerGuard` does not read these decorators.
 */
@Injectable()
export class ThrottleDecoratorCheck implements OnApplicationBootstrap {
  constructor(private readonly discovery: DiscoveryService) {}

  /** @throws Error that names the routes */
  onApplicationBootstrap(): void {
    const routes = findRouteHandlers(this.discovery)
      .filter(({ handler, controller }) => hasThrottlerMetadata(handler) || hasThrottlerMetadata(controller))
      .map(({ name }) => name);
    if (routes.length > 0) {
      throw new Error(`@Throttle and @SkipThrottle are not supported, remove them from ${routes.join(', ')}`);
    }
  }
}

const hasThrottlerMetadata = (target: object): boolean =>
  Reflect.getMetadataKeys(target).some((key) => typeof key === 'string' && key.startsWith(THROTTLER_METADATA));
