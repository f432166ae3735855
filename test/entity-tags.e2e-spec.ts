import type { Client, Json } from './support/client';
import { Exchange } from './support/exchange';
import type { GivenOrganization } from './support/given';
import { startReplicas } from './support/replicas';
import type { RunningApp } from './support/start-app';

const UNKNOWN_ID = '019a9f3e-6d1c-7a52-8f0e-3b5a1c9d7e42';

describe('entity tags', () => {
  let running: RunningApp;
  let other: RunningApp;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ one: running, other, close } = await startReplicas());
  });
  afterAll(() => close());

  interface Project {
    id: string;
    api: Client;
    organization: GivenOrganization;
    /** The path of its only key. */
    key: string;
  }
  let project: Project;
  beforeEach(async () => {
    const keys = [{ name: 'home.title', value: 'Welcome', translations: { de: 'Willkommen', fr: 'Bienvenue' } }];
    const { keyIds, ...given } = await running.given.project({ targetLanguages: ['de', 'fr'], keys });
    project = { ...given, key: `keys/${keyIds[0]}` };
  });

  const ifMatch = (tag: string) => ({ headers: { 'if-match': tag } });
  const tagOf = async (path: string, api = project.api): Promise<string> => {
    const { status, headers } = await api.get(path);
    expect(status).toBe(200);
    expect(headers.get('etag')).toMatch(/^"[^"]+"$/);
    return headers.get('etag') ?? '';
  };
  const importFile = (texts: object, options = {}) =>
    new Exchange(project.api, project.id).imported({ bytes: JSON.stringify(texts), name: 'de.json' }, options);

  describe('of a key', () => {
    it.each<[string, Json]>([
      ['a source text', { value: 'Hello' }],
      ['a translation', { translations: { de: 'Hallo' } }],
      ['a removed text', { translations: { fr: null } }],
      ['a removed and another changed text', { translations: { fr: null, de: 'Hallo' } }],
      ['a name', { name: 'home.headline' }],
      ['a namespace', { namespace: 'shop' }],
      ['a description', { description: 'A headline' }],
    ])('changes with %s, and PUT answers the new one', async (_, change) => {
      const before = await tagOf(project.key);
      const { status, headers } = await project.api.put(project.key, change);
      expect(status).toBe(200);
      expect(headers.get('etag')).not.toBe(before);
      expect(await tagOf(project.key)).toBe(headers.get('etag'));
    });

    it('is answered by POST', async () => {
      const { body, headers } = await project.api.post(`projects/${project.id}/keys`, { name: 'a', value: 'A' });
      expect(await tagOf(`keys/${body.key.id}`)).toBe(headers.get('etag'));
    });

    it.each<[string, () => Promise<unknown>]>([
      ['an import', () => importFile({ 'home.title': 'Hallo' })],
      ['a batch', () => batch({ update: [{ id: project.key.slice(5), value: 'Hello' }] })],
      ['the removal of a language', () => project.api.patch(`projects/${project.id}`, { removeLanguages: ['fr'] })],
    ])('changes with %s', async (_, change) => {
      const before = await tagOf(project.key);
      await change();
      expect(await tagOf(project.key)).not.toBe(before);
    });
    const batch = (body: Json) => project.api.post(`projects/${project.id}/keys/batch`, body);

    it('stays where nothing of the key changes', async () => {
      const before = await tagOf(project.key);
      const { headers } = await project.api.put(project.key, { value: 'Welcome', translations: { fr: 'Bienvenue' } });
      expect(headers.get('etag')).toBe(before);
      await batch({ create: [{ name: 'b', value: 'B' }] });
      await importFile({ 'home.title': 'Willkommen', c: 'C' });
      await project.api.patch(`projects/${project.id}`, { name: 'Another name', addLanguages: ['it'] });
      expect(await tagOf(project.key)).toBe(before);
    });

    it('is another one after a text was changed and changed back', async () => {
      const before = await tagOf(project.key);
      await project.api.put(project.key, { value: 'Hello' });
      await project.api.put(project.key, { value: 'Welcome' });
      expect(await tagOf(project.key)).not.toBe(before);
    });

    it('is the same on every replica', async () => {
      expect(await tagOf(project.key, other.operator.as(project.organization.secret))).toBe(await tagOf(project.key));
    });

    it.each(['put', 'delete'] as const)('makes %s with an older one a 412 that does nothing', async (method) => {
      const old = await tagOf(project.key);
      await project.api.put(project.key, { value: 'Hello' });
      const { body: before } = await project.api.get(project.key);
      const { status, body } =
        method === 'put'
          ? await project.api.put(project.key, { value: 'Mine' }, ifMatch(old))
          : await project.api.delete(project.key, ifMatch(old));
      expect({ status, body }).toMatchObject({ status: 412, body: { status: 412, code: 'precondition_failed' } });
      expect((await project.api.get(project.key)).body).toEqual(before);
    });

    it.each<[string, number, (tag: string) => string]>([
      ['the tag', 200, (tag) => tag],
      ['a list with it', 200, (tag) => `"x", ${tag}`],
      ['any tag', 200, () => '*'],
      ['it as a weak tag', 412, (tag) => `W/${tag}`],
      ['it without quotes', 412, (tag) => tag.slice(1, -1)],
      ['nothing', 412, () => ''],
    ])('answers PUT with %s in If-Match with %s', async (_, expected, header) => {
      const { status } = await project.api.put(
        project.key,
        { value: 'Hello' },
        ifMatch(header(await tagOf(project.key))),
      );
      expect(status).toBe(expected);
    });

    it('deletes with the current tag', async () => {
      expect((await project.api.delete(project.key, ifMatch(await tagOf(project.key)))).status).toBe(200);
    });

    it('answers 404 for a key that does not exist, whatever If-Match is', async () => {
      const { api } = project;
      expect((await api.put(`keys/${UNKNOWN_ID}`, { value: 'A' }, ifMatch('"x"'))).status).toBe(404);
      await api.delete(project.key);
      expect((await api.put(project.key, { value: 'A' }, ifMatch('*'))).status).toBe(404);
      expect((await api.delete(project.key, ifMatch('"x"'))).status).toBe(404);
    });

    it('lets one of several writers with the same tag win, on any replica', async () => {
      const tag = await tagOf(project.key);
      const elsewhere = other.operator.as(project.organization.secret);
      const responses = await Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          (i % 2 ? elsewhere : project.api).put(project.key, { value: `by ${i}` }, ifMatch(tag)),
        ),
      );
      const won = responses.flatMap((response, i) => (response.status === 200 ? [i] : []));
      expect(won).toHaveLength(1);
      expect(responses.filter((response) => response.status === 412)).toHaveLength(7);
      expect((await project.api.get(project.key)).body.key.value).toBe(`by ${won[0]}`);
    });
  });

  describe('of a project', () => {
    const path = () => `projects/${project.id}`;

    it.each<[string, () => Promise<unknown>]>([
      ['its name', () => project.api.patch(path(), { name: 'Another name' })],
      ['a language', () => project.api.patch(path(), { addLanguages: ['it'] })],
      ['a text', () => project.api.put(project.key, { value: 'Hello' })],
      ['a key', () => project.api.delete(project.key)],
    ])('changes with %s', async (_, change) => {
      const before = await tagOf(path());
      await change();
      expect(await tagOf(path())).not.toBe(before);
    });

    it('is answered by POST and PATCH', async () => {
      const created = await project.api.post('projects', { name: 'P', sourceLanguage: 'en' });
      const createdPath = `projects/${created.body.project.id}`;
      expect(await tagOf(createdPath)).toBe(created.headers.get('etag'));
      const changed = await project.api.patch(createdPath, { name: 'Q' });
      expect(changed.headers.get('etag')).not.toBe(created.headers.get('etag'));
      expect(await tagOf(createdPath)).toBe(changed.headers.get('etag'));
    });

    it('stays where nothing changes, and is the same on every replica', async () => {
      const before = await tagOf(path());
      await importFile({ 'home.title': 'Willkommen' });
      await project.api.put(project.key, { value: 'Welcome' });
      await project.api.patch(path(), { addLanguages: ['de'] });
      const changed = await tagOf(path());
      await importFile({ 'home.title': 'Willkommen' });
      expect(await tagOf(path(), other.operator.as(project.organization.secret))).toBe(changed);
      // The first import kept its file as a template, which is a change.
      expect(changed).not.toBe(before);
    });

    it('makes PATCH and DELETE with an older one a 412 that does nothing', async () => {
      const old = await tagOf(path());
      await project.api.put(project.key, { value: 'Hello' });
      const current = await tagOf(path());
      const refused = { status: 412, body: { code: 'precondition_failed' } };
      expect(await project.api.patch(path(), { name: 'Mine' }, ifMatch(old))).toMatchObject(refused);
      expect(await project.api.delete(path(), ifMatch(old))).toMatchObject(refused);
      expect(await tagOf(path())).toBe(current);
      expect((await project.api.patch(path(), { name: 'Mine' }, ifMatch(current))).status).toBe(200);
      expect((await project.api.delete(path(), ifMatch(await tagOf(path())))).status).toBe(200);
      expect((await project.api.delete(path(), ifMatch(current))).status).toBe(404);
    });

    it('lets one of several writers with the same tag win', async () => {
      const tag = await tagOf(path());
      const responses = await Promise.all(
        ['a', 'b', 'c', 'd'].map((name) => project.api.patch(path(), { name }, ifMatch(tag))),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
    });
  });

  it.each(['key', 'project'])('answers If-None-Match with the tag of a %s with 304, also to HEAD', async (kind) => {
    const path = kind === 'key' ? project.key : `projects/${project.id}`;
    const tag = await tagOf(path);
    for (const method of ['GET', 'HEAD']) {
      for (const header of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
        const { status, headers, bytes } = await project.api.send(method, path, {
          headers: { 'if-none-match': header },
        });
        expect({ status, tag: headers.get('etag'), size: bytes.length }).toEqual({ status: 304, tag, size: 0 });
      }
      expect((await project.api.send(method, path, { headers: { 'if-none-match': '"x"' } })).status).toBe(200);
    }
    const head = await project.api.send('HEAD', path);
    expect({ tag: head.headers.get('etag'), size: head.bytes.length }).toEqual({ tag, size: 0 });
  });
});
