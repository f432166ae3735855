import { Inject, Injectable, Logger } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Settings } from '../config/settings';
import { SETTINGS } from '../config/settings.module';
import { isSecure, plainCookie, secureCookie } from './session-cookie';

/** Sets the cookie of a session, however the person or the API key has signed in. */
@Injectable()
export class SessionCookies {
  private readonly logger = new Logger('Sessions');
  private hasWarned = false;

  constructor(@Inject(SETTINGS) private readonly settings: Pick<Settings, 'trustProxy'>) {}

  /**
   * The browser forgets the cookie when it is closed.
   *
   * @param publicUrl the origin of the page, if the request does not name it
   */
  set(reply: FastifyReply, id: string, publicUrl = ''): void {
    this.checkProtocol(reply.request);
    const isHttps = publicUrl.startsWith('https:') || isSecure(reply.request);
    void reply.header('Set-Cookie', isHttps ? secureCookie(id) : plainCookie(id));
  }

  /** Warns once of a trusted proxy that does not forward the protocol of the browser: the cookie may lack `Secure`. */
  private checkProtocol({ headers }: FastifyRequest): void {
    if (this.hasWarned || this.settings.trustProxy === undefined || headers['x-forwarded-proto'] !== undefined) return;
    this.hasWarned = true;
    this.logger.warn(
      'TRUST_PROXY is set, and a sign-in came without X-Forwarded-Proto: without it, the session cookie may lack Secure, and a ' +
        'header of the client would pass. nginx: proxy_set_header X-Forwarded-Proto $scheme',
    );
  }
}
