import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeCodec } from '../contract/codec.contract';
import type { Meta } from '../model/meta';
import { entriesOf, parsed, written } from '../contract/file-exchange.contract';
import { UnwritableTextError } from '../model/format-errors';
import { arbCodec } from './arb-codec';
import type { FileToWrite } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { writeFile } from '../template/write-file';
import { concatChunks } from '../contract/round-trip.contract';

const fixture = (name: string): Buffer => readFileSync(join(__dirname, 'fixtures', name));

describeCodec(arbCodec, {
  fixtures: join(__dirname, 'fixtures'),
  carriesKey: (key) => !key.startsWith('@'),
  losslessWarnings: ['arb_name_invalid'],
});

describe('arbCodec.parse', () => {
  it('reads texts verbatim, with their descriptions and the other attributes as metadata of the key', () => {
    expect(parsed(arbCodec, fixture('app_en.arb'))).toMatchObject({
      language: 'en_US',
      entries: [
        { key: 'bare', value: 'No attributes', line: 8 },
        {
          key: 'files',
          value: '{count, plural, =0{No files} one{# file} other{# files}}',
          description: 'Number of files',
          keyMeta: { attributes: expect.stringContaining('"zeta":{"type":"int"},"count"') },
        },
        { key: 'hello', value: 'Hello, {name}!', keyMeta: { attributes: '{}' } },
      ],
      warnings: [],
    });
  });

  it('keeps the attributes of a key without a text, with a warning', () => {
    const { entries, warnings } = parsed(arbCodec, fixture('odd.arb'));
    expect(entries.map(({ line: _, ...entry }) => entry)).toEqual([
      { key: 'a', value: '1', keyMeta: { attributes: '{"description":""}' } },
      { key: 'a', value: '2', keyMeta: { attributes: '{"description":""}' } },
      { key: 'n', value: '1.50' },
      { key: 'z', value: null },
      { key: 'k', value: null, description: 'gone', keyMeta: { attributes: '{"type":"text"}' } },
    ]);
    expect(warnings.map(({ code, key }) => [code, key])).toEqual([
      ['attributes_ignored', 'x'],
      ['value_became_text', 'n'],
      ['attributes_ignored', 'a'],
      ['attributes_without_text', 'k'],
    ]);
  });

  it.each(['"Home.file"', '""', '1'])('does not use the key %s, which has another name, and warns', (key) => {
    const { entries, warnings } = parsed(arbCodec, `{"homeFiles": "x", "@homeFiles": {"x-glossa-key": ${key}}}`);
    expect(entries).toEqual([{ key: 'homeFiles', value: 'x', line: 1 }]);
    expect(warnings).toMatchObject([{ code: 'attributes_ignored', key: 'homeFiles', line: 1 }]);
  });

  it('gives attributes without a text the key of the project', () => {
    const { entries } = parsed(arbCodec, '{"@homeFiles": {"x-glossa-key": "home.files", "type": "text"}}');
    expect(entries).toEqual([{ key: 'home.files', value: null, line: 1, keyMeta: { attributes: '{"type":"text"}' } }]);
  });

  it('refuses a nested text and reports its position', () => {
    expect(() => parsed(arbCodec, fixture('nested.arb'))).toThrow(
      expect.objectContaining({ code: 'malformed_file', position: { line: 1, column: 25, key: 'a' } }),
    );
  });
});

describe('arbCodec.serialize', () => {
  it('writes an imported file back unchanged', () => {
    const file = parsed(arbCodec, fixture('app_en.arb'));
    const languages = { language: 'en-US', sourceLanguage: 'en-US' };
    const { text } = written(arbCodec, entriesOf(file), { ...languages, meta: file.meta });
    expect(text).toBe(fixture('app_en.arb').toString());
  });

  it('writes the locale with underscores unless the imported file spelled it otherwise', () => {
    const entries = [{ key: 'a', value: 'x' }];
    const locale = (language: string, meta = {}) =>
      (JSON.parse(written(arbCodec, entries, { language, meta }).text) as Record<string, string>)['@@locale'];
    expect(locale('zh-Hans-CN')).toBe('zh_Hans_CN');
    expect(locale('pt-BR', { locale: 'pt-BR' })).toBe('pt-BR');
    expect(locale('pt-BR', { locale: 'de' })).toBe('pt_BR');
    expect(locale('pt-BR', { locale: 1 })).toBe('pt_BR');
  });

  it('writes the description once, before the stored attributes', () => {
    const keyMeta = { attributes: '{"type":"text","description":"old"}' };
    const { text } = written(arbCodec, [{ key: 'a', value: 'x', description: 'new', keyMeta }]);
    expect(text).toContain('"@a": {\n    "description": "new",\n    "type": "text"\n  }');
  });

  it('writes the attributes of keys in the file of the source language only', () => {
    const keyMeta = { attributes: '{"type":"text"}' };
    const { text } = written(arbCodec, [{ key: 'a', value: 'x', description: 'd', keyMeta }], { sourceLanguage: 'fr' });
    expect(text).toBe('{\n  "@@locale": "en",\n  "a": "x"\n}\n');
  });

  it.each<Meta>([{ attributes: '{' }, { attributes: '[]' }, { attributes: 1 }, {}])(
    'ignores stored metadata such as %j',
    (keyMeta) => {
      const meta = { globals: '{"x": 1, "@@locale": "xx"}' };
      const { text } = written(arbCodec, [{ key: 'a', value: 'x', keyMeta }], { meta });
      expect(text).toBe('{\n  "@@locale": "en",\n  "a": "x"\n}\n');
    },
  );

  it('warns about each name that Flutter refuses', () => {
    const { text, warnings } = written(arbCodec, [
      { key: 'Home.files', value: 'x' },
      { key: 'ok', value: 'x' },
    ]);
    expect(JSON.parse(text)).toEqual({ '@@locale': 'en', 'Home.files': 'x', ok: 'x' });
    expect(warnings).toEqual([
      { code: 'arb_name_invalid', key: 'Home.files', detail: expect.stringContaining('arbNames=camel') },
    ]);
  });

  describe('with names in camel case', () => {
    const entries = [
      { key: '@at', value: 'x' },
      { key: 'Home.files', value: 'F', description: 'D', keyMeta: { attributes: '{"placeholders":{}}' } },
      { key: 'ok', value: 'x' },
    ];

    it('writes attributes under the name, with the key where it is another one', () => {
      const { text, warnings } = written(arbCodec, entries, { arbNames: 'camel' });
      expect(JSON.parse(text)).toEqual({
        '@@locale': 'en',
        at: 'x',
        '@at': { 'x-glossa-key': '@at' },
        homeFiles: 'F',
        '@homeFiles': { description: 'D', 'x-glossa-key': 'Home.files', placeholders: {} },
        ok: 'x',
      });
      expect(warnings).toEqual([]);
    });

    it('names the keys in the files of other languages too', () => {
      const { text } = written(arbCodec, entries, { arbNames: 'camel', sourceLanguage: 'fr' });
      expect(JSON.parse(text)).toMatchObject({ '@homeFiles': { 'x-glossa-key': 'Home.files' }, ok: 'x' });
      expect(parsed(arbCodec, text).entries.map(({ key }) => key)).toEqual(['@at', 'Home.files', 'ok']);
      expect(text).not.toContain('placeholders');
    });

    it('is read back with the keys, and without the attribute', () => {
      const { text } = written(arbCodec, entries, { arbNames: 'camel' });
      const file = parsed(arbCodec, text);
      expect(file.entries.map(({ line: _, ...entry }) => entry)).toEqual(entries);
      expect(file.warnings).toEqual([]);
    });
  });

  it.each(['@a', '@@locale', '@'])('refuses the key %s', (key) => {
    expect(() => written(arbCodec, [{ key, value: 'x' }])).toThrow(UnwritableTextError);
  });
});

describe('arbCodec in the layout of a template', () => {
  const template = '{\n\t"@@locale": "en_US",\n\t"hi": "Hi",\n\t"@hi": {\n\t\t"type": "text"\n\t},\n\t"bye": "Bye"\n}';
  const rewrite = (entries: EntryToWrite[], file: Partial<FileToWrite> = {}, isForeign = false): string => {
    const chunks = writeFile(arbCodec, {
      ...{ language: 'en', languages: ['en'], sourceLanguage: 'en', projectName: 'P', entries, warn: () => undefined },
      ...{ template: { bytes: Buffer.from(template), isForeign }, ...file },
    });
    return Buffer.from(concatChunks(chunks)).toString();
  };
  const [hi, bye] = [
    { key: 'hi', value: 'Hi', keyMeta: { attributes: '{"type":"text"}' } },
    { key: 'bye', value: 'Bye' },
  ];

  it('removes the attributes with their text', () => {
    expect(rewrite([bye])).toBe(template.replace(/\t"hi"[^}]*\},\n/, ''));
  });

  describe.each([
    [
      'in front of their texts',
      ['"@hi": {"type": "text"}', '"@bye": {"description": "Farewell"}', '"hi": "Hi"', '"bye": "Bye"'],
    ],
    ['at the end', ['"hi": "Hi"', '"bye": "Bye"', '"@bye": {"description": "Farewell"}', '"@hi": {"type": "text"}']],
    [
      'behind one of two texts of a key',
      ['"hi": "H"', '"@hi": {"type": "text"}', '"bye": "Bye"', '"@bye": {"description": "Farewell"}', '"hi": "Hi"'],
    ],
  ])('with attributes %s', (_, lines) => {
    const printed = (...members: string[]): string => `{\n  ${members.join(',\n  ')}\n}\n`;
    const source = printed(...lines);
    const [hey, bye] = [
      { key: 'hi', value: 'Hi', keyMeta: { attributes: '{"type":"text"}' } },
      { key: 'bye', value: 'Bye', description: 'Farewell' },
    ];
    const files = { template: { bytes: Buffer.from(source), isForeign: false } };

    it('gives the file back, and changes the text only', () => {
      expect(rewrite([hey, bye], files)).toBe(source);
      expect(rewrite([{ ...hey, value: 'Hey' }, bye], files)).toBe(source.replace('"Hi"', '"Hey"'));
      expect(rewrite([hey, bye], { ...files, language: 'de' })).toBe(source);
    });

    it('writes a description into them', () => {
      const described = rewrite([{ ...hey, description: 'D' }, bye], files);
      expect(described.replace(/,\n {2}("description": "D")/, ', $1')).toBe(
        source.replace('"type": "text"', '"type": "text", "description": "D"'),
      );
    });

    it('removes and renames them with their texts', () => {
      const ofOther = lines.filter((line) => !/^"@?hi"/.test(line));
      expect(rewrite([bye], files)).toBe(printed(...ofOther));
      expect(rewrite([bye], { ...files, language: 'de' })).toBe(printed(...ofOther));
      const renamed = { ...hey, key: 'hey', earlierKeys: ['hi'] };
      expect(rewrite([renamed, bye], files)).toBe(source.replace(/"(@?)hi"/g, '"$1hey"'));
    });

    it('leaves them out of a file of another language', () => {
      const foreign = { language: 'de', template: { bytes: Buffer.from(source), isForeign: true } };
      expect(rewrite([hey, bye], foreign)).toBe(printed(...lines.filter((line) => !line.startsWith('"@'))));
    });
  });

  it('gives a key of which the file has the attributes only its text beside them', () => {
    const template = {
      bytes: Buffer.from('{\n  "@a": {"description": "D", "type": "text"},\n  "b": "B"\n}\n'),
      isForeign: false,
    };
    const keyMeta = { attributes: '{"type":"text"}' };
    const [a, b] = [
      { key: 'a', value: 'A', description: 'D', keyMeta },
      { key: 'b', value: 'B' },
    ];
    const written = rewrite([a, b], { template });
    expect(JSON.parse(written)).toEqual({ '@a': { description: 'D', type: 'text' }, a: 'A', b: 'B' });
    expect(written.match(/"@a"/g)).toHaveLength(1);
    expect(rewrite([{ ...a, value: undefined }, b], { template, omitsMissing: true })).toBe(template.bytes.toString());
    expect(rewrite([b], { template })).toBe('{\n  "b": "B"\n}\n');
  });

  it('writes a description into the attributes, which it adds where there are none', () => {
    expect(rewrite([{ ...hi, description: 'A greeting' }, bye])).toBe(
      template.replace('"type": "text"', '"type": "text",\n\t\t"description": "A greeting"'),
    );
    expect(rewrite([hi, { ...bye, description: 'A farewell' }])).toBe(
      template.replace('"Bye"', '"Bye",\n\t"@bye": {\n\t\t"description": "A farewell"\n\t}'),
    );
  });

  it('writes the attributes of a new key in the file of the source language only', () => {
    const added = { key: 'ok', value: 'OK', description: 'A button' };
    expect(rewrite([hi, bye, added])).toBe(
      template.replace('"Bye"', '"Bye",\n\t"ok": "OK",\n\t"@ok": {\n\t\t"description": "A button"\n\t}'),
    );
    expect(rewrite([bye, added], { language: 'de-AT' }, true)).toBe(
      '{\n\t"@@locale": "de_AT",\n\t"bye": "Bye",\n\t"ok": "OK"\n}',
    );
  });

  it('has the names in lower camel case on request, and keeps the names of the file', () => {
    const files = { key: 'Home.files', value: 'Files' };
    const renamed = rewrite([hi, bye, files], { arbNames: 'camel' });
    expect(renamed).toContain('"homeFiles": "Files",\n\t"@homeFiles": {\n\t\t"x-glossa-key": "Home.files"\n\t}');
    const again = { bytes: Buffer.from(renamed), isForeign: false };
    expect(rewrite([hi, bye, files], { template: again })).toBe(renamed);
  });

  it('takes all attributes but the names of keys from the file of the source language', () => {
    const files = { key: 'Home.files', value: 'Files', description: 'A folder' };
    const source = rewrite([hi, bye, files], { arbNames: 'camel' });
    expect(source).toContain('A folder');
    const foreign = { bytes: Buffer.from(source), isForeign: true };
    const german = rewrite([{ ...hi, value: 'Hallo' }, files], { language: 'de', template: foreign });
    expect(german).toBe(
      '{\n\t"@@locale": "de",\n\t"hi": "Hallo",\n\t"homeFiles": "Files",\n\t"@homeFiles": {\n\t\t"x-glossa-key": "Home.files"\n\t}\n}',
    );
  });
});
