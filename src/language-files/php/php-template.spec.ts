import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { parsed } from '../contract/file-exchange.contract';
import { anyText } from '../contract/samples.contract';
import { type Edits, editedFile } from '../contract/template-edits.contract';
import { TEMPLATE_MISFIT } from '../template/write-file';
import { phpCodec } from './php-codec';
import { writeLike } from './php-literals';
import { readPhp } from './php-reader';
import { samples } from '../../../test/support/samples';

const FILE = readFileSync(join(__dirname, 'fixtures', 'comments.php'), 'utf8');
const edited = (edits: Edits, source = FILE): string => editedFile(phpCodec, source, edits).text;
const php = (array: string): string => `<?php\nreturn ${array};\n`;
describe('templates of PHP', () => {
  it.each([
    ['failed', "It's", "'These credentials do not match.'", "'It\\'s'"],
    ['failed', 'two\nlines \\', "'These credentials do not match.'", "'two\nlines \\\\'"],
    ['password', '"$a" {$b}\t\n\\', '"The \\"password\\" is wrong.\\n\\$5 fee"', '"\\"\\$a\\" {\\$b}\\t\\n\\\\"'],
    ['joined', 'One text.', "'A long text ' . // first part\n        'of two parts.'", "'One text.'"],
    ['heredoc', 'Dear\n\n$x "y" \\', 'Dear \\$name,\n          bye', 'Dear\n\n        \\$x "y" \\\\'],
    ['heredoc', 'Dear\nTXT', '<<<"TXT"\n        Dear \\$name,\n          bye\n        TXT', "'Dear\nTXT'"],
    ['nowdoc', '$a\n\\', '    A \\ text', '    $a\n    \\'],
    ['count', '4', '3', '4'],
    ['count', 'four', '3', "'four'"],
    ['on', 'false', 'true', 'false'],
    ['path', 'App\\Views\\', "'App\\Models\\\\'", "'App\\Views\\\\'"],
    ['list[2]', 'three', 'null', "'three'"],
    ['last', 'still none', 'no comma', 'still none'],
  ])('writes %s = %j in the style of its literal', (key, text, old, literal) => {
    expect(FILE).toContain(old);
    expect(edited({ [key]: text })).toBe(FILE.replace(old, () => literal));
  });

  it.each([
    ['failed', / {4}'failed'.*\n/],
    ['password', / {4}'password'.*\n/],
    ['throttle', / {4}# One line above\n.*\n/],
    ['nested.a', / {8}'a' => 'x',\n/],
    ['nested.b', "/* before b */ 'b' => 'y', "],
    ['nested.c', ", /* before c */ 'c' => 'z'"],
    ['joined', / 'joined' => [^]*?parts\.',(?=\n)/],
    ['heredoc', / {4}'heredoc'[^]*?TXT,\n/],
    ['nowdoc', / {4}'nowdoc'[^]*?behind\n/],
    ['count', "'count' => 3, "],
    ['on', " 'on' => true,"],
    ['404', / {4}404.*\n/],
  ])('removes %s with its comments and nothing else', (key, removed) => {
    expect(FILE.search(removed instanceof RegExp ? removed : /(?:)/)).toBeGreaterThan(-1);
    expect(edited({ [key]: null })).toBe(FILE.replace(removed, ''));
  });

  it('keeps the comments of a section whose texts are removed', () => {
    const gone = edited({ failed: null, password: null, throttle: null });
    expect(gone).toContain('| Authentication');
    expect(gone).toContain("// 'disabled'");
    expect(gone).not.toContain('shown at the login');
  });

  it('removes an array with its last text and the comments in it', () => {
    expect(edited({ a: 'x', 'b.c': null }, php("['b' => [\n  // only c\n\n  'c' => 'd',\n], 'e' => 'f']"))).toBe(
      php("['e' => 'f', 'a' => 'x']"),
    );
  });

  it('keeps the places of the items of an array', () => {
    expect(edited({ 'list[0]': null })).toBe(FILE.replace("['one',", '[null,'));
    expect(edited({ 'list[3].three': null })).toBe(FILE.replace(", ['three' => 'drei']", ''));
    expect(edited({ 'a[0].b': null }, php("['a' => [['b' => 'c'], /* d */ 'd', /* e */]]"))).toBe(
      php("['a' => [null, /* d */ 'd', /* e */]]"),
    );
    const mixed = php("['a' => ['x', 5 => 'y', 'z', 'k' => 'v']]");
    expect(edited({ 'a[0]': null, 'a.5': null }, mixed)).toBe(php("['a' => [null, 5 => null, 'z', 'k' => 'v']]"));
    expect(edited({ 'a.k': null }, mixed)).toBe(php("['a' => ['x', 5 => 'y', 'z']]"));
  });

  it('writes null for the items without a text of new arrays, and before new items', () => {
    const edits = { 'a[1]': { value: undefined }, 'a[2].b': 'z', 'm[0]': { value: undefined }, 'm[1]': 'y' };
    expect(edited(edits, php("['a' => ['x']]"))).toBe(php("['a' => ['x', null, ['b' => 'z']], 'm' => [null, 'y']]"));
  });

  it('ends an array with a comma if it ended with one', () => {
    expect(edited({ b: null }, php("['a' => 'x', 'b' => 'y']"))).toBe(php("['a' => 'x']"));
    expect(edited({ b: null }, php("[\n  'a' => 'x',\n  'b' => 'y',\n]"))).toBe(php("[\n  'a' => 'x',\n]"));
    expect(edited({ c: 'z' }, php("[\n  'a' => 'x',\n  'b' => 'y' // b\n]"))).toBe(
      php("[\n  'a' => 'x',\n  'b' => 'y', // b\n  'c' => 'z'\n]"),
    );
  });

  it.each([
    ["['a' => 'x']", { b: 'y' }, "['a' => 'x', 'b' => 'y']"],
    ["['a'=>'x','b'=>'y']", { c: 'z' }, "['a'=>'x','b'=>'y','c'=>'z']"],
    ['array("a" => "x",)', { b: '$y' }, 'array("a" => "x", "b" => "\\$y",)'],
    ["[\n\t'a'   => 'x',\n\t'bcd' => 'y',\n]", { ef: 'z' }, "[\n\t'a'   => 'x',\n\t'bcd' => 'y',\n\t'ef'  => 'z',\n]"],
    ["[\n  1 => 'a',\n  2 => 'b',\n]", { '3': 'c' }, "[\n  1 => 'a',\n  2 => 'b',\n  3 => 'c',\n]"],
    ["[\n  'a' => ['b' => 'c'],\n]", { 'a.d': 'e' }, "[\n  'a' => ['b' => 'c', 'd' => 'e'],\n]"],
    [
      "array(\r\n  'a' => array(),\r\n)",
      { 'b.c.d': 'e' },
      "array(\r\n  'a' => array(),\r\n  'b' => array(\r\n    'c' => array(\r\n      'd' => 'e',\r\n    ),\r\n  ),\r\n)",
    ],
    ["[\n  'a' => ['x'],\n]", { 'a[1]': 'y' }, "[\n  'a' => ['x', 'y'],\n]"],
    ["['a' => [ /* none */ ]]", { 'a.b': 'c' }, "['a' => [ /* none */ 'b' => 'c' ]]"],
    ['[]', { a: 'b', 'c.d': 'e' }, "[\n    'a' => 'b',\n    'c' => [\n        'd' => 'e',\n    ],\n]"],
    ["['a.b' => 'x']", { 'c.d': 'y' }, "['a.b' => 'x', 'c.d' => 'y']"],
    ["['first']", { key: 'x' }, "['first', 'key' => 'x']"],
  ])('adds to %s in its style', (array, edits, expected) => {
    expect(edited(edits, php(array))).toBe(php(expected));
  });

  it('adds a text behind its neighbour in the file of the source language', () => {
    const source = Buffer.from(php("['a' => 'A', 'b' => 'B', 'c' => 'C']"));
    const template = { bytes: Buffer.from(php("[\n  'a' => 'x', // of a\n  'c' => 'z'\n]")), isForeign: false, source };
    expect(editedFile(phpCodec, template.bytes.toString(), { b: 'y' }, { language: 'de', template }).text).toBe(
      php("[\n  'a' => 'x', // of a\n  'b' => 'y',\n  'c' => 'z'\n]"),
    );
  });

  it('does not write code into a comment that ends with its line', () => {
    const file = php("[// open\n'a'=>'x',// a\n'b'=>'y','c'=>'z',# c\n// last\n]");
    expect(edited({ b: null, d: 'w' }, file)).toBe(php("[// open\n'a'=>'x',// a\n'c'=>'z',# c\n'd'=>'w',\n// last\n]"));
    const line = php("['a' => 'x', // a\n'b' => 'y']");
    expect(edited({ b: null }, line)).toBe(php("['a' => 'x' // a\n]"));
    // A comment of a line may contain the end of a block.
    expect(edited({ b: 'y' }, php("['a' => 'x' // a */\n]"))).toBe(php("['a' => 'x', // a */\n 'b' => 'y'\n]"));
  });

  it('has no place for a number in an array of items with and without names', () => {
    const { warnings } = editedFile(phpCodec, php("['a' => ['x', 'k' => 'v']]"), { 'a.7': 'y' });
    expect(warnings.map(({ code }) => code)).toContain(TEMPLATE_MISFIT);
  });

  it('writes a plural for Laravel, and as an ICU message if the file has it so', () => {
    const file = php("['a' => 'one|many', 'b' => '{n, plural, one {x} other {y}}']");
    expect(edited({ a: '{count, plural, one {1} other {n}}' }, file)).toBe(file.replace('one|many', '1|n'));
    expect(edited({ b: '{n, plural, one {1} other {y}}' }, file)).toBe(file.replace('{x}', '{1}'));
  });

  const literals = ["'a'", "'a\\b'", '"a"', '"\n\t"', '"\\u{e9}"', '<<<A\n  b\n  A', "<<<'A'\nb\nA", '1', 'null'];
  it.each(literals)('reads each text that replaces %j', (old) => {
    fc.assert(
      fc.property(fc.oneof(anyText, fc.stringMatching(/^[A\n\r\t \\$"'{a]{0,12}$/)), (text) => {
        fc.pre(!/\p{Surrogate}/u.test(text));
        const literal = writeLike(old, text, '"');
        expect(readPhp(php(`['k' => ${literal}]`), { warn: () => undefined })[0]?.value).toBe(text);
      }),
      { numRuns: samples(500) },
    );
  });
});

describe('a name that occurs twice, once with an array', () => {
  it.each<[array: string, texts: Record<string, string>, keys: string[]]>([
    [
      "[\n'a' => ['b' => '1st', 'c' => 'only'], // 1\n// of a\n'a' => ['b' => 'last'],\n'd' => 'x',\n]",
      { 'a.b': 'last', d: 'x' },
      ['a'],
    ],
    ["['a' => ['b' => '1st', /* c */ 'c' => ['only']], 'a' => 'last', 'd' => 'x']", { a: 'last', d: 'x' }, ['a']],
    ["['a' => '1st', 'a' => '2nd', 'a' => ['b' => 'last']]", { 'a.b': 'last' }, ['a', 'a']],
    ["['a' => ['1st', '2nd'], 'a' => array('last')]", { 'a[0]': 'last' }, ['a']],
    [
      "['x' => ['a' => [['b' => '1st']], 'a' => [['b' => 'last']], 'c' => 'other']]",
      { 'x.a[0].b': 'last', 'x.c': 'other' },
      ['x.a'],
    ],
    ["[1 => ['b' => '1st'], '1' => ['b' => 'last']]", { '1.b': 'last' }, ['1']],
    ["['x' => [['b' => '1st'], ['b' => 'last']]]", { 'x[0].b': '1st', 'x[1].b': 'last' }, []],
  ])('has the texts that PHP finds in %j, and keeps the others', (array, texts, keys) => {
    const file = php(array);
    const { entries, warnings } = parsed(phpCodec, file);
    expect(Object.fromEntries(entries.map(({ key, value }) => [key, value]))).toEqual(texts);
    expect(warnings.filter(({ code }) => code === 'duplicate_key').map(({ key }) => key)).toEqual(keys);
    expect(editedFile(phpCodec, file)).toEqual({ text: file, warnings: [] });
    for (const [key, text] of Object.entries(texts))
      expect(edited({ [key]: 'new' }, file)).toBe(file.replace(`'${text}'`, "'new'"));
    const { text: rest, warnings: others } = editedFile(
      phpCodec,
      file,
      Object.fromEntries(Object.keys(texts).map((key) => [key, null])),
    );
    expect(others).toEqual([]);
    expect(parsed(phpCodec, rest).entries.filter(({ value }) => value !== null)).toEqual([]);
  });
});
