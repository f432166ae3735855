import type { FastifyRequest } from 'fastify';

/** Methods that change nothing (RFC 9110 §9.2.1). */
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether a request changes nothing. */
export const isSafe = ({ method }: FastifyRequest): boolean => SAFE_METHODS.has(method);

/** Whether the browser declares that a page of another site sent the request (W3C Fetch Metadata §2.3). */
export const isCrossSite = ({ headers }: FastifyRequest): boolean => headers['sec-fetch-site'] === 'cross-site';

/**
 * Whether `Origin` is this host. A trusted proxy forwards the host and the protocol. A request whose
 * protocol is http may have come through a proxy that ends TLS and is not trusted, so its page may be one of https.
 */
export function hasOwnOrigin({ headers, protocol, host }: FastifyRequest): boolean {
  const origin = parseOrigin(headers.origin ?? '');
  if (!origin || (protocol === 'https' && origin.protocol !== 'https:')) return false;
  // With the protocol of the page, so that the default port is left out of both.
  return origin.host === parseOrigin(`${origin.protocol}//${host}`)?.host;
}

function parseOrigin(text: string): URL | undefined {
  return /^https?:\/\/[^/?#@\\]+$/i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}
