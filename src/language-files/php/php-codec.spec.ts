import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeCodec } from '../contract/codec.contract';
import type { Plural, PluralCategory } from '../model/plural';
import { entriesOf, parsed, written } from '../contract/file-exchange.contract';
import { FileLimitError, MalformedFileError, UnwritableTextError } from '../model/format-errors';
import { phpCodec } from './php-codec';
import { CPU_SECONDS, startCpuClock } from '../contract/cpu-time.contract';

const fixture = (name: string): Buffer => readFileSync(join(__dirname, 'fixtures', name));
const texts = (bytes: string | Buffer) => parsed(phpCodec, bytes).entries.map(({ key, value }) => [key, value]);
const readValue = (literal: string) => texts(`<?php return ['k' => ${literal}];`)[0]?.[1];

const plural = (forms: [PluralCategory, string][], exact: [number, string][] = []): Plural => ({
  type: 'cardinal',
  arg: 'count',
  exact: new Map(exact),
  forms: new Map(forms),
});

describeCodec(phpCodec, {
  commentSyntaxes: ['// text', '# text', '/* text */'],
  fixtures: join(__dirname, 'fixtures'),
  readsPlurals: false,
});

describe('phpCodec.parse', () => {
  it('reads arrays of literals', () => {
    expect(texts(fixture('laravel.php'))).toEqual([
      ['welcome', 'Welcome, :name!'],
      ["it's", 'It\'s "quoted"\n\ttab $5 \\ 😀 AB \\q {braces}'],
      ['pages', 'Home | Site'],
      ['comment', 'text // ] with /* marks */ and # hash'],
      ['nested.deep.er', 'x'],
      ['nested.list[0]', 'first'],
      ['nested.list[1]', 'second'],
      ['nested.list[2][0]', 'third'],
      ['404', 'Not found'],
      ['mixed[0]', 'a'],
      ['mixed.5', 'five'],
      ['mixed[6]', 'six'],
      ['mixed.k', 'v'],
      ['joined', 'one two 3!'],
      ['heredoc', 'Dear $name,\n  indented "quotes" \\" A\n\nbye'],
      ['nowdoc', 'Dear $name \\n {$x}'],
      ['scalars[0]', '1'],
      ['scalars[1]', '-2.50'],
      ['scalars[2]', 'true'],
      ['scalars[3]', 'false'],
      ['scalars[4]', null],
      ['scalars[5]', '0x1A'],
    ]);
  });

  it('warns about everything that it does not keep', () => {
    const { warnings } = parsed(phpCodec, fixture('laravel.php'));
    expect(warnings.map(({ code, key, line }) => [code, key, line])).toEqual([
      ['empty_container', 'empty', 20],
      ...[0, 1, 2, 3, 5].map((item) => ['value_became_text', `scalars[${item}]`, 32]),
      ['comment_dropped', undefined, 5],
    ]);
  });

  it('returns duplicate texts in file order with their lines', () => {
    expect(parsed(phpCodec, fixture('duplicates.php')).entries).toEqual([
      { key: 'a', value: '1', line: 1 },
      { key: 'a', value: '2', line: 1 },
      { key: 'b.c', value: '3', line: 2 },
      { key: 'b.c', value: '4', line: 2 },
    ]);
  });

  it.each([
    ["'a' => ['b' => '1', 'c' => ['2', null]], 'a' => ['c' => ['2', null], 'b' => '1']", 0],
    ["'a' => '1', 'a' => ['b' => '2'], 'a' => '1'", 1],
    ["'a' => ['b' => ['1']], 'a' => ['b' => ['1', '2']]", 1],
    ["'a' => ['b' => null], 'a' => ['b' => 'null']", 1],
  ])('warns of [%s] only where its values are different', (elements, count) => {
    const { warnings } = parsed(phpCodec, `<?php return [${elements}];`);
    expect(warnings.filter(({ code }) => code === 'duplicate_key')).toHaveLength(count);
  });

  it('reads a file with a byte order mark, CRLF and a closing tag', () => {
    expect(texts(fixture('bom-crlf.php'))).toEqual([
      ['a', 'x'],
      ['b', 'y\r\nz'],
    ]);
  });

  it('reads items without keys under their index', () => {
    expect(texts(fixture('no-keys.php'))).toEqual([
      ['[0]', 'first'],
      ['[1]', 'second'],
    ]);
  });

  it.each([
    ['call', 12],
    ['variable', 16],
    ['constant', 16],
    ['spread', 9],
    ['interpolation', 19],
    ['class-constant', 16],
    ['reference', 16],
    ['statement', 1],
    ['after', 12],
    ['no-array', 8],
    ['backticks', 16],
    ['assignment', 1],
  ])('refuses a file with code: %s', (name, column) => {
    const position = { line: 3, column: name === 'call' ? 16 : column };
    expect(() => parsed(phpCodec, fixture(`refused-${name}.php`))).toThrow(
      expect.objectContaining({ code: 'malformed_file', position }),
    );
  });

  it.each([
    ["'\\\\\\' \\n'", "\\' \\n"],
    ['"\\xC3\\xA9 \\303\\251"', 'é é'],
    ['"\\u{e9}\\u{00001F600}"', 'é😀'],
    ['"\\0\\8\\e\\v\\f\\r"', '\0\\8\u001b\v\f\r'],
    ['"\\501"', 'A'],
    ['b"x"', 'x'],
    ['"{ $ {x} $5 \\{$"', '{ $ {x} $5 \\{$'],
    ['<<<A\nA', ''],
    ['<<<"A"\n\nA', ''],
    ['<<<A\n\t a\n\t  b\n\t A'.replaceAll('\t', ' '), 'a\n b'],
    ['<<<A\n\n  a\n  A', '\na'],
    ["<<<'A'\nB\nAB\n A1\nA", 'B\nAB\n A1'],
    ["<<<'A'\n  a\n \n\n  A", 'a\n\n'],
    ['1_000', '1_000'],
    ['.5', '.5'],
    ['-1e3', '-1e3'],
  ])('reads the value of %s as PHP does', (literal, text) => {
    expect(readValue(literal)).toBe(text);
  });

  it.each([
    ['"\\xFF"', 'UTF-8'],
    ['"\\u{110000}"', 'code point'],
    ['"\\u{x}"', 'code point'],
    ['"{$x}"', 'variables'],
    ['"${x}"', 'variables'],
    ['<<<A\n  a\n b\n  A', 'indented'],
    ['<<<A\n\ta\n  A', 'indented'],
    ["'x", 'not closed'],
    ['<<<A\nx', 'not closed'],
    ["'a' // ?>\n", 'expected'],
    ["'a' . 1.5", 'whole numbers'],
    ["'a' . null", 'whole numbers'],
    ["['x' => 'y'] + ['z']", 'expected'],
  ])('refuses %s', (literal, reason) => {
    expect(() => readValue(literal)).toThrow(MalformedFileError);
    expect(() => readValue(literal)).toThrow(reason);
  });

  it.each([
    ['true', '1'],
    ['null', ''],
    ['0x1F', '31'],
    ['010', '8'],
    ['-5', '-5'],
    ['1_000', '1000'],
    ["'a' . 'b'", 'ab'],
  ])('converts the key %s as PHP does', (literal, key) => {
    expect(texts(`<?php return [${literal} => 'x'];`)).toEqual([[key, 'x']]);
  });

  it('refuses arrays that are nested too deeply and reads long joins in linear time', () => {
    expect(() => parsed(phpCodec, `<?php return ${'['.repeat(1e5)}`)).toThrow(FileLimitError);
    expect(() => parsed(phpCodec, `<?php return [${'('.repeat(1e5)}`)).toThrow(FileLimitError);
    const cpuSeconds = startCpuClock();
    expect(readValue("'a' . ".repeat(50_000) + "'a'")).toBe('a'.repeat(50_001));
    expect(cpuSeconds()).toBeLessThan(CPU_SECONDS);
  });
});

describe('phpCodec.serialize', () => {
  it('writes nested arrays with texts in single quotes', () => {
    const entries = entriesOf(parsed(phpCodec, fixture('laravel.php')));
    expect(written(phpCodec, entries).text).toBe(fixture('laravel-by-key.php').toString());
  });

  it.each<[string, Plural, string]>([
    [
      'en',
      plural([
        ['one', 'a'],
        ['other', 'b'],
      ]),
      'a|b',
    ],
    [
      'en',
      plural(
        [
          ['one', 'a'],
          ['other', 'b'],
        ],
        [[0, 'none']],
      ),
      'a|b|{0} none',
    ],
    ['ja', plural([['other', 'b']]), 'b'],
    [
      'tr',
      plural([
        ['one', 'a'],
        ['other', 'b'],
      ]),
      'b|{1} a',
    ],
    [
      'he',
      plural([
        ['one', 'a'],
        ['two', 'b'],
        ['other', 'c'],
      ]),
      'a|c|{2} b',
    ],
    [
      'ru',
      plural([
        ['one', 'a'],
        ['few', 'b'],
        ['many', 'c'],
        ['other', 'c'],
      ]),
      'a|b|c',
    ],
    [
      'pt',
      plural([
        ['one', 'a'],
        ['other', 'b'],
      ]),
      'a|b|{0} a',
    ],
    [
      'ga',
      plural([
        ['one', 'a'],
        ['two', 'b'],
        ['few', 'c'],
        ['many', 'd'],
        ['other', 'e'],
      ]),
      'a|b|e|[3,6] c|[7,10] d',
    ],
    ['xx', plural([['other', 'b']]), 'b'],
  ])('writes a plural in the language %s for trans_choice', (language, value, text) => {
    const { text: file, warnings } = written(phpCodec, [{ key: 'k', value }], { language });
    expect(file).toBe(`<?php\n\nreturn [\n    'k' => '${text}',\n];\n`);
    expect(warnings.map(({ code }) => code)).toEqual(['plural_became_text']);
  });

  it.each<[string, string, Plural]>([
    [
      'plural_form_dropped',
      'ru',
      plural([
        ['one', 'a'],
        ['few', 'b'],
        ['many', 'c'],
        ['other', 'd'],
      ]),
    ],
    [
      'plural_form_dropped',
      'en',
      {
        ...plural([
          ['one', 'st'],
          ['other', 'th'],
        ]),
        type: 'ordinal',
      },
    ],
    [
      'plural_separator',
      'en',
      plural([
        ['one', 'a|b'],
        ['other', 'c'],
      ]),
    ],
    [
      'plural_condition',
      'en',
      plural([
        ['one', '{count} file'],
        ['other', '{count} files'],
      ]),
    ],
  ])('warns with the code %s', (code, language, value) => {
    const { warnings } = written(phpCodec, [{ key: 'k', value }], { language });
    expect(warnings.map((warning) => [warning.code, warning.key])).toContainEqual([code, 'k']);
  });

  it('refuses a lone surrogate in a text or key', () => {
    expect(() => written(phpCodec, [{ key: 'k', value: '\uD800' }])).toThrow(UnwritableTextError);
    expect(() => written(phpCodec, [{ key: '\uDC00', value: '' }])).toThrow(UnwritableTextError);
  });
});
