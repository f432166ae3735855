import type { FastifyReply, FastifyRequest } from 'fastify';

/** For answers that are no other ones later: the cache of the client keeps them for a year. */
export const PRIVATE_IMMUTABLE = 'private, max-age=31536000, immutable';

/** No response is shown in a frame, loads anything, or is taken for another type than it has. */
export const COMMON_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': `default-src 'none'; frame-ancestors 'none'`,
};

/**
 * Pages may load files of this host, and never inline scripts. Both the dashboard and Swagger UI need inline styles. Swagger
 * UI shows the pictures of responses as blobs.
 */
const PAGE_POLICY = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self' 'unsafe-inline'`,
  `img-src 'self' data: blob:`,
  `font-src 'self'`,
  `connect-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

/** The headers of pages, which replace the headers of other responses. */
export const PAGE_HEADERS = {
  'Content-Security-Policy': PAGE_POLICY,
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** Sets the headers of every response. Must be called when the request arrives, so that refusals have them too. */
export function setCommonHeaders(request: FastifyRequest, reply: FastifyReply): void {
  void reply.header('X-Request-Id', request.id).headers(COMMON_HEADERS);
}

/**
 * Keeps a response that depends on a cookie out of every cache; what never changes may stay in the cache of the client, for requests with
 * the same cookie. Must be called when its other headers are set.
 */
export function preventCaching(reply: FastifyReply): void {
  const varying = String(reply.getHeader('vary') ?? '').split(/, */);
  const vary = new Set([...varying, 'Cookie', 'Authorization'].filter((name) => name !== ''));
  const isImmutable = reply.getHeader('cache-control') === PRIVATE_IMMUTABLE;
  void reply.headers({ ...(!isImmutable && { 'Cache-Control': 'private, no-store' }), Vary: [...vary].join(', ') });
}
