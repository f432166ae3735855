import 'reflect-metadata';
import type { INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { AppModule } from './app.module';
import { Authenticator } from './auth/authenticator';
import { ResponseWatch } from './http/hooks/response-watch';
import { requestIdOf } from './http/hooks/request-id';
import { logDestination, logOptions } from './common/logging/log-options';
import { NestLogger } from './common/logging/nest-logger';
import { logResponse } from './http/hooks/request-log';
import type { Settings } from './config/settings';
import type { DatabaseLocation } from './database/open-database';
import { HttpMetrics } from './health/http-metrics';
import { serveDocumentation } from './openapi/serve';
import { Bootstrap } from './organizations/bootstrap';
import { RateLimiter } from './rate-limit/rate-limiter';
import { ApiRequestHooks } from './auth/api-request-hooks';

const EXPOSED_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Content-Disposition',
  'ETag',
  'Link',
  'Retry-After',
  'X-Export-Warnings',
  'X-Request-Id',
];

/**
 * The whole service, its database migrated and bootstrapped, not listening yet: for `main`, for end-to-end tests and for
 * the OpenAPI document.
 * @param location of the database, where it is not what the settings say: one that is open already
 */
export async function createApp(
  settings: Settings,
  location: DatabaseLocation = settings,
): Promise<NestFastifyApplication> {
  const adapter = new FastifyAdapter({
    logger: { ...logOptions(settings.logLevel), stream: logDestination() },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIdOf,
    trustProxy: trustProxy(settings.trustProxy),
    // While closing, what is under way is finished: a 503 is none of the statuses that the operations answer with.
    return503OnClosing: false,
    skipMiddie: true,
    // A body that trickles in for longer than the largest upload can take; one that stops is given up much earlier.
    requestTimeout: 900_000,
    // A key name may have 8,192 bytes, three times as many in a query.
    http: { maxHeaderSize: 65_536 },
    // An id of any length is one that names nothing, not a broken request.
    routerOptions: { maxParamLength: 65_536 },
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      answers.watch(request, reply);
      void edge.handleFrameworkError(error, request, reply);
    },
  });
  const fastify = adapter.getInstance();
  fastify.addHook('onRequest', (request, reply, done) => {
    answers.watch(request, reply);
    void reply.header('X-Request-Id', request.id);
    done();
  });
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forRoot(settings, location), adapter, {
    logger: new NestLogger(fastify.log),
    bodyParser: false,
    abortOnError: false,
  });
  const answers = new ResponseWatch([logResponse, app.get(HttpMetrics).note]);
  const edge = new ApiRequestHooks(app.get(Authenticator), app.get(RateLimiter));
  edge.installOn(fastify);
  takeBodiesUnread(adapter);
  answerWhateverCame(adapter);
  if (settings.corsOrigins.length > 0) {
    app.enableCors({
      origin: settings.corsOrigins,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: EXPOSED_HEADERS,
      maxAge: 600,
      // An OPTIONS that is no preflight is answered like one: strictness would be a 400 in plain text.
      strictPreflight: false,
    });
  }
  setApiPrefix(app);
  serveDocumentation(app);
  await bootstrap(app);
  return app;
}

/** Health and metrics are of the installation, not of a version of the API. */
export function setApiPrefix(app: INestApplication): void {
  app.setGlobalPrefix('api/v1', { exclude: ['health/live', 'health/ready', 'metrics'] });
}

async function bootstrap(app: NestFastifyApplication): Promise<void> {
  try {
    await app.get(Bootstrap).run();
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** Bodies reach the route as streams: `JsonBodyGuard` and the import read them once the guards have let the caller in. */
function takeBodiesUnread(adapter: FastifyAdapter): void {
  const fastify = adapter.getInstance();
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
}

/** RFC 9110 §8.3.1: type and subtype are tokens. */
const MEDIA_TYPE = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

/** Left to themselves, Fastify (415, before any guard) and Node (417) would refuse what the operations refuse, or take, in their turn. */
function answerWhateverCame(adapter: FastifyAdapter): void {
  const fastify = adapter.getInstance();
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request;
    if (headers['content-type'] !== undefined && !MEDIA_TYPE.test(headers['content-type'])) {
      headers['content-type'] = 'application/octet-stream';
    }
    done();
  });
  fastify.server.on('checkExpectation', (request, response) => fastify.server.emit('request', request, response));
}

/** Fastify itself believes no number of hops: it could not tell who the nearest peer is. The operator can, and says so. */
function trustProxy(trusted: Settings['trustProxy']): boolean | string[] | ((address: string, hop: number) => boolean) {
  return typeof trusted === 'number' ? (_address, hop) => hop < trusted : (trusted ?? false);
}
