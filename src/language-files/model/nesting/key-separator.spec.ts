import fc from 'fast-check';
import { parsed, written } from '../../contract/file-exchange.contract';
import { i18nextCodec } from '../../i18next/i18next-codec';
import { icuJsonCodec } from '../../icu-json/icu-json-codec';
import { jsonNestedCodec } from '../../json/json-codec';
import { phpCodec } from '../../php/php-codec';
import { yamlCodec, yamlRailsCodec } from '../../yaml/yaml-codec';
import { compareCodePoints } from '../code-point-order';
import type { FormatCodec } from '../codec';
import { MalformedFileError } from '../format-errors';
import { KeySeparator } from './key-separator';
import { MAX_NESTING } from './key-tree';

const NESTED: FormatCodec[] = [jsonNestedCodec, icuJsonCodec, i18nextCodec, yamlCodec, yamlRailsCodec, phpCodec];

const namesOf = (codec: FormatCodec, file: string, keySeparator?: string): string[] =>
  parsed(codec, file, { keySeparator, language: 'en' }).entries.map(({ key }) => key);
const write = (codec: FormatCodec, names: readonly string[], keySeparator?: string) =>
  written(
    codec,
    names.map((key, index) => ({ key, value: `text ${index}` })),
    { keySeparator },
  );
const nested = (names: readonly string[], keySeparator?: string): unknown =>
  JSON.parse(write(jsonNestedCodec, names, keySeparator).text);

describe('KeySeparator', () => {
  const separators = fc.constantFrom('.', '', '::', '/', '..', ' ', ' > ', '[', ']', '[0]', 'a', 'aa', '"', '\\', '😀');

  it.each(NESTED)('gives the names of $id back, whatever they and the separator are', (codec) => {
    const anyNames = separators.chain((separator) => {
      const part = fc.constantFrom(
        'a',
        'b',
        'Save file',
        '',
        '0',
        '[0]',
        '[1]',
        '.',
        '. ',
        ' ',
        '\n',
        '__proto__',
        ':',
      );
      const name = fc.array(fc.oneof(part, fc.constant(separator)), { minLength: 1, maxLength: 8 });
      const names = fc.uniqueArray(
        name.map((parts) => parts.join('')).filter((joined) => joined.trim() !== ''),
        { maxLength: 20 },
      );
      return fc.tuple(fc.constant(separator), names);
    });
    fc.assert(
      fc.property(anyNames, ([separator, names]) => {
        const read = namesOf(codec, write(codec, names, separator).text, separator);
        expect(read.sort(compareCodePoints)).toEqual([...names].sort(compareCodePoints));
      }),
      { numRuns: 300 },
    );
  });

  it('splits no name if it is empty', () => {
    expect(nested(['a.b', 'a::b', 'list[0]', 'list[1]'], '')).toEqual({
      'a.b': 'text 0',
      'a::b': 'text 1',
      list: ['text 2', 'text 3'],
    });
  });

  it('splits names at itself only', () => {
    expect(nested(['menu::file.open', 'menu::save[0]'], '::')).toEqual({
      menu: { 'file.open': 'text 0', save: ['text 1'] },
    });
  });

  it('is none directly before white space, nor behind the first', () => {
    const names = ['Save file. Really', 'Version 1.2 of %s', 'errors.Not found. Retry', 'a .b', 'a.\u00a0b', 'a\n.b'];
    expect(nested(names)).toEqual({
      ...Object.fromEntries(names.map((name, index) => [name, `text ${index}`]).filter((_, index) => index !== 2)),
      errors: { 'Not found. Retry': 'text 2' },
    });
  });

  it('splits names at white space that is a part of it', () => {
    expect(nested(['Home > Page title'], ' > ')).toEqual({ Home: { 'Page title': 'text 0' } });
  });

  it.each(NESTED)('produces a warning for each name of $id whose split is a guess', (codec) => {
    const names = ['errors.Not found', 'Save file. Really', 'a.b'];
    expect(write(codec, names).warnings.map(({ code, key }) => [code, key])).toEqual([
      ['name_split', 'errors.Not found'],
    ]);
    expect(write(codec, names, '').warnings).toEqual([]);
    expect(write(codec, [...names, 'errors']).warnings).toEqual([]);
  });

  it('warns once about the forms of a plural', () => {
    const forms = new Map([
      ['one', 'x'],
      ['other', 'y'],
    ] as const);
    const value = { type: 'cardinal', arg: 'count', exact: new Map(), forms } as const;
    const { warnings } = written(i18nextCodec, [{ key: 'errors.Not found', value }]);
    expect(warnings).toMatchObject([{ code: 'name_split', key: 'errors.Not found' }]);
  });

  it('refuses nested objects if it is empty, with their position', () => {
    const file = '{\n  "a.b": "x",\n  "list": ["y"],\n  "menu": {"open": "z"}\n}';
    expect(() => namesOf(jsonNestedCodec, file, '')).toThrow(MalformedFileError);
    expect(() => namesOf(jsonNestedCodec, file, '')).toThrow(
      expect.objectContaining({ position: { line: 4, column: 20 } }),
    );
    expect(namesOf(jsonNestedCodec, file.replace(/,\s*"menu".*/, ''), '')).toEqual(['a.b', 'list[0]']);
    expect(namesOf(yamlRailsCodec, 'en:\n  files:\n    one: x\n    other: y\n', '')).toEqual(['files']);
  });

  it('finds the places of a name in linear time', () => {
    const separator = new KeySeparator('.');
    const key = '.'.repeat(1_000_000);
    expect(separator.find(key, 0, separator.limitIn(key))).toBe(-1);
  });

  it('keeps the rest of a name whose parts would be nested too deep', () => {
    const name = Array.from({ length: 2 * MAX_NESTING }, () => 'a').join('::');
    expect(namesOf(jsonNestedCodec, write(jsonNestedCodec, [name], '::').text, '::')).toEqual([name]);
  });
});
