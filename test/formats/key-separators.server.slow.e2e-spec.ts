import { codecs } from '../../src/language-files';
import { Exchange, type Options } from '../support/exchange';
import { type RunningApp, startApp } from '../support/start-app';

describe('the option keySeparator', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const project = async (names: readonly string[] = []): Promise<Exchange> => {
    const keys = names.map((name) => ({ name, value: `text of ${name}` }));
    const { id, api } = await running.given.project({ targetLanguages: ['de'], keys });
    return new Exchange(api, id);
  };
  const given = async (bytes: string, options: Options): Promise<Exchange> => {
    const exchange = await project();
    await exchange.imported({ bytes }, { language: 'en', ...options });
    return exchange;
  };
  const layoutOf = async (exchange: Exchange, options: Options): Promise<string | null> =>
    (await exchange.export(options)).headers.get('x-export-layout');
  const textOf = async (exchange: Exchange, options: Options): Promise<string> =>
    (await exchange.exported(options)).toString();

  const nested = codecs.filter(({ nests }) => nests).map(({ id }) => id);
  const NAMES = ['Save file. Really', 'Version 1.2 of %s', 'list[0]', 'list[1]', 'menu.open', 'x::y', 'x::z.'];

  it.each(nested)('gives names back in the canonical layout of %s, whatever it is', async (format) => {
    const exchange = await project(NAMES);
    for (const keySeparator of ['.', '::', '', undefined]) {
      const bytes = await exchange.exported({ format, keySeparator });
      const into = await project();
      await into.imported({ bytes }, { format, language: 'en', keySeparator });
      expect(await into.texts()).toEqual(await exchange.texts());
    }
  });

  it('joins the names of an import, and splits the names of exports in its layout', async () => {
    const file = '{"menu": {"file.open": "Open"}, "a.b": "flat", "menu2": {"x": ["y"]}}';
    const options = { format: 'i18next', keySeparator: '::' };
    const exchange = await given(file, options);
    expect((await exchange.texts()).en).toEqual({
      'menu::file.open': 'Open',
      'a.b': 'flat',
      'menu2::x[0]': 'y',
    });
    for (const keySeparator of [undefined, '::']) {
      expect(await textOf(exchange, { format: 'i18next', keySeparator })).toBe(file);
    }
    await exchange.imported(
      { bytes: '{"menu::save.as": "Save as", "new::name": "x"}' },
      { format: 'json', language: 'en' },
    );
    expect(await textOf(exchange, { format: 'i18next' })).toBe(
      '{"menu": {"file.open": "Open", "save.as": "Save as"}, "a.b": "flat", "menu2": {"x": ["y"]}, "new": {"name": "x"}}',
    );
    const [template] = await exchange.templates();
    expect(template).toMatchObject({ format: 'i18next', options: { keySeparator: '::' } });
    expect(await layoutOf(exchange, { format: 'i18next', keySeparator: '.' })).toBe('canonical');
    const canonical = async (keySeparator?: string): Promise<unknown> =>
      JSON.parse(await textOf(exchange, { format: 'i18next', layout: 'canonical', keySeparator }));
    expect(await canonical()).toHaveProperty(['new::name'], 'x');
    expect(await canonical('::')).toHaveProperty(['new', 'name'], 'x');
    expect(await exchange.lost({ format: 'i18next', keySeparator: '.' })).toMatchObject([
      { code: 'template_misfit', detail: expect.stringContaining('another keySeparator') as string },
    ]);
  });

  it('replaces the template if the same file is imported with another separator', async () => {
    const bytes = '{"menu": {"open": "Open"}}';
    const exchange = await given(bytes, { format: 'json-nested' });
    await exchange.imported({ bytes }, { format: 'json-nested', language: 'en', keySeparator: '/' });
    expect(await exchange.templates()).toMatchObject([{ options: { keySeparator: '/' } }]);
    await exchange.deleteKeys('menu.open');
    expect(await textOf(exchange, { format: 'json-nested' })).toBe(bytes);
  });

  it('does not matter in the layout of a file without nested objects', async () => {
    const file = '{\n "Save file. Really": "x",\n "e.g. this": "y",\n "list": ["z"]\n}';
    const exchange = await given(file, { format: 'i18next' });
    await exchange.imported({ bytes: '{"etc.pp now": "new"}' }, { format: 'json', language: 'en' });
    for (const keySeparator of ['', '::', '.', undefined]) {
      expect(await textOf(exchange, { format: 'i18next', keySeparator })).toBe(
        file.replace('"y",', '"y",\n "etc.pp now": "new",'),
      );
    }
    expect(await exchange.lost({ format: 'i18next' })).toEqual([]);
  });

  it('is refused where names are not nested, and where it is too long', async () => {
    const exchange = await project(['a']);
    for (const format of ['json', 'po', 'csv']) {
      expect((await exchange.export({ format, keySeparator: '::' })).body).toMatchObject({
        code: 'validation_failed',
        errors: [{ parameter: 'keySeparator', code: 'not_allowed' }],
      });
    }
    const refused = await exchange.import({ bytes: 'a=b' }, { format: 'properties', language: 'en', keySeparator: '' });
    expect(refused.body).toMatchObject({
      status: 400,
      code: 'validation_failed',
      errors: [{ parameter: 'keySeparator', code: 'not_allowed' }],
    });
    expect((await exchange.export({ format: 'yaml', keySeparator: ':'.repeat(17) })).body).toMatchObject({
      errors: [{ parameter: 'keySeparator', code: 'too_long' }],
    });
    expect((await exchange.texts()).en).toEqual({ a: 'text of a' });
  });

  it('refuses nested objects if it is empty, with their line', async () => {
    const exchange = await project();
    const bytes = 'a: x\nmenu:\n  open: y\n';
    const { status, body } = await exchange.import({ bytes }, { format: 'yaml', language: 'en', keySeparator: '' });
    expect({ status, body }).toMatchObject({ status: 400, body: { code: 'malformed_file', errors: [{ line: 3 }] } });
  });
});
