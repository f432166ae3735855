import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SwaggerModule } from '@nestjs/swagger';
import { openApiDocument } from './document';

/** `/openapi.json` and, for people, `/docs`: without an API key, and not counted. Made when first asked for. */
export function serveDocumentation(app: NestFastifyApplication): void {
  SwaggerModule.setup('docs', app, () => openApiDocument(app), {
    jsonDocumentUrl: 'openapi.json',
    raw: ['json'],
    customSiteTitle: 'Glossa API',
    // The API key lives on in the browser for as long as the page does; where others use it too, it must not.
    swaggerOptions: { persistAuthorization: false, tryItOutEnabled: true, displayRequestDuration: true },
  });
}
