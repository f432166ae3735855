import type { INestApplication } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Also of an absolute URL, which HTTP/1.1 allows in a request line (RFC 9112 §3.2.2). */
const API = /^(?:https?:\/\/[^/?#]*)?\/api(?:[/?#]|$)/i;

/**
 * Puts all routes under `/api/v1`, except health and metrics, which belong to the installation and not to a version of
 * the API.
 */
export function setApiPrefix(app: INestApplication): void {
  app.setGlobalPrefix('api/v1', { exclude: ['health/live', 'health/ready', 'metrics'] });
}

/**
 * Whether a request is for the API, be there such a route or not; what is beside it (health, docs) knows no API keys.
 */
export function isApiRequest(request: FastifyRequest): boolean {
  // The route knows what an escaped path (`/%61pi/…`) comes to.
  return API.test(request.url) || API.test(request.routeOptions?.url ?? '');
}
