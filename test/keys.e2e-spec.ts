import type { Json } from './support/client';
import { type RunningApp, startApp } from './support/start-app';

const UNKNOWN_ID = '019a9f3e-6d1c-7a52-8f0e-3b5a1c9d7e42';

describe('keys', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const projectOf = async ({ api, id }: Awaited<ReturnType<typeof running.given.project>>): Promise<Json> =>
    (await api.get(`projects/${id}`)).body.project;

  describe('creation', () => {
    it('returns 201 and exactly the specified fields', async () => {
      const { id, api } = await running.given.project();
      const { status, body } = await api.post(`projects/${id}/keys`, { name: 'home.title', value: 'Welcome' });
      expect({ status, body }).toEqual({
        status: 201,
        body: {
          key: {
            id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
            name: 'home.title',
            value: 'Welcome',
            namespace: 'home',
          },
        },
      });
    });

    it('stores the description and the translations', async () => {
      const { id, api } = await running.given.project({ targetLanguages: ['pt-BR', 'de'] });
      const { body } = await api.post(`projects/${id}/keys`, {
        name: 'a',
        value: 'A',
        description: 'The first\nletter',
        translations: { de: 'Ä', pt_br: '' },
      });
      expect((await api.get(`keys/${body.key.id}`)).body.key).toEqual({
        id: body.key.id,
        name: 'a',
        namespace: '',
        value: 'A',
        description: 'The first\nletter',
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        translations: { en: 'A', 'pt-BR': '', de: 'Ä' },
        states: { en: 'translated', 'pt-BR': 'translated', de: 'translated' },
        outdated: [],
        checks: {},
        tags: [],
        maxLength: null,
      });
    });

    it('accepts the source text in translations', async () => {
      const { id, api } = await running.given.project();
      const { status, body } = await api.post(`projects/${id}/keys`, { name: 'a', translations: { EN: 'A' } });
      expect({ status, value: body.key.value }).toEqual({ status: 201, value: 'A' });
    });

    it.each([
      ['home.title', undefined, 'home.title', 'home'],
      ['title', 'home', 'home.title', 'home'],
      ['home.title', 'home', 'home.title', 'home'],
      ['home.', 'home', 'home.', 'home'],
      ['title', '', 'title', ''],
      ['title', undefined, 'title', ''],
      ['.title', undefined, '.title', ''],
      ['.title', '', '.title', ''],
      ['a.b.c', 'a', 'a.b.c', 'a'],
      ['home', 'home', 'home.home', 'home'],
    ])('names %j in the namespace %j: %j, namespace %j', async (name, namespace, whole, itsNamespace) => {
      const { id, api } = await running.given.project();
      const { status, body } = await api.post(`projects/${id}/keys`, { name, namespace, value: '' });
      expect({ status, key: body.key }).toMatchObject({ status: 201, key: { name: whole, namespace: itsNamespace } });
    });

    it.each([
      ['home.title', 'shop'],
      ['home.title', ''],
      ['home.title', 'home.title'],
      ['homes.title', 'home'],
    ])('refuses the name %j in the namespace %j', async (name, namespace) => {
      const { id, api } = await running.given.project();
      const { status, body } = await api.post(`projects/${id}/keys`, { name, namespace, value: '' });
      const code = namespace.includes('.') ? 'validation_failed' : 'namespace_mismatch';
      expect({ status, body }).toMatchObject({ status: 400, body: { code, errors: [{ pointer: '/namespace' }] } });
    });

    it('refuses an existing name and returns the id of its key', async () => {
      const project = await running.given.project({ keys: [{ name: 'home.title', value: 'A' }] });
      for (const sent of [{ name: 'home.title' }, { name: 'title', namespace: 'home' }]) {
        expect(await project.api.post(`projects/${project.id}/keys`, { ...sent, value: 'B' })).toMatchObject({
          status: 400,
          body: { code: 'key_exists', keyId: project.keyIds[0], errors: [{ pointer: '/name' }] },
        });
      }
      expect(await projectOf(project)).toMatchObject({ stringCount: 1, revision: 1 });
    });

    it('distinguishes names by case, white space and normalization form', async () => {
      const project = await running.given.project();
      for (const name of ['title', 'Title', 'title ', ' title', 'tïtle', 'tï\u0308tle'.normalize('NFD')]) {
        expect((await project.api.post(`projects/${project.id}/keys`, { name, value: '' })).status).toBe(201);
      }
      expect(await projectOf(project)).toMatchObject({ stringCount: 6 });
    });

    it.each([
      ['one letter', 'a'],
      ['a member of Object.prototype', '__proto__'],
      ['a constructor', 'constructor'],
      ['a number', '0'],
      ['white space around', ' a\t'],
      ['line ends', 'Hello,\r\nworld!\n'],
      ['quotes and SQL', `'; DROP TABLE keys; --"`],
      ['placeholders of SQL', '$1 ? :name %s'],
      ['emoji', '👩‍👩‍👧‍👦.🎉'],
      ['right to left', '\u202eמפתח'],
      ['control characters', '\u0001\u007f\u0085'],
      ['8,192 bytes', 'x'.repeat(8_192)],
      ['8,192 bytes beyond ASCII', '漢'.repeat(2_730) + 'ab'],
      ['8,192 bytes beyond the BMP', '😀'.repeat(2_048)],
    ])('accepts a name of %s', async (_, name) => {
      const { id, api } = await running.given.project();
      const created = await api.post(`projects/${id}/keys`, { name, value: 'A' });
      expect(created).toMatchObject({ status: 201, body: { key: { name } } });
      expect((await api.get(`keys/${created.body.key.id}`)).body.key.name).toBe(name);
      expect((await api.get(`projects/${id}/keys`)).body.keys[0].name).toBe(name);
      expect((await api.get(`projects/${id}/export`)).bytes.toString()).toBe(`{\n  ${JSON.stringify(name)}: "A"\n}\n`);
    });

    it.each([
      ['nothing', { name: undefined }, '/name', 'required'],
      ['an empty name', { name: '' }, '/name', 'too_short'],
      ['white space', { name: ' \t\n\u00a0' }, '/name', 'invalid_format'],
      ['8,193 bytes', { name: 'x'.repeat(8_193) }, '/name', 'too_long'],
      ['8,193 bytes beyond ASCII', { name: '漢'.repeat(2_731) }, '/name', 'too_long'],
      ['8,193 bytes with its namespace', { name: 'x'.repeat(8_191), namespace: 'a' }, '/namespace', 'too_long'],
      ['U+0000', { name: 'a\0' }, '/name', 'invalid_character'],
      ['a lone surrogate', { name: 'a\udc00' }, '/name', 'invalid_character'],
      ['a number', { name: 1 }, '/name', 'wrong_type'],
      ['a list', { name: ['a'] }, '/name', 'wrong_type'],
    ])('refuses a name of %s', async (_, change, pointer, code) => {
      const project = await running.given.project();
      const response = await project.api.post(`projects/${project.id}/keys`, { value: 'A', ...change });
      expect(response).toMatchObject({ status: 400, body: { code: 'validation_failed', errors: [{ pointer, code }] } });
      expect(await projectOf(project)).toMatchObject({ stringCount: 0, revision: 0 });
    });

    it.each([
      ['no source text', { value: undefined }, 'source_text_required', '/value'],
      ['only other languages', { value: undefined, translations: { de: 'Ä' } }, 'source_text_required', '/value'],
      ['null', { value: null }, 'validation_failed', '/value'],
      ['the source text twice', { translations: { en: 'A' } }, 'validation_failed', '/translations/en'],
      [
        'a language that the project does not have',
        { translations: { fr: 'À' } },
        'unknown_language',
        '/translations/fr',
      ],
      ['a malformed language tag', { translations: { 'a/b~': 'À' } }, 'validation_failed', '/translations/a~1b~0'],
      [
        'a language named like a method',
        { translations: { constructor: 'À' } },
        'validation_failed',
        '/translations/constructor',
      ],
      ['a language twice', { translations: { de: 'A', DE: 'B' } }, 'validation_failed', '/translations/DE'],
      ['null in translations', { translations: { de: null } }, 'validation_failed', '/translations/de'],
      ['a list of translations', { translations: ['A'] }, 'validation_failed', '/translations'],
      ['null for translations', { translations: null }, 'validation_failed', '/translations'],
      ['U+0000 in a text', { value: 'a\0' }, 'validation_failed', '/value'],
      ['a lone surrogate in a text', { translations: { de: 'a\ud800' } }, 'validation_failed', '/translations/de'],
      ['65,537 characters', { value: 'x'.repeat(65_537) }, 'validation_failed', '/value'],
      ['65,537 characters beyond the BMP', { value: '😀'.repeat(65_537) }, 'validation_failed', '/value'],
      ['a description of 4,097 characters', { description: 'x'.repeat(4_097) }, 'validation_failed', '/description'],
      ['a namespace with a dot', { namespace: 'a.b' }, 'validation_failed', '/namespace'],
      ['an unknown field', { text: 'A' }, 'validation_failed', '/text'],
    ])('refuses %s', async (_, change, code, pointer) => {
      const project = await running.given.project();
      const response = await project.api.post(`projects/${project.id}/keys`, { name: 'a', value: 'A', ...change });
      expect(response).toMatchObject({ status: 400, body: { code, errors: [{ pointer }] } });
      expect(await projectOf(project)).toMatchObject({ stringCount: 0, revision: 0 });
    });

    it('reports the index of U+0000 and of a lone surrogate in a text', async () => {
      const { id, api } = await running.given.project();
      const { body } = await api.post(`projects/${id}/keys`, { name: 'a', value: '😀\0', description: '😀ab\ud800' });
      expect(body.errors.map(({ detail }: { detail: string }) => detail)).toEqual([
        'contains U+0000 at index 2',
        'contains a lone surrogate at index 4',
      ]);
    });

    it('raises the revision and the string count by one', async () => {
      const project = await running.given.project();
      await project.api.post(`projects/${project.id}/keys`, { name: 'a', value: 'A' });
      expect(await projectOf(project)).toMatchObject({ stringCount: 1, revision: 1 });
    });
  });

  describe('texts', () => {
    it.each([
      ['nothing', ''],
      ['white space at the edges', ' \t\u00a0a\u3000\n'],
      ['line ends of three kinds', 'a\r\nb\rc\nd\u0085\u2028\u2029'],
      ['a byte order mark', '\ufeffa'],
      ['control characters', '\u0001\u001b\u007f'],
      ['HTML', '<b>A &amp; B</b> &lt;script>'],
      ['placeholders', '%s %1$d {count, plural, other {#}} {{x}} $t(a) \\u0041'],
      ['backslashes and quotes', '\\"\'`\\\\'],
      ['characters that are not normalized', 'e\u0301 é ﬁ Å'],
      ['emoji and right to left', '👩‍👩‍👧 \u202eעברית\u202c'],
      ['65,536 characters', 'x'.repeat(65_536)],
      ['65,536 characters beyond the BMP', '😀'.repeat(65_536)],
    ])('are stored unchanged to the code unit: %s', async (_, text) => {
      const { id, api } = await running.given.project();
      const created = await api.post(`projects/${id}/keys`, { name: 'a', value: text, translations: { de: text } });
      expect(created).toMatchObject({ status: 201, body: { key: { value: text } } });
      const { body } = await api.put(`keys/${created.body.key.id}`, { value: `${text.slice(0, -2)}x` });
      expect(body.key.translations).toEqual({ en: `${text.slice(0, -2)}x`, de: text });
      expect((await api.get(`projects/${id}/translations`)).body.translations.de.a).toBe(text);
      expect((await api.get(`projects/${id}/export?language=de`)).body.a).toBe(text);
    });
  });

  describe('update', () => {
    const given = () =>
      running.given.project({
        targetLanguages: ['de', 'fr'],
        keys: [{ name: 'home.title', value: 'A', description: 'D', translations: { de: 'Ä', fr: 'À' } }],
      });

    it('returns exactly the specified fields with the source language first', async () => {
      const { api, keyIds } = await given();
      const { status, body } = await api.put(`keys/${keyIds[0]}`, { value: 'B' });
      expect({ status, body }).toEqual({
        status: 200,
        body: { key: { id: keyIds[0], name: 'home.title', translations: { en: 'B', de: 'Ä', fr: 'À' } } },
      });
      expect(Object.keys(body.key.translations)).toEqual(['en', 'de', 'fr']);
    });

    it.each([
      ['value', { value: 'B' }, { value: 'B', translations: { en: 'B', de: 'Ä', fr: 'À' }, outdated: ['de', 'fr'] }],
      ['a translation', { translations: { DE: 'X' } }, { translations: { en: 'A', de: 'X', fr: 'À' } }],
      [
        'the source text',
        { translations: { en: 'X' } },
        { value: 'X', translations: { en: 'X', de: 'Ä', fr: 'À' }, outdated: ['de', 'fr'] },
      ],
      [
        'both',
        { value: 'B', translations: { de: 'X' } },
        { value: 'B', translations: { en: 'B', de: 'X', fr: 'À' }, outdated: ['fr'] },
      ],
      ['an empty text', { translations: { de: '' } }, { translations: { en: 'A', de: '', fr: 'À' } }],
      [
        'null for a text',
        { translations: { de: null } },
        { translations: { en: 'A', fr: 'À' }, states: { en: 'translated', fr: 'translated' } },
      ],
      [
        'an empty source text',
        { value: '' },
        { value: '', translations: { en: '', de: 'Ä', fr: 'À' }, outdated: ['de', 'fr'] },
      ],
      ['name', { name: 'shop.title' }, { name: 'shop.title', namespace: 'shop' }],
      ['namespace', { namespace: 'shop' }, { name: 'shop.title', namespace: 'shop' }],
      ['no namespace', { namespace: '' }, { name: 'title', namespace: '' }],
      ['name and namespace', { name: 'x', namespace: 'shop' }, { name: 'shop.x', namespace: 'shop' }],
      ['description', { description: 'E' }, { description: 'E' }],
      ['null for a description', { description: null }, { description: null }],
    ])('keeps everything else when it changes %s', async (_, change, expected) => {
      const project = await given();
      for (const de of ['Later than its key', 'Ä'])
        await project.api.put(`keys/${project.keyIds[0]}`, { translations: { de } });
      const before = (await project.api.get(`keys/${project.keyIds[0]}`)).body.key;
      expect((await project.api.put(`keys/${project.keyIds[0]}`, change)).status).toBe(200);
      const after = (await project.api.get(`keys/${project.keyIds[0]}`)).body.key;
      expect(after).toEqual({ ...before, ...expected, updatedAt: expect.any(String) });
      expect(Date.parse(after.updatedAt)).toBeGreaterThanOrEqual(Date.parse(before.updatedAt));
      expect(await projectOf(project)).toMatchObject({ revision: 4, stringCount: 1 });
    });

    it.each([
      ['the same value', { value: 'A' }],
      [
        'equal values of all fields',
        { name: 'home.title', namespace: 'home', description: 'D', value: 'A', translations: { de: 'Ä' } },
      ],
      ['null for a missing text', { translations: { it: null } }],
      ['no translations', { translations: {} }],
    ])('keeps the revision and the time stamp when it sends %s', async (_, change) => {
      const project = await running.given.project({
        targetLanguages: ['de', 'it'],
        keys: [{ name: 'home.title', value: 'A', description: 'D', translations: { de: 'Ä' } }],
      });
      const before = (await project.api.get(`keys/${project.keyIds[0]}`)).body.key;
      for (let i = 0; i < 2; i++) {
        expect((await project.api.put(`keys/${project.keyIds[0]}`, change)).status).toBe(200);
      }
      expect((await project.api.get(`keys/${project.keyIds[0]}`)).body.key).toEqual(before);
      expect(await projectOf(project)).toMatchObject({ revision: 1 });
    });

    it('frees the old name of a renamed key', async () => {
      const { id, api, keyIds } = await given();
      await api.put(`keys/${keyIds[0]}`, { name: 'other' });
      expect((await api.post(`projects/${id}/keys`, { name: 'home.title', value: 'B' })).status).toBe(201);
    });

    it.each([
      ['nothing', {}, 'validation_failed', ''],
      ['null for a value', { value: null }, 'validation_failed', '/value'],
      ['null for a name', { name: null }, 'validation_failed', '/name'],
      ['null for the source text', { translations: { en: null } }, 'source_text_required', '/translations/en'],
      ['value and the source text', { value: 'B', translations: { EN: 'B' } }, 'validation_failed', '/translations/en'],
      [
        'value and null for the source text',
        { value: 'B', translations: { en: null } },
        'validation_failed',
        '/translations/en',
      ],
      [
        'a language that the project does not have',
        { translations: { it: 'X' } },
        'unknown_language',
        '/translations/it',
      ],
      [
        'null for a language that the project does not have',
        { translations: { it: null } },
        'unknown_language',
        '/translations/it',
      ],
      ['a name that another key has', { name: 'taken' }, 'key_exists', '/name'],
      ['a name of white space', { name: ' ' }, 'validation_failed', '/name'],
      ['a name in another namespace', { name: 'a.b', namespace: 'c' }, 'namespace_mismatch', '/namespace'],
      ['an id', { id: UNKNOWN_ID }, 'validation_failed', '/id'],
      [
        'a text that is too long',
        { translations: { de: 'x'.repeat(65_537) } },
        'validation_failed',
        '/translations/de',
      ],
    ])('refuses %s and leaves the key unchanged', async (_, change, code, pointer) => {
      const project = await given();
      const other = await project.api.post(`projects/${project.id}/keys`, { name: 'taken', value: '' });
      const before = (await project.api.get(`keys/${project.keyIds[0]}`)).body;
      const response = await project.api.put(`keys/${project.keyIds[0]}`, change);
      expect(response).toMatchObject({ status: 400, body: { code, errors: [{ pointer }] } });
      if (code === 'key_exists') expect(response.body.keyId).toBe(other.body.key.id);
      expect((await project.api.get(`keys/${project.keyIds[0]}`)).body).toEqual(before);
      expect(await projectOf(project)).toMatchObject({ revision: 2 });
    });

    it('refuses to remove a namespace from a name with several dots', async () => {
      const { api, keyIds } = await running.given.project({ keys: [{ name: 'a.b.c', value: '' }] });
      expect((await api.put(`keys/${keyIds[0]}`, { namespace: '' })).body.code).toBe('namespace_mismatch');
      expect((await api.put(`keys/${keyIds[0]}`, { namespace: 'x' })).body.key.name).toBe('x.b.c');
    });

    it.each([
      ['value', { value: 'B' }, 'translations:write'],
      ['translations', { translations: { de: 'B' } }, 'translations:write'],
      ['name', { name: 'b' }, 'keys:write'],
      ['namespace', { namespace: 'b' }, 'keys:write'],
      ['description', { description: 'b' }, 'keys:write'],
    ] as const)('requires a scope to change %s', async (_, change, scope) => {
      const { organization, keyIds } = await given();
      const other = scope === 'keys:write' ? 'translations:write' : 'keys:write';
      const put = async (scopes: ('keys:write' | 'translations:write')[]) =>
        (await running.given.apiKey({ organization, scopes })).api.put(`keys/${keyIds[0]}`, change);
      expect(await put([other])).toMatchObject({ status: 403, body: { code: 'missing_scope', scope } });
      expect((await put([scope])).status).toBe(200);
    });

    it('requires both scopes to change texts and the key, or writes nothing', async () => {
      const project = await given();
      const { api } = await running.given.apiKey({
        organization: project.organization,
        scopes: ['translations:write'],
      });
      expect(await api.put(`keys/${project.keyIds[0]}`, { value: 'B', name: 'b' })).toMatchObject({
        status: 403,
        body: { scope: 'keys:write' },
      });
      expect(await projectOf(project)).toMatchObject({ revision: 1 });
    });
  });

  describe('deletion', () => {
    it('deletes the key with its texts and responds with 404 from then on', async () => {
      const project = await running.given.project({ keys: [{ name: 'a', value: 'A', translations: { de: 'Ä' } }] });
      const { api, keyIds, id } = project;
      const { status, body } = await api.delete(`keys/${keyIds[0]}`);
      expect({ status, body }).toEqual({ status: 200, body: { deleted: true } });
      expect(await api.delete(`keys/${keyIds[0]}`)).toMatchObject({ status: 404, body: { code: 'key_not_found' } });
      expect((await api.get(`keys/${keyIds[0]}`)).status).toBe(404);
      expect((await api.put(`keys/${keyIds[0]}`, { value: 'B' })).status).toBe(404);
      expect((await api.get(`projects/${id}/translations`)).body.translations).toEqual({ en: {}, de: {} });
      expect(await projectOf(project)).toMatchObject({ stringCount: 0, revision: 2 });
    });

    it.each([
      ['JSON', '{"a":1}', 'application/json'],
      ['broken JSON', '{', 'application/json'],
      ['something else', 'x', 'text/plain'],
      ['a malformed content type', 'x', 'nonsense'],
      ['an empty JSON body', '', 'application/json'],
    ])('ignores the body of the request: %s', async (_, body, type) => {
      const { api, keyIds } = await running.given.project({ keys: [{ name: 'a', value: 'A' }] });
      const response = await api.delete(`keys/${keyIds[0]}`, { body, headers: { 'content-type': type } });
      expect(response).toMatchObject({ status: 200, body: { deleted: true } });
    });
  });

  it.each(['x', UNKNOWN_ID, '%00', "'", '__proto__', '1'.repeat(5_000)])(
    'responds with 404 to the unknown id %s',
    async (id) => {
      for (const response of [
        await running.operator.get(`keys/${id}`),
        await running.operator.put(`keys/${id}`, { value: 'A' }),
        await running.operator.put(`keys/${id}`, {}),
        await running.operator.put(`keys/${id}`, { nonsense: 1 }),
        await running.operator.delete(`keys/${id}`),
      ]) {
        expect(response).toMatchObject({ status: 404, body: { code: 'key_not_found' } });
      }
    },
  );

  it('hides keys from other organizations and limited API keys, also when they are cached', async () => {
    const { api, keyIds, organization } = await running.given.project({ keys: [{ name: 'a', value: 'A' }] });
    const { id: another } = await running.given.project({ organization });
    await api.put(`keys/${keyIds[0]}`, { value: 'B' });
    const limited = await running.given.apiKey({ organization, projectIds: [another] });
    for (const stranger of [(await running.given.organization()).api, limited.api]) {
      expect((await stranger.get(`keys/${keyIds[0]}`)).status).toBe(404);
      expect((await stranger.put(`keys/${keyIds[0]}`, { value: 'C' })).body.code).toBe('key_not_found');
      expect((await stranger.put(`keys/${keyIds[0]}`, {})).body.code).toBe('key_not_found');
      expect((await stranger.delete(`keys/${keyIds[0]}`)).body.code).toBe('key_not_found');
    }
    expect((await api.get(`keys/${keyIds[0]}`)).body.key.value).toBe('B');
  });

  it('accepts ids in upper case', async () => {
    const { api, keyIds } = await running.given.project({ keys: [{ name: 'a', value: 'A' }] });
    const path = `keys/${keyIds[0]?.toUpperCase()}`;
    expect((await api.get(path)).body.key.name).toBe('a');
    expect((await api.put(path, { value: 'B' })).body.key.translations.en).toBe('B');
    expect((await api.delete(path)).body).toEqual({ deleted: true });
  });
});
