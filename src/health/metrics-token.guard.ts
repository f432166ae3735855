import { createHash, timingSafeEqual } from 'node:crypto';
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DomainError } from '../common/errors/domain-error';
import { SETTINGS } from '../config/settings.module';
import type { Settings } from '../config/settings';

class MetricsTokenRequiredError extends DomainError {
  constructor() {
    super('unauthenticated', 'the metrics need their token: Authorization: Bearer <METRICS_TOKEN>', {
      headers: { 'www-authenticate': 'Bearer' },
    });
  }
}

/** Asks for `METRICS_TOKEN` where there is one. */
@Injectable()
export class MetricsTokenGuard implements CanActivate {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  canActivate(context: ExecutionContext): boolean {
    const { metricsToken } = this.settings;
    if (metricsToken === undefined) return true;
    const { authorization = '' } = context.switchToHttp().getRequest<FastifyRequest>().headers;
    const [, sent = ''] = /^Bearer +(.*)$/i.exec(authorization) ?? [];
    if (!timingSafeEqual(digest(sent), digest(metricsToken))) throw new MetricsTokenRequiredError();
    return true;
  }
}

/** Of equal length, so that the comparison tells nothing of where, or by how much, they differ. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
