import type { INestApplication } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';

/** Matches paths and absolute URLs, both of which HTTP/1.1 allows in a request line (RFC 9112 §3.2.2). */
const API = /^(?:https?:\/\/[^/?#]*)?\/api(?:[/?#]|$)/i;

/**
 * Puts all routes under `/api/v1`, except health and metrics, which belong to the installation and not to a version of
 * the API, and the files that applications load.
 */
export function setApiPrefix(app: INestApplication): void {
  app.setGlobalPrefix('api/v1', { exclude: ['health/live', 'health/ready', 'metrics', 'delivery/{*path}'] });
}

/**
 * Returns whether a request is for the API, even for a path that does not exist. Health and docs are not part of it.
 */
export function isApiRequest(request: FastifyRequest): boolean {
  // The URL of the route matches if the path is escaped (`/%61pi/…`).
  return API.test(request.url) || API.test(request.routeOptions?.url ?? '');
}

/**
 * The short address of the endpoint of the Model Context Protocol, which has versions of its own: people type it into
 * the settings of their editors.
 */
const MCP_ALIAS = /^\/mcp(?=[?#]|$)/i;

/** Returns the URL of the route that serves a URL. */
export const routedUrl = (url: string): string => decodable(url.replace(MCP_ALIAS, '/api/v1/mcp'));

/**
 * Puts U+0000, which no name has, into a path that is not percent-encoded UTF-8, in place of each percent sign. The path then names nothing, as
 * each other unknown path. Fastify would refuse it before all hooks: without the headers that let scripts of other origins read why.
 */
function decodable(url: string): string {
  const [path = ''] = url.split('?', 1);
  try {
    decodeURI(path);
    return url;
  } catch {
    return path.replaceAll('%', '%00') + url.slice(path.length);
  }
}
