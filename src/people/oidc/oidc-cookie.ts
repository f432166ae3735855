import type { FastifyReply, FastifyRequest } from 'fastify';
import { newSecret } from './oidc-attempts';

const NAME = 'glossa-sign-in';
const VALUE = /^[\w-]{43}$/;
const MAX_AGE_SECONDS = 600;

/**
 * The cookie that binds sign-ins to a browser. Its sign-ins share it, so that several windows can be open. Browsers send it with the
 * navigation by which the issuer sends the person back (`SameSite=Lax`), and accept the prefix `__Host-` from this host only, so that no
 * other host can make a browser go on with a sign-in that was begun elsewhere.
 */
const nameFor = (publicUrl: string): string => (publicUrl.startsWith('https:') ? `__Host-${NAME}` : NAME);

/** Returns the value of the cookie. */
export function readBrowser({ headers }: FastifyRequest, publicUrl: string): string | undefined {
  const prefix = `${nameFor(publicUrl)}=`;
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim());
  const value = pairs.find((pair) => pair.startsWith(prefix))?.slice(prefix.length);
  return value !== undefined && VALUE.test(value) ? value : undefined;
}

/** Sets the cookie, or extends its life. @returns its value */
export function bindBrowser(reply: FastifyReply, publicUrl: string): string {
  const value = readBrowser(reply.request, publicUrl) ?? newSecret();
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  const attributes = `Path=/; Max-Age=${MAX_AGE_SECONDS}; HttpOnly; SameSite=Lax${secure}`;
  void reply.header('Set-Cookie', `${nameFor(publicUrl)}=${value}; ${attributes}`);
  return value;
}
