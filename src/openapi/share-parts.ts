import type { OpenAPIObject, ParameterObject, ReferenceObject } from '@nestjs/swagger';
import { listOperations } from './operation-object';

type Parameter = ParameterObject | ReferenceObject;

/**
 * Moves the parameters that several operations have to the components of the document, so that each is written once.
 */
export function shareParameters({ paths, webhooks = {}, components }: OpenAPIObject): void {
  const messages = Object.values(webhooks).flatMap((item) => ('post' in item ? (item.post ?? []) : []));
  const ofPaths = listOperations({ paths }).flatMap(({ item, operation }) =>
    item.head && operation === item.get ? [operation, item.head] : [operation],
  );
  const operations = [...ofPaths, ...messages];
  const uses = new Map<string, number>();
  for (const { parameters = [] } of operations) {
    for (const parameter of parameters) uses.set(toText(parameter), (uses.get(toText(parameter)) ?? 0) + 1);
  }
  const shared = new SharedParameters(Object.keys(components?.schemas ?? {}));
  for (const operation of operations) {
    operation.parameters = operation.parameters?.map((parameter) =>
      (uses.get(toText(parameter)) ?? 0) > 1 && 'name' in parameter
        ? shared.refer(parameter, operation.operationId ?? '')
        : parameter,
    );
  }
  if (components) components.parameters = shared.components;
}

class SharedParameters {
  readonly components: Record<string, ParameterObject> = {};
  private readonly names = new Map<string, string>();
  private readonly taken: Set<string>;

  constructor(schemas: readonly string[]) {
    this.taken = new Set(schemas.map(toFileName));
  }

  /**
   * The first parameter with a name has the component of this name, unless a schema has it; another one has its operation
   * in the name, too.
   */
  refer(parameter: ParameterObject, operationId: string): ReferenceObject {
    const text = toText(parameter);
    let name = this.names.get(text);
    if (name === undefined) {
      name = this.taken.has(toFileName(parameter.name)) ? `${parameter.name}-${operationId}` : parameter.name;
      this.names.set(text, name);
      this.taken.add(toFileName(name));
      this.components[name] = parameter;
    }
    return { $ref: `#/components/parameters/${name}` };
  }
}

/** Generators of clients write a file for each component, and some file systems ignore the case of names. */
const toFileName = (name: string): string => name.toLowerCase();

const toText = (parameter: Parameter): string => JSON.stringify(parameter);
