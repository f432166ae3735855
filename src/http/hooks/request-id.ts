import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/**
 * Returns the client's `X-Request-Id` if it has 1 to 64 plain characters, so that it cannot forge a log line or a
 * header; otherwise a new UUID.
 */
export function resolveRequestId(message: IncomingMessage): string {
  const sent = message.headers['x-request-id'];
  return typeof sent === 'string' && /^[A-Za-z0-9._-]{1,64}$/.test(sent) ? sent : randomUUID();
}
