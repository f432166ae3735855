import { strToU8, zipSync } from 'fflate';
import type { Json } from './support/client';
import { Exchange } from './support/exchange';
import { type RunningApp, startApp } from './support/start-app';

describe('the neighbours of a key in its file', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const given = () => running.given.project({ targetLanguages: ['de', 'fr'] });
  type Project = Awaited<ReturnType<typeof given>>;
  const keyOf = async ({ api, id }: Project, name: string): Promise<string> =>
    (await api.get(`projects/${id}/keys?name=${encodeURIComponent(name)}`)).body.keys[0].id;
  const send = async ({ api, id }: Project, bytes: string | Uint8Array, format: string, language?: string) =>
    new Exchange(api, id).imported(
      { bytes, name: `file.${format}` },
      { format, ...(language !== undefined && { language }) },
    );
  const neighboursOf = async (project: Project, name: string): Promise<Json> =>
    (await project.api.get(`keys/${await keyOf(project, name)}/neighbours`)).body.neighbours;
  const namesOf = ({ before, after }: Json): string[][] =>
    [before, after].map((keys: Json[]) => keys.map(({ name }) => name));
  const NONE = { file: null, isInFile: false, before: [], after: [] };

  it('are up to two keys before and after it, in the order of the file', async () => {
    const project = await given();
    await send(project, '{"z":"Z","b":"B","y":"Y","a":"A","x":"X"}', 'json', 'en');
    const [z, b, a, x] = await Promise.all(['z', 'b', 'a', 'x'].map((name) => keyOf(project, name)));
    const beside = (id: unknown, name: string) => ({ id, name, value: name.toUpperCase() });
    expect(await neighboursOf(project, 'y')).toEqual({
      file: 'file.json',
      isInFile: true,
      before: [beside(z, 'z'), beside(b, 'b')],
      after: [beside(a, 'a'), beside(x, 'x')],
    });
    expect(namesOf(await neighboursOf(project, 'z'))).toEqual([[], ['b', 'y']]);
    expect(namesOf(await neighboursOf(project, 'x'))).toEqual([['y', 'a'], []]);
  });

  it('are not the keys that were deleted since, and follow a newer file', async () => {
    const project = await given();
    await send(project, '{"z":"Z","b":"B","y":"Y","a":"A"}', 'json', 'en');
    expect(namesOf(await neighboursOf(project, 'y'))).toEqual([['z', 'b'], ['a']]);
    await project.api.delete(`keys/${await keyOf(project, 'b')}`);
    expect(namesOf(await neighboursOf(project, 'y'))).toEqual([['z'], ['a']]);
    await send(project, '{"a":"A","y":"Y","z":"Z"}', 'json', 'en');
    expect(namesOf(await neighboursOf(project, 'y'))).toEqual([['a'], ['z']]);
  });

  it('follow other options of an import of the same bytes, and other plurals', async () => {
    const project = await given();
    const nested = '{"z":{"q":"1"},"b":{"q":"2"},"a":{"q":"3"}}';
    const exchange = new Exchange(project.api, project.id);
    const sent = (name: string, keySeparator: string) =>
      exchange.imported({ bytes: nested, name }, { format: 'json-nested', language: 'en', keySeparator });
    await sent('one.json', '.');
    expect(await neighboursOf(project, 'b.q')).toMatchObject({ file: 'one.json', before: [{ name: 'z.q' }] });
    await sent('two.json', '/');
    expect(await neighboursOf(project, 'b/q')).toMatchObject({ file: 'two.json', before: [{ name: 'z/q' }] });
    expect(await neighboursOf(project, 'b.q')).toEqual(NONE);
    await send(project, '{"x":"X","item_other":"{{count}}"}', 'i18next', 'de');
    expect(namesOf(await neighboursOf(project, 'item_other'))).toEqual([['x'], []]);
    await project.api.post(`projects/${project.id}/keys`, {
      name: 'item',
      value: '{count, plural, one {a} other {b}}',
    });
    expect(namesOf(await neighboursOf(project, 'item'))).toEqual([['x'], []]);
  });

  it('are none of a key that no file has', async () => {
    const project = await given();
    await project.api.post(`projects/${project.id}/keys`, { name: 'made', value: 'Made' });
    expect(await neighboursOf(project, 'made')).toEqual(NONE);
    await send(project, '{"z":"Z"}', 'json', 'en');
    expect(await neighboursOf(project, 'made')).toEqual(NONE);
  });

  it('are those of the source language before those of another one, also in a namespace', async () => {
    const project = await given();
    const file = (texts: object): Uint8Array => strToU8(JSON.stringify(texts));
    const zip = zipSync({
      'de/shop.json': file({ a: 'A', b: 'B', c: 'C', only: 'D' }),
      'en/shop.json': file({ c: 'C', b: 'B', a: 'A' }),
    });
    await send(project, zip, 'json');
    expect(await neighboursOf(project, 'shop.b')).toMatchObject({
      file: 'en/shop.json',
      before: [{ name: 'shop.c' }],
      after: [{ name: 'shop.a' }],
    });
    expect(await neighboursOf(project, 'shop.only')).toMatchObject({
      file: 'de/shop.json',
      before: [{ name: 'shop.b' }, { name: 'shop.c' }],
    });
  });

  it('are found in a bilingual file of another language, and in a table of several', async () => {
    const project = await given();
    const po = ['z', 'b', 'y'].map((id) => `\nmsgid "${id}"\nmsgstr "${id} de"\n`).join('');
    await send(project, `msgid ""\nmsgstr ""\n"Language: de\\n"\n${po}`, 'po');
    expect(namesOf(await neighboursOf(project, 'b'))).toEqual([['z'], ['y']]);
    await send(project, 'key,en,de\nq,Q,\nb,B,\np,P,\n', 'csv');
    expect(namesOf(await neighboursOf(project, 'b'))).toEqual([['q'], ['p']]);
  });

  it('are plurals as the project has them', async () => {
    const project = await given();
    await send(project, '{"z":"Z","item_one":"one","item_other":"{{count}}","y":"Y"}', 'i18next', 'en');
    expect(namesOf(await neighboursOf(project, 'item'))).toEqual([['z'], ['y']]);
  });

  it('are hidden from other organizations', async () => {
    const project = await given();
    await send(project, '{"a":"A"}', 'json', 'en');
    const id = await keyOf(project, 'a');
    const other = await given();
    for (const each of [id, 'x', '01a22427-8ccc-74ba-9741-944ca94e0d11'])
      expect(await other.api.get(`keys/${each}/neighbours`)).toMatchObject({
        status: 404,
        body: { code: 'key_not_found' },
      });
  });
});
