import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { Exchange } from './support/exchange';
import { type RunningApp, startApp } from './support/start-app';

/** As Trados Studio writes it: regions in capital letters. */
const TMX = `<?xml version="1.0" encoding="utf-8"?>
<tmx version="1.4">
  <header creationtool="SDL Language Platform" creationtoolversion="8.1" o-tmf="SDL TM8 Format" datatype="xml" segtype="sentence" adminlang="EN-US" srclang="EN-US" creationdate="20260101T000000Z" creationid="me"/>
  <body>
    <tu creationdate="20260101T000000Z" tuid="open">
      <tuv xml:lang="EN-US">
        <seg>Open</seg>
      </tuv>
      <tuv xml:lang="DE-DE">
        <seg>Öffnen</seg>
      </tuv>
    </tu>
    <tu creationdate="20260101T000000Z" tuid="close">
      <tuv xml:lang="EN-US">
        <seg>Close</seg>
      </tuv>
    </tu>
  </body>
</tmx>
`;

const CSV = 'key,en-US,de-DE\nopen,Open,Öffnen\nclose,Close,\n';

const XCSTRINGS = `{
  "sourceLanguage" : "en-US",
  "strings" : {
    "close" : {
      "localizations" : {
        "en-US" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "Close"
          }
        }
      }
    },
    "open" : {
      "localizations" : {
        "de-DE" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "Öffnen"
          }
        },
        "en-US" : {
          "stringUnit" : {
            "state" : "translated",
            "value" : "Open"
          }
        }
      }
    }
  },
  "version" : "1.0"
}
`;

const FILES = [
  ['tmx', TMX],
  ['csv', CSV],
  ['xcstrings', XCSTRINGS],
] as const;

describe('the languages of a file that the project has without their regions', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const project = async (): Promise<Exchange> => {
    const { id, api } = await running.given.project({ sourceLanguage: 'en', targetLanguages: ['de'] });
    return new Exchange(api, id);
  };
  const exported = async (exchange: Exchange, format: string): Promise<string> =>
    (await exchange.exported({ format, language: '*' })).toString();
  const TEXTS = { en: { open: 'Open', close: 'Close' }, de: { open: 'Öffnen' } };

  it.each(FILES)('are refused in %s, and the message names the option that reads them', async (format, file) => {
    const exchange = await project();
    const { status, body } = await exchange.import({ bytes: file }, { format });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'unknown_language' });
    expect(body.errors).toContainEqual(
      expect.objectContaining({
        ...{ parameter: 'language', language: 'de-DE', code: 'unknown_language' },
        detail: 'the project does not have de-DE; languageFallback=true reads it as de',
      }),
    );
    expect(await exchange.texts()).toEqual({ en: {}, de: {} });
  });

  it.each(FILES)('are read in %s with languageFallback, each with a warning', async (format, file) => {
    const exchange = await project();
    const { body } = await exchange.import({ bytes: file }, { format, languageFallback: true, details: true });
    expect(body.warnings).toEqual([
      expect.objectContaining({ code: 'language_replaced', detail: 'en-US is read as en', language: 'en' }),
      expect.objectContaining({ code: 'language_replaced', detail: 'de-DE is read as de', language: 'de' }),
    ]);
    expect(await exchange.texts()).toEqual(TEXTS);
  });

  it.each(FILES)('stay in %s as the file has them, also in what is new', async (format, file) => {
    const exchange = await project();
    await exchange.imported({ bytes: file }, { format, languageFallback: true });
    expect(await exported(exchange, format)).toBe(file);
    await exchange.put('close', { translations: { de: 'Schließen' } });
    await exchange.create('save', 'Save');
    const edited = await exported(exchange, format);
    expect(edited).toContain('Schließen');
    const again = await project();
    await again.imported({ bytes: edited }, { format, languageFallback: true });
    expect(await again.texts()).toEqual({
      en: { ...TEXTS.en, save: 'Save' },
      de: { ...TEXTS.de, close: 'Schließen' },
    });
    expect(edited).not.toMatch(/["'](?:en|de)["']|,(?:en|de)\b(?!-)/);
  });

  it('are written in TMX with the letters of the file', async () => {
    const exchange = await project();
    await exchange.imported({ bytes: TMX }, { languageFallback: true });
    await exchange.put('close', { translations: { de: 'Schließen' } });
    await exchange.create('save', 'Save');
    expect(new Set((await exported(exchange, 'tmx')).match(/xml:lang="[^"]*"/g))).toEqual(
      new Set(['xml:lang="EN-US"', 'xml:lang="DE-DE"']),
    );
  });

  it('are read in the files of a zip, which keep their paths', async () => {
    const exchange = await project();
    const files = { 'i18n/en-US.json': '{"open":"Open"}\n', 'i18n/de-DE.json': '{"open":"Öffnen"}\n' };
    await exchange.imported({ bytes: zipOf(files) }, { format: 'json', languageFallback: true });
    expect(await exchange.texts()).toEqual({ en: { open: 'Open' }, de: { open: 'Öffnen' } });
    const bytes = await exchange.exported({ format: 'json', language: '*' });
    expect(Object.fromEntries(Object.entries(unzipSync(bytes)).map(([path, text]) => [path, strFromU8(text)]))).toEqual(
      files,
    );
  });

  it.each([
    ['csv', 'key,en-US,en-GB\nopen,Open,Open it\n', 'the file has en-US and en-GB, which would both be read as en'],
    [
      'csv',
      'key,en,de,de-AT\nopen,Open,Öffnen,Aufmachen\n',
      'the file has de and de-AT, which would both be read as de',
    ],
    ['csv', 'key,de-AT,de\nopen,Aufmachen,Öffnen\n', 'the file has de-AT and de, which would both be read as de'],
  ])('are refused in %s where two would be read as the same: %s', async (format, file, detail) => {
    const exchange = await project();
    const { status, body } = await exchange.import({ bytes: file }, { format, languageFallback: true });
    expect({ status, body }).toEqual({
      status: 400,
      body: expect.objectContaining({
        code: 'validation_failed',
        detail,
        errors: [{ parameter: 'languageFallback', code: 'not_allowed', detail }],
      }),
    });
    expect(await exchange.texts()).toEqual({ en: {}, de: {} });
  });

  it('are not replaced where the project has them, or none of them', async () => {
    const exchange = await project();
    await exchange.api.patch(`projects/${exchange.projectId}`, { addLanguages: ['de-AT'] });
    const bytes = 'key,en,de,de-AT\nopen,Open,Öffnen,Aufmachen\n';
    await exchange.imported({ bytes }, { format: 'csv', languageFallback: true });
    expect((await exchange.texts())['de-AT']).toEqual({ open: 'Aufmachen' });
    const other = await exchange.import(
      { bytes: 'key,fr-CA\nopen,Ouvrir\n' },
      { format: 'csv', languageFallback: true },
    );
    expect(other.body.errors).toEqual([expect.objectContaining({ detail: 'the project does not have fr-CA' })]);
  });

  it('are their own where the project gets them after the import', async () => {
    const exchange = await project();
    await exchange.imported({ bytes: TMX }, { languageFallback: true });
    await exchange.api.patch(`projects/${exchange.projectId}`, { addLanguages: ['de-DE'] });
    await exchange.put('open', { translations: { 'de-DE': 'Aufmachen' } });
    const again = await project();
    await again.api.patch(`projects/${again.projectId}`, { addLanguages: ['de-DE', 'en-US'] });
    await again.imported({ bytes: await exported(exchange, 'tmx') });
    expect(await again.texts()).toEqual({
      en: {},
      'en-US': TEXTS.en,
      de: { open: 'Öffnen' },
      'de-DE': { open: 'Aufmachen' },
    });
  });

  it('are found again in the order of the file', async () => {
    const exchange = await project();
    await exchange.imported({ bytes: TMX }, { languageFallback: true });
    const { keys } = (await exchange.api.get(`projects/${exchange.projectId}/keys?name=close`)).body;
    const { status, body } = await exchange.api.get(`keys/${keys[0].id}/neighbours`);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { neighbours: { before: [{ name: 'open' }], isInFile: true } },
    });
  });

  const zipOf = (files: Record<string, string>): Uint8Array =>
    zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));

  it('keep the markup and the states of their texts', async () => {
    const marked = TMX.replace('<seg>Öffnen</seg>', '<seg>Öff<ph x="1"/>nen</seg>');
    const memory = await project();
    await memory.imported({ bytes: marked }, { languageFallback: true });
    expect(await exported(memory, 'tmx')).toBe(marked);
    await memory.put('close', { description: 'A button' });
    expect(await exported(memory, 'tmx')).toContain('<seg>Öff<ph x="1"/>nen</seg>');
    const catalog = await project();
    await catalog.imported({ bytes: XCSTRINGS }, { format: 'xcstrings', languageFallback: true });
    await catalog.put('open', { states: { de: 'draft' } });
    expect(await exported(catalog, 'xcstrings')).toBe(
      XCSTRINGS.replace(
        '"translated",\n            "value" : "Öffnen"',
        '"needs_review",\n            "value" : "Öffnen"',
      ),
    );
  });

  it('are named as the project has them in warnings of an export', async () => {
    const exchange = await project();
    await exchange.imported({ bytes: CSV }, { format: 'csv', languageFallback: true });
    await exchange.put('open', { translations: { de: '=A1' } });
    expect(await exchange.lost({ format: 'csv', language: '*' })).toEqual([
      expect.objectContaining({ code: 'formula_cell', key: 'open', language: 'de' }),
    ]);
  });

  it('keep the texts of other imported files that missingTexts=remove would remove', async () => {
    const exchange = await project();
    await exchange.imported({ bytes: CSV }, { format: 'csv', languageFallback: true });
    await exchange.put('close', { translations: { de: 'Schließen' } });
    await exchange.imported(
      { bytes: '{"other": "Anderes"}' },
      { format: 'json', language: 'de', missingTexts: 'remove' },
    );
    expect((await exchange.texts())['de']).toEqual({ open: 'Öffnen', other: 'Anderes' });
  });

  it('are the source language of a zip, whose file decides what is a plural', async () => {
    const exchange = await project();
    const files = {
      'de-DE.json': '{"item_other": "{{count}} Dinge"}',
      'en-US.json': '{"item_one": "{{count}} thing", "item_other": "{{count}} things"}',
    };
    await exchange.imported({ bytes: zipOf(files) }, { format: 'i18next', languageFallback: true });
    expect(Object.keys((await exchange.texts())['de'] ?? {})).toEqual(['item']);
  });

  it('are not replaced where the option language names the language of a file', async () => {
    const exchange = await project();
    const file = { bytes: '{"open": "Öffnen"}', name: 'de-DE.json' };
    const { warnings } = await exchange.imported(file, { language: 'de', languageFallback: true });
    expect(warnings).toEqual([]);
    expect((await exchange.texts())['de']).toEqual({ open: 'Öffnen' });
  });
});
