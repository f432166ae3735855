import { Inject, Injectable, Logger } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Settings } from '../config/settings';
import { SETTINGS } from '../config/settings.module';

/**
 * Warns once of a trusted proxy that does not forward the protocol of the browser: the cookie of a session may lack
 * `Secure`.
 */
@Injectable()
export class ProxyProtocol {
  private readonly logger = new Logger('Sessions');
  private hasWarned = false;

  constructor(@Inject(SETTINGS) private readonly settings: Pick<Settings, 'trustProxy'>) {}

  check({ headers }: Pick<FastifyRequest, 'headers'>): void {
    if (this.hasWarned || this.settings.trustProxy === undefined || headers['x-forwarded-proto'] !== undefined) return;
    this.hasWarned = true;
    this.logger.warn(
      'TRUST_PROXY is set, and a sign-in came without X-Forwarded-Proto: without it, the session cookie may lack Secure, and a ' +
        'header of the client would pass. nginx: proxy_set_header X-Forwarded-Proto $scheme',
    );
  }
}
