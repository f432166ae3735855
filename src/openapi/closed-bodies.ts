import type { OpenAPIObject, ReferenceObject, SchemaObject } from '@nestjs/swagger';
import { resolveSchema, type Schemas } from './examples';
import { listOperations } from './operation-object';

type Schema = SchemaObject | ReferenceObject;

/**
 * Documents that the objects of request bodies have no other members than the documented ones: the service refuses
 * them. Their defaults stand in the descriptions only: generators make a required field of a field with a `default`.
 */
export function closeRequestBodies({ paths }: OpenAPIObject, schemas: Schemas): void {
  for (const { operation } of listOperations({ paths })) {
    const { requestBody } = operation;
    if (!requestBody || !('content' in requestBody)) continue;
    for (const { schema } of Object.values(requestBody.content)) if (schema) close(schema, schemas);
  }
}

function close(schema: Schema, schemas: Schemas): void {
  const resolved = resolveSchema(schema, schemas);
  if (resolved.properties) resolved.additionalProperties ??= false;
  delete resolved.default;
  for (const part of [...Object.values(resolved.properties ?? {}), ...(resolved.allOf ?? [])]) close(part, schemas);
  if (resolved.items) close(resolved.items, schemas);
}
