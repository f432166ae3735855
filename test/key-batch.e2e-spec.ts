import type { Json } from './support/client';
import { type RunningApp, startApp } from './support/start-app';

const UNKNOWN_ID = '019a9f3e-6d1c-7a52-8f0e-3b5a1c9d7e42';

describe('key batches', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const given = async () => {
    const project = await running.given.project({
      keys: ['a', 'b', 'c'].map((name) => ({ name, value: name, translations: { de: name.toUpperCase() } })),
    });
    const [a = '', b = '', c = ''] = project.keyIds;
    return { ...project, a, b, c };
  };
  const stateOf = async ({ api, id }: Awaited<ReturnType<typeof given>>): Promise<Json> => ({
    project: (await api.get(`projects/${id}`)).body.project,
    translations: (await api.get(`projects/${id}/translations`)).body.translations,
  });

  it('creates, changes and deletes keys in one write that raises the revision by one', async () => {
    const project = await given();
    const { status, body } = await project.api.post(`projects/${project.id}/keys/batch`, {
      create: [
        { name: 'x.y', value: 'X', translations: { de: 'DX' } },
        { name: 'z', namespace: 'n', value: 'Z' },
      ],
      update: [
        { id: project.a, value: 'A2' },
        { id: project.b.toUpperCase(), name: 'bb', translations: { de: null } },
      ],
      delete: [project.c],
    });
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        created: [
          { id: expect.any(String), name: 'x.y', value: 'X', namespace: 'x' },
          { id: expect.any(String), name: 'n.z', value: 'Z', namespace: 'n' },
        ],
        updated: [
          { id: project.a, name: 'a', translations: { en: 'A2', de: 'A' } },
          { id: project.b, name: 'bb', translations: { en: 'b' } },
        ],
        deleted: [project.c],
      },
    });
    const { project: after, translations } = await stateOf(project);
    expect(after).toMatchObject({ stringCount: 4, revision: 4 });
    expect(translations).toEqual({ en: { a: 'A2', bb: 'b', 'n.z': 'Z', 'x.y': 'X' }, de: { a: 'A', 'x.y': 'DX' } });
  });

  it('deletes before it changes and changes before it creates, so that names are free', async () => {
    const { api, id, a, b } = await given();
    const { status, body } = await api.post(`projects/${id}/keys/batch`, {
      create: [{ name: 'b', value: 'new' }],
      update: [{ id: b, name: 'a' }],
      delete: [a],
    });
    expect({ status, created: body.created[0].name, updated: body.updated[0].name }).toEqual({
      status: 200,
      created: 'b',
      updated: 'a',
    });
  });

  it('keeps the revision when nothing changes', async () => {
    const project = await given();
    const before = await stateOf(project);
    const { status } = await project.api.post(`projects/${project.id}/keys/batch`, {
      update: [
        { id: project.a, value: 'a' },
        { id: project.b, name: 'b', translations: { de: 'B' } },
      ],
    });
    expect(status).toBe(200);
    expect(await stateOf(project)).toEqual(before);
  });

  it.each<[string, (ids: { a: string; b: string; c: string }) => object, number, string, string[]]>([
    ['a creation without a name', () => ({ create: [{ value: 'X' }] }), 400, 'validation_failed', ['/create/1/name']],
    [
      'an unknown field',
      () => ({ create: [{ name: 'y', value: 'X', more: 1 }] }),
      400,
      'validation_failed',
      ['/create/1/more'],
    ],
    [
      'a text that is not a string',
      () => ({ create: [{ name: 'y', value: 'X', translations: { de: 1 } }] }),
      400,
      'validation_failed',
      ['/create/1/translations/de'],
    ],
    ['an item that is not an object', () => ({ create: ['x'] }), 400, 'validation_failed', ['/create/1']],
    ['a name that exists', () => ({ create: [{ name: 'b', value: 'X' }] }), 400, 'key_exists', ['/create/1/name']],
    ['a name twice', () => ({ create: [{ name: 'new', value: 'X' }] }), 400, 'validation_failed', ['/create/1/name']],
    ['no source text', () => ({ create: [{ name: 'y' }] }), 400, 'source_text_required', ['/create/1/value']],
    [
      'an unknown language',
      () => ({ create: [{ name: 'y', value: '', translations: { fr: '' } }] }),
      400,
      'unknown_language',
      ['/create/1/translations/fr'],
    ],
    ['an update without changes', ({ b }) => ({ update: [{ id: b }] }), 400, 'validation_failed', ['/update/1']],
    ['an update without an id', () => ({ update: [{ value: 'X' }] }), 400, 'validation_failed', ['/update/1/id']],
    [
      'an update that has only an invalid name',
      ({ b }) => ({ update: [{ id: b, name: '' }] }),
      400,
      'validation_failed',
      ['/update/1/name'],
    ],
    [
      'an update of an unknown key',
      () => ({ update: [{ id: UNKNOWN_ID, value: 'X' }] }),
      404,
      'key_not_found',
      ['/update/1'],
    ],
    [
      'an update whose id is not a UUID',
      () => ({ update: [{ id: '\u00e4', value: 'X' }] }),
      404,
      'key_not_found',
      ['/update/1'],
    ],
    ['U+0000 in an id', () => ({ update: [{ id: 'a\0', value: 'X' }] }), 400, 'validation_failed', ['/update/1/id']],
    [
      'an update to a name that exists',
      ({ b }) => ({ update: [{ id: b, name: 'c' }] }),
      400,
      'key_exists',
      ['/update/1/name'],
    ],
    [
      'two updates to the same name',
      ({ b, c }) => ({
        update: [
          { id: b, name: 'q' },
          { id: c, name: 'q' },
        ],
      }),
      400,
      'key_exists',
      ['/update/2/name'],
    ],
    [
      'two updates of the same key',
      ({ a }) => ({ update: [{ id: a.toUpperCase(), value: 'X' }] }),
      400,
      'validation_failed',
      ['/update/1/id'],
    ],
    ['an update and a deletion of the same key', ({ a }) => ({ delete: [a] }), 400, 'validation_failed', ['/delete/0']],
    ['two deletions of the same key', ({ b }) => ({ delete: [b, b] }), 400, 'validation_failed', ['/delete/1']],
    ['a deletion of an unknown key', ({ b }) => ({ delete: [b, UNKNOWN_ID] }), 404, 'key_not_found', ['/delete/1']],
    ['a deletion of a number', () => ({ delete: [1] }), 400, 'validation_failed', ['/delete/0']],
    ['a deletion of an object', () => ({ delete: [{}] }), 400, 'validation_failed', ['/delete/0']],
    ['null instead of a list', () => ({ delete: null }), 400, 'validation_failed', ['/delete']],
    ['an object instead of a list', () => ({ delete: {} }), 400, 'validation_failed', ['/delete']],
    ['an unknown list', () => ({ upsert: [] }), 400, 'validation_failed', ['/upsert']],
  ])('refuses %s, names its position and changes nothing', async (_, wrong, status, code, pointers) => {
    const project = await given();
    const before = await stateOf(project);
    const { create = [], update = [], ...others } = wrong(project) as { create?: unknown[]; update?: unknown[] };
    const response = await project.api.post(`projects/${project.id}/keys/batch`, {
      create: [{ name: 'new', value: 'N' }, ...create],
      update: [{ id: project.a, value: 'changed' }, ...update],
      ...others,
    });
    expect(response).toMatchObject({ status, body: { code } });
    expect(response.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(pointers);
    expect(await stateOf(project)).toEqual(before);
  });

  it('reports every invalid item', async () => {
    const { api, id } = await given();
    const { body } = await api.post(`projects/${id}/keys/batch`, {
      create: [{ name: '', value: '' }, {}, { name: 'ok', value: '' }, { name: 'x', value: 1 }],
    });
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/create/0/name',
      '/create/1/name',
      '/create/3/value',
    ]);
  });

  it.each([
    ['nothing', {}],
    ['empty lists', { create: [], update: [], delete: [] }],
    [
      '1,001 items',
      { create: Array.from({ length: 1_000 }, (_, i) => ({ name: `k${i}`, value: '' })), delete: [UNKNOWN_ID] },
    ],
  ])('refuses a batch of %s', async (_, batch) => {
    const { api, id } = await given();
    const response = await api.post(`projects/${id}/keys/batch`, batch);
    expect(response).toMatchObject({ status: 400, body: { code: 'validation_failed', errors: [{ pointer: '' }] } });
  });

  it('accepts 1,000 items and a body larger than the bodies of other operations', async () => {
    const { api, id } = await given();
    const create = Array.from({ length: 1_000 }, (_, i) => ({ name: `k${i}`, value: 'x'.repeat(2_000) }));
    const { status, body } = await api.post(`projects/${id}/keys/batch`, { create });
    expect({ status, created: body.created.length }).toEqual({ status: 200, created: 1_000 });
    expect((await api.get(`projects/${id}`)).body.project).toMatchObject({ stringCount: 1_003, revision: 4 });
  });

  it('refuses a body of more than 10 MiB', async () => {
    const { api, id } = await given();
    const create = [{ name: 'k', value: 'x'.repeat(10 * 1_048_576) }];
    const response = await api.post(`projects/${id}/keys/batch`, { create });
    expect(response).toMatchObject({ status: 400, body: { code: 'body_too_large' } });
  });

  it.each([
    ['create', 'keys:write', { create: [{ name: 'x', value: '' }] }],
    ['change texts', 'translations:write', { update: [{ value: 'X' }] }],
    ['rename', 'keys:write', { update: [{ name: 'X' }] }],
    ['delete', 'keys:delete', { delete: [] }],
  ] as const)('requires a scope to %s: %s', async (what, scope, batch) => {
    const project = await given();
    const json =
      what === 'delete'
        ? { delete: [project.a] }
        : 'update' in batch
          ? { update: batch.update.map((change) => ({ id: project.a, ...change })) }
          : batch;
    const others = (['keys:write', 'translations:write', 'keys:delete'] as const).filter((each) => each !== scope);
    const { organization } = project;
    const without = await running.given.apiKey({ organization, scopes: others });
    const withIt = await running.given.apiKey({ organization, scopes: [scope] });
    const path = `projects/${project.id}/keys/batch`;
    expect(await without.api.post(path, json)).toMatchObject({ status: 403, body: { scope } });
    expect((await withIt.api.post(path, json)).status).toBe(200);
  });

  it('refuses keys of another project', async () => {
    const project = await given();
    const other = await running.given.project({ organization: project.organization, keys: [{ name: 'o', value: '' }] });
    for (const batch of [{ update: [{ id: other.keyIds[0], value: 'X' }] }, { delete: other.keyIds }]) {
      expect((await project.api.post(`projects/${project.id}/keys/batch`, batch)).body.code).toBe('key_not_found');
    }
  });
});
