import { createHash, timingSafeEqual } from 'node:crypto';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../common/errors/domain-error';
import { SETTINGS } from '../config/settings.module';
import type { Settings } from '../config/settings';

class MetricsTokenRequiredError extends DomainError {
  constructor() {
    super('unauthenticated', 'the metrics require their token: Authorization: Bearer <METRICS_TOKEN>', {
      headers: { 'www-authenticate': 'Bearer' },
    });
  }
}

/** Requires the bearer token `METRICS_TOKEN`, if it is set. */
@Injectable()
export class MetricsTokenGuard implements CanActivate {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  canActivate(context: ExecutionContext): boolean {
    const { metricsToken } = this.settings;
    if (metricsToken === undefined) return true;
    const { authorization = '' } = context.switchToHttp().getRequest<FastifyRequest>().headers;
    const [, token = ''] = /^Bearer +(.*)$/i.exec(authorization) ?? [];
    if (!timingSafeEqual(digest(token), digest(metricsToken))) throw new MetricsTokenRequiredError();
    return true;
  }
}

/**
 * Hashes a token, because `timingSafeEqual` needs equal lengths and must not reveal the length of the expected token.
 */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
