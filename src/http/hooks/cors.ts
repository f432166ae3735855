import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import type { Principal } from '../../common/access/principal';
import { ANY_ORIGIN } from '../../config/settings';
import { isApiRequest } from '../api-path';

/** Response headers that scripts of other origins may read. `Content-Language` needs no permission (Fetch §2.2.2). */
const EXPOSED_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Content-Disposition',
  'ETag',
  'Idempotent-Replayed',
  'Link',
  'Retry-After',
  'X-Export-Layout',
  'X-Export-Warnings',
  'X-Glossa-Revision',
  'X-Request-Id',
];

const READ_METHODS = ['GET', 'HEAD'];
const ALL_METHODS = [...READ_METHODS, 'POST', 'PUT', 'PATCH', 'DELETE'];

const corsOptions = (origin: string | string[], methods: string[]) => ({
  origin,
  methods,
  exposedHeaders: EXPOSED_HEADERS,
  maxAge: 600,
  // An OPTIONS request without the headers of a preflight gets the same response. In strict mode it is a 400.
  strictPreflight: false,
});

/**
 * Lets the listed origins call the service from browsers. With `*` in the list, every origin may read the API with API
 * keys that have no scope but `translations:read`.
 *
 * @param origins such as `https://dashboard.example.com`
 */
export function enableCors(app: NestFastifyApplication, origins: readonly string[]): void {
  const listed = corsOptions(
    origins.filter((origin) => origin !== ANY_ORIGIN),
    ALL_METHODS,
  );
  if (!origins.includes(ANY_ORIGIN)) {
    if (origins.length > 0) app.enableCors(listed);
    return;
  }
  const anyOrigin = corsOptions(ANY_ORIGIN, READ_METHODS);
  app.enableCors({
    delegator: (request, callback) => {
      const isListed = listed.origin.includes(request.headers.origin ?? '');
      callback(null, !isListed && isPreflightOfRead(request) ? anyOrigin : listed);
    },
  });
  // The hook above runs before the caller is known. This one also sees responses of refused requests.
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onSend', (request, reply, payload, done) => {
      if (!reply.hasHeader('access-control-allow-origin') && isReadByAnyOrigin(request)) {
        void reply.header('access-control-allow-origin', ANY_ORIGIN);
      }
      done(null, payload);
    });
}

/**
 * A preflight has no API key. The method is checked here, because browsers need no permission for POST (Fetch §2.2.1).
 */
const isPreflightOfRead = (request: FastifyRequest): boolean =>
  request.method === 'OPTIONS' &&
  READ_METHODS.includes(request.headers['access-control-request-method'] ?? '') &&
  isApiRequest(request);

const isReadByAnyOrigin = (request: FastifyRequest): boolean =>
  request.headers.origin !== undefined &&
  READ_METHODS.includes(request.method) &&
  isApiRequest(request) &&
  hasOnlyReadScope(request.principal);

/** A request without a valid API key is refused; scripts may read why. */
const hasOnlyReadScope = (principal: Principal | undefined): boolean =>
  [...(principal?.scopes ?? [])].every((scope) => scope === 'translations:read');
