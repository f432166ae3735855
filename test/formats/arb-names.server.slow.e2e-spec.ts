import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { codecs } from '../../src/language-files';
import { toFlutterName } from '../../src/language-files/arb/flutter-name';
import { Exchange } from '../support/exchange';
import { type RunningApp, startApp } from '../support/start-app';
import { samples } from '../support/samples';

let running: RunningApp;
beforeAll(async () => {
  running = await startApp();
});
afterAll(() => running.close());

describe('names of keys in ARB files', () => {
  const given = async (names: readonly string[] = []): Promise<Exchange> => {
    const keys = names.map((name) => ({ name, value: `text of ${name}` }));
    const { id, api } = await running.given.project({ targetLanguages: ['de'], keys });
    return new Exchange(api, id);
  };
  const camel = { format: 'arb', arbNames: 'camel' };

  it('produce a warning for each key that Flutter refuses', async () => {
    const exchange = await given(['Home.files', 'home-page', 'ok']);
    expect(await exchange.lost({ format: 'arb' })).toMatchObject([
      { code: 'arb_name_invalid', key: 'Home.files' },
      { code: 'arb_name_invalid', key: 'home-page' },
    ]);
    expect(await exchange.lost(camel)).toEqual([]);
  });

  it('are read back from camel case as the keys of the project', async () => {
    const exchange = await given(['Home.files', 'class', '404', '@at', 'a b', 'ok']);
    const bytes = await exchange.exported(camel);
    expect(JSON.parse(bytes.toString())).toMatchObject({ homeFiles: 'text of Home.files', keyClass: 'text of class' });
    expect(await exchange.imported({ bytes }, { format: 'arb' })).toMatchObject({
      imported: 0,
      updated: 0,
      skipped: 6,
    });
    const into = await given();
    await into.imported({ bytes }, { format: 'arb' });
    expect(await into.texts()).toEqual(await exchange.texts());
  });

  it('are read back from camel case in a zip with a file for each namespace', async () => {
    const exchange = await given(['shop.a-b', 'home.a-b', 'a-b', 'home.x.y']);
    const bytes = await exchange.exported({ ...camel, language: '*', perNamespace: true });
    expect(Object.keys(unzipSync(new Uint8Array(bytes)))).toHaveLength(6);
    const into = await given();
    await into.imported({ bytes }, { format: 'arb' });
    expect(await into.texts()).toEqual(await exchange.texts());
  });

  it('are refused where two keys of a file would have the same in camel case, also without a text', async () => {
    const exchange = await given(['home.files', 'shop.x']);
    await exchange.imported({ bytes: '{"homeFiles": "Dateien"}' }, { format: 'json', language: 'de' });
    for (const options of [camel, { ...camel, language: '*' }]) {
      const { status, body } = await exchange.export(options);
      expect({ status, body }).toMatchObject({
        status: 400,
        body: {
          code: 'duplicate_key',
          detail: expect.stringContaining('"home.files" and "homeFiles" would both be named "homeFiles"'),
          errors: [{ parameter: 'arbNames', key: 'homeFiles', code: 'duplicate_key' }],
        },
      });
    }
    expect((await exchange.export({ ...camel, namespace: 'home' })).status).toBe(200);
  });

  it('may be the same in camel case in different files, and are refused in one file without namespaces', async () => {
    const exchange = await given(['a.x-y', 'b.xY']);
    expect((await exchange.export({ ...camel, perNamespace: true })).status).toBe(200);
    expect((await exchange.export(camel)).status).toBe(200);
    const { status, body } = await exchange.export({ ...camel, stripNamespace: true });
    expect({ status, errors: body.errors }).toMatchObject({
      status: 400,
      errors: [{ parameter: 'arbNames', key: 'xY' }],
    });
  });

  it('are never merged by camel case', async () => {
    const name = fc.array(fc.constantFrom('a', 'A', '.', '-', '1', 'b', '_'), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(
          name.map((parts) => parts.join('')),
          { minLength: 1, maxLength: 12 },
        ),
        async (names) => {
          const exchange = await given(names);
          const written = names.map(toFlutterName);
          const { status, body } = await exchange.export(camel);
          if (new Set(written).size === names.length) {
            expect({ status, body }).toMatchObject({
              status: 200,
              body: Object.fromEntries(written.map((text, i) => [text, `text of ${names[i]}`])),
            });
          } else {
            expect(status).toBe(400);
            const repeated = new Set(written.filter((text, i) => written.indexOf(text) !== i));
            expect(body.errors.map((error: { key: string }) => error.key).sort()).toEqual([...repeated].sort());
          }
        },
      ),
      { numRuns: samples(15) },
    );
  }, 60_000);

  it('are listed in a refusal, a hundred at most', async () => {
    const exchange = await given();
    const names = Array.from({ length: 101 }, (_, i) => [`a${i}.b`, `a${i}-b`]).flat();
    const bytes = JSON.stringify(Object.fromEntries(names.map((text) => [text, 'x'])));
    await exchange.imported({ bytes }, { format: 'json', language: 'en' });
    expect((await exchange.export(camel)).body.errors).toHaveLength(100);
  });

  it.each(codecs.filter(({ id }) => id !== 'arb').map(({ id }) => id))('are not converted in %s', async (format) => {
    const exchange = await given(['home.files']);
    expect(await exchange.export({ format, arbNames: 'camel' })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed', errors: [{ parameter: 'arbNames', code: 'not_allowed' }] },
    });
  });
});

describe('attributes of keys in ARB files', () => {
  it('are written for the source language only, unless a file had them', async () => {
    const { id, api } = await running.given.project({ targetLanguages: ['de', 'fr'] });
    const exchange = new Exchange(api, id);
    const attributes = '"@hi": {\n    "description": "A greeting"\n  }';
    const file = (locale: string, text: string): string =>
      `{\n  "@@locale": "${locale}",\n  "hi": "${text}",\n  ${attributes}\n}\n`;
    for (const locale of ['en', 'de']) await exchange.imported({ bytes: file(locale, 'Hi') }, { format: 'arb' });
    await exchange.put('hi', { translations: { fr: 'Salut' } });
    const exported = async (language: string, layout = 'template'): Promise<string> =>
      (await exchange.exported({ format: 'arb', language, layout })).toString();
    const french = '{\n  "@@locale": "fr",\n  "hi": "Salut"\n}\n';
    expect([await exported('en'), await exported('de'), await exported('fr')]).toEqual([
      file('en', 'Hi'),
      file('de', 'Hi'),
      french,
    ]);
    expect([await exported('en', 'canonical'), await exported('fr', 'canonical')]).toEqual([file('en', 'Hi'), french]);
  });
});
