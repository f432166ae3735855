import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The names of the cookie. Browsers accept one with the prefix `__Host-` only over https, from this host, for all paths
 * (draft-ietf-httpbis-rfc6265bis §4.1.3.2), so that no other host can set it.
 */
const [SECURE_NAME, PLAIN_NAME] = ['__Host-glossa', 'glossa'];
/** The form of `newSessionId`. */
const SESSION_ID = /^[\w-]{43}$/;

/** Returns the id of a session that the cookies of a request contain; over https, only from the cookie for https. */
export function readSessionId({ headers, protocol }: FastifyRequest): string | undefined {
  if (headers.cookie === undefined) return undefined;
  const cookies = new Map<string, string>();
  for (const pair of headers.cookie.split(';')) {
    const separator = pair.indexOf('=');
    if (separator > 0) cookies.set(pair.slice(0, separator).trim(), pair.slice(separator + 1).trim());
  }
  const id = cookies.get(SECURE_NAME) ?? (protocol === 'https' ? undefined : cookies.get(PLAIN_NAME));
  return id !== undefined && SESSION_ID.test(id) ? id : undefined;
}

/** Whether the response to a request depends on its cookie, because no `Authorization` header replaces it. */
export const dependsOnSession = (request: FastifyRequest): boolean =>
  request.headers.authorization === undefined && readSessionId(request) !== undefined;

/** Injects the id of the session in the cookie; undefined without one. */
export const SessionId = createParamDecorator((_: unknown, context: ExecutionContext): string | undefined =>
  readSessionId(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** Removes the cookies of a session. */
export function clearSessionCookie(reply: FastifyReply): void {
  const expired = '; Max-Age=0';
  void reply.header('Set-Cookie', [
    plainCookie('') + expired,
    ...(isSecure(reply.request) ? [secureCookie('') + expired] : []),
  ]);
}

export const plainCookie = (value: string): string => `${PLAIN_NAME}=${value}; Path=/; HttpOnly; SameSite=Strict`;
export const secureCookie = (value: string): string =>
  `${SECURE_NAME}=${value}; Path=/; HttpOnly; SameSite=Strict; Secure`;

/**
 * Whether the browser uses https: the proxy that ends TLS may not be in the list of proxies that the service trusts.
 */
export const isSecure = ({ protocol, headers }: FastifyRequest): boolean =>
  protocol === 'https' || /^https:/i.test(headers.origin ?? '');
