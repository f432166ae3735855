import type { FastifyRequest } from 'fastify';
import type { Settings } from '../config/settings';
import type { SessionClient } from '../sessions/sessions.service';
import { hasOwnOrigin } from '../sessions/own-origin';

const MAX_USER_AGENT = 300;

/** Returns what a list of sessions shows of the browser that sent a request. */
export function clientOf({ headers, ip }: FastifyRequest): SessionClient {
  const userAgent = headers['user-agent']?.replaceAll('\0', '').slice(0, MAX_USER_AGENT).toWellFormed();
  return { userAgent: userAgent?.toWellFormed() ?? null, address: ip };
}

/** Returns the origin of links in the answer to a request: `PUBLIC_URL`, or the address as the client sees it. */
export function baseOf(request: FastifyRequest, { publicUrl }: Pick<Settings, 'publicUrl'>): string {
  if (publicUrl !== undefined) return publicUrl;
  const { headers, protocol, host } = request;
  return headers.origin !== undefined && hasOwnOrigin(request) ? headers.origin : `${protocol}://${host}`;
}
