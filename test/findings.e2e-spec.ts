import fc from 'fast-check';
import { checkText } from '../src/checks/check-text';
import { FindingsRefresher } from '../src/findings/findings-refresher';
import type { Json } from './support/client';
import { type RunningApp, startApp } from './support/start-app';
import { samples } from './support/samples';

describe('findings', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  type Project = Awaited<ReturnType<typeof running.given.project>>;

  const given = (keys: Parameters<typeof running.given.project>[0] = {}): Promise<Project> =>
    running.given.project({ targetLanguages: ['de', 'fr'], ...keys });
  const list = async ({ api, id }: Project, query = ''): Promise<Json> =>
    (await api.get(`projects/${id}/checks${query}`)).body;
  const found = async (project: Project, query = ''): Promise<string[]> =>
    (await list(project, query)).findings.map(
      ({ name, language, code, ignored }: Json) => `${name} ${language} ${code}${ignored ? ' ignored' : ''}`,
    );
  const importFile = async ({ api, id }: Project, language: string, file: Json, options = ''): Promise<Json> =>
    (
      await api.post(`projects/${id}/import?format=json&language=${language}${options}`, undefined, {
        body: JSON.stringify(file),
      })
    ).body;

  const DAMAGED = { name: 'a.x', value: 'Hello {name}', translations: { de: 'Hallo {Name}', fr: 'Bonjour {name}' } };

  it('lists and counts the findings of the texts', async () => {
    const project = await given({ keys: [DAMAGED, { name: 'b', value: 'Save it', translations: { de: 'Save it ' } }] });
    const [keyId, other] = project.keyIds;

    const body = await list(project);
    expect(body).toEqual({
      findings: [
        ...['placeholder_missing', 'placeholder_unknown'].map((code) => {
          const params = { reason: 'one', names: [expect.any(String)] };
          return { keyId, name: 'a.x', language: 'de', code, detail: expect.any(String), params, ignored: false };
        }),
        {
          ...{ keyId: other, name: 'b', language: 'de', code: 'trailing_space', detail: expect.any(String) },
          ...{ params: { reason: 'added' }, ignored: false },
        },
      ],
      counts: { de: { placeholder_missing: 1, placeholder_unknown: 1, trailing_space: 1 } },
      revision: 2,
      nextCursor: null,
    });
    const { key } = (await project.api.get(`keys/${keyId}`)).body;
    expect(key.checks).toEqual({
      de: body.findings.slice(0, 2).map(({ code, detail, params }: Json) => ({ code, detail, params, ignored: false })),
    });
  });

  it('name what is missing where the end of a long name is within a character', async () => {
    const value = `Hello {{${'a'.repeat(77)}😀b}}!`;
    const project = await given({ keys: [{ name: 'a', value, translations: { de: 'Hallo!' } }] });
    const { findings } = await list(project);
    expect(findings).toMatchObject([{ code: 'placeholder_missing', detail: expect.stringContaining('aaa… ') }]);
  });

  it('counts by namespace and language what is not ignored, after keys were renamed', async () => {
    const long = `${'x'.repeat(600)}.y`;
    const damage = { value: 'Save', translations: { de: 'Sichern ', fr: 'Sauver ' } };
    const names = ['a.x', 'a.y', 'b.x', 'plain', long];
    const project = await given({ keys: names.map((name) => ({ name, ...damage })) });
    const [renamed, ignored] = project.keyIds;
    await list(project);
    await project.api.put(`keys/${renamed}`, { name: 'c.x' });
    await project.api.post(`keys/${ignored}/checks`, { language: 'fr', code: 'trailing_space', ignored: true });

    const { namespaces } = await list(project, '?by=namespace&limit=1&language=de');
    const both = { de: 1, fr: 1 };
    expect(namespaces).toEqual({ '': both, a: { de: 1 }, b: both, c: both, ['x'.repeat(600)]: both });
    expect(await list(project)).not.toHaveProperty('namespaces');
    expect((await list(project, '?by=key')).code).toBe('validation_failed');
  });

  it('selects by language, code and namespace', async () => {
    const project = await given({ keys: [DAMAGED, { name: 'b', value: 'A b', translations: { fr: 'c  d' } }] });
    expect(await found(project, '?language=fr')).toEqual(['b fr double_space']);
    expect(await found(project, '?code=double_space,icu_syntax')).toEqual(['b fr double_space']);
    expect(await found(project, '?namespace=')).toEqual(['b fr double_space']);
    expect((await list(project, '?namespace=a&language=fr')).counts).toEqual({
      de: { placeholder_missing: 1, placeholder_unknown: 1 },
    });
    expect((await list(project, '?language=es')).code).toBe('unknown_language');
    expect((await list(project, '?code=typo')).errors).toMatchObject([{ parameter: 'code', code: 'not_allowed' }]);
  });

  it('has pages that together are the whole list', async () => {
    const keys = Array.from({ length: 5 }, (_, i) => ({ ...DAMAGED, name: `k${i}` }));
    const project = await given({ keys });
    const pages: string[][] = [];
    for (let cursor = ''; ;) {
      const page = await list(project, `?limit=3${cursor && `&cursor=${cursor}`}`);
      pages.push(page.findings.map(({ name, code }: Json) => `${name} ${code}`));
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(pages.map(({ length }) => length)).toEqual([3, 3, 3, 1]);
    expect(pages.flat()).toEqual(
      keys.flatMap(({ name }) => [`${name} placeholder_missing`, `${name} placeholder_unknown`]),
    );
    expect((await list(project, '?cursor=x')).errors).toMatchObject([{ parameter: 'cursor' }]);
  });

  it('follows each write: texts, source texts, limits, languages, deletions and undo', async () => {
    const project = await given({ keys: [DAMAGED] });
    const { api, id } = project;
    const [keyId] = project.keyIds;
    const both = ['a.x de placeholder_missing', 'a.x de placeholder_unknown'];
    expect(await found(project)).toEqual(both);
    await api.put(`keys/${keyId}`, { translations: { de: 'Hallo {name}' } });
    expect(await found(project)).toEqual([]);
    await api.put(`keys/${keyId}`, { value: 'Hello {user}' });
    expect(await found(project, '?code=placeholder_missing')).toEqual(
      ['de', 'fr'].map((tag) => `a.x ${tag} placeholder_missing`),
    );
    await api.post(`projects/${id}/changes/3/undo`);
    expect(await found(project)).toEqual([]);
    await api.put(`keys/${keyId}`, { maxLength: 12 });
    expect(await found(project)).toEqual(['a.x fr too_long']);
    await api.patch(`projects/${id}`, { removeLanguages: ['fr'] });
    expect(await found(project)).toEqual([]);
    await api.post(`projects/${id}/restore`, { revision: 5 });
    expect(await found(project)).toEqual(['a.x fr too_long']);
    await api.delete(`keys/${keyId}`);
    expect(await list(project)).toMatchObject({ findings: [], counts: {} });
    await api.post(`projects/${id}/changes/8/undo`);
    expect(await found(project)).toEqual(['a.x fr too_long']);
  });

  it('checks the texts of a key that were written after the last list', async () => {
    const project = await given({ keys: [DAMAGED] });
    const [keyId] = project.keyIds;
    await list(project);
    await project.api.put(`keys/${keyId}`, { translations: { de: 'Hallo {name}', fr: 'Bonjour ' } });
    const { key } = (await project.api.get(`keys/${keyId}`)).body;
    expect(Object.entries<Json>(key.checks).map(([tag, all]) => [tag, all.map(({ code }: Json) => code)])).toEqual([
      ['fr', ['placeholder_missing', 'trailing_space']],
    ]);
    const { keys } = (await project.api.get(`projects/${project.id}/keys?include=translations`)).body;
    expect(keys[0].checks).toEqual(key.checks);
    const ofGerman = (await project.api.get(`projects/${project.id}/keys?include=translations&language=de`)).body;
    expect(ofGerman.keys[0].checks).toEqual({});
    expect((await project.api.get(`projects/${project.id}/keys`)).body.keys[0]).not.toHaveProperty('checks');
  });

  it('are found anew when a key loses its source text', async () => {
    const project = await given();
    await importFile(project, 'de', { a: 'Speichern ' });
    await importFile(project, 'en', { a: 'Save' });
    expect(await found(project)).toEqual(['a de trailing_space']);
    await project.api.post(`projects/${project.id}/changes/2/undo`);
    const { keys } = (await project.api.get(`projects/${project.id}/keys?include=translations`)).body;
    expect([keys[0].value, keys[0].checks]).toEqual([null, {}]);
    expect((await project.api.get(`keys/${keys[0].id}`)).body.key.checks).toEqual({});
    expect(await found(project)).toEqual([]);
  });

  describe('of keys in a list', () => {
    it('are a filter in the order of the names, page by page, also when keys were renamed after their check', async () => {
      const project = await given({
        keys: ['n.b', 'n.c', 'n.d', 'o', 'p'].map((name, i) => ({
          name,
          value: 'A',
          translations: { de: i < 4 ? 'B ' : 'B' },
        })),
      });
      const pages = async (query: string): Promise<string[]> => {
        const names: string[] = [];
        for (let cursor = ''; ;) {
          const { body } = await project.api.get(`projects/${project.id}/keys?limit=1&check=any${query}${cursor}`);
          names.push(...body.keys.map(({ name }: Json) => name));
          if (body.nextCursor === null) return names;
          cursor = `&cursor=${body.nextCursor}`;
        }
      };
      expect(await pages('')).toEqual(['n.b', 'n.c', 'n.d', 'o']);
      await project.api.put(`keys/${project.keyIds[0]}`, { name: 'z' });
      await project.api.put(`keys/${project.keyIds[3]}`, { name: 'n.a' });
      expect(await pages('')).toEqual(['n.a', 'n.c', 'n.d', 'z']);
      expect(await pages('&namespace=n')).toEqual(['n.a', 'n.c', 'n.d']);
      expect(await pages('&namespace=')).toEqual(['z']);
    });

    it('are a filter, with its total', async () => {
      const project = await given({
        keys: [DAMAGED, { name: 'b', value: 'A b', translations: { fr: 'c  d' } }, { name: 'c', value: 'C' }],
      });
      const names = async (query: string): Promise<string[]> => {
        const { keys, total } = (await project.api.get(`projects/${project.id}/keys?total=true&${query}`)).body;
        expect(total).toBe(keys.length);
        return keys.map(({ name }: Json) => name);
      };
      expect(await names('check=any')).toEqual(['a.x', 'b']);
      expect(await names('check=double_space')).toEqual(['b']);
      expect(await names('check=any&language=de')).toEqual(['a.x']);
      expect(await names('check=double_space&sort=-updatedAt')).toEqual(['b']);
      expect(await names('check=icu_syntax')).toEqual([]);
      await project.api.post(`keys/${project.keyIds[1]}/checks`, {
        language: 'fr',
        code: 'double_space',
        ignored: true,
      });
      expect(await names('check=any')).toEqual(['a.x']);
      await project.api.put(`keys/${project.keyIds[2]}`, { translations: { de: 'D ' } });
      expect(await names('check=any')).toEqual(['a.x', 'c']);
    });

    it.each(['check=any', 'needsWork=de'])(
      'have a total without the keys that were deleted after the check: %s',
      async (query) => {
        const project = await given({ keys: [DAMAGED, { ...DAMAGED, name: 'a.y' }] });
        const path = `projects/${project.id}/keys?${query}&total=true`;
        expect((await project.api.get(path)).body.total).toBe(2);
        const refresher = running.app.get(FindingsRefresher);
        const read = refresher.read.bind(refresher);
        // The project was looked up before the deletion, and its snapshot is read behind it.
        const delayed = jest
          .spyOn(refresher, 'read')
          .mockImplementationOnce(async (...args: Parameters<typeof read>) => {
            await project.api.delete(`keys/${project.keyIds[0]}`);
            return read(...args);
          });
        const { keys, total } = (await project.api.get(path)).body;
        delayed.mockRestore();
        expect([keys.map(({ name }: Json) => name), total]).toEqual([['a.y'], 1]);
      },
    );
  });

  describe('that are ignored', () => {
    const ignore = (project: Project, values: Json): ReturnType<Project['api']['post']> =>
      project.api.post(`keys/${project.keyIds[0]}/checks`, {
        language: 'de',
        code: 'placeholder_missing',
        ignored: true,
        ...values,
      });

    it('are listed as such, and counted no more, until it is taken back', async () => {
      const project = await given({ keys: [DAMAGED] });
      const { body } = await ignore(project, {});
      expect(body.key.checks.de).toMatchObject([{ ignored: true }, { ignored: false }]);
      expect(await list(project)).toMatchObject({
        findings: [{ ignored: true }, { ignored: false }],
        counts: { de: { placeholder_unknown: 1 } },
        revision: 1,
      });
      await ignore(project, { ignored: false });
      expect((await list(project)).counts).toEqual({ de: { placeholder_missing: 1, placeholder_unknown: 1 } });
    });

    it('are findings again when the text changes, or its source text', async () => {
      const project = await given({ keys: [DAMAGED] });
      const path = `keys/${project.keyIds[0]}`;
      await ignore(project, {});
      const missing = '?code=placeholder_missing';
      expect(await found(project, missing)).toEqual(['a.x de placeholder_missing ignored']);
      await project.api.put(path, { translations: { de: 'Hallo {nom}' } });
      expect(await found(project, missing)).toEqual(['a.x de placeholder_missing']);
      await ignore(project, {});
      expect(await found(project, missing)).toEqual(['a.x de placeholder_missing ignored']);
      await project.api.put(path, { value: 'Hi {name}' });
      expect(await found(project, missing)).toEqual(['a.x de placeholder_missing']);
      await project.api.put(path, { states: { de: 'draft' } });
      await ignore(project, {});
      await project.api.put(path, { states: { de: 'reviewed' }, description: 'Greeting' });
      expect(await found(project, missing)).toEqual(['a.x de placeholder_missing ignored']);
    });

    it('give the key another entity tag, also in the response of an update', async () => {
      const project = await given({ keys: [DAMAGED] });
      const path = `keys/${project.keyIds[0]}`;
      const before = (await project.api.get(path)).headers.get('etag') ?? '';
      const ignored = await ignore(project, {});
      const after = (await project.api.get(path)).headers.get('etag') ?? '';
      expect(after).not.toBe(before);
      expect(ignored.headers.get('etag')).toBe(after);
      const stale = await project.api.put(path, { description: 'A' }, { headers: { 'if-match': before } });
      expect(stale.status).toBe(412);
      const written = await project.api.put(path, { description: 'A' }, { headers: { 'if-match': after } });
      expect(written.headers.get('etag')).toBe((await project.api.get(path)).headers.get('etag'));
      await ignore(project, { ignored: false });
      expect((await project.api.get(path)).headers.get('etag')).not.toBe(written.headers.get('etag'));
    });

    it('have no part in the entity tag once the text is another one', async () => {
      const project = await given({ keys: [DAMAGED] });
      const path = `keys/${project.keyIds[0]}`;
      await ignore(project, {});
      await project.api.put(path, { translations: { de: 'Hallo {nom}' } });
      const before = (await project.api.get(path)).headers.get('etag') ?? '';
      expect((await ignore(project, { ignored: false })).headers.get('etag')).toBe(before);
    });

    it('are refused where there is no such finding', async () => {
      const project = await given({ keys: [DAMAGED] });
      const { status, body } = await ignore(project, { code: 'icu_syntax' });
      expect([status, body.errors]).toMatchObject([400, [{ pointer: '/code', code: 'not_allowed' }]]);
      expect((await ignore(project, { language: 'es' })).status).toBe(400);
      expect((await ignore(project, { code: 'typo' })).body.errors).toMatchObject([{ pointer: '/code' }]);
    });

    it('need the scope of texts or of reviews', async () => {
      const project = await given({ keys: [DAMAGED] });
      const { organization } = project;
      for (const [scope, status] of [
        ['translations:write', 200],
        ['translations:review', 200],
        ['keys:write', 403],
      ] as const) {
        const { api } = await running.given.apiKey({ organization, scopes: [scope] });
        expect([scope, (await ignore({ ...project, api }, {})).status]).toEqual([scope, status]);
      }
      const { api } = await running.given.organization();
      expect((await ignore({ ...project, api }, {})).body.code).toBe('key_not_found');
      expect((await list({ ...project, api })).code).toBe('project_not_found');
    });
  });

  it('are found in steps if there are many texts, while others are written', async () => {
    const project = await given();
    const { api, id } = project;
    const file = (text: string): Json =>
      Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`k.${i}`, `${text} ${i}`]));
    await importFile(project, 'en', file('Open {name}'));
    await importFile(project, 'de', file('{nom} öffnen'));
    const first = list(project);
    await importFile(project, 'fr', file('Ouvrir {name} '));
    expect((await first).counts.de).toMatchObject({ placeholder_missing: 3_000 });
    expect((await list(project)).counts).toMatchObject({
      de: { placeholder_missing: 3_000, placeholder_unknown: 3_000 },
    });
    await api.post(`projects/${id}/changes/2/undo`);
    expect((await list(project)).counts.de).toBeUndefined();
  });

  /** Filters whose totals are counted in different ways. */
  const TOTALS = [
    'check=any',
    'check=any&language=de',
    'needsWork=de',
    'untranslated=fr',
    'state=translated',
    'outdated=true',
  ].concat([
    'needsWork=de&state=translated',
    'check=any&outdated=true',
    'needsWork=fr&namespace=a',
    'untranslated=de&check=any',
  ]);

  it('equal the findings of a first check run, after any sequence of writes and check runs', async () => {
    const language = fc.constantFrom('en', 'de', 'fr');
    const name = fc.constantFrom('a.x', 'a.y', 'b');
    const text = fc.constantFrom(
      'A {x}',
      'B {x}',
      'B {y}',
      'C  {x} ',
      '{n, plural, one {#} other {#}}',
      '{n, plural, other {#}',
      '',
    );
    const step = fc.oneof(
      fc.record({ kind: fc.constant('import'), language, name, text }),
      fc.record({ kind: fc.constant('text'), name, language, text: fc.option(text) }),
      fc.record({ kind: fc.constant('limit'), name, maxLength: fc.option(fc.constantFrom(2, 5)) }),
      fc.record({ kind: fc.constant('rename'), name }),
      fc.record({ kind: fc.constant('delete'), name }),
      fc.record({ kind: fc.constant('language'), language: fc.constantFrom('de', 'fr') }),
      fc.record({ kind: fc.constant('undo'), back: fc.constantFrom(0, 1, 2) }),
      fc.record({ kind: fc.constant('restore'), back: fc.constantFrom(1, 2, 3) }),
      fc.record({ kind: fc.constant('ignore'), name, language }),
      fc.record({ kind: fc.constant('check') }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
        const project = await given();
        for (const one of steps) await run(project, one);
        const { keys } = (await project.api.get(`projects/${project.id}/keys?include=translations`)).body;
        const expected = keys.flatMap(({ name: key, value, maxLength, translations }: Json) =>
          Object.entries<string>(translations).flatMap(([tag, target]) =>
            checkText({
              source: { language: 'en', text: value ?? '' },
              target: { language: tag, text: target },
              maxLength: maxLength ?? undefined,
            }).map(({ code, detail }) => `${key} ${tag} ${code} ${detail}`),
          ),
        );
        const shown = keys.flatMap(({ name: key, checks }: Json) =>
          Object.entries<Json>(checks).flatMap(([tag, all]) =>
            all.map(({ code, detail }: Json) => `${key} ${tag} ${code} ${detail}`),
          ),
        );
        expect(shown.sort()).toEqual(expected.sort());
        const { findings } = await list(project);
        expect(
          findings.map(({ name: key, language: tag, code, detail }: Json) => `${key} ${tag} ${code} ${detail}`).sort(),
        ).toEqual(expected);
        for (const { id, checks } of keys)
          expect((await project.api.get(`keys/${id}`)).body.key.checks).toEqual(checks);
        for (const query of TOTALS) {
          const { body } = await project.api.get(`projects/${project.id}/keys?total=true&${query}`);
          expect([query, body.total]).toEqual([query, body.keys.length]);
        }
      }),
      { numRuns: samples(15) },
    );
  }, 180_000);

  async function run(project: Project, step: Json): Promise<void> {
    const { api, id } = project;
    const { keys } = (await api.get(`projects/${id}/keys?include=translations`)).body;
    const key = keys.find(({ name }: Json) => name === step.name);
    if (step.kind === 'import') await importFile(project, step.language, { [step.name]: step.text }, '&empty=keep');
    else if (step.kind === 'check') await list(project);
    else if (step.kind === 'language') {
      const change = keys.some(({ translations }: Json) => translations[step.language] !== undefined)
        ? { removeLanguages: [step.language] }
        : { addLanguages: [step.language] };
      await api.patch(`projects/${id}`, change);
    } else if (step.kind === 'undo' || step.kind === 'restore') {
      const { revision } = (await api.get(`projects/${id}`)).body.project;
      const to = Math.max(0, revision - step.back);
      if (step.kind === 'undo') await api.post(`projects/${id}/changes/${to}/undo`, { conflict: 'skip' });
      else await api.post(`projects/${id}/restore`, { revision: to });
    } else if (key) {
      if (step.kind === 'text') await api.put(`keys/${key.id}`, { translations: { [step.language]: step.text } });
      else if (step.kind === 'limit') await api.put(`keys/${key.id}`, { maxLength: step.maxLength });
      else if (step.kind === 'rename') await api.put(`keys/${key.id}`, { description: `${key.description}!` });
      else if (step.kind === 'delete') await api.delete(`keys/${key.id}`);
      else {
        const [code] = (key.checks[step.language] ?? []).map((finding: Json) => finding.code);
        if (code) await api.post(`keys/${key.id}/checks`, { language: step.language, code, ignored: true });
      }
    }
  }
});
