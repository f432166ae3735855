import type { ComponentsObject, ContentObject, ReferenceObject, SchemaObject } from '@nestjs/swagger';

type Schemas = NonNullable<ComponentsObject['schemas']>;
type Schema = SchemaObject | ReferenceObject;

const REFERENCE = '#/components/schemas/';

export function resolved(schema: Schema, schemas: Schemas): SchemaObject {
  if (!('$ref' in schema)) return schema;
  const target = schemas[schema.$ref.slice(REFERENCE.length)];
  if (!target) throw new Error(`there is no schema ${schema.$ref}`);
  return resolved(target, schemas);
}

/**
 * What the examples of a schema's parts come to.
 * @throws Error naming the part that has none: a field of a DTO is documented with an example
 */
export function exampleOf(schema: Schema, schemas: Schemas, place = ''): unknown {
  const { type, items, properties, allOf, anyOf, format, enum: allowed = [], ...rest } = resolved(schema, schemas);
  const example: unknown = rest.example;
  if (example !== undefined) return example;
  if (allowed.length > 0) return allowed[0];
  const [first] = allOf ?? anyOf ?? [];
  if (first) return exampleOf(first, schemas, place);
  if (items) return [exampleOf(items, schemas, `${place}[]`)];
  if (properties) {
    return Object.fromEntries(
      Object.entries(properties).map(([name, part]) => [name, exampleOf(part, schemas, `${place}/${name}`)]),
    );
  }
  if (format === 'date-time') return '2026-11-20T12:00:00.000Z';
  throw new Error(`no example of ${place === '' && '$ref' in schema ? schema.$ref : place} (${String(type)})`);
}

/** Gives JSON content an example: the one that is wanted, or what those of its fields come to. */
export function addExample(content: ContentObject | undefined, schemas: Schemas, wanted: unknown): void {
  const json = content?.['application/json'];
  if (!json?.schema || json.example !== undefined || json.examples) return;
  json.example = wanted ?? exampleOf(json.schema, schemas);
}

/** OpenAPI 3.1 has JSON Schema's `examples`, a list, in place of its own `example`. */
export function withExamplesAsLists(schemas: Schemas): Schemas {
  return Object.fromEntries(
    Object.entries(schemas)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, schema]) => [name, withExampleAsList(schema)]),
  );
}

export function withExampleAsList(schema: Schema): Schema {
  if ('$ref' in schema) return schema;
  const { properties, items, ...rest } = schema;
  const example: unknown = rest.example;
  delete rest.example;
  return {
    ...rest,
    ...(items && { items: withExampleAsList(items) }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, part]) => [name, withExampleAsList(part)])),
    }),
    ...(example !== undefined && { examples: [example] }),
  };
}
