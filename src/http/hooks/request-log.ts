import type { FastifyRequest } from 'fastify';
import { validate as isUuid } from 'uuid';
import { DatabaseBusyError } from '../../common/errors/database-busy.error';
import { DomainError } from '../../common/errors/domain-error';
import { StorageFullError } from '../../common/errors/storage-full.error';
import { errorRecord } from '../../common/logging/error-record';
import type { CompletedRequest } from './response-watch';

/** Routes that machines call every few seconds. They are logged at the level debug. */
const PROBES: ReadonlySet<string> = new Set(['/health/live', '/health/ready', '/metrics']);

/**
 * Logs one line for each completed request. The line contains the route instead of the path, and an id only if it is a
 * UUID, because a client may have put a secret or a text in its place. A refusal that concerns the operator and is no
 * defect, such as the 503 of a shutdown, the 500 of an outage of the database, the 429 of a lock that another transaction held for too long
 * or the 400 of a full disk, is a warning without a stack.
 */
export function logRequest({ request, status, ms, responseComplete }: CompletedRequest): void {
  const { method, principal, failure, log } = request;
  const { url: route } = request.routeOptions;
  // pino leaves out what is undefined.
  const entry = {
    method,
    route,
    id: loggedId(request),
    status,
    ms: Math.round(ms * 10) / 10,
    organizationId: principal?.organizationId,
    apiKeyId: principal?.apiKeyId ?? undefined,
    personId: principal?.person?.id,
    code: failure instanceof DomainError ? failure.code : undefined,
    aborted: responseComplete ? undefined : true,
  };
  if (
    failure instanceof DomainError &&
    (status >= 500 || failure instanceof StorageFullError || failure instanceof DatabaseBusyError)
  )
    log.warn({ ...entry, reason: failure.message, cause: messageOf(failure.cause) }, 'request refused');
  else if (status >= 500) log.error({ ...entry, err: failure }, 'request failed');
  else if (PROBES.has(route ?? '')) log.debug(entry, 'request');
  else log.info(entry, 'request');
}

const messageOf = (cause: unknown): string | undefined =>
  cause === undefined ? undefined : errorRecord(cause).message;

function loggedId({ params }: FastifyRequest): string | undefined {
  const { id } = (params ?? {}) as { id?: unknown };
  return typeof id === 'string' && isUuid(id) ? id : undefined;
}
