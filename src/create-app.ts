import 'reflect-metadata';
import type { Socket } from 'node:net';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module';
import { ApiRequestHooks } from './auth/api-request-hooks';
import { Authenticator } from './auth/authenticator';
import { NestLogger } from './common/logging/nest-logger';
import type { Settings } from './config/settings';
import { serveDashboard } from './dashboard/serve-dashboard';
import { OPEN_DATABASE } from './database/database.module';
import type { DatabaseLocation, OpenDatabase } from './database/open-database';
import { HttpMetrics } from './health/http-metrics';
import { setApiPrefix } from './http/api-path';
import { ConnectionWatch } from './http/connections/connection-watch';
import { assertOneHost } from './http/connections/host-header';
import { ParserErrors } from './http/connections/parser-errors';
import { leaveBodiesUnread } from './http/bodies/unread-bodies';
import { fastifyOptions } from './http/fastify-options';
import { removeForwardedPorts } from './http/forwarded-addresses';
import { holdResponses } from './http/hooks/committed-responses';
import { enableCors } from './http/hooks/cors';
import { logRequest } from './http/hooks/request-log';
import { RequestsInFlight } from './http/hooks/requests-in-flight';
import { ResponseWatch } from './http/hooks/response-watch';
import { setCommonHeaders } from './http/responses/response-headers';
import { HotDelivery } from './delivery/hot-delivery';
import { serveDocument } from './openapi/serve';
import { Bootstrap } from './organizations/bootstrap';
import { UnguardedRateLimiter } from './rate-limit/unguarded-rate-limiter';
import { Shutdown } from './shutdown';

/** The service, ready to listen, and its end by a signal. `app.close()` ends it too, without waiting for requests. */
export interface CreatedApp {
  app: NestFastifyApplication;
  shutdown: Shutdown;
}

/**
 * Creates the service: opens, migrates and bootstraps its database, and prepares all of the HTTP pipeline but `listen`.
 * Hooks and parsers are registered here, in the order in which a request passes them; guards and the pipe in
 * `AppModule`.
 *
 * @param location of the database, if it is not the location of the settings (tests share an open embedded database)
 * @param onMigrations is called if there are migrations to run, before the first of them
 * @throws UnusableDatabaseError, FolderError or SettingsError when the operator has to correct something
 */
export async function createApp(
  settings: Settings,
  location: DatabaseLocation = settings,
  onMigrations?: () => Promise<void>,
): Promise<CreatedApp> {
  const adapter = new FastifyAdapter({
    ...fastifyOptions(settings),
    skipMiddie: true,
    clientErrorHandler: (error: Error, socket: Socket) => {
      parserErrors.handle(error, socket);
    },
  });
  const fastify = adapter.getInstance();
  // By default, Node drops headers behind the first thousand without notice. Their size is bounded.
  fastify.server.maxHeadersCount = 0;
  const connections = new ConnectionWatch(fastify.server);
  const requests = new RequestsInFlight();
  // The first hook of all: a later one of Nest ends preflights.
  adapter.setOnRequestHook((request, reply, done) => {
    removeForwardedPorts(request.raw);
    connections.watch(request, reply);
    responses.watch(request, reply);
    setCommonHeaders(request, reply);
    done();
  });
  requests.installOn(fastify);
  // `app.close()` waits for a connection without a request until its headers are overdue.
  fastify.addHook('preClose', (done) => {
    connections.closeIdle();
    done();
  });
  fastify.addHook('onRequest', ({ raw }, _reply, done) => {
    assertOneHost(raw);
    done();
  });
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forRoot(settings, location), adapter, {
    logger: new NestLogger(fastify.log),
    bodyParser: false,
    abortOnError: false,
  });
  const metrics = app.get(HttpMetrics);
  const parserErrors = new ParserErrors(connections, fastify.log, metrics.recordProblem);
  const responses = new ResponseWatch([requests.complete, logRequest, metrics.record]);
  new ApiRequestHooks(app.get(Authenticator), app.get(UnguardedRateLimiter)).installOn(fastify);
  const { engine } = app.get<OpenDatabase>(OPEN_DATABASE);
  if (engine) holdResponses(fastify, () => engine.synced());
  leaveBodiesUnread(fastify);
  enableCors(app, settings.corsOrigins);
  setApiPrefix(app);
  serveDashboard(fastify);
  serveDocument(app);
  app.get(HotDelivery).installOn(fastify.server, connections);
  await bootstrap(app, onMigrations);
  return { app, shutdown: new Shutdown(app, connections, requests) };
}

async function bootstrap(app: NestFastifyApplication, onMigrations?: () => Promise<void>): Promise<void> {
  try {
    await app.get(Bootstrap).run(onMigrations);
    await app.get<OpenDatabase>(OPEN_DATABASE).engine?.synced();
  } catch (error) {
    await app.close();
    throw error;
  }
}
