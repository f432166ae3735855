import { strToU8, unzipSync, zipSync } from 'fflate';
import { startCpuClock } from '../src/language-files/contract/cpu-time.contract';
import type { ApiResponse, Json } from './support/client';
import { type RunningApp, startApp } from './support/start-app';

describe('zip import', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const given = () =>
    running.given.project({
      targetLanguages: ['de', 'fr'],
      keys: [
        { name: 'a', value: 'A' },
        { name: 'b', value: 'B' },
      ],
    });
  type Project = Awaited<ReturnType<typeof given>>;

  const zipOf = (files: Record<string, string>): Buffer =>
    Buffer.from(zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)]))));
  const send = ({ id, api }: Project, archive: Buffer, query = ''): Promise<ApiResponse> =>
    api.send('POST', `projects/${id}/import?${query}`, { body: new Uint8Array(archive) });
  const stateOf = async ({ id, api }: Project): Promise<Json> => ({
    translations: (await api.get(`projects/${id}/translations`)).body.translations,
    revision: (await api.get(`projects/${id}`)).body.project.revision,
  });

  it('reads the language of each file from its name and writes all files in one transaction', async () => {
    const project = await given();
    const { status, body } = await send(project, zipOf({ 'de.json': '{"a":"Ä","b":"B"}', 'fr.json': '{"a":"À"}' }));
    expect({ status, body }).toEqual({ status: 200, body: { imported: 3, updated: 0, skipped: 0 } });
    expect(await stateOf(project)).toEqual({
      translations: { en: { a: 'A', b: 'B' }, de: { a: 'Ä', b: 'B' }, fr: { a: 'À' } },
      revision: 3,
    });
  });

  it('reads namespaces from the paths', async () => {
    const project = await given();
    await send(project, zipOf({ 'locales/de/shop.json': '{"x":"X"}', 'locales/de/home.json': '{"x":"Y"}' }));
    expect((await stateOf(project)).translations.de).toEqual({ 'shop.x': 'X', 'home.x': 'Y' });
  });

  it('accepts flat and nested JSON files together', async () => {
    const project = await given();
    const { status } = await send(project, zipOf({ 'de.json': '{"a":"Ä"}', 'fr.json': '{"n":{"x":"À"}}' }));
    expect(status).toBe(200);
    expect((await stateOf(project)).translations).toMatchObject({ de: { a: 'Ä' }, fr: { 'n.x': 'À' } });
  });

  it('adds the languages of files without texts with createLanguages, and refuses them without', async () => {
    const project = await given();
    const empty = '{\n  "nested" : { }\n}\n';
    const archive = zipOf({ 'de.json': '{"a":"Ä"}', 'it.json': empty, 'es.json': '{}' });
    const refused = await send(project, archive);
    expect([refused.status, refused.body.code]).toEqual([400, 'unknown_language']);
    expect(refused.body.errors.map(({ language }: Json) => language).sort()).toEqual(['es', 'it']);
    const { body } = await send(project, archive, 'createLanguages=true&details=true');
    expect(body.details.createdLanguages.sort()).toEqual(['es', 'it']);
    const { bytes } = await project.api.get(`projects/${project.id}/export?format=json-nested&language=it`);
    expect(bytes.toString()).toBe(empty);
  });

  it('accepts a zip in a form under any file name', async () => {
    const { id, api } = await given();
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(zipOf({ 'de.json': '{"a":"Ä"}' }))]), 'texts.zip');
    expect((await api.send('POST', `projects/${id}/import`, { body: form })).body).toMatchObject({ imported: 1 });
  });

  it('deletes only keys that no file of the zip names', async () => {
    const project = await given();
    await send(project, zipOf({ 'en.json': '{"a":"A"}', 'de.json': '{"b":"B"}' }), 'deleteMissing=true');
    expect((await stateOf(project)).translations.en).toEqual({ a: 'A', b: 'B' });
    const { body } = await send(project, zipOf({ 'en.json': '{"a":"A"}' }), 'deleteMissing=true&details=true');
    expect(body.details.deletedKeys).toEqual(['b']);
  });

  it('round-trips an exported zip', async () => {
    const project = await given();
    const texts = { en: { a: 'A\n', 'n.x': '' }, de: { a: '😀' }, fr: {} };
    await send(
      project,
      zipOf(
        Object.fromEntries(Object.entries(texts).map(([language, file]) => [`${language}.json`, JSON.stringify(file)])),
      ),
      'empty=keep&deleteMissing=true',
    );
    const { bytes } = await project.api.get(`projects/${project.id}/export?language=*`);
    const other = await running.given.project({ targetLanguages: ['de', 'fr'] });
    expect((await send(other, bytes, 'empty=keep')).status).toBe(200);
    expect((await stateOf(other)).translations).toEqual(texts);
  });

  describe('into a project with the layout of an earlier zip', () => {
    const TEXTS = '{"a":"x"}';
    const EARLIER = ['en', 'de', 'fr'].map((language) => `locales/${language}/common.json`);
    const zipWith = (...paths: string[]): Buffer => zipOf(Object.fromEntries(paths.map((path) => [path, TEXTS])));
    const givenLayout = async (): Promise<Project> => {
      const project = await given();
      await send(project, zipWith(...EARLIER));
      return project;
    };
    const pathsOf = async ({ id, api }: Project): Promise<string[]> => {
      const { bytes } = await api.get(`projects/${id}/export?format=json&language=*`);
      return Object.keys(unzipSync(bytes)).sort();
    };
    const asGerman = async (project: Project): Promise<Project> => {
      const scopes = ['projects:read', 'translations:read', 'translations:write', 'keys:write'];
      const { apiKey } = (await project.api.post('api-keys', { name: 'German', scopes, languages: ['de'] })).body;
      return { ...project, api: project.api.as(apiKey.secret) };
    };
    const KEPT = {
      code: 'layout_kept',
      detail: 'exports keep the paths of de: this zip has other paths, and does not replace the files of en, fr',
    };

    it.each([
      ['of one language', (project: Project) => Promise.resolve(project), ['de.json'], [KEPT]],
      ['of all languages by a caller limited to one', asGerman, ['de.json', 'en.json', 'fr.json'], [KEPT]],
      ['of one language with a list of its files by a caller limited to another', asGerman, ['x/en.json'], []],
    ])('leaves the paths of all files: a zip %s with other paths', async (_, by, paths, warnings) => {
      const project = await givenLayout();
      const before = await pathsOf(project);
      const files = paths.map((path) => ({ path, language: path.slice(-7, -5), namespace: 'common' }));
      const archive = zipOf({
        ...Object.fromEntries(paths.map((path) => [path, path.endsWith('de.json') ? '{"common.a":"y"}' : '{}'])),
        ...(paths[0] === 'x/en.json' && { 'glossa-files.json': JSON.stringify({ files }) }),
      });
      const caller = await by(project);
      const dry = await send(caller, archive, 'details=true&dryRun=true');
      const { status, body } = await send(caller, archive, 'details=true');
      const ofLayout = (all: Json[]): Json[] => all.filter(({ code }) => code === 'layout_kept');
      expect([status, ofLayout(body.warnings)]).toMatchObject([200, warnings]);
      expect([ofLayout(body.warnings).length, ofLayout(dry.body.warnings)]).toEqual([
        warnings.length,
        ofLayout(body.warnings),
      ]);
      expect(await pathsOf(project)).toEqual(before);
    });

    it('adds the files of languages that the layout lacks', async () => {
      const project = await given();
      await send(project, zipWith('locales/en/common.json'));
      await send(project, zipWith('de/common.json'));
      const paths = await pathsOf(project);
      expect(paths).toEqual(expect.arrayContaining(['de/common.json', 'locales/en/common.json']));
    });

    it('replaces the layout with a zip that has all of its languages', async () => {
      const project = await givenLayout();
      const paths = ['i18n/de/common.json', 'i18n/en/common.json', 'i18n/fr/common.json'];
      const { body } = await send(project, zipWith(...paths), 'details=true');
      expect([body.warnings, (await pathsOf(project)).filter((path) => path.includes('common'))]).toEqual([[], paths]);
    });

    it('leaves the layout with conflict=keep', async () => {
      const project = await givenLayout();
      const before = await pathsOf(project);
      const paths = ['i18n/de/common.json', 'i18n/en/common.json', 'i18n/fr/common.json'];
      expect((await send(project, zipWith(...paths), 'conflict=keep&details=true')).body.warnings).toEqual([]);
      expect(await pathsOf(project)).toEqual(before);
    });

    describe('and another zip with other paths of a further language', () => {
      const MIXED = ['i18n/fr.json', 'locales/de.json', 'locales/en.json'];
      const givenMixed = async (): Promise<Project> => {
        const project = await given();
        await send(project, zipWith('locales/en.json', 'locales/de.json'));
        await send(project, zipWith('i18n/fr.json'));
        expect(await pathsOf(project)).toEqual(MIXED);
        return project;
      };

      it('replaces the layout with a zip that has all languages under these other paths', async () => {
        const project = await givenMixed();
        const paths = ['i18n/de.json', 'i18n/en.json', 'i18n/fr.json'];
        const { body } = await send(project, zipWith(...paths), 'details=true');
        expect([body.warnings, await pathsOf(project)]).toEqual([[], paths]);
      });

      it.each([
        ['i18n/en.json', 'en', 'de, fr'],
        ['locales/fr.json', 'fr', 'de, en'],
      ])('leaves the paths of all files, with a warning: %s', async (path, kept, others) => {
        const project = await givenMixed();
        const { body } = await send(project, zipWith(path), 'details=true');
        const reason = `this zip has other paths, and does not replace the files of ${others}`;
        expect(body.warnings).toMatchObject([
          { code: 'layout_kept', detail: `exports keep the paths of ${kept}: ${reason}` },
        ]);
        expect(await pathsOf(project)).toEqual(MIXED);
      });

      it('leaves the layout with conflict=keep', async () => {
        const project = await givenMixed();
        await send(project, zipWith('locales/de.json', 'locales/en.json', 'locales/fr.json'), 'conflict=keep');
        expect(await pathsOf(project)).toEqual(MIXED);
      });
    });

    it('leaves the layout with missingTexts=remove by a caller limited to one of its languages', async () => {
      const project = await running.given.project({ targetLanguages: ['de', 'fr'] });
      await send(project, zipWith(...EARLIER));
      const before = await pathsOf(project);
      const archive = zipWith('i18n/de/common.json', 'i18n/en/common.json', 'i18n/fr/common.json');
      const { status } = await send(await asGerman(project), archive, 'missingTexts=remove');
      expect([status, await pathsOf(project)]).toEqual([200, before]);
    });
  });

  it.each<[string, Record<string, string>, string, RegExp]>([
    ['a malformed file', { 'de.json': '{"a":"X"}', 'fr.json': '{"a":' }, 'malformed_file', /fr\.json/],
    [
      'only files without a language',
      { 'some.json': '{"a":"X"}', 'other.json': '{"a":"X"}' },
      'language_required',
      /some\.json/,
    ],
    [
      'the same translation unit in two files',
      { 'de.json': '{"n.a":"X"}', 'de/n.json': '{"a":"Y"}' },
      'duplicate_key',
      /n\.a/,
    ],
    ['several formats', { 'de.json': '{"a":"X"}', 'fr.po': 'msgid "a"\nmsgstr "Y"\n' }, 'unknown_format', /mixes/],
    ['a path outside of the archive', { '../de.json': '{"a":"X"}' }, 'malformed_file', /de\.json/],
    ['a zip inside', { 'de.zip': 'PK' }, 'malformed_file', /de\.zip/],
    ['no file', {}, 'malformed_file', /no file/],
  ])('writes nothing and names the cause when the zip has %s', async (_, files, code, detail) => {
    const project = await given();
    const before = await stateOf(project);
    const { status, body } = await send(project, zipOf(files));
    expect({ status, code: body.code }).toEqual({ status: 400, code });
    expect(body.detail).toMatch(detail);
    expect(await stateOf(project)).toEqual(before);
  });

  it('writes nothing when the zip is damaged', async () => {
    const project = await given();
    const archive = zipOf({ 'de.json': '{"a":"X"}'.repeat(10) });
    for (const broken of [
      archive.subarray(0, -10),
      archive.subarray(0, 40),
      Buffer.concat([archive, Buffer.alloc(70_000)]),
    ]) {
      const { status, body } = await send(project, broken);
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'malformed_file' });
    }
    expect((await stateOf(project)).revision).toBe(2);
  });

  it('refuses a zip bomb within 5 s of processor time', async () => {
    const project = await given();
    const archive = Buffer.from(zipSync({ 'de.json': new Uint8Array(100 * 1_048_576) }, { level: 9 }));
    const cpuSeconds = startCpuClock();
    const { status, body } = await send(project, archive);
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'limit_exceeded' });
    expect(cpuSeconds()).toBeLessThan(5);
  });
});
