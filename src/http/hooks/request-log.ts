import type { FastifyRequest } from 'fastify';
import { validate as isUuid } from 'uuid';
import { DomainError } from '../../common/errors/domain-error';
import type { CompletedRequest } from './response-watch';

/** Asked every few seconds by machines: their lines would bury the others. */
const PROBES: ReadonlySet<string> = new Set(['/health/live', '/health/ready', '/metrics']);

/**
 * A line for each request, when it is over. The route, not the path: somebody may have put a secret or a text where an id
 * belongs, and only ids are told.
 */
export function logResponse({ request, status, ms, whole }: CompletedRequest): void {
  const { method, principal, failure } = request;
  const { url: route } = request.routeOptions;
  const entry = {
    method,
    ...(route !== undefined && { route }),
    ...idOf(request),
    status,
    ms: Math.round(ms * 10) / 10,
    ...(principal && { organizationId: principal.organizationId, apiKeyId: principal.apiKeyId }),
    ...(failure instanceof DomainError && { code: failure.code }),
    ...(!whole && { aborted: true }),
  };
  if (status >= 500) request.log.error({ ...entry, err: failure }, 'request failed');
  else request.log[PROBES.has(route ?? '') ? 'debug' : 'info'](entry, 'request');
}

function idOf({ params }: FastifyRequest): { id?: string } {
  const id: unknown = typeof params === 'object' && params !== null ? Reflect.get(params, 'id') : undefined;
  return typeof id === 'string' && isUuid(id) ? { id } : {};
}
