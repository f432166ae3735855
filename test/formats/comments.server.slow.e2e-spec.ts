import { strToU8, zipSync } from 'fflate';
import { Exchange } from '../support/exchange';
import { type RunningApp, startApp } from '../support/start-app';

/** A file of a format, with a text and the comment above it, if any. */
type Writer = (text: string, comment?: string) => string;

const lines =
  (write: (text: string) => string, comment: (text: string) => string): Writer =>
  (text, note) =>
    (note === undefined ? '' : comment(note)) + write(text);

const WRITERS: Record<string, Writer> = {
  properties: lines(
    (text) => `a = ${text}\nb = B\n`,
    (note) => `# ${note}\n`,
  ),
  android: (text, note) =>
    `<resources>\n    ${note === undefined ? '' : `<!-- ${note} -->\n    `}<string name="a">${text}</string>\n</resources>\n`,
  arb: (text, note) =>
    `{\n  "a": "${text}"${note === undefined ? '' : `,\n  "@a": {\n    "description": "${note}"\n  }`}\n}\n`,
  yaml: lines(
    (text) => `a: ${text}\nb: B\n`,
    (note) => `# ${note}\n`,
  ),
  fluent: lines(
    (text) => `a = ${text}\nb = B\n`,
    (note) => `# ${note}\n`,
  ),
  strings: lines(
    (text) => `"a" = "${text}";\n`,
    (note) => `/* ${note} */\n`,
  ),
  resx: (text, note) =>
    `<root>\n  <data name="a" xml:space="preserve">\n    <value>${text}</value>\n${
      note === undefined ? '' : `    <comment>${note}</comment>\n`
    }  </data>\n</root>\n`,
};

/** The formats with several languages in a file or with sources beside the texts. */
const BILINGUAL: Record<string, (language: string, text: string, comment?: string) => string> = {
  po: (language, text, note) =>
    `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n\n# for translators: ${language}\n${
      note === undefined ? '' : `#. ${note}\n`
    }msgid "a"\nmsgstr "${text}"\n`,
  xliff: (language, text, note) =>
    `<xliff version="1.2">\n  <file original="x" source-language="en" target-language="${language}" datatype="plaintext">\n    <body>\n      <trans-unit id="a">\n        <source>A</source>\n        <target>${text}</target>\n${
      note === undefined ? '' : `        <note from="developer">${note}</note>\n`
    }      </trans-unit>\n    </body>\n  </file>\n</xliff>\n`,
  'qt-ts': (language, text, note) =>
    `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="${language}" sourcelanguage="en">\n<context>\n    <name>C</name>\n    <message id="a">\n        <source>A</source>\n${
      note === undefined ? '' : `        <extracomment>${note}</extracomment>\n`
    }        <translation>${text}</translation>\n    </message>\n</context>\n</TS>\n`,
};

describe('the comments of files', () => {
  let running: RunningApp;
  beforeAll(async () => {
    running = await startApp();
  });
  afterAll(() => running.close());

  const project = async (): Promise<Exchange> => {
    const { id, api } = await running.given.project({ targetLanguages: ['de', 'fr'] });
    return new Exchange(api, id);
  };
  const exported = async (exchange: Exchange, format: string, language: string): Promise<string> =>
    (await exchange.exported({ format, language })).toString();

  describe.each(Object.entries(WRITERS))('in %s', (format, file) => {
    const given = async (files: Record<string, string>): Promise<Exchange> => {
      const exchange = await project();
      for (const [language, bytes] of Object.entries(files)) await exchange.imported({ bytes }, { format, language });
      return exchange;
    };

    it('describe keys in the file of the source language only, and stay in the files of other languages', async () => {
      const [en, de] = [file('A', 'List view'), file('A1', 'Listenansicht')];
      const exchange = await given({ en, de });
      expect(await exchange.descriptions()).toEqual({ a: 'List view' });
      expect(await exported(exchange, format, 'en')).toBe(en);
      expect(await exported(exchange, format, 'de')).toBe(de);
    });

    it('describe no key if they are of another language and the source language has no file', async () => {
      const exchange = await given({ de: file('A1', 'Listenansicht') });
      expect(await exchange.descriptions()).toEqual({});
      expect(await exported(exchange, format, 'de')).toBe(file('A1', 'Listenansicht'));
    });

    it('leave what a person wrote if they are of another language', async () => {
      const exchange = await given({ en: file('A', 'List view') });
      await exchange.put('a', { description: 'Of the list' });
      await exchange.imported({ bytes: file('A1', 'Listenansicht') }, { format, language: 'de' });
      expect(await exchange.descriptions()).toEqual({ a: 'Of the list' });
      expect(await exported(exchange, format, 'en')).toBe(file('A', 'Of the list'));
    });

    it('are gone with a newer file of the source language that lacks them', async () => {
      const exchange = await given({ en: file('A', 'List view') });
      await exchange.imported({ bytes: file('A') }, { format, language: 'en' });
      expect(await exchange.descriptions()).toEqual({});
      expect(await exported(exchange, format, 'en')).toBe(file('A'));
    });

    it('stay as a description if a person wrote it, and the file of the source language stays as it is', async () => {
      const exchange = await given({ en: file('A', 'List view') });
      await exchange.put('a', { description: 'Of the list' });
      await exchange.imported({ bytes: file('A') }, { format, language: 'en' });
      expect(await exchange.descriptions()).toEqual({ a: 'Of the list' });
      expect(await exported(exchange, format, 'en')).toBe(file('A'));
      await exchange.put('a', { description: 'Of all lists' });
      expect(await exported(exchange, format, 'en')).toBe(file('A', 'Of all lists'));
    });
  });

  it('are not written twice if they are detached from their entry', async () => {
    const exchange = await project();
    const options = { format: 'properties', language: 'en' };
    await exchange.imported({ bytes: '# X\na = A\n' }, options);
    await exchange.imported({ bytes: '# X\n\na = A\n' }, options);
    expect(await exported(exchange, 'properties', 'en')).toBe('# X\n\na = A\n');
    expect(await exchange.descriptions()).toEqual({});
  });

  it('stay with their key if they came from a file of another format', async () => {
    const exchange = await project();
    await exchange.imported({ bytes: '# X\na = A\n' }, { format: 'properties', language: 'en' });
    await exchange.imported({ bytes: 'a: A\n' }, { format: 'yaml', language: 'en' });
    expect(await exchange.descriptions()).toEqual({ a: 'X' });
    expect(await exported(exchange, 'yaml', 'en')).toBe('a: A\n');
  });

  it('stay in a Rails file of another language', async () => {
    const exchange = await project();
    const files = { en: 'en:\n  # List view\n  a: A\n', de: 'de:\n  # Listenansicht\n  a: A1\n' };
    for (const [language, bytes] of Object.entries(files))
      await exchange.imported({ bytes }, { format: 'yaml-rails', language });
    expect(await exchange.descriptions()).toEqual({ a: 'List view' });
    for (const [language, bytes] of Object.entries(files))
      expect(await exported(exchange, 'yaml-rails', language)).toBe(bytes);
  });

  describe.each(Object.entries(BILINGUAL))('about sources in %s', (format, file) => {
    it('describe keys that have no description, and comments of the source language replace others', async () => {
      const exchange = await project();
      const files = { de: file('de', 'A1', 'Old'), fr: file('fr', 'A2', 'Older'), en: file('en', 'A', 'New') };
      await exchange.imported({ bytes: files.de }, { format, language: 'de' });
      expect(await exchange.descriptions()).toEqual({ a: 'Old' });
      await exchange.imported({ bytes: files.fr }, { format, language: 'fr' });
      expect(await exchange.descriptions()).toEqual({ a: 'Old' });
      expect(await exported(exchange, format, 'fr')).toBe(files.fr);
      await exchange.imported({ bytes: files.en }, { format, language: 'en' });
      expect(await exchange.descriptions()).toEqual({ a: 'New' });
      expect(await exported(exchange, format, 'en')).toBe(files.en);
      expect(await exported(exchange, format, 'de')).toBe(file('de', 'A1', 'New'));
    });

    it('leave the file of another language as it was imported', async () => {
      const exchange = await project();
      await exchange.imported({ bytes: file('en', 'A', 'New') }, { format, language: 'en' });
      for (const bytes of [file('de', 'A1', 'Old'), file('de', 'A1')]) {
        await exchange.imported({ bytes }, { format, language: 'de' });
        expect(await exchange.descriptions()).toEqual({ a: 'New' });
        expect(await exported(exchange, format, 'de')).toBe(bytes);
      }
    });
  });

  it('stay in their files of a zip', async () => {
    const exchange = await project();
    const files = {
      'de.properties': '# Listenansicht\na = A1\n',
      'en.properties': '# List view\na = A\n',
      'fr.properties': 'a = A2\n',
    };
    const zip = zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));
    await exchange.imported({ bytes: zip }, { format: 'properties' });
    expect(await exchange.descriptions()).toEqual({ a: 'List view' });
    for (const [path, text] of Object.entries(files))
      expect(await exported(exchange, 'properties', path.slice(0, 2))).toBe(text);
  });
});
