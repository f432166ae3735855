import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OpenAPIObject } from '@nestjs/swagger';
import { AppModule } from './app.module';
import { readSettings } from './config/settings';
import { setApiPrefix } from './create-app';
import { openApiDocument } from './openapi/document';

/** The document from the modules alone: nothing is instantiated, no database is opened. */
export async function documentWithoutServices(): Promise<OpenAPIObject> {
  const settings = readSettings({});
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.forRoot(settings, settings),
    new FastifyAdapter(),
    { preview: true, logger: false, abortOnError: false },
  );
  setApiPrefix(app);
  return openApiDocument(app);
}
