import { documentWithoutServices } from '../src/document-without-services';
import { listOperations } from '../src/openapi/operation-object';
import type { Json } from './support/client';
import { type RunningApp, startApp } from './support/start-app';

const VALUES: Readonly<Record<string, string>> = { name: 'home.title', tag: 'checkout', language: 'de' };

describe('list parameters', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  it('are taken with the brackets that axios and PHP write, as without them, by every operation', async () => {
    const { api, id } = await running.given.project({ keys: [{ name: 'home.title', value: 'Home' }] });
    const document = await documentWithoutServices();
    const operations = listOperations(document);
    const lists = operations.flatMap(({ path, item, operation }) =>
      item.get === operation
        ? (operation.parameters ?? []).flatMap((given) => {
            const parameter: Json =
              '$ref' in given ? document.components?.parameters?.[given.$ref.split('/').at(-1) ?? ''] : given;
            return parameter.explode ? [{ path: path.replace('{id}', id), parameter }] : [];
          })
        : [],
    );
    expect(lists.length).toBeGreaterThan(5);

    for (const { path, parameter } of lists) {
      const value = (parameter.schema.items.enum ?? [VALUES[parameter.name]])[0] as string;
      const others = path.endsWith('/keys') && parameter.name === 'language' ? '&include=translations' : '';
      const plain = await api.get(`${path}?${parameter.name}=${value}${others}`);
      const bracketed = await api.get(`${path}?${parameter.name}%5B%5D=${value}${others}`);
      const raw = await api.get(`${path}?${parameter.name}[]=${value}${others}`);
      expect([path, parameter.name, plain.status]).toEqual([path, parameter.name, 200]);
      expect([bracketed.bytes, raw.bytes]).toEqual([plain.bytes, plain.bytes]);
    }
  });

  it('are taken with brackets by a form too, which is refused if its query has the same list', async () => {
    const { api, id } = await running.given.project();
    const send = (query: string) => {
      const form = new FormData();
      for (const tag of ['one', 'two']) form.append('tags[]', tag);
      form.append('file', new Blob(['{"a":"A"}']), 'en.json');
      return api.send('POST', `projects/${id}/import${query}`, { body: form });
    };

    expect((await send('?tags=three')).body.errors).toMatchObject([{ parameter: 'tags', code: 'duplicate' }]);
    expect((await send('')).status).toBe(200);
    expect((await api.get(`projects/${id}/keys`)).body.keys).toMatchObject([{ name: 'a', tags: ['one', 'two'] }]);
  });

  it('have one name: brackets at a parameter of one value are unknown', async () => {
    const { api, id } = await running.given.project();
    const { status, body } = await api.get(`projects/${id}/export?format[]=json`);
    expect({ status, body }).toMatchObject({ status: 400, body: { errors: [{ code: 'unknown_field' }] } });
  });
});
