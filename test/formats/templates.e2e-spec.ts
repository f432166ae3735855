import { randomBytes } from 'node:crypto';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { Exchange, type Options } from '../support/exchange';
import { type RunningApp, startApp } from '../support/start-app';

const NESTED = `{
\t"title":   "Welcome",

\t"menu": {"open": "Open", "close": "Close"},
\t"list": [null, "second"],
\t"count": 3,
\t"empty": "",
\t"none": null
}`;

describe('the template of an export', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const project = async (): Promise<Exchange> => {
    const { id, api } = await running.given.project({ targetLanguages: ['de', 'fr'] });
    return new Exchange(api, id);
  };
  const given = async (file: string, options: Options = {}): Promise<Exchange> => {
    const exchange = await project();
    await exchange.imported({ bytes: file }, { format: 'json-nested', language: 'en', ...options });
    return exchange;
  };
  const textOf = async (exchange: Exchange, options: Options = {}): Promise<string> =>
    (await exchange.exported({ format: 'json-nested', ...options })).toString();
  const layoutOf = async (exchange: Exchange, options: Options): Promise<string | null> =>
    (await exchange.export(options)).headers.get('x-export-layout');

  it.each([
    ['nested', NESTED],
    ['with a byte order mark and CRLF', `\ufeff${NESTED}`.replaceAll('\n', '\r\n')],
    ['on one line', '{"a":{"b":"c"},"d":[]}'],
    ['without texts', '{ "a" : { } }\n\n'],
    ['in UTF-16', Buffer.from('\ufeff{ "a": "b" }', 'utf16le')],
  ])('gives back the bytes of a file %s', async (_name, file) => {
    const exchange = await project();
    await exchange.imported({ bytes: file }, { format: 'json-nested', language: 'en' });
    expect(await exchange.exported({ format: 'json-nested' })).toEqual(Buffer.from(file));
    expect(await layoutOf(exchange, { format: 'json-nested' })).toBe('template');
  });

  it('changes only the entry of a text that was changed, removed or added', async () => {
    const exchange = await given(NESTED);
    await exchange.put('menu.close', { value: 'Quit "now"' });
    expect(await textOf(exchange)).toBe(NESTED.replace('"Close"', '"Quit \\"now\\""'));
    await exchange.imported({ bytes: '{"menu":{"save":"Save"}}' }, { format: 'json', language: 'en' });
    expect(await textOf(exchange)).toBe(NESTED.replace('"Close"', '"Quit \\"now\\"", "save": "Save"'));
    await exchange.deleteKeys('title', 'none', 'menu.save');
    expect(await textOf(exchange)).toBe(
      NESTED.replace('"Close"', '"Quit \\"now\\""')
        .replace(/"title".*\n\n\t/, '')
        .replace(/,\n\t"none".*/, ''),
    );
  });

  it('is the template of the source language for a language without one, which gets new texts in the same places', async () => {
    const exchange = await given(NESTED);
    await exchange.imported(
      { bytes: '{"menu.open":"Öffnen","title":"Willkommen"}' },
      { format: 'json', language: 'de' },
    );
    expect(await textOf(exchange, { language: 'de' })).toBe(
      '{\n\t"title":   "Willkommen",\n\n\t"menu": {"open": "Öffnen"},\n\t"empty": "",\n\t"none": null\n}',
    );
    const french = '{\n  "title": "Bienvenue",\n  "menu": {\n    "close": "Fermer"\n  }\n}\n';
    await exchange.imported({ bytes: french }, { format: 'json-nested', language: 'fr' });
    await exchange.put('menu.open', { translations: { fr: 'Ouvrir' } });
    expect(await textOf(exchange, { language: 'fr' })).toBe(
      french.replace('"Fermer"', '"Fermer",\n    "open": "Ouvrir"'),
    );
    await exchange.put('count', { translations: { fr: 'trois' } });
    expect(await textOf(exchange, { language: 'fr' })).toContain('\n  },\n  "count": "trois"\n}\n');
  });

  it('has the entity tag of its bytes, and a revision of its own', async () => {
    const exchange = await given('{"a": "b"}');
    const before = await exchange.export({ format: 'json-nested' });
    const same = await exchange.import({ bytes: '{"a": "b"}' }, { format: 'json-nested', language: 'en' });
    const moved = await exchange.import({ bytes: '{ "a": "b" }' }, { format: 'json-nested', language: 'en' });
    const [first, second] = [same, moved].map(({ headers }) => Number(headers.get('x-glossa-revision')));
    expect(second).toBe((first ?? 0) + 1);
    const after = await exchange.export({ format: 'json-nested' });
    expect([before, after].map(({ bytes }) => bytes.toString())).toEqual(['{"a": "b"}', '{ "a": "b" }']);
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
  });

  it('is replaced by the next file, unless that leaves existing texts', async () => {
    const exchange = await given('{"a":   "b"}');
    const options = { format: 'json-nested', language: 'en', conflict: 'keep' };
    await exchange.imported({ bytes: '{"c":"d"}' }, options);
    expect(await textOf(exchange)).toBe('{"a":   "b","c":   "d"}');
    await exchange.imported({ bytes: '{ "c" : "d" }' }, { ...options, conflict: 'overwrite' });
    expect(await textOf(exchange)).toBe('{ "c" : "d","a" : "b" }');
  });

  it('is not used with layout=canonical, in another format, and with other names than the file has', async () => {
    const exchange = await given('{"a": {"b":   "c"}}');
    expect(await textOf(exchange, { layout: 'canonical' })).toBe('{\n  "a": {\n    "b": "c"\n  }\n}\n');
    for (const options of [{ layout: 'canonical', format: 'json-nested' }, { format: 'json' }, { format: 'yaml' }]) {
      expect(await layoutOf(exchange, options)).toBe('canonical');
    }
    expect(await layoutOf(exchange, { format: 'json-nested', namespace: 'a' })).toBe('canonical');
    expect(await layoutOf(exchange, { format: 'json-nested', stripNamespace: true })).toBe('canonical');
  });

  it('is not used for a file of a zip with other names than the file has', async () => {
    const zip = { format: 'json-nested', language: 'en,de' };
    const whole = await given('{"a": {"b":   "c"}}');
    const byNamespace = await project();
    const files = { 'en.json': '{"x":   "y"}', 'en/a.json': '{"b":   "c"}' };
    const bytes = zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));
    await byNamespace.imported({ bytes }, { format: 'json-nested' });
    await byNamespace.imported({ bytes: '{"d": {"e": "f"}}' }, { format: 'json', language: 'en' });
    for (const [exchange, options, layout] of [
      [whole, {}, 'template'],
      [whole, { stripNamespace: true }, 'canonical'],
      [whole, { namespace: 'a' }, 'canonical'],
      [whole, { namespace: 'a', stripNamespace: true }, 'canonical'],
      [byNamespace, { namespace: 'a' }, 'template'],
      [byNamespace, { namespace: 'a', stripNamespace: true }, 'template'],
      [byNamespace, { namespace: 'd' }, 'canonical'],
    ] as const) {
      expect([options, await layoutOf(exchange, { ...zip, ...options })]).toEqual([options, layout]);
    }
  });

  it('is the template of a namespace where the names are the names of its file', async () => {
    const exchange = await given('{"b":   "c"}', { namespace: 'a' });
    expect(await textOf(exchange, { namespace: 'a', stripNamespace: true })).toBe('{"b":   "c"}');
    expect(await layoutOf(exchange, { format: 'json-nested' })).toBe('canonical');
  });

  it('is not kept for a namespace of more than 1,000 bytes', async () => {
    const layoutWith = async (bytes: number): Promise<[unknown, string | null]> => {
      const exchange = await project();
      const namespace = randomBytes(bytes).toString('hex').slice(0, bytes);
      const { status, body } = await exchange.import(
        { bytes: '{"b":   "c"}', name: 'en.json' },
        { format: 'json-nested', language: 'en', namespace },
      );
      expect([status, body]).toEqual([200, { imported: 1, updated: 0, skipped: 0 }]);
      const options = { format: 'json-nested', namespace, stripNamespace: true };
      return [JSON.parse(await textOf(exchange, options)), await layoutOf(exchange, options)];
    };
    expect(await layoutWith(1_000)).toEqual([{ b: 'c' }, 'template']);
    expect(await layoutWith(1_001)).toEqual([{ b: 'c' }, 'canonical']);
    expect(await layoutWith(8_000)).toEqual([{ b: 'c' }, 'canonical']);
  });

  it('is not used where a text has no place in it, with a warning', async () => {
    const exchange = await given('{"a": {"b": "c"}}');
    await exchange.imported({ bytes: '{"a": "text"}' }, { format: 'json', language: 'en' });
    expect(JSON.parse(await textOf(exchange))).toEqual({ a: 'text', 'a.b': 'c' });
    expect(await layoutOf(exchange, { format: 'json-nested' })).toBe('canonical');
    expect(await exchange.lost({ format: 'json-nested' })).toContainEqual(
      expect.objectContaining({
        code: 'template_misfit',
        detail:
          'the layout is canonical, because the layout of the imported file cannot be used: the file has no place for "a"',
      }),
    );
  });

  it('writes missing texts where they are asked for', async () => {
    const exchange = await given('{"a":"x","b":"y"}');
    await exchange.imported({ bytes: '{"a":"z"}' }, { format: 'json-nested', language: 'de' });
    expect(await textOf(exchange, { language: 'de', untranslated: 'empty' })).toBe('{"a":"z","b":""}');
    expect(await textOf(exchange, { language: 'fr', fallback: 'de' })).toBe('{"a":"z"}');
  });

  it('is kept for each file of a zip', async () => {
    const files = {
      'locales/en/common.json': '{"a":   {"b": "c"}}',
      'locales/en/shop.json': '{ "cart": {"title": "Cart"} }',
      'locales/de/common.json': '{\r\n"a": {"b":"C"}}',
    };
    const exchange = await project();
    const zip = zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));
    await exchange.imported({ bytes: zip, name: 'locales.zip' }, { format: 'i18next' });
    const exported = unzipSync(new Uint8Array(await exchange.exported({ format: 'i18next', language: 'en,de' })));
    expect(Object.fromEntries(Object.entries(exported).map(([path, bytes]) => [path, strFromU8(bytes)]))).toEqual(
      files,
    );
  });

  it('has the forms of a plural as the file has them', async () => {
    const file = '{ "item_other": "{{count}} items", "item_one": "{{count}} item" }';
    const exchange = await project();
    await exchange.imported({ bytes: file }, { format: 'i18next', language: 'en' });
    expect(await textOf(exchange, { format: 'i18next' })).toBe(file);
    const { item = '' } = (await exchange.texts())['en'] ?? {};
    await exchange.put('item', { value: item.replace(' item}', ' thing}') });
    expect(await textOf(exchange, { format: 'i18next' })).toBe(file.replace('{{count}} item"', '{{count}} thing"'));
  });

  it('is listed page by page, and can be deleted', async () => {
    const { id, api } = await running.given.project({ targetLanguages: ['de'] });
    const other = await running.given.project();
    const exchange = new Exchange(api, id);
    const files = { 'de/b.json': '{"x": "y"}', 'en/a.json': '{"x": "y"}', 'en/b.json': '{ "x": "y" }' };
    const zip = zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));
    await exchange.imported({ bytes: zip, name: 'files.zip' }, { format: 'icu-json' });
    const [first, second, third, fourth] = [
      await api.get(`projects/${id}/templates?limit=2`),
      await api.get(`projects/${id}/templates`),
      await api.get(`projects/${other.id}/templates`),
      await other.api.get(`projects/${id}/templates`),
    ];
    expect(first.body.templates).toEqual(second.body.templates.slice(0, 2));
    const next = await api.get(`projects/${id}/templates?cursor=${first.body.nextCursor}`);
    expect(next.body).toEqual({ templates: second.body.templates.slice(2), nextCursor: null });
    expect(second.body.templates).toEqual(
      [
        { namespace: 'a', language: 'en', path: 'en/a.json', size: 10 },
        { namespace: 'b', language: 'de', path: 'de/b.json', size: 10 },
        { namespace: 'b', language: 'en', path: 'en/b.json', size: 12 },
      ].map((template) => ({
        ...template,
        format: 'icu-json',
        options: {},
        id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
        updatedAt: expect.stringMatching(/^2\d{3}-.*Z$/) as unknown,
      })),
    );
    expect([third.status, fourth.status]).toEqual([404, 404]);
    const path = `projects/${id}/templates/${second.body.templates[2].id}`;
    expect(await other.api.delete(path)).toMatchObject({ status: 404, body: { code: 'project_not_found' } });
    const { headers } = await api.get(`projects/${id}/export?format=icu-json&namespace=b&stripNamespace=true`);
    expect(headers.get('x-export-layout')).toBe('template');
    expect(await api.delete(path)).toMatchObject({ status: 200, body: { deleted: true } });
    expect(await api.delete(path)).toMatchObject({ status: 404, body: { code: 'template_not_found' } });
    const noId = `projects/${id}/templates/none`;
    expect(await api.delete(noId)).toMatchObject({ status: 404, body: { code: 'template_not_found' } });
    expect(
      (await api.get(`projects/${id}/export?format=icu-json&namespace=b&stripNamespace=true`)).bytes.toString(),
    ).toBe('{\n  "x": "y"\n}\n');
  });

  it('is kept for the language of a file without texts', async () => {
    const { id, api } = await running.given.project({ targetLanguages: ['de'] });
    const exchange = new Exchange(api, id);
    await exchange.imported({ bytes: '{ }' }, { format: 'json-nested', language: 'fr', createLanguages: true });
    expect(await exchange.languages()).toEqual(['en', 'de', 'fr']);
    expect((await api.get(`projects/${id}/templates`)).body.templates).toMatchObject([{ language: 'fr', size: 3 }]);
    expect(await textOf(exchange, { language: 'fr' })).toBe('{ }');
  });

  it('is removed with its language', async () => {
    const { id, api } = await running.given.project({ targetLanguages: ['de'] });
    const exchange = new Exchange(api, id);
    await exchange.imported({ bytes: '{"a":   "x"}' }, { format: 'json-nested', language: 'de' });
    expect(await layoutOf(exchange, { format: 'json-nested', language: 'de' })).toBe('template');
    await api.patch(`projects/${id}`, { removeLanguages: ['de'] });
    await api.patch(`projects/${id}`, { addLanguages: ['de'] });
    expect(await layoutOf(exchange, { format: 'json-nested', language: 'de' })).toBe('canonical');
  });
});
