import type { ComponentsObject, ContentObject, ReferenceObject, SchemaObject } from '@nestjs/swagger';

export type Schemas = NonNullable<ComponentsObject['schemas']>;
type Schema = SchemaObject | ReferenceObject;

const SCHEMA_REFERENCE = '#/components/schemas/';

/** Follows the references of a schema. */
export function resolveSchema(schema: Schema, schemas: Schemas): SchemaObject {
  if (!('$ref' in schema)) return schema;
  const target = schemas[schema.$ref.slice(SCHEMA_REFERENCE.length)];
  if (!target) throw new Error(`the schema ${schema.$ref} does not exist`);
  return resolveSchema(target, schemas);
}

/**
 * Builds the example of a schema from the examples of its parts.
 * @param path the path of the schema, for the message of the error
 * @throws Error with the path of a part that has no example: the fields of DTOs must have one
 */
export function buildExample(schema: Schema, schemas: Schemas, path = ''): unknown {
  const {
    type,
    items,
    properties,
    allOf,
    anyOf,
    format,
    enum: allowed = [],
    required = [],
    ...rest
  } = resolveSchema(schema, schemas);
  const example: unknown = rest.example;
  if (example !== undefined) return example;
  if (allowed.length > 0) return allowed[0];
  const [first] = allOf ?? anyOf ?? [];
  if (first) return buildExample(first, schemas, path);
  if (items) return [buildExample(items, schemas, `${path}[]`)];
  if (properties) {
    const shown = Object.entries(properties).filter(([name, part]) => required.includes(name) || hasExample(part));
    return Object.fromEntries(shown.map(([name, part]) => [name, buildExample(part, schemas, `${path}/${name}`)]));
  }
  if (format === 'date-time') return '2026-11-20T12:00:00.000Z';
  throw new Error(`${path === '' && '$ref' in schema ? schema.$ref : path} has no example (${String(type)})`);
}

/** An optional field of a plain type has no example if it does not fit the examples of the other fields. */
const hasExample = (part: Schema): boolean =>
  '$ref' in part || part.example !== undefined || !['string', 'integer'].includes(String(part.type)) || 'enum' in part;

/** Adds an example to JSON content: the given example, or an example that is built of its schema. */
export function addExample(content: ContentObject | undefined, schemas: Schemas, example: unknown): void {
  const json = content?.['application/json'];
  if (!json?.schema || json.example !== undefined || json.examples) return;
  json.example = example ?? buildExample(json.schema, schemas);
}

/** Whether an example adds nothing to the type: ids, times, numbers and flags. The example of the whole body has them, too. */
function isClearFromType(schema: SchemaObject): boolean {
  return (
    schema.type === 'boolean' || schema.type === 'integer' || schema.format === 'uuid' || schema.format === 'date-time'
  );
}

/** Sorts schemas by name and converts their examples: OpenAPI 3.1 has the list `examples` of JSON Schema. */
export function withExamplesAsLists(schemas: Schemas): Schemas {
  return Object.fromEntries(
    Object.entries(schemas)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, schema]) => [name, withExampleAsList(schema)]),
  );
}

/** Replaces `example` by the list `examples`, in a schema and its parts. */
function withExampleAsList(schema: Schema): Schema {
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
    ...(example !== undefined && example !== null && !isClearFromType(schema) && { examples: [example] }),
  };
}
