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

const fixture = (name: string): Uint8Array => readFileSync(join(__dirname, 'fixtures', name));

function read(bytes: string | Uint8Array, codec: FormatCodec = jsonCodec) {
  const warnings: Warning[] = [];
  const context = {
    projectLanguages: ['en'],
    sourceLanguage: 'en',
    warn: (warning: Warning) => warnings.push(warning),
  };
  const { entries } = codec.parse(typeof bytes === 'string' ? Buffer.from(bytes) : bytes, context);
  return { entries, warnings, pairs: entries.map(({ key, value }) => [key, value]) };
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

describeCodec(jsonCodec, { fixtures: join(__dirname, 'fixtures') });
describeCodec(jsonNestedCodec, { fixtures: join(__dirname, 'fixtures') });

const keyed = (...keys: string[]): EntryToWrite[] =>
  keys.sort(compareCodePoints).map((key, index) => ({ key, value: `${index}` }));

describe.each([jsonCodec, jsonNestedCodec])('parse of $id', (codec) => {
  it('reads a byte order mark away', () => {
    expect(read(fixture('bom.json'), codec).pairs).toEqual([['a', 'x']]);
  });

  it('reports duplicates as they stand, with their lines', () => {
    expect(read(fixture('duplicate-names.json'), codec).entries).toEqual([
      { key: 'a', value: '1', line: 2 },
      { key: 'b', value: '2', line: 3 },
      { key: 'a', value: '3', line: 4 },
      { key: 'c.d', value: '4', line: 5 },
      { key: 'c.d', value: '5', line: 6 },
    ]);
  });

  it('keeps a dotted name beside the name that it begins with', () => {
    expect(read(fixture('dotted-beside-plain.json'), codec).pairs).toEqual([
      ['a', 'x'],
      ['a.b', 'y'],
    ]);
  });

  it('flattens objects with dots and arrays with brackets', () => {
    expect(read(fixture('nested.json'), codec).pairs).toEqual([
      ['menu.file.open', 'Open'],
      ['menu.file.', 'empty name'],
      ['menu.recent[0]', 'first'],
      ['menu.recent[1].name', 'second'],
      ['menu.recent[2][0]', 'deep'],
      ['.x', 'below an empty name'],
      ['', 'an empty name'],
      ['__proto__.constructor', 'p'],
      ['10', 'ten'],
      ['9', 'nine'],
    ]);
  });

  it('keeps numbers and booleans as they are written, and says so', () => {
    const { pairs, warnings } = read(fixture('scalars.json'), codec);
    expect(pairs).toEqual([
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

  it('warns of empty objects and arrays, but not of an empty file', () => {
    expect(read('{"a": {}, "b": {"c": []}}', codec)).toMatchObject({
      pairs: [],
      warnings: [
        { code: 'empty_container', key: 'a' },
        { code: 'empty_container', key: 'b.c' },
      ],
    });
    expect(read('{}', codec).warnings).toEqual([]);
  });

  it('leaves placeholders and context suffixes as they are', () => {
    expect(read(fixture('placeholders.json'), codec).pairs).toEqual([
      ['hello', 'Hi {{- name}} &lt;b&gt; %d {n}'],
      ['friend_male', 'A boyfriend'],
      ['friend_other', 'Friends'],
    ]);
  });

  it.each(['root-array.json', 'comment.json', 'trailing-comma.json', 'deep.json'])('refuses %s', (name) => {
    expect(() => read(fixture(name), codec)).toThrow(FormatError);
  });

  it('refuses a small file that means huge keys', () => {
    const wide = `{${JSON.stringify('k'.repeat(8000))}: {${Array.from({ length: 20_000 }, (_, i) => `"${i}":""`).join()}}}`;
    expect(() => read(wide, codec)).toThrow(/together/);
    expect(() => read(JSON.stringify({ ['k'.repeat(9000)]: { a: 'b' } }), codec)).toThrow(/longer/);
  });
});

describe('serialize of json', () => {
  it('writes a line a text, in the order of the entries', () => {
    expect(write(jsonCodec, keyed('b', '10', '9', '__proto__', 'a.b'))).toBe(
      '{\n  "10": "0",\n  "9": "1",\n  "__proto__": "2",\n  "a.b": "3",\n  "b": "4"\n}\n',
    );
  });

  it('writes an empty object for nothing', () => {
    expect(write(jsonCodec, [])).toBe('{}\n');
    expect(write(jsonNestedCodec, [])).toBe('{}\n');
  });

  it('writes an empty text where there is none', () => {
    expect(write(jsonCodec, [{ key: 'a' }])).toBe('{\n  "a": ""\n}\n');
  });

  it('escapes lone surrogates, so that the bytes are UTF-8', () => {
    expect(write(jsonCodec, [{ key: 'a', value: '\ud800x' }])).toContain('"\\ud800x"');
  });
});

describe('serialize of json-nested', () => {
  const nested = (...keys: string[]): unknown => JSON.parse(write(jsonNestedCodec, keyed(...keys)));

  it('indents by two spaces, names in code point order', () => {
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

  it('leaves the deeper key under its dotted name where a text is in the way', () => {
    expect(nested('a', 'a.b', 'x.a', 'x.a.b.c', 'x.a[0]')).toEqual({
      a: '0',
      'a.b': '1',
      x: { a: '2', 'a.b.c': '3', 'a[0]': '4' },
    });
  });

  it('rebuilds an array only where all its items are there', () => {
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

  it('orders the items of an array by number', () => {
    const keys = Array.from({ length: 12 }, (_, i) => `a[${i}]`);
    expect(Object.keys(nested(...keys) as object)).toEqual(['a']);
    expect(read(write(jsonNestedCodec, keyed(...keys))).entries.map(({ key }) => key)).toEqual(
      Array.from({ length: 12 }, (_, i) => `a[${i}]`),
    );
  });

  it('rebuilds arrays in arrays from the inside', () => {
    expect(nested('t[0][0]', 't[0][1]', 't[1]')).toEqual({ t: [['0', '1'], '2'] });
    expect(nested('t[0][1]', 't[1]')).toEqual({ 't[0][1]': '0', 't[1]': '1' });
  });

  it('takes a dot for a separator only between names', () => {
    expect(nested('messages.Loading...', 'a..b', '.c', 'd.')).toEqual({
      messages: { 'Loading...': '3' },
      'a..b': '1',
      '.c': '0',
      'd.': '2',
    });
  });

  it('never nests deeper than it reads, and keeps the rest as one name', () => {
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

  it('comes back with exactly the keys and texts that it was given', () => {
    fc.assert(
      fc.property(fc.uniqueArray(path, { maxLength: 30 }), (keys) => {
        const entries = keyed(...keys);
        const back = new Map(read(write(jsonNestedCodec, entries)).entries.map(({ key, value }) => [key, value]));
        expect(back).toEqual(new Map(entries.map(({ key, value }) => [key, value])));
      }),
      { numRuns: 2000 },
    );
  });
});
