import { strToU8, zipSync } from 'fflate';
import { type Scope, TENANT_SCOPES } from '../src/common/access/scope';
import type { ApiResponse, Client, Json } from './support/client';
import type { GivenOrganization } from './support/given';
import { type RunningApp, startApp } from './support/start-app';

/** A project from English into German and French, in which an API key writes one language. */
interface Place {
  id: string;
  keyId: string;
  /** Another key, whose name is `other`. */
  otherId: string;
  /** Writes all languages. */
  owner: Client;
}

type Write = (api: Client, place: Place, language: string) => Promise<ApiResponse>;

const upload = (api: Client, { id }: Place, texts: object, options: string): Promise<ApiResponse> =>
  api.post(`projects/${id}/import?format=json&${options}`, undefined, { body: JSON.stringify(texts) });

const uploadZip = (
  api: Client,
  { id }: Place,
  files: Record<string, object>,
  options: string,
): Promise<ApiResponse> => {
  const zip = zipSync(
    Object.fromEntries(Object.entries(files).map(([path, texts]) => [path, strToU8(JSON.stringify(texts))])),
  );
  const form = new FormData();
  form.set('file', new File([zip], 'files.zip'));
  return api.post(`projects/${id}/import?${options}`, undefined, { body: form });
};

const revisionOf = async ({ id, owner }: Place): Promise<number> =>
  (await owner.get(`projects/${id}`)).body.project.revision;

/** Every way to write texts of a language: `prepare` is done by a caller who writes all languages. */
const WRITES: Record<string, Write | { prepare: Write; write: Write }> = {
  'PUT of a text': (api, { keyId }, language) => api.put(`keys/${keyId}`, { translations: { [language]: 'new' } }),
  'PUT of a state': (api, { keyId }, language) => api.put(`keys/${keyId}`, { states: { [language]: 'reviewed' } }),
  'PUT that removes a text': {
    prepare: (api, { keyId }, language) => api.put(`keys/${keyId}`, { translations: { [language]: 'x' } }),
    write: (api, { keyId }, language) =>
      language === 'en'
        ? api.put(`keys/${keyId}`, { value: 'new' })
        : api.put(`keys/${keyId}`, { translations: { [language]: null } }),
  },
  'POST of a key': (api, { id }, language) =>
    api.post(`projects/${id}/keys`, { name: 'made', translations: { en: 'made', [language]: 'made' } }),
  'a batch that creates': (api, { id }, language) =>
    api.post(`projects/${id}/keys/batch`, {
      create: [{ name: 'made', translations: { en: 'made', [language]: 'made' } }],
    }),
  'a batch that updates': (api, { id, keyId, otherId }, language) =>
    api.post(`projects/${id}/keys/batch`, {
      update: [
        { id: otherId, tags: ['x'] },
        { id: keyId, translations: { [language]: 'new' } },
      ],
    }),
  'a batch that reviews': (api, { id, keyId }, language) =>
    api.post(`projects/${id}/keys/batch`, { update: [{ id: keyId, states: { [language]: 'draft' } }] }),
  'an import that changes a text': (api, place, language) => upload(api, place, { a: 'new' }, `language=${language}`),
  'an import that adds a text': (api, place, language) => upload(api, place, { other: 'new' }, `language=${language}`),
  'an import that removes a text': (api, place, language) =>
    language === 'en'
      ? upload(api, place, { a: 'new' }, 'language=en')
      : upload(api, place, { a: '' }, `language=${language}&empty=clear`),
  'an import that sets states': (api, place, language) =>
    upload(api, place, { a: `${language} a` }, `language=${language}&state=reviewed`),
  'an import that removes missing texts': (api, place, language) =>
    upload(api, place, { other: `${language} other` }, `language=${language}&missingTexts=remove`),
  'a dry run of an import': (api, place, language) =>
    upload(api, place, { a: 'new' }, `language=${language}&dryRun=true`),
  'a zip with one file of the language': (api, place, language) =>
    uploadZip(api, place, { 'json/en.json': { a: 'en a' }, [`json/${language}.json`]: { a: 'new' } }, ''),
  'an undo': {
    prepare: (api, { keyId }, language) => api.put(`keys/${keyId}`, { translations: { [language]: 'undone' } }),
    write: async (api, place) => api.post(`projects/${place.id}/changes/${await revisionOf(place)}/undo`, {}),
  },
  'a dry run of an undo': {
    prepare: (api, { keyId }, language) => api.put(`keys/${keyId}`, { translations: { [language]: 'undone' } }),
    write: async (api, place) =>
      api.post(`projects/${place.id}/changes/${await revisionOf(place)}/undo`, { dryRun: true }),
  },
  'an undo of states': {
    prepare: (api, { keyId }, language) => api.put(`keys/${keyId}`, { states: { [language]: 'reviewed' } }),
    write: async (api, place) => api.post(`projects/${place.id}/changes/${await revisionOf(place)}/undo`, {}),
  },
  'an undo that ignores conflicts': {
    prepare: (api, { keyId }, language) => api.put(`keys/${keyId}`, { translations: { [language]: 'undone' } }),
    write: async (api, place) =>
      api.post(`projects/${place.id}/changes/${await revisionOf(place)}/undo`, { conflict: 'skip' }),
  },
  'a restore': {
    prepare: (api, { keyId }, language) => api.put(`keys/${keyId}`, { translations: { [language]: 'undone' } }),
    write: async (api, place) => api.post(`projects/${place.id}/restore`, { revision: (await revisionOf(place)) - 1 }),
  },
  'a dry run of a restore': {
    prepare: (api, { keyId }, language) => api.put(`keys/${keyId}`, { translations: { [language]: 'undone' } }),
    write: async (api, place) =>
      api.post(`projects/${place.id}/restore`, { revision: (await revisionOf(place)) - 1, dryRun: true }),
  },
  'an ignored finding': {
    prepare: (api, { keyId }, language) =>
      api.put(`keys/${keyId}`, { value: 'a {name}.', translations: language === 'en' ? {} : { [language]: 'a' } }),
    write: (api, { keyId }, language) =>
      api.post(`keys/${keyId}/checks`, { language, code: 'placeholder_missing', ignored: true }),
  },
};

describe('languages of API keys', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  let organization: GivenOrganization;
  const apiKeys = new Map<string, Client>();
  beforeAll(async () => {
    organization = await running.given.organization();
  });

  const as = async (languages: string[] | null, scopes: readonly Scope[] = TENANT_SCOPES): Promise<Client> => {
    const id = JSON.stringify([languages, scopes]);
    const api = apiKeys.get(id) ?? (await running.given.apiKey({ organization, languages, scopes })).api;
    apiKeys.set(id, api);
    return api;
  };

  const given = async (): Promise<Place & { as: typeof as }> => {
    const translations = (name: string) => ({ de: `de ${name}`, fr: `fr ${name}` });
    const { id, api, keyIds } = await running.given.project({
      organization,
      targetLanguages: ['de', 'fr'],
      keys: [
        { name: 'a', value: 'en a', translations: translations('a') },
        { name: 'other', value: 'en other' },
      ],
    });
    return { id, keyId: keyIds[0] ?? '', otherId: keyIds[1] ?? '', owner: api, as };
  };

  /** All that a write can change. */
  const contentOf = async ({ id, owner }: Place): Promise<Json> => {
    const [keys, project, templates] = await Promise.all(
      ['keys?include=translations', '', 'templates'].map((path) =>
        owner.get(`projects/${id}/${path}`.replace(/\/$/, '')),
      ),
    );
    return [keys?.body, project?.body, templates?.body];
  };

  it.each(Object.entries(WRITES))('bound %s', async (name, of) => {
    const { prepare, write } = typeof of === 'function' ? { prepare: undefined, write: of } : of;
    const place = await given();
    for (const [language, languages] of [
      ['fr', ['de', 'en']],
      ['en', ['de', 'fr']],
    ] as const) {
      await prepare?.(place.owner, place, language);
      const before = await contentOf(place);
      const { status, body } = await write(await place.as([...languages]), place, language);
      expect([status, body.code, body.language]).toEqual([403, 'language_not_allowed', language]);
      expect(await contentOf(place)).toEqual(before);
    }
    await prepare?.(place.owner, place, 'de');
    const { status, bytes } = await write(await place.as(['de', 'en']), place, 'de');
    expect([status, bytes.toString()]).toEqual([name.startsWith('POST') ? 201 : 200, expect.anything()]);
  });

  it.each([
    ['adds', { addLanguages: ['it'] }, 'it'],
    ['removes', { removeLanguages: ['fr'] }, 'fr'],
  ])('refuse a change of a project that %s another language', async (_, change, language) => {
    const place = await given();
    const before = await contentOf(place);
    const { status, body } = await (await place.as(['de'])).patch(`projects/${place.id}`, { name: 'New', ...change });
    expect([status, body.code, body.language]).toEqual([403, 'language_not_allowed', language]);
    expect(await contentOf(place)).toEqual(before);
    expect((await (await place.as([language])).patch(`projects/${place.id}`, change)).status).toBe(200);
  });

  it('refuse to create and to delete a project with another language', async () => {
    const place = await given();
    const project = { name: 'New', sourceLanguage: 'en', targetLanguages: ['de', 'fr'] };
    for (const [language, languages] of [
      ['fr', ['de', 'en']],
      ['en', ['de', 'fr']],
    ] as const) {
      const api = await place.as([...languages]);
      for (const { status, body } of [await api.post('projects', project), await api.delete(`projects/${place.id}`)])
        expect([status, body.code, body.language]).toEqual([403, 'language_not_allowed', language]);
    }
    expect((await place.owner.get(`projects/${place.id}`)).status).toBe(200);
    const api = await place.as(['de', 'en', 'fr']);
    expect((await api.post('projects', project)).status).toBe(201);
    expect((await api.delete(`projects/${place.id}`)).status).toBe(200);
  });

  it('refuse an import that adds another language', async () => {
    const place = await given();
    const { status, body } = await upload(
      await place.as(['de']),
      place,
      { a: 'x' },
      'language=it&createLanguages=true',
    );
    expect([status, body.language]).toEqual([403, 'it']);
    const own = await upload(await place.as(['it']), place, { a: 'x' }, 'language=it&createLanguages=true');
    expect(own.status).toBe(200);
  });

  it('allow to delete keys with their texts in all languages, but not to put them back', async () => {
    const place = await given();
    const api = await place.as(['de']);
    expect((await api.delete(`keys/${place.keyId}`)).status).toBe(200);
    const undo = `projects/${place.id}/changes/${await revisionOf(place)}/undo`;
    expect((await api.post(undo, {})).body).toMatchObject({ code: 'language_not_allowed' });
    expect((await place.owner.post(undo, {})).status).toBe(200);
    expect((await api.post(`projects/${place.id}/keys/batch`, { delete: [place.keyId, place.otherId] })).status).toBe(
      200,
    );
  });

  it('allow to change names, tags and descriptions of keys', async () => {
    const { keyId, as } = await given();
    const change = { name: 'b', description: 'B', tags: ['x'], maxLength: 5 };
    expect((await (await as(['de'])).put(`keys/${keyId}`, change)).status).toBe(200);
  });

  it('allow to create keys without a source text if the source language is not among them', async () => {
    const { id, as, owner } = await given();
    const api = await as(['de']);
    const keys = `projects/${id}/keys`;
    const made = await api.post(keys, { name: 'made', translations: { de: 'gemacht' } });
    expect([made.status, made.body.key]).toEqual([201, expect.objectContaining({ name: 'made', value: '' })]);
    const created = await api.post(`${keys}/batch`, { create: [{ name: 'empty' }] });
    expect(created.status).toBe(200);
    expect((await api.post(keys, { name: 'x', value: 'X' })).body.code).toBe('language_not_allowed');
    expect((await owner.post(keys, { name: 'x' })).body.code).toBe('source_text_required');
  });

  it('do not concern a file that changes nothing in other languages', async () => {
    const place = await given();
    const files = {
      'json/fr.json': { a: 'fr a' },
      'json/de.json': { a: 'neu' },
      'json/en.json': { a: 'en a', other: 'en other' },
    };
    const { status, body } = await uploadZip(await place.as(['de']), place, files, '');
    expect([status, body.updated]).toEqual([200, 1]);
    const { changes } = (await place.owner.get(`projects/${place.id}/changes?limit=1`)).body;
    expect(changes[0].languages).toEqual(['de']);
  });

  it('bound review, too', async () => {
    const { keyId, as } = await given();
    const reviewer = await as(['de'], ['translations:read', 'translations:review']);
    expect((await reviewer.put(`keys/${keyId}`, { states: { de: 'reviewed' } })).status).toBe(200);
    expect((await reviewer.put(`keys/${keyId}`, { states: { fr: 'reviewed' } })).body.code).toBe(
      'language_not_allowed',
    );
  });

  it('do not bound reading', async () => {
    const { id, keyId, as } = await given();
    const api = await as(['de']);
    expect((await api.get(`keys/${keyId}`)).body.key.translations).toMatchObject({ de: 'de a', fr: 'fr a' });
    expect((await api.get(`projects/${id}/export?format=json&language=fr`)).body).toEqual({ a: 'fr a' });
  });

  describe('in an import with a base', () => {
    const german = ['de'];
    const mergeOf = async (options = ''): Promise<{ place: Place; sent: ApiResponse }> => {
      const place = await given();
      const base = await revisionOf(place);
      const files = { 'json/de.json': { a: 'neu', other: 'neu' }, 'json/fr.json': { a: 'nouveau' } };
      return { place, sent: await uploadZip(await place.as(german), place, files, `base=${base}${options}`) };
    };

    it('are conflicts with the reason', async () => {
      const { place, sent } = await mergeOf();
      expect([sent.status, sent.body.code]).toEqual([400, 'merge_conflict']);
      expect(sent.body.conflicts).toMatchObject([
        { name: 'a', language: 'fr', reason: 'language_not_allowed', base: 'fr a', file: 'nouveau', now: 'fr a' },
      ]);
      expect((await place.owner.get(`keys/${place.keyId}`)).body.key.translations.de).toBe('de a');
    });

    it('leave the texts of other languages as they are by the rule keep', async () => {
      const { place, sent } = await mergeOf('&conflict=keep');
      expect(sent.status).toBe(200);
      expect((await place.owner.get(`keys/${place.keyId}`)).body.key.translations).toMatchObject({
        de: 'neu',
        fr: 'fr a',
      });
    });

    it('refuse the rule overwrite', async () => {
      const { sent } = await mergeOf('&conflict=overwrite');
      expect([sent.status, sent.body.code]).toEqual([400, 'merge_conflict']);
      expect(sent.body.conflicts).toMatchObject([{ language: 'fr', reason: 'language_not_allowed' }]);
    });

    it('keep texts of other languages that the files lack', async () => {
      const place = await given();
      await uploadZip(place.owner, place, { 'json/fr.json': { a: 'fr a', other: 'fr other' } }, '');
      const base = await revisionOf(place);
      const files = { 'json/fr.json': { other: 'fr other' } };
      const sent = await uploadZip(await place.as(german), place, files, `base=${base}&missingTexts=remove`);
      expect(sent.body.conflicts).toEqual([
        expect.objectContaining({ name: 'a', language: 'fr', reason: 'language_not_allowed', file: null }),
      ]);
    });
  });

  describe('of a new API key', () => {
    const make = (api: Client, languages?: unknown): Promise<ApiResponse> =>
      api.post('api-keys', { name: 'x', scopes: ['translations:write'], languages });

    it('are canonical, and shown', async () => {
      const { as } = await given();
      const { body, status } = await make(await as(null), ['pt_br', 'de']);
      expect([status, body.apiKey.languages]).toEqual([201, ['pt-BR', 'de']]);
      const own = await running.operator.as(body.apiKey.secret).get('me');
      expect([own.body.languages, own.body.apiKey.languages]).toEqual([
        ['pt-BR', 'de'],
        ['pt-BR', 'de'],
      ]);
    });

    it.each([
      [[], 'too_few'],
      [['-'], 'invalid_format'],
      [['de', 'DE'], 'duplicate'],
      ['de', 'wrong_type'],
    ])('are refused as %j', async (languages, code) => {
      const { as } = await given();
      expect((await make(await as(null), languages)).body.errors).toMatchObject([{ code }]);
    });

    it('are among the languages of its creator', async () => {
      const { as } = await given();
      const api = await as(['de', 'fr']);
      expect((await make(api, ['de'])).status).toBe(201);
      for (const languages of [['it'], ['de', 'it'], null, undefined]) {
        expect((await make(api, languages)).body.code).toBe('not_grantable');
      }
    });

    it('cannot be extended or taken over by an API key with fewer', async () => {
      const { as } = await given();
      const api = await as(['de']);
      const other = (await make(await as(null), ['de', 'fr'])).body.apiKey;
      const own = (await api.get('me')).body.apiKey;
      expect((await api.patch(`api-keys/${own.id}`, { languages: null })).body.code).toBe('not_grantable');
      expect((await api.patch(`api-keys/${other.id}`, { scopes: ['translations:read'] })).body.code).toBe(
        'not_grantable',
      );
      expect((await api.post(`api-keys/${other.id}/rotate`)).body.code).toBe('not_grantable');
      expect((await api.patch(`api-keys/${other.id}`, { languages: ['de'] })).body.apiKey.languages).toEqual(['de']);
    });

    it('apply at once when they change', async () => {
      const { owner, keyId } = await given();
      const { id, api } = await running.given.apiKey({ organization, languages: ['de'] });
      await owner.patch(`api-keys/${id}`, { languages: ['fr'] });
      expect((await api.put(`keys/${keyId}`, { translations: { de: 'x' } })).status).toBe(403);
      expect((await api.put(`keys/${keyId}`, { translations: { fr: 'x' } })).status).toBe(200);
    });
  });
});
