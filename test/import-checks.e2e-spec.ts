import { MAX_DETAILS } from '../src/imports/import-result';
import type { Json } from './support/client';
import { type RunningApp, startApp } from './support/start-app';

describe('the checks of an import', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  type Project = Awaited<ReturnType<typeof running.given.project>>;

  const given = (): Promise<Project> =>
    running.given.project({ keys: [{ name: 'a', value: 'Open {name}', translations: { de: '{nom} öffnen' } }] });
  const send = async ({ api, id }: Project, query: string, body: object | string): Promise<Json> =>
    (
      await api.post(`projects/${id}/import?${query}`, undefined, {
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
    ).body;
  const codes = (body: Json): string[] =>
    body.details.findings.map(({ key, language, code }: Json) => `${key} ${language} ${code}`);

  it('list what its new and changed texts fail, and nothing of others', async () => {
    const project = await given();
    const file = { a: '{nom} öffnen', b: 'Speichern ' };
    await send(project, 'format=json&language=en', { b: 'Save' });
    for (const dryRun of [true, false]) {
      const body = await send(project, `format=json&language=de&details=true&dryRun=${dryRun}`, file);
      expect(codes(body)).toEqual(['b de trailing_space']);
      expect(body.details.findings[0].detail).toMatch(/\w/);
    }
    expect(codes(await send(project, 'format=json&language=de&details=true', { a: 'öffnen', b: 'Sichern' }))).toEqual([
      'a de placeholder_missing',
    ]);
  });

  it('compare with the source texts and length limits that the keys have after it', async () => {
    const project = await given();
    const csv = 'key,en,de\na,Open {file},{file} öffnen\nb,Save {file},Speichern\n';
    expect(codes(await send(project, 'format=csv&details=true', csv))).toEqual(['b de placeholder_missing']);
    await project.api.put(`keys/${project.keyIds[0]}`, { maxLength: 10 });
    expect(codes(await send(project, 'format=json&language=de&details=true', { a: 'Datei {file} öffnen' }))).toEqual([
      'a de too_long',
    ]);
  });

  it.each(['', '&failOn=icu_syntax'])(
    'list on each page of the details the findings of its texts, with "%s"',
    async (failOn) => {
      const project = await given();
      const names = Array.from({ length: MAX_DETAILS + 1 }, (_, i) => `k${String(i).padStart(5, '0')}`);
      const [first = '', last = ''] = [names[0], names.at(-1)];
      const file = Object.fromEntries(names.map((name) => [name, 'Save']));
      await send(project, 'format=json&language=en', file);
      const query = `format=json&language=de&details=true&dryRun=true${failOn}`;
      const texts = { ...file, [first]: 'Sichern ', [last]: 'Sichern ' };
      const page = await send(project, query, texts);
      const next = await send(project, `${query}&detailsCursor=${page.details.nextCursor}`, texts);
      const found = [page, next].map((body) => codes(body).filter((finding) => finding.endsWith('trailing_space')));
      expect(found).toEqual([[`${first} de trailing_space`], [`${last} de trailing_space`]]);
    },
  );

  it('refuse it whole with failOn, and name the texts', async () => {
    const project = await given();
    const { api, id } = project;
    await send(project, 'format=json&language=en', { b: 'Save', c: 'Undo {n}' });
    const file = { a: 'Öffnen', b: 'Speichern ', c: 'Rückgängig' };
    for (const dryRun of [true, false]) {
      const query = `format=json&language=de&failOn=placeholder_missing,icu_syntax&dryRun=${dryRun}`;
      expect(await send(project, query, file)).toMatchObject({
        status: 400,
        code: 'checks_failed',
        errors: ['a', 'c'].map((key) => {
          return {
            key,
            language: 'de',
            code: 'checks_failed',
            detail: expect.stringContaining('placeholder_missing: '),
          };
        }),
      });
    }
    const { translations } = (await api.get(`projects/${id}/translations?language=de`)).body;
    expect(translations.de).toEqual({ a: '{nom} öffnen' });
    expect(await send(project, 'format=json&language=de&failOn=icu_syntax', file)).toMatchObject({
      imported: 2,
      updated: 1,
    });
    expect((await send(project, 'format=json&language=de&failOn=typo', file)).errors).toMatchObject([
      { parameter: 'failOn' },
    ]);
  });

  it('read a file of many texts, and name the first 100 that fail', async () => {
    const project = await given();
    const file = (text: string): Json =>
      Object.fromEntries(Array.from({ length: 4_500 }, (_, i) => [`k${i}`, `${text} ${i}`]));
    await send(project, 'format=json&language=en', file('Open {name}'));
    const body = await send(project, 'format=json&language=de&failOn=placeholder_missing', {
      ...file('{name} öffnen'),
      ...{ k7: 'Öffnen 7' },
    });
    expect(body).toMatchObject({
      code: 'checks_failed',
      detail: 'the file has 1 finding of the checks in failOn',
      errors: [{ key: 'k7' }],
    });
    const all = await send(project, 'format=json&language=de&failOn=placeholder_missing', file('Öffnen'));
    expect([all.errors.length, all.detail]).toEqual([100, 'the file has 4500 findings of the checks in failOn']);
  });
});
