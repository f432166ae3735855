import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { compareCodePoints } from '../model/code-point-order';
import { describeCodec } from '../contract/codec.contract';
import type { FormatCodec } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import type { Warning } from '../model/warnings';
import { FormatError } from '../model/format-errors';
import { jsonCodec, jsonNestedCodec } from './json-codec';
import { concatChunks } from '../contract/round-trip.contract';
import { writeFile } from '../template/write-file';
import { samples } from '../../../test/support/samples';

const fixture = (name: string): Uint8Array => readFileSync(join(__dirname, 'fixtures', name));

function read(bytes: string | Uint8Array, codec: FormatCodec = jsonCodec) {
  const warnings: Warning[] = [];
  const context = {
    projectLanguages: ['en'],
    sourceLanguage: 'en',
    warn: (warning: Warning) => warnings.push(warning),
  };
  const { entries } = codec.parse(typeof bytes === 'string' ? Buffer.from(bytes) : bytes, context);
  return { entries, warnings, texts: entries.map(({ key, value }) => [key, value]) };
}

function write(codec: FormatCodec, entries: Iterable<EntryToWrite>): string {
  const file = {
    language: 'en',
    languages: ['en'],
    sourceLanguage: 'en',
    projectName: 'p',
    entries,
    warn: () => undefined,
  };
  return [...codec.serialize(file)].join('');
}

describeCodec(jsonCodec, {
  fixtures: join(__dirname, 'fixtures'),
  templateMisfits: ['deep.json', 'nested.json'],
});
describeCodec(jsonNestedCodec, { fixtures: join(__dirname, 'fixtures') });

const keyed = (...keys: string[]): EntryToWrite[] =>
  keys.sort(compareCodePoints).map((key, index) => ({ key, value: `${index}` }));

describe.each([jsonCodec, jsonNestedCodec])('$id codec, parse', (codec) => {
  it('ignores a byte order mark', () => {
    expect(read(fixture('bom.json'), codec).texts).toEqual([['a', 'x']]);
  });

  it('returns duplicate texts in file order with their lines, and of duplicate objects the last', () => {
    expect(read(fixture('duplicate-names.json'), codec).entries).toEqual([
      { key: 'a', value: '1', line: 2 },
      { key: 'b', value: '2', line: 3 },
      { key: 'a', value: '3', line: 4 },
      { key: 'c.d', value: '5', line: 6 },
    ]);
  });

  it('reads a dotted name beside its own first segment', () => {
    expect(read(fixture('dotted-beside-plain.json'), codec).texts).toEqual([
      ['a', 'x'],
      ['a.b', 'y'],
    ]);
  });

  it('joins object members with dots and array items with brackets', () => {
    expect(read(fixture('nested.json'), codec).texts).toEqual([
      ['menu.file.open', 'Open'],
      ['menu.file.', 'empty name'],
      ['menu.recent[0]', 'first'],
      ['menu.recent[1].name', 'second'],
      ['menu.recent[2][0]', 'deep'],
      ['.x', 'below an empty name'],
      ['__proto__.constructor', 'p'],
      ['10', 'ten'],
      ['9', 'nine'],
    ]);
  });

  it('imports numbers and booleans as written, with a warning', () => {
    const { texts, warnings } = read(fixture('scalars.json'), codec);
    expect(texts).toEqual([
      ['big', '9007199254740993'],
      ['huge', '1e400'],
      ['one', '1.0'],
      ['yes', 'true'],
      ['no', 'false'],
      ['nothing', null],
      ['empty', ''],
    ]);
    expect(warnings.map(({ code, key }) => [code, key])).toEqual([
      ['value_became_text', 'big'],
      ['value_became_text', 'huge'],
      ['value_became_text', 'one'],
      ['value_became_text', 'yes'],
      ['value_became_text', 'no'],
    ]);
  });

  it('warns about empty objects and arrays, but not about an empty root', () => {
    expect(read('{"a": {}, "b": {"c": []}}', codec)).toMatchObject({
      texts: [],
      warnings: [
        { code: 'empty_container', key: 'a' },
        { code: 'empty_container', key: 'b.c' },
      ],
    });
    expect(read('{}', codec).warnings).toEqual([]);
  });

  it('does not change placeholders and context suffixes', () => {
    expect(read(fixture('placeholders.json'), codec).texts).toEqual([
      ['hello', 'Hi {{- name}} &lt;b&gt; %d {n}'],
      ['friend_male', 'A boyfriend'],
      ['friend_other', 'Friends'],
    ]);
  });

  it.each(['root-array.json', 'comment.json', 'trailing-comma.json', 'deep.json'])('refuses %s', (name) => {
    expect(() => read(fixture(name), codec)).toThrow(FormatError);
  });

  it('refuses a file whose nesting multiplies long names into huge keys', () => {
    const wide = `{${JSON.stringify('k'.repeat(8000))}: {${Array.from({ length: 20_000 }, (_, i) => `"${i}":""`).join()}}}`;
    expect(() => read(wide, codec)).toThrow(/together/);
    expect(() => read(JSON.stringify({ ['k'.repeat(9000)]: { a: 'b' } }), codec)).toThrow(/longer/);
  });
});

describe('jsonCodec.serialize', () => {
  it('writes one text per line, in the order of the entries', () => {
    expect(write(jsonCodec, keyed('b', '10', '9', '__proto__', 'a.b'))).toBe(
      '{\n  "10": "0",\n  "9": "1",\n  "__proto__": "2",\n  "a.b": "3",\n  "b": "4"\n}\n',
    );
  });

  it('writes an empty object if there are no entries', () => {
    expect(write(jsonCodec, [])).toBe('{}\n');
    expect(write(jsonNestedCodec, [])).toBe('{}\n');
  });

  it('writes an empty string for an entry without a text', () => {
    expect(write(jsonCodec, [{ key: 'a' }])).toBe('{\n  "a": ""\n}\n');
  });

  it('escapes lone surrogates', () => {
    expect(write(jsonCodec, [{ key: 'a', value: '\ud800x' }])).toContain('"\\ud800x"');
  });
});

describe('jsonNestedCodec.serialize', () => {
  const nested = (...keys: string[]): unknown => JSON.parse(write(jsonNestedCodec, keyed(...keys)));

  it('indents by two spaces and sorts names by code point', () => {
    expect(write(jsonNestedCodec, keyed('a-x', 'a.b', 'list[0]', 'list[1].c', '10', '9'))).toBe(
      [
        '{',
        '  "10": "0",',
        '  "9": "1",',
        '  "a": {',
        '    "b": "3"',
        '  },',
        '  "a-x": "2",',
        '  "list": [',
        '    "4",',
        '    {',
        '      "c": "5"',
        '    }',
        '  ]',
        '}',
        '',
      ].join('\n'),
    );
  });

  it('keeps the dotted name of a key whose parent is a text', () => {
    expect(nested('a', 'a.b', 'x.a', 'x.a.b.c', 'x.a[0]')).toEqual({
      a: '0',
      'a.b': '1',
      x: { a: '2', 'a.b.c': '3', 'a[0]': '4' },
    });
  });

  it('rebuilds an array only if all its items exist', () => {
    expect(nested('a[0]', 'a[1]', 'b[1]', 'c[0]', 'c[2]', 'd[01]', 'd[0]', 'e[0]x', '[0]')).toEqual({
      '[0]': '0',
      a: ['1', '2'],
      'b[1]': '3',
      'c[0]': '4',
      'c[2]': '5',
      d: ['7'],
      'd[01]': '6',
      'e[0]x': '8',
    });
  });

  it('sorts array items by index', () => {
    const keys = Array.from({ length: 12 }, (_, i) => `a[${i}]`);
    expect(Object.keys(nested(...keys) as object)).toEqual(['a']);
    expect(read(write(jsonNestedCodec, keyed(...keys))).entries.map(({ key }) => key)).toEqual(
      Array.from({ length: 12 }, (_, i) => `a[${i}]`),
    );
  });

  it('rebuilds nested arrays from the innermost', () => {
    expect(nested('t[0][0]', 't[0][1]', 't[1]')).toEqual({ t: [['0', '1'], '2'] });
    expect(nested('t[0][1]', 't[1]')).toEqual({ 't[0][1]': '0', 't[1]': '1' });
  });

  it('treats a dot as a separator only between two names', () => {
    expect(nested('messages.Loading...', 'a..b', '.c', 'd.')).toEqual({
      messages: { 'Loading...': '3' },
      'a..b': '1',
      '.c': '0',
      'd.': '2',
    });
  });

  it('stops nesting at the depth that the reader accepts and keeps the rest as one name', () => {
    const keys = ['.'.repeat(4000), 'a.'.repeat(4000) + 'a', 'b' + '[0]'.repeat(2000), 'c[0].'.repeat(1600) + 'c'];
    const file = write(jsonNestedCodec, keyed(...keys));
    expect(new Set(read(file).entries.map(({ key }) => key))).toEqual(new Set(keys));
  });

  const segment = fc.constantFrom(
    'a',
    'b',
    '',
    '0',
    '1',
    '[0]',
    '[1]',
    '[01]',
    '[0]b',
    '__proto__',
    'constructor',
    '😀',
    ' ',
  );
  const joint = fc.constantFrom('.', '..', '[0]', '[1]', '[2]', '[0].', '');
  const path = fc
    .array(fc.tuple(segment, joint), { minLength: 1, maxLength: 6 })
    .map((parts) => parts.flat().join(''))
    .filter((key) => key !== '');

  it('writes files that are read back with the same keys and texts', () => {
    fc.assert(
      fc.property(fc.uniqueArray(path, { maxLength: 30 }), (keys) => {
        const entries = keyed(...keys);
        const back = new Map(read(write(jsonNestedCodec, entries)).entries.map(({ key, value }) => [key, value]));
        expect(back).toEqual(new Map(entries.map(({ key, value }) => [key, value])));
      }),
      { numRuns: samples(2000) },
    );
  });
});

describe('an object that occurs twice in its parent', () => {
  const written = (source: string, texts: Record<string, string | undefined>): string =>
    Buffer.from(
      concatChunks(
        writeFile(jsonNestedCodec, {
          ...{ language: 'en', languages: ['en'], sourceLanguage: 'en', projectName: 'P', warn: () => undefined },
          entries: Object.entries(texts).map(([key, value]) => ({ key, value })),
          template: { bytes: Buffer.from(source), isForeign: false },
          omitsMissing: true,
        }),
      ),
    ).toString();

  it.each<[file: string, texts: Record<string, string>, warnings: [key: string, detail: string][]]>([
    ['{"a":{"b":"1","c":{"d":"2"}},\n"a":{"b":"3"}}', { 'a.b': '3' }, [['a', 'lines 1 and 2']]],
    ['{"a":{"b":"1"},\n"a":"3"}', { a: '3' }, [['a', 'lines 1 and 2']]],
    [
      '{"a":"1","a":"2",\n"a":{"b":"3"}}',
      { 'a.b': '3' },
      [
        ['a', 'lines 1 and 2'],
        ['a', 'lines 1 and 2'],
      ],
    ],
    ['{"a":["1","2"],\n"a":["3"]}', { 'a[0]': '3' }, [['a', 'lines 1 and 2']]],
    ['{"x":{"a":{"b":"1"},"a":{"b":"3"},"c":"4"}}', { 'x.a.b': '3', 'x.c': '4' }, [['x.a', 'twice']]],
    ['{"x":[{"a":{"b":"1"}},{"a":{"b":"3"}}]}', { 'x[0].a.b': '1', 'x[1].a.b': '3' }, []],
  ])('has the texts that JSON.parse finds in %s, and keeps the others', (file, texts, warned) => {
    const { entries, warnings } = read(file);
    expect(Object.fromEntries(entries.map(({ key, value }) => [key, value]))).toEqual(texts);
    expect(warnings.map(({ code, key, detail }) => [code, key, detail])).toEqual(
      warned.map(([key, detail]) => ['duplicate_key', key, expect.stringContaining(detail)]),
    );
    expect(written(file, texts)).toBe(file);
    const edited = Object.fromEntries(Object.entries(texts).map(([key, value]) => [key, value.replace('3', 'new')]));
    expect(written(file, edited)).toBe(file.replace('"3"', '"new"'));
    for (const none of [{}, Object.fromEntries(Object.keys(texts).map((key) => [key, undefined]))])
      expect(read(written(file, none)).entries.filter(({ value }) => value !== null)).toEqual([]);
  });

  it.each([
    ['{"a":{"b":"1","c":["2",null]},"a":{"c":["2",null],"b":"1"}}', 0],
    ['{"a":"1","a":{"b":"2"},"a":"1"}', 1],
    ['{"a":{"b":{"c":"1"},"b":{"c":"2"}},"a":{"b":{"c":"2"}}}', 0],
    ['{"a":{"b":["1"]},"a":{"b":["1","2"]}}', 1],
    ['{"a":{"b":null},"a":{"b":"null"}}', 1],
    ['{"a":{"b":["1"]},"a":{"b":{"0":"1"}}}', 1],
  ])('warns of %s only where its values are different', (file, count) => {
    expect(read(file).warnings.filter(({ code }) => code === 'duplicate_key')).toHaveLength(count);
  });
});
