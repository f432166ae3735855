import type { ApiResponse, Call, Client, Json } from './support/client';
import { type RunningApp, startApp } from './support/start-app';

describe('import', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  type Project = Awaited<ReturnType<typeof running.given.project>>;
  const send = (
    { id, api }: { id: string; api: Client },
    file: unknown,
    query = 'language=de',
    call: Call = {},
  ): Promise<ApiResponse> =>
    api.send('POST', `projects/${id}/import?${query}`, {
      body: typeof file === 'string' ? file : JSON.stringify(file),
      ...call,
    });
  const json = (query = 'language=de'): string => `format=json&${query}`;
  const projectOf = async ({ id, api }: Project): Promise<Json> => (await api.get(`projects/${id}`)).body.project;
  const textsOf = async ({ id, api }: Project): Promise<Json> =>
    (await api.get(`projects/${id}/translations`)).body.translations;

  const idsOf = async ({ id, api }: Project): Promise<Record<string, string>> => {
    const { keys } = (await api.get(`projects/${id}/keys?limit=1000`)).body;
    return Object.fromEntries(keys.map(({ name, id }: Json) => [name, id]));
  };

  const given = () =>
    running.given.project({
      targetLanguages: ['de', 'fr'],
      keys: [
        { name: 'a', value: 'A', translations: { de: 'Ä' } },
        { name: 'b', value: 'B' },
        { name: 'n.c', value: 'C', translations: { de: 'C', fr: 'Ç' } },
      ],
    });

  describe('counts', () => {
    it('counts new texts as imported, different ones as updated and equal ones as skipped', async () => {
      const project = await given();
      const { status, body } = await send(project, { a: 'Ä', b: 'B', 'n.c': 'X', new: 'N' }, json());
      expect({ status, body }).toEqual({ status: 200, body: { imported: 2, updated: 1, skipped: 1 } });
      expect((await textsOf(project)).de).toEqual({ a: 'Ä', b: 'B', 'n.c': 'X', new: 'N' });
      expect(await projectOf(project)).toMatchObject({ stringCount: 4, revision: 4 });
    });

    it('counts the replacement of an empty text as an update', async () => {
      const project = await running.given.project({ keys: [{ name: 'a', value: 'A', translations: { de: '' } }] });
      expect((await send(project, { a: 'Ä' }, json())).body).toEqual({ imported: 0, updated: 1, skipped: 0 });
    });

    it('counts a translation unit that the file repeats with the same text once', async () => {
      const project = await given();
      const { body } = await send(project, '{"a":"X","b":"B","a":"X"}', json());
      expect(body).toEqual({ imported: 1, updated: 1, skipped: 0 });
    });

    it('counts an import into an empty project', async () => {
      const project = await running.given.project();
      const { body } = await send(project, { a: 'A', b: '', c: null }, json('language=en'));
      expect(body).toEqual({ imported: 2, updated: 0, skipped: 1 });
      expect(await projectOf(project)).toMatchObject({ stringCount: 3, revision: 1 });
    });

    it('counts both texts of a bilingual file and never replaces a source text', async () => {
      const project = await running.given.project({ keys: [{ name: 'a', value: 'A', translations: { de: 'Ä' } }] });
      const file = ['msgid "a"', 'msgstr "X"', '', 'msgid "b"', 'msgstr "B"', ''].join('\n');
      const { body } = await send(project, file, 'format=po&language=de&details=true');
      expect(body.imported + body.updated + body.skipped).toBe(body.details.pairs.length);
      expect((await textsOf(project)).en.a).toBe('A');
    });

    it.each(['a', 'b', 'c'])('returns counts whose sum is the number of translation units: %s', async (seed) => {
      const project = await given();
      const file = Object.fromEntries(['a', 'b', 'n.c', 'd', 'e'].map((key, i) => [key, i % 2 ? `${seed}${i}` : '']));
      for (const query of [
        '',
        '&conflict=keep',
        '&empty=keep',
        '&empty=clear',
        '&dryRun=true',
        '&conflict=keep&empty=clear',
      ]) {
        const { body } = await send(project, file, json(`language=de${query}`));
        expect(body.imported + body.updated + body.skipped).toBe(5);
      }
    });
  });

  describe('conflict', () => {
    it('conflict=keep leaves existing texts, including empty ones, and fills gaps', async () => {
      const project = await running.given.project({
        keys: [
          { name: 'a', value: 'A', translations: { de: 'Ä' } },
          { name: 'b', value: 'B' },
          { name: 'c', value: '', translations: { de: '' } },
        ],
      });
      const { body } = await send(project, { a: 'X', b: 'X', c: 'X' }, json('language=de&conflict=keep'));
      expect(body).toEqual({ imported: 1, updated: 0, skipped: 2 });
      expect((await textsOf(project)).de).toEqual({ a: 'Ä', b: 'X', c: '' });
    });
  });

  describe('empty', () => {
    const file = { a: '', b: '', new: '' };

    it.each(['', '&empty=auto', '&empty=skip'])(
      'ignores an empty translation but creates its key (option "%s")',
      async (option) => {
        const project = await given();
        const { body } = await send(project, file, json(`language=de${option}`));
        expect(body).toEqual({ imported: 0, updated: 0, skipped: 3 });
        expect((await textsOf(project)).de).toEqual({ a: 'Ä', 'n.c': 'C' });
        expect(await projectOf(project)).toMatchObject({ stringCount: 4 });
      },
    );

    it('stores an empty source text', async () => {
      const project = await given();
      expect((await send(project, file, json('language=en'))).body).toEqual({ imported: 1, updated: 2, skipped: 0 });
      expect((await textsOf(project)).en).toEqual({ a: '', b: '', 'n.c': 'C', new: '' });
    });

    it('empty=skip ignores an empty source text', async () => {
      const project = await given();
      expect((await send(project, file, json('language=en&empty=skip'))).body).toEqual({
        imported: 0,
        updated: 0,
        skipped: 3,
      });
      expect((await textsOf(project)).en).toEqual({ a: 'A', b: 'B', 'n.c': 'C' });
    });

    it('empty=keep stores an empty text', async () => {
      const project = await given();
      expect((await send(project, file, json('language=de&empty=keep'))).body).toEqual({
        imported: 2,
        updated: 1,
        skipped: 0,
      });
      expect((await textsOf(project)).de).toEqual({ a: '', b: '', 'n.c': 'C', new: '' });
    });

    it('empty=clear removes the translation', async () => {
      const project = await given();
      expect((await send(project, file, json('language=de&empty=clear'))).body).toEqual({
        imported: 0,
        updated: 1,
        skipped: 2,
      });
      expect((await textsOf(project)).de).toEqual({ 'n.c': 'C' });
    });

    it('empty=clear with conflict=keep leaves existing texts', async () => {
      const project = await given();
      const { body } = await send(project, file, json('language=de&empty=clear&conflict=keep'));
      expect(body).toEqual({ imported: 0, updated: 0, skipped: 3 });
      expect((await textsOf(project)).de).toEqual({ a: 'Ä', 'n.c': 'C' });
    });

    it('empty=clear skips source texts with a warning', async () => {
      const project = await given();
      const { body } = await send(project, file, json('language=en&empty=clear&details=true'));
      expect(body).toMatchObject({ imported: 0, updated: 0, skipped: 3, details: { createdKeys: 1 } });
      expect(body.warnings).toContainEqual(
        expect.objectContaining({ code: 'source_text_kept', key: 'a', language: 'en' }),
      );
      expect((await textsOf(project)).en).toEqual({ a: 'A', b: 'B', 'n.c': 'C' });
    });

    it('lists the first 1,000 warnings and counts all', async () => {
      const project = await given();
      const empty = Object.fromEntries(Array.from({ length: 1_200 }, (_, i) => [`k${i}`, '']));
      const { body } = await send(project, empty, json('language=en&empty=clear&details=true'));
      expect(body).toMatchObject({ skipped: 1_200, warningCount: 1_200 });
      expect(body.warnings).toHaveLength(1_000);
    });

    it.each(['auto', 'skip', 'keep', 'clear'])('empty=%s skips null but creates its key', async (empty) => {
      const project = await given();
      const { body } = await send(project, { a: null, new: null }, json(`language=de&empty=${empty}`));
      expect(body).toEqual({ imported: 0, updated: 0, skipped: 2 });
      expect((await textsOf(project)).de).toMatchObject({ a: 'Ä' });
      expect(await projectOf(project)).toMatchObject({ stringCount: 4 });
    });
  });

  describe('namespace', () => {
    it('prefixes every key of the file, including dotted ones', async () => {
      const project = await given();
      await send(project, { c: 'X', 'd.e': 'Y' }, json('language=de&namespace=n'));
      expect((await textsOf(project)).de).toEqual({ a: 'Ä', 'n.c': 'X', 'n.d.e': 'Y' });
    });
  });

  describe('languages', () => {
    it('refuses languages that the project does not have and names all of them', async () => {
      const project = await given();
      const csv = 'key,en,it,es\na,A,X,Y\n';
      const { status, body } = await send(project, csv, 'format=csv');
      expect({ status, body }).toMatchObject({ status: 400, body: { code: 'unknown_language' } });
      expect(body.errors.map(({ language }: Json) => language).sort()).toEqual(['es', 'it']);
      expect(await projectOf(project)).toMatchObject({ revision: 3 });
    });

    it('adds languages with createLanguages', async () => {
      const project = await given();
      const { body } = await send(project, { a: 'X' }, json('language=pt_br&createLanguages=true&details=true'));
      expect(body).toMatchObject({ imported: 1, details: { createdLanguages: ['pt-BR'] } });
      expect(await projectOf(project)).toMatchObject({ targetLanguages: ['de', 'fr', 'pt-BR'], revision: 4 });
    });

    it.each([
      ['json', '{}', 'language=it'],
      ['po', 'msgid ""\nmsgstr "Language: it\\n"\n', ''],
      ['csv', 'key,en,it\na,A,\n', ''],
    ])('does the same for a %s file without texts', async (format, file, options) => {
      const project = await given();
      const refused = await send(project, file, `format=${format}&${options}`);
      expect([refused.status, refused.body.code]).toEqual([400, 'unknown_language']);
      const { body } = await send(project, file, `format=${format}&createLanguages=true&details=true&${options}`);
      expect(body.details.createdLanguages).toEqual(['it']);
      expect(await projectOf(project)).toMatchObject({ targetLanguages: ['de', 'fr', 'it'] });
    });

    it('requires projects:write for createLanguages', async () => {
      const { id, organization } = await given();
      const { api } = await running.given.apiKey({ organization, scopes: ['translations:write', 'keys:write'] });
      for (const dryRun of ['', '&dryRun=true']) {
        expect(await send({ id, api }, { a: 'X' }, json(`language=it&createLanguages=true${dryRun}`))).toMatchObject({
          status: 403,
          body: { code: 'missing_scope', scope: 'projects:write' },
        });
      }
    });

    it.each(['', '&dryRun=true'])('refuses more than 500 languages%s', async (dryRun) => {
      const project = await running.given.project({
        targetLanguages: Array.from({ length: 498 }, (_, i) => `de-x-${i}`),
      });
      const csv = 'key,en,it,es\na,A,X,Y\n';
      const response = await send(project, csv, `format=csv&createLanguages=true${dryRun}`);
      expect(response).toMatchObject({ status: 400, body: { code: 'limit_exceeded' } });
      expect(await projectOf(project)).toMatchObject({ revision: 0, stringCount: 0 });
    });

    it('requires a language when neither the options nor the file name one', async () => {
      const project = await given();
      expect(await send(project, { a: 'X' }, 'format=json')).toMatchObject({
        status: 400,
        body: { code: 'language_required', errors: [{ parameter: 'language' }] },
      });
    });

    it('reads the language from the file', async () => {
      const project = await given();
      const file = ['msgid ""', 'msgstr "Language: de\\n"', '', 'msgid "a"', 'msgstr "aus PO"', ''].join('\n');
      expect((await send(project, file, 'format=po')).status).toBe(200);
      expect((await textsOf(project)).de.a).toBe('aus PO');
    });
  });

  describe('format', () => {
    it.each([
      ['flat JSON', '{"a.b":"X"}', { 'a.b': 'X' }],
      ['nested JSON', '{"a":{"b":"X"}}', { 'a.b': 'X' }],
    ])('detects the format from the content: %s', async (_, file, texts) => {
      const project = await running.given.project();
      expect((await send(project, file, 'language=de')).status).toBe(200);
      expect((await textsOf(project)).de).toEqual(texts);
    });

    it.each(['text of no format', '\u0000\u0001\u0002'])(
      'refuses an undetected format and names the candidates: %j',
      async (file) => {
        const project = await given();
        const { status, body } = await send(project, file, 'language=de');
        expect({ status, body }).toMatchObject({
          status: 400,
          body: { code: 'unknown_format', errors: [{ parameter: 'format' }] },
        });
        expect(body.detail).toMatch(/json/);
      },
    );

    it.each(['x', 'JSON', ''])('refuses the format %j', async (format) => {
      const project = await given();
      expect(await send(project, { a: 'X' }, `format=${format}&language=de`)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', errors: [{ parameter: 'format', code: 'not_allowed' }] },
      });
    });
  });

  it('flattens nested keys with dots and array items with brackets, and keeps numbers and booleans as written', async () => {
    const project = await running.given.project();
    await send(project, '{"a":{"b":[1.50,true,{"c":"x"}]},"d":1e3}', 'language=de&format=json-nested');
    expect((await textsOf(project)).de).toEqual({ 'a.b[0]': '1.50', 'a.b[1]': 'true', 'a.b[2].c': 'x', d: '1e3' });
  });

  it('stores texts unchanged to the code unit', async () => {
    const project = await running.given.project();
    const texts = {
      a: ' \r\n\u0085\u2028\ufeff',
      b: '<b>&amp;</b>',
      c: '😀\ud83d\ude00',
      d: '\\u0041',
      e: 'x'.repeat(65_536),
    };
    expect((await send(project, texts, json())).body).toEqual({ imported: 5, updated: 0, skipped: 0 });
    expect((await textsOf(project)).de).toEqual(texts);
  });

  it('accepts keys named like members of Object.prototype', async () => {
    const project = await running.given.project();
    await send(project, '{"__proto__":"P","constructor":"C","toString":"S","1":"1"}', json());
    expect((await project.api.get(`projects/${project.id}/export?language=de&layout=canonical`)).bytes.toString()).toBe(
      '{\n  "1": "1",\n  "__proto__": "P",\n  "constructor": "C",\n  "toString": "S"\n}\n',
    );
  });

  describe('deleteMissing', () => {
    it('deletes keys that the file does not name and lists them', async () => {
      const project = await given();
      const { body } = await send(project, { a: 'A2', new: 'N' }, json('language=en&deleteMissing=true&details=true'));
      expect(body).toMatchObject({
        imported: 1,
        updated: 1,
        skipped: 0,
        details: { deletedKeys: ['b', 'n.c'], deletedKeyCount: 2 },
      });
      expect(await textsOf(project)).toEqual({ en: { a: 'A2', new: 'N' }, de: { a: 'Ä' }, fr: {} });
      expect(await projectOf(project)).toMatchObject({ stringCount: 2, revision: 4 });
    });

    it('deletes keys of the namespace only', async () => {
      const project = await given();
      const { body } = await send(project, { x: 'X' }, json('language=en&deleteMissing=true&namespace=n&details=true'));
      expect(body.details.deletedKeys).toEqual(['n.c']);
      expect(Object.keys((await textsOf(project)).en)).toEqual(['a', 'b', 'n.x']);
    });

    it('keeps keys whose text in the file is empty or null', async () => {
      const project = await given();
      await send(project, { a: '', b: null }, json('language=en&deleteMissing=true'));
      expect(Object.keys((await textsOf(project)).en)).toEqual(['a', 'b']);
    });

    it.each(['', '&base='])('keeps keys whose places other keys have taken in a nested file: %s', async (base) => {
      const project = await running.given.project({ targetLanguages: ['de'] });
      const { id, api } = project;
      const nested = 'format=json-nested&language=en';
      await send(
        project,
        { title: null, list: null, menu: { open: 'Open' }, old: null, used: null, own: 'Own' },
        nested,
      );
      const others = { 'title.main': 'Main', 'list[0]': 'Item', 'own.more': 'More' };
      for (const [name, value] of Object.entries(others)) await api.post(`projects/${id}/keys`, { name, value });
      await send(project, { title: 'Titel', used: 'U' }, json());
      const exported = await api.get(`projects/${id}/export?${nested}`);
      const file = JSON.parse(exported.bytes.toString());
      expect(file).toMatchObject({ title: { main: 'Main' }, list: ['Item'], old: null });
      const query = `${nested}&deleteMissing=true&details=true${base && base + exported.headers.get('x-glossa-revision')}`;
      expect((await send(project, file, query)).body.details.deletedKeys).toEqual([]);
      const rest = { ...file, old: undefined, used: undefined, own: undefined };
      expect((await send(project, rest, query)).body.details.deletedKeys).toEqual(['old', 'own', 'used']);
      expect((await textsOf(project)).de).toEqual({ title: 'Titel' });
    });

    it.each([
      ['another language', { a: 'X' }, 'language=de'],
      ['no key', {}, 'language=en'],
    ])('refuses deleteMissing for a file of %s', async (_, file, query) => {
      const project = await given();
      const response = await send(project, file, json(`${query}&deleteMissing=true`));
      expect(response).toMatchObject({ status: 400, body: { code: 'delete_missing_refused' } });
      expect(await projectOf(project)).toMatchObject({ stringCount: 3, revision: 3 });
    });

    it('requires keys:delete', async () => {
      const { id, organization } = await given();
      const { api } = await running.given.apiKey({ organization, scopes: ['translations:write', 'keys:write'] });
      expect(await send({ id, api }, { a: 'X' }, json('language=en&deleteMissing=true'))).toMatchObject({
        status: 403,
        body: { scope: 'keys:delete' },
      });
    });
  });

  describe('dryRun', () => {
    it.each([
      '',
      '&conflict=keep',
      '&empty=keep',
      '&empty=clear',
      '&deleteMissing=true',
      '&createLanguages=true',
      '&namespace=n',
    ])('returns the same result as the import and writes nothing%s', async (options) => {
      const project = await given();
      const file = { a: 'X', b: '', c: null, 'n.c': 'C', new: 'N' };
      const query = json(`language=en&details=true${options}`);
      const before = await project.api.get(`projects/${project.id}`);
      const dry = await send(project, file, `${query}&dryRun=true`);
      expect((await project.api.get(`projects/${project.id}`)).body).toEqual(before.body);
      // The compared revision in a dry run, otherwise the new one.
      expect(dry.body.revision).toBe(before.body.project.revision);
      expect((await send(project, file, query)).body).toEqual({ ...dry.body, revision: dry.body.revision + 1 });
    });
  });

  describe('details', () => {
    it('lists the outcome and the reason of each translation unit', async () => {
      const project = await given();
      const file = { a: 'X', b: 'B', 'n.c': 'C', d: '', e: null };
      const { body } = await send(project, file, json('language=de&details=true'));
      expect(body.details.pairs).toEqual([
        { key: 'a', language: 'de', outcome: 'updated', reason: 'changed', before: 'Ä', after: 'X' },
        { key: 'b', language: 'de', outcome: 'imported', reason: 'new', before: null, after: 'B' },
        { key: 'n.c', language: 'de', outcome: 'skipped', reason: 'unchanged', before: 'C', after: 'C' },
        { key: 'd', language: 'de', outcome: 'skipped', reason: 'empty', before: null, after: null },
        { key: 'e', language: 'de', outcome: 'skipped', reason: 'null', before: null, after: null },
      ]);
      expect(body.details.createdKeys).toBe(2);
    });

    it('lists kept and cleared translation units', async () => {
      const project = await given();
      const kept = await send(project, { a: 'X', b: 'X' }, json('language=de&details=true&conflict=keep&dryRun=true'));
      expect(kept.body.details.pairs.map(({ reason }: Json) => reason)).toEqual(['kept', 'new']);
      const cleared = await send(project, { a: '', b: '' }, json('language=de&details=true&empty=clear'));
      expect(cleared.body.details.pairs.map(({ reason }: Json) => reason)).toEqual(['cleared', 'empty']);
    });

    it('lists the first 1,000 translation units in the order of the file', async () => {
      const project = await given();
      const file = Object.fromEntries(Array.from({ length: 1_200 }, (_, i) => [`k${1_200 - i}`, `${i}`]));
      const { body } = await send(project, file, json('language=de&details=true'));
      expect(body.imported).toBe(1_200);
      expect(body.details.pairs).toHaveLength(1_000);
      expect([body.details.pairs[0].key, body.details.pairs[999].key]).toEqual(['k1200', 'k201']);
    });
  });

  describe('atomicity', () => {
    it.each([
      ['a syntax error', '{"a": "X",\n  "b": }', 'malformed_file', { line: 2, column: 8 }],
      ['a pair twice with different texts', '{"a":"X",\n"a":"Y"}', 'duplicate_key', { key: 'a', language: 'de' }],
      ['U+0000 in a text', '{"a":"X","b":"\\u0000"}', 'malformed_file', { key: 'b' }],
      ['a lone surrogate in a text', '{"a":"X","b":"\\ud800"}', 'malformed_file', { key: 'b' }],
      ['an empty key', '{"a":"X","":"Y"}', 'malformed_file', { key: '' }],
      ['a key of 8,193 bytes', `{"a":"X","${'k'.repeat(8_193)}":"Y"}`, 'limit_exceeded', { code: 'limit_exceeded' }],
      [
        'a text of 65,537 characters',
        `{"a":"X","b":"${'x'.repeat(65_537)}"}`,
        'malformed_file',
        { key: 'b', code: 'too_long' },
      ],
    ])('writes nothing when the file has %s', async (_, file, code, error) => {
      const project = await given();
      const response = await send(project, file, json('language=de&strict=true'));
      expect(response).toMatchObject({ status: 400, body: { code, errors: [error] } });
      expect(await projectOf(project)).toMatchObject({ revision: 3, stringCount: 3 });
      expect((await textsOf(project)).de).toEqual({ a: 'Ä', 'n.c': 'C' });
    });

    it('imports the last of two texts with a warning', async () => {
      const project = await given();
      const { body } = await send(project, '{"a":"X",\n"a":"Y"}', json('language=de&details=true'));
      expect(body).toMatchObject({ updated: 1, warnings: [{ code: 'duplicate_key', key: 'a', line: 2 }] });
      expect((await textsOf(project)).de).toMatchObject({ a: 'Y' });
    });

    it('refuses nesting of more than 100 levels', async () => {
      const project = await given();
      const file = `${'{"a":'.repeat(100_000)}"x"${'}'.repeat(100_000)}`;
      const { status, body } = await send(project, file, 'language=de');
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'limit_exceeded' });
    });

    it('writes nothing when the file is not valid UTF-8', async () => {
      const project = await given();
      const { status, body } = await send(project, '', json(), { body: Buffer.from('{"a":"\xff"}', 'latin1') });
      expect({ status, code: body.code }).toEqual({
        status: 400,
        code: expect.stringMatching(/^(malformed_file|unknown_encoding)$/),
      });
    });
  });

  it('raises the revision if and only if texts, keys or the template of exports changed', async () => {
    const project = await given();
    const revisions: number[] = [];
    for (const [file, query] of [
      [{ a: 'Ä' }, 'language=de'],
      [{}, 'language=de'],
      [{ a: '', b: null }, 'language=de'],
      [{ a: 'X' }, 'language=de&conflict=keep'],
      [{ a: 'X' }, 'language=de&dryRun=true'],
      [{ a: 'X' }, 'language=de'],
      [{ a: 'X' }, 'language=de'],
      [{ new: null }, 'language=de'],
      [{ new: null }, 'language=de'],
      [{ a: '' }, 'language=de&empty=clear'],
      [{ a: '' }, 'language=de&empty=clear'],
      [{ a: 'A', b: 'B', 'n.c': 'C' }, 'language=en&deleteMissing=true'],
      [{ a: 'A', b: 'B', 'n.c': 'C' }, 'language=en&deleteMissing=true'],
    ] as const) {
      expect((await send(project, file, json(query))).status).toBe(200);
      revisions.push((await projectOf(project)).revision);
    }
    expect(revisions).toEqual([4, 5, 6, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10]);
  });

  it('requires keys:write to create keys, also in a dry run, and only translations:write otherwise', async () => {
    const project = await given();
    const { api } = await running.given.apiKey({ organization: project.organization, scopes: ['translations:write'] });
    expect((await send({ id: project.id, api }, { a: 'X' }, json())).body).toEqual({
      imported: 0,
      updated: 1,
      skipped: 0,
    });
    for (const query of ['language=de', 'language=de&dryRun=true']) {
      expect(await send({ id: project.id, api }, { a: 'Y', new: 'X' }, json(query))).toMatchObject({
        status: 403,
        body: { code: 'missing_scope', scope: 'keys:write' },
      });
    }
    expect((await textsOf(project)).de.a).toBe('X');
  });

  it('requires keys:write to change descriptions and length limits of keys, and counts those that stay', async () => {
    const project = await running.given.project();
    const translator = await running.given.apiKey({
      organization: project.organization,
      scopes: ['projects:read', 'translations:read', 'translations:write'],
    });
    const units = (...units: [id: string, note: string, maxwidth: number, target: string][]): string =>
      `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en" target-language="de" datatype="plaintext" original="app"><body>${units
        .map(
          ([id, note, maxwidth, target]) =>
            `<trans-unit id="${id}" maxwidth="${maxwidth}" size-unit="char"><source>${id}</source><target>${target}</target><note>${note}</note></trans-unit>`,
        )
        .join('')}</body></file></xliff>`;
    const labels = async (): Promise<Json> => {
      const { body } = await project.api.get(`projects/${project.id}/keys?limit=10`);
      return body.keys.map(({ name, description, maxLength }: Json) => [name, description, maxLength]);
    };
    const imported = (file: string, query: string, api = translator.api) =>
      send({ id: project.id, api }, file, `details=true&${query}`);
    const query = 'format=xliff&language=de';
    await imported(units(['a', 'note', 20, 'A'], ['b', 'note', 20, 'B'], ['c', 'note', 20, 'C']), query, project.api);
    await project.api.put(`keys/${(await idsOf(project)).c}`, { description: null });
    const before = await labels();
    const { revision } = await projectOf(project);
    const file = units(['a', 'note', 30, 'Ä'], ['b', 'note', 20, 'B'], ['c', 'other', 20, 'C']);
    const stays = {
      code: 'describe_not_allowed',
      params: { count: 2 },
      detail: expect.stringMatching(/keys:write.*: 2$/),
    };
    for (const option of ['dryRun=true', 'conflict=keep&dryRun=true', `base=${revision}&dryRun=true`, 'dryRun=false']) {
      const { status, body } = await imported(file, `${query}&${option}`);
      const count = option.startsWith('conflict=keep') ? 1 : 2;
      expect({ status, warnings: body.warnings }).toEqual({
        status: 200,
        warnings: [
          expect.objectContaining({ ...stays, params: { count }, detail: expect.stringMatching(`: ${count}$`) }),
        ],
      });
    }
    expect([await labels(), (await textsOf(project)).de.a]).toEqual([before, 'Ä']);
    await imported(units(['b', 'of the source', 20, 'b']), 'format=xliff&language=en');
    expect(await labels()).toEqual(before);
    await imported(file, query, project.api);
    expect(await labels()).toEqual([
      ['a', 'note', 30],
      ['b', 'note', 20],
      ['c', 'other', 20],
    ]);
    expect((await imported(file, query)).body.warnings).toEqual([]);
  });

  it.each([
    'conflict=x',
    'empty=x',
    'dryRun=yes',
    'details=1',
    'namespace=a.b',
    'language=!',
    'dry_run=true',
    '__proto__=1',
    'constructor=1',
    'dryRun=true&dryRun=false',
  ])('refuses the option %s', async (query) => {
    const project = await given();
    const response = await send(project, { a: 'X' }, `format=json&${query}`);
    expect(response).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ parameter: query.split('=')[0] }] },
    });
  });
});
