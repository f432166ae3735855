import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** The caller's own `X-Request-Id` where it is plain, so that no log line or header can be forged through it; else a new one. */
export function requestIdOf(message: IncomingMessage): string {
  const sent = message.headers['x-request-id'];
  return typeof sent === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(sent) ? sent : randomUUID();
}
