import { documentWithoutServices } from '../src/document-without-services';
import { listOperations } from '../src/openapi/operation-object';
import type { Json } from './support/client';
import { GivenPeople } from './support/people';
import { type RunningApp, startApp } from './support/start-app';

/** Parts of forged cursors: the database reads none of them as a number or an id. */
const BAD_PARTS = ['', 'x', '-1', '1x', 'x1', '9'.repeat(20), '019a9f3e-9d5e-7b21-8c3f'];
/** Parts that some lists have in their cursors. */
const GOOD_PARTS = ['1', '019a9f3e-5a0b-7c41-8d2e-1f2a3b4c5d6e'];

/** Cursors with a bad part at each place of up to three. */
const FORGED = BAD_PARTS.flatMap((bad) => [
  [bad],
  ...GOOD_PARTS.flatMap((good) => [
    [bad, good],
    [good, bad],
    [good, good, bad],
  ]),
]);

const cursorOf = (parts: readonly string[]): string => Buffer.from(JSON.stringify(parts)).toString('base64url');

describe('a cursor', () => {
  let running: RunningApp;
  beforeAll(async () => (running = await startApp()));
  afterAll(() => running.close());

  it('that is forged is refused, or is a place in the list, in every list', async () => {
    const owner = await new GivenPeople(running).owner();
    const { api } = owner.organization;
    // Only a person has an inbox.
    const get = (path: string) => (path.startsWith('inbox') ? owner : api).get(path);
    const create = async (path: string, json: Json): Promise<Json> => {
      const { status, body } = await api.post(path, json);
      expect([path, status]).toEqual([path, 201]);
      return body;
    };
    const { project } = await create('projects', { name: 'x', sourceLanguage: 'en', targetLanguages: ['de'] });
    const { key } = await create(`projects/${project.id}/keys`, { name: 'a', value: 'A' });
    const { webhook } = await create(`projects/${project.id}/webhooks`, { url: 'https://example.com/' });
    const ids: Readonly<Record<string, string>> = { projects: project.id, keys: key.id, webhooks: webhook.id };

    const document = await documentWithoutServices();
    const names = (given: object): string[] =>
      '$ref' in given ? [String(given.$ref).split('/').at(-1) ?? ''] : 'name' in given ? [String(given.name)] : [];
    const isCursor = (given: object): boolean => names(given).some((name) => /^cursor$/i.test(name));
    const paths = listOperations(document)
      .filter(({ item, operation }) => item.get === operation && operation.parameters?.some(isCursor))
      .map(({ path }) => path.replace('/api/v1/', '').replace('{revision}', '1'))
      .map((path) => path.replace('{id}', ids[path.split('/', 1)[0] ?? ''] ?? ''));
    expect(paths.length).toBeGreaterThan(10);

    const statuses = new Map<string, Set<number>>();
    for (const path of paths) {
      const found = new Set<number>();
      expect([path, (await get(path)).status]).toEqual([path, 200]);
      for (const parts of FORGED) found.add((await get(`${path}?cursor=${cursorOf(parts)}`)).status);
      statuses.set(path, found);
    }
    const others = [...statuses].filter(
      ([, found]) => !found.has(400) || [...found].some((s) => s !== 200 && s !== 400),
    );
    expect(others).toEqual([]);
  });
});
