import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { partOf } from '../dashboard/src/documentation/document-part';

type Node = Record<string, unknown>;
type Resolve = (document: Node, path: string[], options: object) => Promise<unknown>;
type Plugin = (system: object) => { afterLoad?: (this: { fn: { resolveSubtree: Resolve } }) => void };

const served = JSON.parse(readFileSync(join(__dirname, '../openapi.json'), 'utf8')) as Node & {
  paths: Record<string, Node>;
};

const document = {
  openapi: '3.1.0',
  paths: {
    '/pets': { get: { schema: { $ref: '#/components/schemas/Pets' } }, post: {} },
    '/other': { get: { schema: { $ref: '#/components/schemas/Other' } } },
  },
  components: {
    schemas: {
      Pets: { items: [{ $ref: '#/components/schemas/a~1b~0c' }] },
      'a/b~c': { parent: { $ref: '#/components/schemas/Pets' } },
      Other: {},
    },
    responses: { Other: {} },
  },
};

/** Returns a copy of the value in which each reference is replaced once by what it refers to. */
function replaceReferences(value: unknown, from: Node): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value && typeof value.$ref === 'string') {
    const names = value.$ref.slice(2).split('/');
    return names.reduce<unknown>((node, name) => (node as Node | undefined)?.[name], from) ?? 'nothing';
  }
  return Object.values(value).map((inside) => replaceReferences(inside, from));
}

describe('the part of the document that Swagger UI resolves', () => {
  it('has the part and all that it refers to, through a cycle too, and nothing else', () => {
    const { '/pets': pets } = document.paths;
    const { Pets, 'a/b~c': named } = document.components.schemas;
    expect(partOf(document, ['paths', '/pets', 'get'])).toEqual({
      openapi: '3.1.0',
      paths: { '/pets': { get: pets.get } },
      webhooks: {},
      components: { schemas: { Pets, 'a/b~c': named } },
    });
  });

  it('is what it resolves: a plugin of the page passes it on', async () => {
    const options = jest.fn<void, [{ plugins: Plugin[] }]>();
    const modules = {
      'swagger-ui-dist/swagger-ui-es-bundle.js': { __esModule: true, default: options },
      'swagger-ui-dist/swagger-ui.css': {},
      '../dashboard/src/documentation/documentation.css': {},
    };
    for (const [name, content] of Object.entries(modules)) jest.doMock(name, () => content);
    jest.requireActual('../dashboard/src/documentation/documentation');
    const resolveSubtree = jest.fn(() => Promise.resolve('resolved'));
    const system = { fn: { resolveSubtree: resolveSubtree as Resolve } };
    for (const plugin of options.mock.calls[0]?.[0].plugins ?? []) plugin({}).afterLoad?.call(system);
    const path = ['paths', '/pets', 'get'];
    expect(await system.fn.resolveSubtree(document, path, { one: 1 })).toBe('resolved');
    expect(resolveSubtree.mock.calls).toEqual([[partOf(document, path), path, { one: 1 }]]);
  });

  it('leaves the document as it is', () => {
    const before = JSON.stringify(document);
    partOf(document, ['paths', '/pets', 'get']);
    expect(JSON.stringify(document)).toBe(before);
  });

  it('is at most a fifth of the document that the service serves, with the components of the operation', () => {
    const size = JSON.stringify(served).length;
    for (const [path, item] of Object.entries(served.paths)) {
      for (const [method, operation] of Object.entries(item)) {
        const part = partOf(served, ['paths', path, method]);
        expect([path, method, JSON.stringify(part).length < size / 5]).toEqual([path, method, true]);
        expect(replaceReferences(operation, part)).toEqual(replaceReferences(operation, served));
        expect(replaceReferences(part.components, part)).toEqual(replaceReferences(part.components, served));
      }
    }
  });
});
