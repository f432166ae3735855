import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppModule } from './app.module';
import { ApiRequestHooks } from './auth/api-request-hooks';
import { Authenticator } from './auth/authenticator';
import { NestLogger } from './common/logging/nest-logger';
import type { Settings } from './config/settings';
import { serveDashboard } from './dashboard/serve-dashboard';
import type { DatabaseLocation } from './database/open-database';
import { HttpMetrics } from './health/http-metrics';
import { setApiPrefix } from './http/api-path';
import { ConnectionWatch } from './http/connections/connection-watch';
import { leaveBodiesUnread } from './http/bodies/unread-bodies';
import { fastifyOptions } from './http/fastify-options';
import { enableCors } from './http/hooks/cors';
import { logRequest } from './http/hooks/request-log';
import { RequestsInFlight } from './http/hooks/requests-in-flight';
import { ResponseWatch } from './http/hooks/response-watch';
import { serveDocumentation } from './openapi/serve';
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
 * @param location of the database, if it is not the one of the settings (tests share an open embedded database)
 * @throws UnusableDatabaseError, FolderInUseError or SettingsError when the operator has to correct something
 */
export async function createApp(settings: Settings, location: DatabaseLocation = settings): Promise<CreatedApp> {
  const adapter = new FastifyAdapter({
    ...fastifyOptions(settings),
    skipMiddie: true,
    frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply) => {
      connections.watch(request, reply);
      responses.watch(request, reply);
      void apiHooks.handleFrameworkError(error, request, reply);
    },
  });
  const fastify = adapter.getInstance();
  const connections = new ConnectionWatch(fastify.server);
  const requests = new RequestsInFlight();
  // Registered before the hooks of Nest, which end some requests (a preflight) themselves.
  fastify.addHook('onRequest', (request, reply, done) => {
    connections.watch(request, reply);
    responses.watch(request, reply);
    void reply.header('X-Request-Id', request.id);
    done();
  });
  requests.installOn(fastify);
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forRoot(settings, location), adapter, {
    logger: new NestLogger(fastify.log),
    bodyParser: false,
    abortOnError: false,
  });
  const responses = new ResponseWatch([requests.complete, logRequest, app.get(HttpMetrics).record]);
  const apiHooks = new ApiRequestHooks(app.get(Authenticator), app.get(UnguardedRateLimiter));
  apiHooks.installOn(fastify);
  leaveBodiesUnread(fastify);
  enableCors(app, settings.corsOrigins);
  setApiPrefix(app);
  serveDashboard(fastify);
  serveDocumentation(app);
  await bootstrap(app);
  return { app, shutdown: new Shutdown(app, connections, requests) };
}

async function bootstrap(app: NestFastifyApplication): Promise<void> {
  try {
    await app.get(Bootstrap).run();
  } catch (error) {
    await app.close();
    throw error;
  }
}
