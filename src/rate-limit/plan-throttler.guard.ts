import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isApiRequest } from '../http/api-path';
import { RateLimiter } from './rate-limiter';

/** Before the access guard, so that those it refuses are counted too. */
@Injectable()
export class PlanThrottlerGuard implements CanActivate {
  constructor(private readonly limiter: RateLimiter) {}

  /** @throws RateLimitedError */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    if (isApiRequest(request)) await this.limiter.admit(request, http.getResponse<FastifyReply>());
    return true;
  }
}
