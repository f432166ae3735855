import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import { PAGE_HEADERS } from '../http/responses/response-headers';
import { createOpenApiDocument } from './document';

/**
 * Serves the OpenAPI document at `/openapi.json` and Swagger UI at `/docs`, without an API key and without a rate
 * limit. The document is created for the first request.
 */
export function serveDocumentation(app: NestFastifyApplication): void {
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', ({ routeOptions }, reply, done) => {
      if (/^\/docs(?:\/|$)/.test(routeOptions.url ?? '')) void reply.headers(PAGE_HEADERS);
      done();
    });
  SwaggerModule.setup('docs', app, () => createOpenApiDocument(app), {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: 'Glossa API',
    // Swagger UI must not store the API key in the browser, which other people may use too.
    swaggerOptions: { persistAuthorization: false, tryItOutEnabled: true, displayRequestDuration: true },
  });
}
