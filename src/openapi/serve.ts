import { createHash } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { compress } from '../http/responses/compress';
import { type ContentCoding, type Representation, sendRepresentation } from '../http/responses/representation';
import { createOpenApiDocument } from './document';

/**
 * Serves the OpenAPI document at `/openapi.json`, without an API key and without a rate limit. The document is created for
 * the first request, and each compressed form for the first request that accepts it. Swagger UI is a page of the dashboard.
 */
export function serveDocument(app: NestFastifyApplication): void {
  let representation: Representation | undefined;
  app
    .getHttpAdapter()
    .getInstance()
    .get('/openapi.json', async (_, reply) => {
      representation ??= represent(createOpenApiDocument(app));
      await sendRepresentation(reply, representation);
      return reply;
    });
}

function represent(document: OpenAPIObject): Representation {
  const content = Buffer.from(JSON.stringify(document));
  const bodies = new Map<ContentCoding, Promise<Buffer>>([['identity', Promise.resolve(content)]]);
  return {
    mediaType: 'application/json; charset=utf-8',
    isPublic: true,
    hash: createHash('sha256').update(content).digest('hex'),
    codings: ['gzip', 'br'],
    body: (coding) => {
      const body = bodies.get(coding) ?? (coding === 'identity' ? Promise.resolve(content) : compress(content, coding));
      bodies.set(coding, body);
      return body;
    },
  };
}
