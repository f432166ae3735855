import { TENANT_SCOPES } from '../src/common/access/scope';
import type { ApiResponse, Json } from './support/client';
import { type RunningApp, startApp } from './support/start-app';

const po = (said: string, text = 'A'): string =>
  `msgid ""\nmsgstr ""\n"Language: de\\n"\n\n${said}msgid "a"\nmsgstr "${text}"\n`;
const xliff = (said: string, text = 'A'): string =>
  `<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en" target-language="de" datatype="plaintext" original="a"><body><trans-unit id="a"><source>a</source><target${said}>${text}</target></trans-unit></body></file></xliff>`;

const KEY = { name: 'a', value: 'a', translations: { de: 'A' } };

describe('states in imports and exports', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  type Project = Awaited<ReturnType<typeof running.given.project>>;

  const given = (): Promise<Project> =>
    running.given.project({
      targetLanguages: ['de', 'fr'],
      keys: [KEY],
    });
  const textOf = async ({ api, keyIds }: Project): Promise<Json> => {
    const { key } = (await api.get(`keys/${keyIds[0]}`)).body;
    return [key.translations.de, key.states.de];
  };
  const put = ({ api, keyIds }: Project, body: object): Promise<ApiResponse> => api.put(`keys/${keyIds[0]}`, body);
  const upload = ({ api, id }: Project, options: string, body: string): Promise<ApiResponse> =>
    api.post(`projects/${id}/import?details=true&language=de&${options}`, undefined, { body });
  const download = async ({ api, id }: Project, options: string): Promise<string> =>
    (await api.get(`projects/${id}/export?${options}`)).bytes.toString();

  it('are the states of the file, for new, changed and equal texts', async () => {
    const project = await given();
    const { body } = await upload(project, 'format=po', po('#, fuzzy\n'));
    expect(body).toMatchObject({ skipped: 2, details: { pairs: [{ language: 'de', reason: 'state' }, {}] } });
    expect(await textOf(project)).toEqual(['A', 'draft']);
    await upload(project, 'format=po', po('', 'B'));
    expect(await textOf(project)).toEqual(['B', 'translated']);
    await upload(project, 'format=xliff', xliff(' state="needs-l10n"', 'C'));
    expect(await textOf(project)).toEqual(['C', 'draft']);
    const other = await running.given.project({ keys: [] });
    await upload(other, 'format=xliff', xliff(' state="final"'));
    const { keys } = (await other.api.get(`projects/${other.id}/keys`)).body;
    expect((await other.api.get(`keys/${keys[0].id}`)).body.key.states).toEqual({ en: 'translated', de: 'reviewed' });
  });

  it('are kept for empty texts, if these are kept', async () => {
    const project = await given();
    const catalog = {
      sourceLanguage: 'en',
      strings: { a: { localizations: { en: { stringUnit: { state: 'needs_review', value: '' } } } } },
      version: '1.0',
    };
    const file = `${JSON.stringify(catalog, undefined, 2)}\n`;
    await project.api.post(`projects/${project.id}/import?format=xcstrings`, undefined, { body: file });
    expect((await project.api.get(`keys/${project.keyIds[0]}`)).body.key.states.en).toBe('draft');
    expect(JSON.parse(await download(project, 'format=xcstrings&language=*')).strings.a.localizations.en).toEqual(
      catalog.strings.a.localizations.en,
    );
    await upload(project, 'format=po', po('#, fuzzy\n', ''));
    expect(await textOf(project)).toEqual(['A', 'translated']);
    await upload(project, 'format=json&empty=keep&state=reviewed', '{"a": ""}');
    expect(await textOf(project)).toEqual(['', 'reviewed']);
    await upload(project, 'format=xliff', xliff(' state="final"', ''));
    expect(await textOf(project)).toEqual(['', 'reviewed']);
  });

  it('are written, and come back as the file had them', async () => {
    const project = await given();
    await upload(project, 'format=xliff', xliff(' state="needs-l10n"'));
    expect(await download(project, 'format=xliff&language=de')).toBe(xliff(' state="needs-l10n"'));
    await put(project, { states: { de: 'translated' } });
    expect(await download(project, 'format=xliff&language=de')).toBe(xliff(' state="translated"'));
    await put(project, { states: { de: 'draft' } });
    expect(await download(project, 'format=po&language=de')).toContain('#, fuzzy\nmsgid "a"');
    expect(await download(project, 'format=qt-ts&language=de')).toContain('<translation type="unfinished">A<');
    expect(await download(project, 'format=xliff2&language=de')).toContain('<segment state="initial">');
    expect(JSON.parse(await download(project, 'format=xcstrings&language=*')).strings.a.localizations.de).toEqual({
      stringUnit: { state: 'needs_review', value: 'A' },
    });
  });

  it('stay reviewed in an import of a format that has no reviews', async () => {
    const project = await given();
    await put(project, { states: { de: 'reviewed' } });
    await upload(project, 'format=po', po(''));
    expect(await textOf(project)).toEqual(['A', 'reviewed']);
    await upload(project, 'format=po', po('#, fuzzy\n'));
    expect(await textOf(project)).toEqual(['A', 'draft']);
  });

  it('are the state of the option `state` where the file has none', async () => {
    const project = await given();
    await upload(project, 'format=json&state=draft', '{"a": "A"}');
    expect(await textOf(project)).toEqual(['A', 'draft']);
    await upload(project, 'format=json', '{"a": "A"}');
    expect(await textOf(project)).toEqual(['A', 'draft']);
    await upload(project, 'format=xliff&state=reviewed', xliff(' state="translated"'));
    expect(await textOf(project)).toEqual(['A', 'translated']);
    await upload(project, 'format=xliff&state=reviewed', xliff(''));
    expect(await textOf(project)).toEqual(['A', 'reviewed']);
    expect((await upload(project, 'format=json&state=done', '{}')).body.code).toBe('validation_failed');
  });

  it('keep reviewed texts with conflict=keep-reviewed', async () => {
    const project = await given();
    await put(project, { states: { de: 'reviewed' } });
    const { body } = await upload(project, 'format=json&conflict=keep-reviewed', '{"a": "B"}');
    expect(body).toMatchObject({ skipped: 1, details: { pairs: [{ reason: 'kept', before: 'A', after: 'A' }] } });
    await upload(project, 'format=po&conflict=keep-reviewed', po('#, fuzzy\n'));
    expect(await textOf(project)).toEqual(['A', 'reviewed']);
    await put(project, { states: { de: 'translated' } });
    await upload(project, 'format=json&conflict=keep-reviewed', '{"a": "B"}');
    expect(await textOf(project)).toEqual(['B', 'translated']);
  });

  describe('in exports', () => {
    const export_ = async (project: Project, options: string): Promise<Json> =>
      JSON.parse(await download(project, `format=json&${options}`));

    it.each([
      ['omitted', '', { b: 'B' }],
      ['empty', '&untranslated=empty', { a: '', b: 'B' }],
      ['replaced by the fallback', '&fallback=en', { a: 'a', b: 'B' }],
    ])('are %s below minState', async (_, options, expected) => {
      const project = await given();
      await project.api.post(`projects/${project.id}/keys`, {
        ...{ name: 'b', value: 'b', translations: { de: 'B' }, states: { de: 'reviewed' } },
      });
      expect(await export_(project, `language=de&minState=reviewed${options}`)).toEqual(expected);
      expect(await export_(project, `language=de&minState=translated${options}`)).toEqual({ a: 'A', b: 'B' });
      expect(await export_(project, 'language=en&minState=reviewed')).toEqual({ a: 'a', b: 'b' });
    });

    it('select texts by state in bilingual and multilingual formats, in files that were imported, and as of a revision', async () => {
      const project = await given();
      await upload(project, 'format=po', po(''));
      const { revision } = (await project.api.get(`projects/${project.id}`)).body.project;
      await put(project, { states: { de: 'reviewed' } });
      expect(await download(project, 'format=po&language=de&minState=reviewed')).toContain('msgstr "A"');
      const earlier = await download(project, `format=po&language=de&minState=reviewed&revision=${revision}`);
      expect(earlier).toContain('msgid "a"\nmsgstr ""');
      await put(project, { states: { de: 'draft' } });
      const catalog = JSON.parse(await download(project, 'format=xcstrings&language=*&minState=translated'));
      expect(Object.keys(catalog.strings.a.localizations)).toEqual(['en']);
    });

    it('select keys by tags, which an import adds', async () => {
      const project = await given();
      await upload(project, 'format=json&tags=x,z', '{"a": "A", "b": "B"}');
      await upload(project, 'format=json&tags=y,x', '{"a": "A"}');
      expect((await project.api.get(`keys/${project.keyIds[0]}`)).body.key.tags).toEqual(['x', 'y', 'z']);
      expect(await export_(project, 'language=de&tag=x')).toEqual({ a: 'A', b: 'B' });
      expect(await export_(project, 'language=de&tag=x,y')).toEqual({ a: 'A' });
      expect(await export_(project, 'language=de&tag=no')).toEqual({});
    });

    it('refuse an import that gives a key more than 50 tags, and its dry run', async () => {
      const project = await given();
      await put(project, { tags: Array.from({ length: 49 }, (_, i) => `t${i}`) });
      for (const options of ['&dryRun=true', '']) {
        const { status, body } = await upload(project, `format=json&tags=x,y${options}`, '{"new": "N", "a": "B"}');
        expect([status, body.errors]).toMatchObject([400, [{ parameter: 'tags', code: 'too_many' }]]);
        expect(body.detail).toContain('"a"');
      }
      expect((await textOf(project))[0]).toBe('A');
      expect((await upload(project, 'format=json&tags=t1,x', '{"a": "B"}')).status).toBe(200);
    });
  });

  it('has the length limit of a unit in XLIFF, read and written', async () => {
    const project = await given();
    const unit = '<trans-unit id="a"';
    const limited = xliff('').replace(unit, `${unit} maxwidth="20" size-unit="char"`);
    await upload(project, 'format=xliff', limited);
    const maxLength = async (): Promise<Json> =>
      (await project.api.get(`keys/${project.keyIds[0]}`)).body.key.maxLength;
    expect(await maxLength()).toBe(20);
    expect(await download(project, 'format=xliff&language=de')).toBe(limited);
    await put(project, { maxLength: 30 });
    expect(await download(project, 'format=xliff&language=de')).toBe(limited.replace('"20"', '"30"'));
    await put(project, { maxLength: null });
    expect(await download(project, 'format=xliff&language=de')).toBe(xliff(''));
    expect(await download(project, 'format=xliff&language=de&layout=canonical')).not.toContain('maxwidth');
    await upload(project, 'format=xliff', xliff('').replace(unit, `${unit} maxwidth="99"`));
    expect(await maxLength()).toBeNull();
  });

  it('has the size restriction of a unit in XLIFF 2 that counts code points, read and written', async () => {
    const project = await given();
    const xliff2 = (attributes = '', profile = 'xliff:codepoints'): string =>
      `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" xmlns:slr="urn:oasis:names:tc:xliff:sizerestriction:2.0" version="2.0" srcLang="en" trgLang="de">
  <file id="f">
    <slr:profiles generalProfile="${profile}"/>
    <unit id="a"${attributes}><segment><source>a</source><target>A</target></segment></unit>
  </file>
</xliff>
`;
    const limited = (limit: string): string => xliff2(` slr:sizeRestriction="${limit}"`);
    const maxLength = async (): Promise<Json> =>
      (await project.api.get(`keys/${project.keyIds[0]}`)).body.key.maxLength;
    await upload(project, 'format=xliff2', xliff2(' slr:sizeRestriction="9"', 'my:pixels'));
    expect(await maxLength()).toBeNull();
    await upload(project, 'format=xliff2', limited('5,20'));
    expect(await maxLength()).toBe(20);
    expect(await download(project, 'format=xliff2&language=de')).toBe(limited('5,20'));
    await put(project, { maxLength: 30 });
    expect(await download(project, 'format=xliff2&language=de')).toBe(limited('30'));
    expect(await download(project, 'format=xliff2&language=de&layout=canonical')).toContain('slr:sizeRestriction="30"');
    await put(project, { maxLength: null });
    expect(await download(project, 'format=xliff2&language=de')).toBe(xliff2());
    await put(project, { maxLength: 7 });
    expect(await download(project, 'format=xliff2&language=de')).toBe(limited('7'));
  });

  it('reviewed needs the scope translations:review', async () => {
    const project = await given();
    const { organization } = project;
    const scopes = TENANT_SCOPES.filter((scope) => scope !== 'translations:review');
    const { api } = await running.given.apiKey({ organization, scopes });
    const translator = { ...project, api };
    expect((await upload(translator, 'format=json&state=reviewed', '{"a": "A"}')).body.code).toBe('missing_scope');
    const { body } = await upload(translator, 'format=xliff', xliff(' state="final"', 'B'));
    expect(body.warnings).toMatchObject([{ code: 'review_not_allowed', key: 'a', language: 'de' }]);
    expect(await textOf(project)).toEqual(['B', 'translated']);
    await put(project, { states: { de: 'reviewed' } });
    await upload(translator, 'format=po', po('#, fuzzy\n', 'B'));
    expect(await textOf(project)).toEqual(['B', 'reviewed']);
    await project.api.patch(`projects/${project.id}`, { protectReviewed: true });
    const refused = { code: 'missing_scope', scope: 'translations:review', errors: [{ key: 'a', language: 'de' }] };
    expect((await upload(translator, 'format=json', '{"a": "C"}')).body).toMatchObject(refused);
    expect((await upload(translator, 'format=json&conflict=keep-reviewed', '{"a": "C"}')).status).toBe(200);
    expect((await upload(translator, 'format=json', '{"a": "B"}')).status).toBe(200);
    expect(await textOf(project)).toEqual(['B', 'reviewed']);
    const other = await running.given.project({ organization, targetLanguages: ['de'], keys: [KEY] });
    await put(other, { states: { de: 'reviewed' } });
    await other.api.patch(`projects/${other.id}`, { protectReviewed: true });
    const removed = await upload({ ...other, api }, 'format=json&missingTexts=remove', '{}');
    expect(removed.body).toMatchObject(refused);
  });
});
