import type { FastifyRequest } from 'fastify';
import { validate as isUuid } from 'uuid';
import { DomainError } from '../../common/errors/domain-error';
import type { CompletedRequest } from './response-watch';

/** Routes that machines call every few seconds. They are logged at the level debug. */
const PROBES: ReadonlySet<string> = new Set(['/health/live', '/health/ready', '/metrics']);

/**
 * Logs one line for each completed request. The line contains the route instead of the path, and an id only if it is a
 * UUID, because a client may have put a secret or a text in its place.
 */
export function logRequest({ request, status, ms, responseComplete }: CompletedRequest): void {
  const { method, principal, failure } = request;
  const { url: route } = request.routeOptions;
  const entry = {
    method,
    ...(route !== undefined && { route }),
    ...loggedId(request),
    status,
    ms: Math.round(ms * 10) / 10,
    ...(principal && { organizationId: principal.organizationId, apiKeyId: principal.apiKeyId }),
    ...(failure instanceof DomainError && { code: failure.code }),
    ...(!responseComplete && { aborted: true }),
  };
  if (status >= 500) request.log.error({ ...entry, err: failure }, 'request failed');
  else request.log[PROBES.has(route ?? '') ? 'debug' : 'info'](entry, 'request');
}

function loggedId({ params }: FastifyRequest): { id?: string } {
  const id: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, 'id') : undefined;
  return typeof id === 'string' && isUuid(id) ? { id } : {};
}
