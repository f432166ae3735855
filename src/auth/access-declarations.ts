import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService, Reflector } from '@nestjs/core';
import { ACCESS } from '../common/access/access.decorators';
import { findRouteHandlers } from '../http/route-handlers';

/** Stops the start if a route does not declare who may call it. */
@Injectable()
export class AccessDeclarations implements OnApplicationBootstrap {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly reflector: Reflector,
  ) {}

  /** @throws Error that names the routes */
  onApplicationBootstrap(): void {
    const undeclared = findRouteHandlers(this.discovery)
      .filter(({ handler, controller }) => !this.reflector.getAllAndOverride<unknown>(ACCESS, [handler, controller]))
      .map(({ name }) => name);
    if (undeclared.length > 0) {
      throw new Error(`no @RequireScope, @AnyApiKey or @Public declares who may call ${undeclared.join(', ')}`);
    }
  }
}
