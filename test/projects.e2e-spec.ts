import { type RunningApp, startApp } from './support/start-app';

const NOWHERE = '019a9f3e-6d1c-7a52-8f0e-3b5a1c9d7e42';

describe('projects', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  describe('listed', () => {
    it('are all that there are, oldest first, with the fields of the specification and no others', async () => {
      const organization = await running.given.organization();
      const first = await running.given.project({ organization, name: 'Z', targetLanguages: ['pt_br', 'de'] });
      await running.given.project({ organization, name: 'A', targetLanguages: [], keys: [{ name: 'a', value: 'A' }] });
      const { status, body } = await organization.api.get('projects');
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          projects: [
            { id: first.id, name: 'Z', sourceLanguage: 'en', targetLanguages: ['pt-BR', 'de'], stringCount: 0 },
            { id: expect.any(String), name: 'A', sourceLanguage: 'en', targetLanguages: [], stringCount: 1 },
          ],
        },
      });
    });

    it('are an empty list where there is none', async () => {
      const { api } = await running.given.organization();
      expect((await api.get('projects')).body).toEqual({ projects: [] });
    });

    it('are those that the API key can see', async () => {
      const organization = await running.given.organization();
      const { id } = await running.given.project({ organization });
      await running.given.project({ organization });
      await running.given.project();
      const { api } = await running.given.apiKey({ organization, projectIds: [id] });
      expect((await api.get('projects')).body.projects.map((project: { id: string }) => project.id)).toEqual([id]);
    });

    it('come in pages, each with a Link to the next, and no more than the list in the body', async () => {
      const organization = await running.given.organization();
      const ids = [];
      for (let i = 0; i < 5; i++) ids.push((await running.given.project({ organization })).id);
      const seen: string[] = [];
      const sizes: number[] = [];
      for (let path: string | undefined = 'projects?limit=2'; path !== undefined;) {
        const { status, body, headers } = await organization.api.get(path);
        expect({ status, members: Object.keys(body) }).toEqual({ status: 200, members: ['projects'] });
        seen.push(...body.projects.map((project: { id: string }) => project.id));
        sizes.push(body.projects.length);
        path = /^<(\/[^>]*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
      }
      expect({ seen, sizes }).toEqual({ seen: ids, sizes: [2, 2, 1] });
    });

    it('name no next page where the last one is full', async () => {
      const organization = await running.given.organization();
      for (let i = 0; i < 2; i++) await running.given.project({ organization });
      expect((await organization.api.get('projects?limit=2')).headers.get('link')).toBeNull();
    });

    it.each([
      'limit=0',
      'limit=1001',
      'limit=x',
      'limit=',
      'limit=1.5',
      'limit=1&limit=2',
      'cursor=x',
      'cursor=',
      'size=1',
    ])('are refused with %s', async (query) => {
      const { api } = await running.given.organization();
      const parameter = query.split('=')[0];
      expect(await api.get(`projects?${query}`)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', errors: [{ parameter }] },
      });
    });
  });

  describe('created', () => {
    it('have the fields of the specification, and are there', async () => {
      const { api } = await running.given.organization();
      const { status, body } = await api.post('projects', {
        name: 'Web shop',
        sourceLanguage: 'EN_us',
        targetLanguages: ['zh-hant-tw', 'iw'],
      });
      expect({ status, body }).toEqual({
        status: 201,
        body: {
          project: {
            id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
            name: 'Web shop',
            sourceLanguage: 'en-US',
            targetLanguages: ['zh-Hant-TW', 'iw'],
            stringCount: 0,
          },
        },
      });
      expect((await api.get('projects')).body.projects).toEqual([body.project]);
    });

    it('need no target languages', async () => {
      const { api } = await running.given.organization();
      const { body } = await api.post('projects', { name: 'Shop', sourceLanguage: 'en' });
      expect(body.project.targetLanguages).toEqual([]);
    });

    it.each([
      ['no name', { name: undefined }, '/name', 'required'],
      ['an empty name', { name: '' }, '/name', 'too_short'],
      ['a name of white space', { name: ' \u3000' }, '/name', 'too_short'],
      ['a name of 201 characters', { name: 'x'.repeat(201) }, '/name', 'too_long'],
      ['a line end in the name', { name: 'a\nb' }, '/name', 'invalid_character'],
      ['U+0000 in the name', { name: 'a\0b' }, '/name', 'invalid_character'],
      ['a lone surrogate in the name', { name: 'a\ud800b' }, '/name', 'invalid_character'],
      ['a number for a name', { name: 7 }, '/name', 'wrong_type'],
      ['null for a name', { name: null }, '/name', 'wrong_type'],
      ['no source language', { sourceLanguage: undefined }, '/sourceLanguage', 'required'],
      ['a source language that is none', { sourceLanguage: 'not a tag' }, '/sourceLanguage', 'invalid_format'],
      ['a target language that is none', { targetLanguages: ['e'] }, '/targetLanguages', 'invalid_format'],
      ['a target language twice', { targetLanguages: ['pt-BR', 'pt_br'] }, '/targetLanguages', 'duplicate'],
      ['the source language as a target', { targetLanguages: ['EN'] }, '/targetLanguages', 'not_allowed'],
      ['one target language', { targetLanguages: 'de' }, '/targetLanguages', 'wrong_type'],
      ['a list of other things', { targetLanguages: [['de']] }, '/targetLanguages', 'wrong_type'],
      ['an unknown field', { targets: ['de'] }, '/targets', 'unknown_field'],
      ['a field named like a method', { toString: 1 }, '/toString', 'unknown_field'],
      ['a field named like a method of ours', { fieldErrors: 1 }, '/fieldErrors', 'unknown_field'],
      ['a field named constructor', { constructor: 1 }, '/constructor', 'unknown_field'],
    ])('are refused with %s', async (_, change, pointer, code) => {
      const { api } = await running.given.organization();
      const answer = await api.post('projects', { name: 'Shop', sourceLanguage: 'en', ...change });
      expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed', errors: [{ pointer, code }] } });
      expect((await api.get('projects')).body.projects).toEqual([]);
    });

    it('tell every field that is wrong at once', async () => {
      const { api } = await running.given.organization();
      const { body } = await api.post('projects', { name: '', sourceLanguage: 'x', more: 1 });
      expect(body).toMatchObject({ code: 'validation_failed', detail: '3 fields are wrong' });
      expect(body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
        '/more',
        '/name',
        '/sourceLanguage',
      ]);
    });

    it('take names of 200 characters, beyond the BMP too', async () => {
      const { api } = await running.given.organization();
      const name = '😀'.repeat(200);
      const { status, body } = await api.post('projects', { name, sourceLanguage: 'en' });
      expect({ status, name: body.project.name }).toEqual({ status: 201, name });
    });

    it('take 500 languages and no more', async () => {
      const { api } = await running.given.organization();
      const tags = Array.from({ length: 500 }, (_, i) => `de-x-${i}`);
      const create = (targetLanguages: string[]) =>
        api.post('projects', { name: 'Babel', sourceLanguage: 'en', targetLanguages });
      expect((await create(tags)).status).toBe(400);
      const { status, body } = await create(tags.slice(1));
      expect(status).toBe(201);
      const added = await api.patch(`projects/${body.project.id}`, { addLanguages: ['fr'] });
      expect(added).toMatchObject({ status: 400, body: { code: 'limit_exceeded' } });
    });

    it('take no language tag that outgrows a file name or an index', async () => {
      const { api } = await running.given.organization();
      const tag = `de-x-${Array.from({ length: 600 }, (_, i) => i.toString(36).padStart(8, 'q')).join('-')}`;
      expect((await api.post('projects', { name: 'Shop', sourceLanguage: tag })).status).toBe(400);
    });

    it.each([
      ['an array', '[]'],
      ['a string', '"x"'],
      ['null', 'null'],
      ['a number', '7'],
    ])('are refused where the body is %s', async (_, body) => {
      const answer = await running.operator.send('POST', 'projects', {
        body,
        headers: { 'content-type': 'application/json' },
      });
      expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed', errors: [{ pointer: '' }] } });
    });
  });

  describe('one of them', () => {
    it('is shown with its revision, its times and counts for each language in order', async () => {
      const { id, api } = await running.given.project({
        targetLanguages: ['fr', 'de'],
        keys: [
          { name: 'a', value: 'A', translations: { de: 'Ä', fr: 'À' } },
          { name: 'b', value: 'B', translations: { de: '' } },
        ],
      });
      const { status, body } = await api.get(`projects/${id}`);
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          project: {
            id,
            name: expect.any(String),
            sourceLanguage: 'en',
            targetLanguages: ['fr', 'de'],
            stringCount: 2,
            revision: 2,
            createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
            updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
            languages: [
              { language: 'en', translated: 2, untranslated: 0 },
              { language: 'fr', translated: 1, untranslated: 1 },
              { language: 'de', translated: 2, untranslated: 0 },
            ],
          },
        },
      });
    });

    it.each(['x', NOWHERE, '..%2f..', '%00', '1'.repeat(5_000), "'", 'ü', '__proto__'])(
      'is a 404 where %s names none, whatever is done with it',
      async (id) => {
        const path = `projects/${id}`;
        const answers = [
          await running.operator.get(path),
          await running.operator.patch(path, { name: 'x' }),
          await running.operator.patch(path, { name: '' }),
          await running.operator.delete(path),
          await running.operator.get(`${path}/keys`),
          await running.operator.get(`${path}/keys?limit=x`),
          await running.operator.post(`${path}/keys`, { name: 'a', value: 'A' }),
          await running.operator.post(`${path}/keys`, {}),
          await running.operator.post(`${path}/keys/batch`, {}),
          await running.operator.get(`${path}/translations`),
          await running.operator.get(`${path}/export`),
          await running.operator.get(`${path}/export?format=x`),
          await running.operator.send('POST', `${path}/import`, { body: '{}' }),
        ];
        expect(new Set(answers.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
          new Set(['404 project_not_found']),
        );
      },
    );

    it('is a 404 to another organization and to an API key of other projects, and stays as it is', async () => {
      const { id, api, organization } = await running.given.project({ name: 'Mine' });
      const other = await running.given.organization();
      const { id: another } = await running.given.project({ organization });
      const limited = await running.given.apiKey({ organization, projectIds: [another] });
      for (const stranger of [other.api, limited.api, running.operator]) {
        for (const answer of [
          await stranger.get(`projects/${id}`),
          await stranger.patch(`projects/${id}`, { name: 'Yours' }),
          await stranger.delete(`projects/${id}`),
        ]) {
          expect(answer).toMatchObject({ status: 404, body: { code: 'project_not_found' } });
        }
      }
      expect((await api.get(`projects/${id}`)).body.project).toMatchObject({ name: 'Mine', revision: 0 });
    });

    it('is found by its id in capital letters too', async () => {
      const { id, api } = await running.given.project();
      expect((await api.get(`projects/${id.toUpperCase()}`)).body.project.id).toBe(id);
    });
  });

  describe('changed', () => {
    it('get a new name, and a new revision with it', async () => {
      const { id, api } = await running.given.project({ name: 'Old' });
      const before = (await api.get(`projects/${id}`)).body.project;
      const { status, body } = await api.patch(`projects/${id}`, { name: 'New' });
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { project: { id, name: 'New', revision: before.revision + 1 }, removedTranslations: 0 },
      });
      expect(Date.parse(body.project.updatedAt)).toBeGreaterThanOrEqual(Date.parse(before.updatedAt));
    });

    it.each([
      ['the same name', { name: 'Same' }],
      ['a language that is there', { addLanguages: ['DE'] }],
      ['the source language', { addLanguages: ['en'] }],
      ['no languages', { addLanguages: [], removeLanguages: [] }],
    ])('keep their revision when sent %s', async (_, change) => {
      const { id, api } = await running.given.project({ name: 'Same', targetLanguages: ['de'] });
      const { status, body } = await api.patch(`projects/${id}`, change);
      expect(status).toBe(200);
      expect(body.project).toMatchObject({ revision: 0, targetLanguages: ['de'] });
    });

    it('get languages at the end of the list', async () => {
      const { id, api } = await running.given.project({ targetLanguages: ['de'] });
      const { body } = await api.patch(`projects/${id}`, { addLanguages: ['fr', 'de', 'cs'] });
      expect(body.project).toMatchObject({ targetLanguages: ['de', 'fr', 'cs'], revision: 1 });
    });

    it('lose languages with their texts, which are counted, and get them back empty', async () => {
      const { id, api } = await running.given.project({
        targetLanguages: ['de', 'fr'],
        keys: [
          { name: 'a', value: 'A', translations: { de: 'Ä', fr: 'À' } },
          { name: 'b', value: 'B', translations: { de: 'B' } },
        ],
      });
      const { body } = await api.patch(`projects/${id}`, { removeLanguages: ['de'], addLanguages: ['it'] });
      expect(body).toMatchObject({ project: { targetLanguages: ['fr', 'it'], revision: 3 }, removedTranslations: 2 });
      await api.patch(`projects/${id}`, { addLanguages: ['de'] });
      expect((await api.get(`projects/${id}/translations`)).body.translations).toEqual({
        en: { a: 'A', b: 'B' },
        fr: { a: 'À' },
        it: {},
        de: {},
      });
    });

    it.each([
      ['nothing', {}, 'validation_failed', ''],
      ['the source language to remove', { removeLanguages: ['en'] }, 'validation_failed', '/removeLanguages'],
      [
        'a language to remove that it does not have',
        { removeLanguages: ['it'] },
        'unknown_language',
        '/removeLanguages',
      ],
      [
        'a language to add and remove',
        { addLanguages: ['de'], removeLanguages: ['de'] },
        'validation_failed',
        '/removeLanguages/0',
      ],
      ['another source language', { sourceLanguage: 'de' }, 'validation_failed', '/sourceLanguage'],
      ['null for a name', { name: null }, 'validation_failed', '/name'],
    ])('are refused when sent %s, and stay as they are', async (_, change, code, pointer) => {
      const { id, api } = await running.given.project({ targetLanguages: ['de'] });
      const answer = await api.patch(`projects/${id}`, {
        ...change,
        ...(pointer === '' ? {} : { name: 'X', ...change }),
      });
      expect(answer).toMatchObject({ status: 400, body: { code, errors: [{ pointer }] } });
      expect((await api.get(`projects/${id}`)).body.project).toMatchObject({ revision: 0, targetLanguages: ['de'] });
    });
  });

  describe('deleted', () => {
    it('are gone with all that is in them', async () => {
      const { id, api, keyIds } = await running.given.project({ keys: [{ name: 'a', value: 'A' }] });
      expect(await api.delete(`projects/${id}`)).toMatchObject({ status: 200, body: { deleted: true } });
      for (const path of [
        `projects/${id}`,
        `projects/${id}/translations`,
        `projects/${id}/export`,
        `keys/${keyIds[0]}`,
      ]) {
        expect((await api.get(path)).status).toBe(404);
      }
      expect((await api.put(`keys/${keyIds[0]}`, { value: 'B' })).body.code).toBe('key_not_found');
      expect((await api.delete(`projects/${id}`)).status).toBe(404);
      expect((await api.get('projects')).body.projects).toEqual([]);
    });
  });

  describe('what is not asked for', () => {
    it.each([
      ['GET', 'projects/:id'],
      ['PATCH', 'projects/:id'],
      ['DELETE', 'projects/:id'],
      ['POST', 'projects/:id/keys'],
      ['POST', 'projects/:id/keys/batch'],
      ['PUT', 'keys/:key'],
      ['GET', 'keys/:key'],
      ['DELETE', 'keys/:key'],
    ])('%s %s refuses query parameters that it does not know', async (method, path) => {
      const { id, api, keyIds } = await running.given.project({ keys: [{ name: 'a', value: 'A' }] });
      const url = path.replace(':id', id).replace(':key', keyIds[0] ?? '');
      const answer = await api.send(method, `${url}?dryRun=true`, {
        json: method === 'GET' || method === 'DELETE' ? undefined : { name: 'b' },
      });
      expect(answer).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', errors: [{ parameter: 'dryRun', code: 'unknown_field' }] },
      });
      expect((await api.get(`projects/${id}/export`)).body).toEqual({ a: 'A' });
    });

    it.each(['__proto__', 'constructor', 'toString', 'fieldErrors'])('refuses the query parameter %s', async (name) => {
      const { api } = await running.given.organization();
      expect(await api.get(`projects?${name}=1`)).toMatchObject({
        status: 400,
        body: { errors: [{ parameter: name, code: 'unknown_field' }] },
      });
    });

    it.each(['PUT', 'DELETE', 'OPTIONS', 'PROPFIND'])('%s on a path that has none is a 404', async (method) => {
      const { id, api } = await running.given.project();
      expect((await api.send(method, `projects/${id}/export`)).status).toBe(404);
    });
  });
});
