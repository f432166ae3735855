import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ForeignOriginError, UnauthenticatedError } from '../common/access/access-errors';
import type { Settings } from '../config/settings';
import { SETTINGS } from '../config/settings.module';
import { hasOwnOrigin } from '../sessions/own-origin';

/**
 * Admits requests with an API key only, and none of a page of another origin, whose host name may have been bound to
 * this host's address: a browser adds the cookie of a session by itself, and no API key.
 */
@Injectable()
export class BearerGuard implements CanActivate {
  constructor(@Inject(SETTINGS) private readonly settings: Pick<Settings, 'corsOrigins'>) {}

  /** @throws UnauthenticatedError, ForeignOriginError */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { authorization, origin } = request.headers;
    if (authorization === undefined) throw new UnauthenticatedError('missing');
    if (origin !== undefined && !hasOwnOrigin(request) && !this.settings.corsOrigins.includes(origin)) {
      throw new ForeignOriginError(origin);
    }
    return true;
  }
}
