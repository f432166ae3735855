import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { CrossSiteRequestError, UnauthenticatedError } from '../common/access/access-errors';
import { hasOwnOrigin, isCrossSite } from './own-origin';
import { readSessionId } from './session-cookie';

/**
 * Refuses requests of other hosts' pages that would begin or end a session. Programs that are no browser send no
 * `Origin`.
 */
@Injectable()
export class OwnPageGuard implements CanActivate {
  /** @throws CrossSiteRequestError, UnauthenticatedError */
  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    if (isCrossSite(request)) throw new CrossSiteRequestError();
    const isBrowser = request.headers.origin !== undefined || readSessionId(request) !== undefined;
    if (isBrowser && !hasOwnOrigin(request)) throw new UnauthenticatedError('other-origin');
    return true;
  }
}
