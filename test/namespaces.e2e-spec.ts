import fc from 'fast-check';
import { NAMESPACE_OF_NAME, namespaceOf } from '../src/common/namespace-of';
import { Database } from '../src/database/database';
import type { Json } from './support/client';
import { type RunningApp, startApp } from './support/start-app';
import { samples } from './support/samples';

describe('namespaces', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const given = async (names: readonly string[]) => {
    const project = await running.given.project();
    const body = JSON.stringify(Object.fromEntries(names.map((name) => [name, 'x'])));
    await project.api.send('POST', `projects/${project.id}/import?format=json&language=en`, { body });
    return project;
  };
  type Project = Awaited<ReturnType<typeof given>>;

  const pages = async ({ api, id }: Project, limit?: number): Promise<Json[][]> => {
    const found: Json[][] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const query = [limit && `limit=${limit}`, cursor && `cursor=${cursor}`].filter(Boolean).join('&');
      const { status, body } = await api.get(`projects/${id}/namespaces?${query}`);
      expect({ status, endless: found.length > 100 }).toEqual({ status: 200, endless: false });
      found.push(body.namespaces);
      cursor = body.nextCursor;
    }
    return found;
  };

  it('are the same in SQL and in TypeScript, and in the generated column', async () => {
    const names = ['a', 'a.b', 'a.b.c', '.a', 'a.', '.', '..', 'ä.x', '\u{1F600}.x', 'a b.c', ' .x'];
    const { id } = await given(names.slice(0, 3));
    const database = running.app.get(Database);
    const inSql = await database.rows(
      `SELECT name, ${NAMESPACE_OF_NAME} AS namespace FROM unnest($1::text[]) WITH ORDINALITY AS f (name, place) ORDER BY place`,
      [names],
    );
    expect(inSql).toEqual(names.map((name) => ({ name, namespace: namespaceOf(name) })));
    const keys = await database.rows<Json>('SELECT name, namespace FROM keys WHERE project_id = $1', [id]);
    expect(keys).toHaveLength(3);
    for (const { name, namespace } of keys) expect([name, namespace]).toEqual([name, namespaceOf(name)]);
  });

  it('are listed in the order of the keys with their numbers of keys, the empty one first', async () => {
    const project = await given(['b.x', 'plain', 'a.y.z', 'zzz', 'a.x', 'a-b.x', 'ä.x', '.x']);
    expect((await project.api.get(`projects/${project.id}/namespaces`)).body).toEqual({
      namespaces: [
        { name: '', keys: 3 },
        { name: 'a-b', keys: 1 },
        { name: 'a', keys: 2 },
        { name: 'b', keys: 1 },
        { name: 'ä', keys: 1 },
      ],
      nextCursor: null,
    });
  });

  it('are an empty list in a project without keys', async () => {
    const { api, id } = await running.given.project();
    expect((await api.get(`projects/${id}/namespaces`)).body).toEqual({ namespaces: [], nextCursor: null });
  });

  it('omit the empty namespace when each name has a dot', async () => {
    expect(await pages(await given(['a.x']))).toEqual([[{ name: 'a', keys: 1 }]]);
  });

  it('are not counted if they belong to other projects', async () => {
    const project = await given(['a.x']);
    await running.given.project({ organization: project.organization, keys: [{ name: 'a.y', value: '' }] });
    expect(await pages(project)).toEqual([[{ name: 'a', keys: 1 }]]);
  });

  it('are each listed once with all of their keys, in pages of any size', async () => {
    const long = 'n'.repeat(512);
    const part = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.constantFrom('a', 'b', 'a-', 'a/', 'a b', 'ab', '😀', long, `${long}a`, `${long}/`, `${long}-`),
      },
      fc.string({ minLength: 1, maxLength: 3, unit: fc.constantFrom('a', '-', '/', '!', ' ', 'z', '漢') }),
    );
    const name = fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('.'));
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(name, { minLength: 1, maxLength: 25 }),
        fc.integer({ min: 2, max: 9 }),
        async (names, limit) => {
          const stored = names.filter((text) => text.trim() !== '');
          fc.pre(stored.length > 0);
          const found = await pages(await given(stored), limit);
          const expected = new Map<string, number>();
          for (const text of stored) {
            const namespace = text.includes('.') ? text.slice(0, text.indexOf('.')) : '';
            expected.set(namespace, (expected.get(namespace) ?? 0) + 1);
          }
          const listed: [string, number][] = found.flat().map(({ name: namespace, keys }) => [namespace, keys]);
          expect(listed).toHaveLength(expected.size);
          expect(new Map(listed)).toEqual(expected);
          expect(found.slice(0, -1).every((page) => page.length === limit)).toBe(true);
        },
      ),
      { numRuns: samples(8) },
    );
  });

  it('continue after the last one when namespaces appear and disappear between pages', async () => {
    const project = await given(['a.x', 'c.x', 'e.x']);
    const { body } = await project.api.get(`projects/${project.id}/namespaces?limit=2`);
    const { keys } = (await project.api.get(`projects/${project.id}/keys?namespace=c`)).body;
    await project.api.delete(`keys/${keys[0].id}`);
    for (const name of ['b.x', 'd.x']) await project.api.post(`projects/${project.id}/keys`, { name, value: '' });
    const next = await project.api.get(`projects/${project.id}/namespaces?limit=2&cursor=${body.nextCursor}`);
    expect(next.body.namespaces.map((namespace: Json) => namespace.name)).toEqual(['d', 'e']);
  });

  it('need translations:read and a visible project', async () => {
    const { id, organization } = await given(['a.x']);
    const { api } = await running.given.apiKey({ organization, scopes: ['projects:read'] });
    expect(await api.get(`projects/${id}/namespaces`)).toMatchObject({
      status: 403,
      body: { scope: 'translations:read' },
    });
    const stranger = await running.given.organization();
    for (const unknown of [id, 'x']) {
      expect(await stranger.api.get(`projects/${unknown}/namespaces?limit=x`)).toMatchObject({
        status: 404,
        body: { code: 'project_not_found' },
      });
    }
  });

  it.each(['limit=0', 'limit=1001', 'cursor=x', 'cursor=WyJhIiwiYiJd', 'namespace=a'])(
    'are refused for the query %s',
    async (query) => {
      const { id, api } = await running.given.project();
      expect(await api.get(`projects/${id}/namespaces?${query}`)).toMatchObject({
        status: 400,
        body: { errors: [{ parameter: query.split('=')[0] }] },
      });
    },
  );
});
