import type { Json } from './support/client';
import { StatementLog } from './support/plans';
import { type RunningApp, startApp } from './support/start-app';
import { stopBackground } from './support/stop-background';

const UNKNOWN_ID = '019a9f3e-6d1c-7a52-8f0e-3b5a1c9d7e42';

describe('projects', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  describe('list', () => {
    it('returns all projects oldest first with exactly the specified fields', async () => {
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

    it('returns an empty list when there is no project', async () => {
      const { api } = await running.given.organization();
      expect((await api.get('projects')).body).toEqual({ projects: [] });
    });

    it('returns only projects within the reach of the API key', async () => {
      const organization = await running.given.organization();
      const { id } = await running.given.project({ organization });
      await running.given.project({ organization });
      await running.given.project();
      const { api } = await running.given.apiKey({ organization, projectIds: [id] });
      expect((await api.get('projects')).body.projects.map((project: { id: string }) => project.id)).toEqual([id]);
    });

    it('returns pages with a Link header to the next page', async () => {
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

    it('returns no Link header when the last page is full', async () => {
      const organization = await running.given.organization();
      for (let i = 0; i < 2; i++) await running.given.project({ organization });
      expect((await organization.api.get('projects?limit=2')).headers.get('link')).toBeNull();
    });

    describe('with progress', () => {
      const keys = [
        { name: 'a', value: 'A', translations: { de: 'Ä' } },
        { name: 'b', value: 'B', translations: { de: '' } },
        { name: 'c', value: 'C' },
      ];
      const none = { translated: 0, untranslated: 0, percent: 0 };

      it('returns the numbers of keys and texts by language, and the same other fields as without', async () => {
        const organization = await running.given.organization();
        await running.given.project({ organization, targetLanguages: ['fr', 'de'], keys });
        await running.given.project({ organization, targetLanguages: [] });
        const { status, body } = await organization.api.get('projects?include=progress');
        expect({ status, progress: body.projects.map(({ progress }: Json) => progress) }).toEqual({
          status: 200,
          progress: [
            {
              keys: 3,
              languages: {
                en: { translated: 3, untranslated: 0, percent: 100 },
                fr: { translated: 0, untranslated: 3, percent: 0 },
                de: { translated: 2, untranslated: 1, percent: 66.6 },
              },
            },
            { keys: 0, languages: { en: none } },
          ],
        });
        expect(Object.keys(body.projects[0].progress.languages)).toEqual(['en', 'fr', 'de']);
        const plain = body.projects.map(({ progress: _, ...project }: Json) => project);
        expect((await organization.api.get('projects')).body.projects).toEqual(plain);
      });

      it('counts each change', async () => {
        const { id, api, keyIds } = await running.given.project({ keys });
        const progress = async (): Promise<Json> =>
          (await api.get('projects?include=progress')).body.projects[0].progress;
        const german = async (): Promise<number[]> => {
          const { de } = (await progress()).languages;
          return [de.translated, de.untranslated];
        };
        expect(await german()).toEqual([2, 1]);
        await api.put(`keys/${keyIds[2]}`, { translations: { de: 'C' } });
        expect(await german()).toEqual([3, 0]);
        await api.delete(`keys/${keyIds[0]}`);
        expect(await german()).toEqual([2, 0]);
        await api.send('POST', `projects/${id}/import?format=json&language=en`, { body: '{"d":"D"}' });
        expect(await german()).toEqual([2, 1]);
        await api.patch(`projects/${id}`, { removeLanguages: ['de'], addLanguages: ['it'] });
        expect(await progress()).toEqual({
          keys: 3,
          languages: {
            en: { translated: 3, untranslated: 0, percent: 100 },
            it: { translated: 0, untranslated: 3, percent: 0 },
          },
        });
      });

      it('is 100 percent only for a language without missing texts', async () => {
        const { id, api } = await running.given.project();
        const import_ = (language: string, count: number): Promise<unknown> =>
          api.send('POST', `projects/${id}/import?format=json&language=${language}`, {
            body: JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'x']))),
          });
        await import_('en', 2_001);
        await import_('de', 2_000);
        const { body } = await api.get('projects?include=progress');
        expect(body.projects[0].progress.languages.de).toEqual({ translated: 2_000, untranslated: 1, percent: 99.9 });
      });

      it('reads all projects of a page with two statements, and no texts when nothing changed', async () => {
        const organization = await running.given.organization();
        for (let i = 0; i < 5; i++) await running.given.project({ organization, keys });
        await stopBackground(running.app);
        const log = new StatementLog();
        try {
          const list = () => organization.api.get('projects?include=progress&limit=4');
          expect(await log.during(list)).toHaveLength(1);
          expect(await log.during(list)).toEqual([]);
          await organization.api.get('projects?include=progress');
          expect(await log.during(list)).toEqual([]);
        } finally {
          log.stop();
        }
      });

      it('is a page of 100 projects, and its Link header keeps the progress', async () => {
        const organization = await running.given.organization();
        for (let i = 0; i < 101; i++) {
          await organization.api.post('projects', { name: `P${i}`, sourceLanguage: 'en' });
        }
        expect((await organization.api.get('projects')).body.projects).toHaveLength(101);
        const { body, headers } = await organization.api.get('projects?include=progress');
        expect(body.projects).toHaveLength(100);
        const next = /^<(\/[^>]*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? '';
        expect((await organization.api.get(next)).body.projects).toEqual([
          expect.objectContaining({ name: 'P100', progress: { keys: 0, languages: { en: none } } }),
        ]);
      });
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
      'include=',
      'include=texts',
      'include=progress,texts',
    ])('refuses %s', async (query) => {
      const { api } = await running.given.organization();
      const parameter = query.split('=')[0];
      expect(await api.get(`projects?${query}`)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', errors: [{ parameter }] },
      });
    });
  });

  describe('creation', () => {
    it('returns exactly the specified fields and stores the project', async () => {
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

    it('accepts a project without target languages', async () => {
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
      ['a malformed source language', { sourceLanguage: 'not a tag' }, '/sourceLanguage', 'invalid_format'],
      ['a malformed target language', { targetLanguages: ['e'] }, '/targetLanguages', 'invalid_format'],
      ['a target language twice', { targetLanguages: ['pt-BR', 'pt_br'] }, '/targetLanguages', 'duplicate'],
      ['the source language as a target', { targetLanguages: ['EN'] }, '/targetLanguages', 'not_allowed'],
      ['a string instead of a list of target languages', { targetLanguages: 'de' }, '/targetLanguages', 'wrong_type'],
      ['a list of other values as target languages', { targetLanguages: [['de']] }, '/targetLanguages', 'wrong_type'],
      ['an unknown field', { targets: ['de'] }, '/targets', 'unknown_field'],
      ['a field named like a method of Object.prototype', { toString: 1 }, '/toString', 'unknown_field'],
      ['a field named like a method of the DTO', { fieldErrors: 1 }, '/fieldErrors', 'unknown_field'],
      ['a field named constructor', { constructor: 1 }, '/constructor', 'unknown_field'],
    ])('refuses %s', async (_, change, pointer, code) => {
      const { api } = await running.given.organization();
      const response = await api.post('projects', { name: 'Shop', sourceLanguage: 'en', ...change });
      expect(response).toMatchObject({ status: 400, body: { code: 'validation_failed', errors: [{ pointer, code }] } });
      expect((await api.get('projects')).body.projects).toEqual([]);
    });

    it('reports all invalid fields at once', async () => {
      const { api } = await running.given.organization();
      const { body } = await api.post('projects', { name: '', sourceLanguage: 'x', more: 1 });
      expect(body).toMatchObject({ code: 'validation_failed', detail: '3 fields are wrong' });
      expect(body.errors.map(({ pointer }: { pointer: string }) => pointer).sort()).toEqual([
        '/more',
        '/name',
        '/sourceLanguage',
      ]);
    });

    it('accepts names of 200 characters, also outside of the BMP', async () => {
      const { api } = await running.given.organization();
      const name = '😀'.repeat(200);
      const { status, body } = await api.post('projects', { name, sourceLanguage: 'en' });
      expect({ status, name: body.project.name }).toEqual({ status: 201, name });
    });

    it('accepts 500 languages and no more, and exchanges one of them', async () => {
      const { api } = await running.given.organization();
      const tags = Array.from({ length: 500 }, (_, i) => `de-x-${i}`);
      const create = (targetLanguages: string[]) =>
        api.post('projects', { name: 'Babel', sourceLanguage: 'en', targetLanguages });
      expect((await create(tags)).status).toBe(400);
      const { status, body } = await create(tags.slice(1));
      expect(status).toBe(201);
      const added = await api.patch(`projects/${body.project.id}`, { addLanguages: ['fr'] });
      expect(added).toMatchObject({ status: 400, body: { code: 'limit_exceeded' } });
      const exchange = { removeLanguages: ['de-x-1'], addLanguages: ['fr'] };
      const exchanged = await api.patch(`projects/${body.project.id}`, exchange);
      expect([exchanged.status, exchanged.body.project.targetLanguages]).toEqual([200, [...tags.slice(2), 'fr']]);
      const tooMany = { removeLanguages: ['fr'], addLanguages: ['it', 'pl'] };
      expect((await api.patch(`projects/${body.project.id}`, tooMany)).body.code).toBe('limit_exceeded');
      const smaller = await create(tags.slice(2));
      expect((await api.patch(`projects/${smaller.body.project.id}`, { addLanguages: ['fr'] })).status).toBe(200);
    });

    it('refuses language tags that are too long for a file name or an index', async () => {
      const { api } = await running.given.organization();
      const tag = `de-x-${Array.from({ length: 600 }, (_, i) => i.toString(36).padStart(8, 'q')).join('-')}`;
      expect((await api.post('projects', { name: 'Shop', sourceLanguage: tag })).status).toBe(400);
    });

    it.each([
      ['an array', '[]'],
      ['a string', '"x"'],
      ['null', 'null'],
      ['a number', '7'],
    ])('refuses a body that is %s', async (_, body) => {
      const response = await running.operator.send('POST', 'projects', {
        body,
        headers: { 'content-type': 'application/json' },
      });
      expect(response).toMatchObject({ status: 400, body: { code: 'validation_failed', errors: [{ pointer: '' }] } });
    });
  });

  describe('a single project', () => {
    it('returns the revision, the time stamps and counts for each language in order', async () => {
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
            memory: true,
            styleNote: null,
            protectReviewed: false,
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

    it.each(['x', UNKNOWN_ID, '..%2f..', '%00', '1'.repeat(5_000), "'", 'ü', '__proto__'])(
      'responds with 404 to the unknown id %s in every operation',
      async (id) => {
        const path = `projects/${id}`;
        const responses = [
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
        expect(new Set(responses.map(({ status, body }) => `${status} ${body.code}`))).toEqual(
          new Set(['404 project_not_found']),
        );
      },
    );

    it('hides a project from other organizations and limited API keys and leaves it unchanged', async () => {
      const { id, api, organization } = await running.given.project({ name: 'Mine' });
      const other = await running.given.organization();
      const { id: another } = await running.given.project({ organization });
      const limited = await running.given.apiKey({ organization, projectIds: [another] });
      for (const stranger of [other.api, limited.api, running.operator]) {
        for (const response of [
          await stranger.get(`projects/${id}`),
          await stranger.patch(`projects/${id}`, { name: 'Yours' }),
          await stranger.delete(`projects/${id}`),
        ]) {
          expect(response).toMatchObject({ status: 404, body: { code: 'project_not_found' } });
        }
      }
      expect((await api.get(`projects/${id}`)).body.project).toMatchObject({ name: 'Mine', revision: 0 });
    });

    it('accepts an id in upper case', async () => {
      const { id, api } = await running.given.project();
      expect((await api.get(`projects/${id.toUpperCase()}`)).body.project.id).toBe(id);
    });
  });

  describe('update', () => {
    it('changes the name and raises the revision', async () => {
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
      ['an existing language', { addLanguages: ['DE'] }],
      ['the source language', { addLanguages: ['en'] }],
      ['no languages', { addLanguages: [], removeLanguages: [] }],
    ])('keeps the revision when it receives %s', async (_, change) => {
      const { id, api } = await running.given.project({ name: 'Same', targetLanguages: ['de'] });
      const { status, body } = await api.patch(`projects/${id}`, change);
      expect(status).toBe(200);
      expect(body.project).toMatchObject({ revision: 0, targetLanguages: ['de'] });
    });

    it('appends added languages to the list', async () => {
      const { id, api } = await running.given.project({ targetLanguages: ['de'] });
      const { body } = await api.patch(`projects/${id}`, { addLanguages: ['fr', 'de', 'cs'] });
      expect(body.project).toMatchObject({ targetLanguages: ['de', 'fr', 'cs'], revision: 1 });
    });

    it('removes languages with their texts, counts the texts, and adds a removed language without texts', async () => {
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
      ['an unknown language to remove', { removeLanguages: ['it'] }, 'unknown_language', '/removeLanguages'],
      [
        'a language to add and remove',
        { addLanguages: ['de'], removeLanguages: ['de'] },
        'validation_failed',
        '/removeLanguages/0',
      ],
      ['another source language', { sourceLanguage: 'de' }, 'validation_failed', '/sourceLanguage'],
      ['null for a name', { name: null }, 'validation_failed', '/name'],
    ])('refuses %s and leaves the project unchanged', async (_, change, code, pointer) => {
      const { id, api } = await running.given.project({ targetLanguages: ['de'] });
      const response = await api.patch(`projects/${id}`, {
        ...change,
        ...(pointer === '' ? {} : { name: 'X', ...change }),
      });
      expect(response).toMatchObject({ status: 400, body: { code, errors: [{ pointer }] } });
      expect((await api.get(`projects/${id}`)).body.project).toMatchObject({ revision: 0, targetLanguages: ['de'] });
    });
  });

  describe('deletion', () => {
    it('deletes the project with all of its contents', async () => {
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

  describe('unknown parameters and methods', () => {
    it.each([
      ['GET', 'projects/:id'],
      ['PATCH', 'projects/:id'],
      ['DELETE', 'projects/:id'],
      ['POST', 'projects/:id/keys'],
      ['POST', 'projects/:id/keys/batch'],
      ['PUT', 'keys/:key'],
      ['GET', 'keys/:key'],
      ['DELETE', 'keys/:key'],
    ])('%s %s refuses unknown query parameters', async (method, path) => {
      const { id, api, keyIds } = await running.given.project({ keys: [{ name: 'a', value: 'A' }] });
      const url = path.replace(':id', id).replace(':key', keyIds[0] ?? '');
      const response = await api.send(method, `${url}?dryRun=true`, {
        json: method === 'GET' || method === 'DELETE' ? undefined : { name: 'b' },
      });
      expect(response).toMatchObject({
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

    it.each(['PUT', 'DELETE', 'OPTIONS', 'PROPFIND'])(
      'responds with 404 to %s on a path without this method',
      async (method) => {
        const { id, api } = await running.given.project();
        expect((await api.send(method, `projects/${id}/export`)).status).toBe(404);
      },
    );
  });
});
