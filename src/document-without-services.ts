import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { AppModule } from './app.module';
import { readSettings } from './config/settings';
import { setApiPrefix } from './http/api-path';
import { createOpenApiDocument } from './openapi/document';

/** Creates the OpenAPI document from the modules alone: no provider is instantiated and no database is opened. */
export async function documentWithoutServices(): Promise<OpenAPIObject> {
  const settings = readSettings({});
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.forRoot(settings, settings),
    new FastifyAdapter(),
    { preview: true, logger: false, abortOnError: false },
  );
  setApiPrefix(app);
  return createOpenApiDocument(app);
}
