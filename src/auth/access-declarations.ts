import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { PATH_METADATA } from '@nestjs/common/constants';
import { ACCESS } from '../common/access/access.decorators';

type Handler = (...args: unknown[]) => unknown;

/** Stops the start where a route does not say who may call it. */
@Injectable()
export class AccessDeclarations implements OnApplicationBootstrap {
  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onApplicationBootstrap(): void {
    const open = this.discovery.getControllers().flatMap(({ metatype, instance }) => {
      const prototype = instance ? (Object.getPrototypeOf(instance) as Record<string, Handler>) : undefined;
      if (!prototype || typeof metatype !== 'function') return [];
      return this.scanner
        .getAllMethodNames(prototype)
        .filter((name) => this.isOpen(prototype[name], metatype))
        .map((name) => `${metatype.name}.${name}`);
    });
    if (open.length > 0) {
      throw new Error(`no @RequireScope, @AnyApiKey or @Public says who may call ${open.join(', ')}`);
    }
  }

  private isOpen(handler: Handler | undefined, controller: NonNullable<unknown>): boolean {
    if (!handler || typeof controller !== 'function') return false;
    const isRoute = this.reflector.get<unknown>(PATH_METADATA, handler) !== undefined;
    return isRoute && this.reflector.getAllAndOverride<unknown>(ACCESS, [handler, controller as Handler]) === undefined;
  }
}
