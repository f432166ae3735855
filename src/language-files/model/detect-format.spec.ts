import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FormatCodec } from './codec';
import { detectFormat, type Detection } from './detect-format';
import { jsonCodec } from '../json/json-codec';
import { codecs } from './registry';

const bytes = (text: string, encoding: BufferEncoding = 'utf8'): Uint8Array => Buffer.from(text, encoding);
const detect = (name: string | undefined, text: string): Detection => detectFormat(name, bytes(text));

/** A codec of which only the outside matters. */
const stub = (id: string, extensions: string[], sniff?: FormatCodec['sniff'], canParse = true): FormatCodec => ({
  ...jsonCodec,
  id,
  extensions,
  sniff,
  canParse,
});

describe('detectFormat of .json', () => {
  it.each([
    ['json', '{"a": "b", "c.d": "e"}'],
    ['json', '{}'],
    ['json', 'broken'],
    ['json', '{"friend_one": "a", "friend_other": "b"}'],
    ['json', '{"a": "{count, plural, one {#} other {#}}"}'],
    ['json-nested', '{"a": {"b": "c"}}'],
    ['json-nested', '{"a": ["b"]}'],
    ['json-nested', '{"a": {"@@locale": "de"}}'],
    ['json-nested', '{"a": "@@locale", "b": {}, "c": "\\"@@locale\\""}'],
    ['arb', '{"@@locale": "de", "a": "b"}'],
    ['arb', '{"a": "b", "@a": {"description": "c"}, "@@locale": "de"}'],
  ])('is %s for %s', (format, text) => {
    expect(detect('locales/de.JSON', text)).toEqual({ format });
  });

  it('finds @@locale at the end of a large file', () => {
    const text = `{${Array.from({ length: 10_000 }, (_, i) => `"key${i}": "text"`).join()}, "@@locale": "de"}`;
    expect(detect('de.json', text)).toEqual({ format: 'arb' });
  });

  it('needs no more than the start of a large file', () => {
    const text = `{"é": {"a": "${'é'.repeat(100_000)}`;
    expect(detect('de.json', text)).toEqual({ format: 'json-nested' });
    expect(detectFormat('de.json', bytes(` ${text}`))).toEqual({ format: 'json-nested' });
    expect(detectFormat('de.json', bytes(`\ufeff${text}`, 'utf16le'))).toEqual({ format: 'json-nested' });
  });
});

describe('detectFormat by extension', () => {
  const xml = [
    stub('one', ['xml'], (head) => (head.includes('<one') ? 2 : 0)),
    stub('two', ['xml', 'two'], (head) => (head.includes('<two') ? 2 : 1)),
    stub('three', ['xml'], (head) => (head.includes('<two') ? 2 : 0)),
    stub('template', ['tpl'], undefined, false),
    stub('i18next', ['json'], () => 2),
  ];
  const among = (name: string | undefined, text: string): Detection => detectFormat(name, bytes(text), xml);

  it('asks nobody where one format has the extension', () => {
    expect(among('a.two', '<one/>')).toEqual({ format: 'two' });
  });

  it('asks the content where several have it', () => {
    expect(among('a.xml', '<one/>')).toEqual({ format: 'one' });
    expect(among('a.xml', '<other/>')).toEqual({ format: 'two' });
  });

  it('names the candidates where the content fits several', () => {
    expect(among('a.xml', '<two/>')).toEqual({ candidates: ['two', 'three'] });
  });

  it('asks the content alone where nobody has the extension, or there is none', () => {
    expect(among('a.txt', '<one/>')).toEqual({ format: 'one' });
    expect(among('a', '<one/>')).toEqual({ format: 'one' });
    expect(among(undefined, '<one/>')).toEqual({ format: 'one' });
    expect(among('folder.two/a', '<one/>')).toEqual({ format: 'one' });
  });

  it('never guesses what cannot be read, nor i18next', () => {
    expect(among('a.tpl', '<one/>')).toEqual({ format: 'one' });
    expect(detectFormat(undefined, bytes('?'), xml.slice(3))).toEqual({ candidates: [] });
  });

  it('shows binary files to the codecs as Latin-1', () => {
    const binary = [stub('mo', ['mo'], (head) => (head.startsWith('Þ\u0012\u0004') ? 2 : 0)), ...xml];
    expect(detectFormat(undefined, bytes('Þ\u0012\u0004\u0095', 'latin1'), binary)).toEqual({ format: 'mo' });
  });

  it('takes a zip for a workbook or for nothing, whatever can be read in it', () => {
    const workbook = stub('xlsx', ['xlsx'], (head) => (head.includes('[Content_Types].xml') ? 2 : 0));
    const zip = (text: string): Uint8Array => bytes(`PK\u0003\u0004ÿ${text}`, 'latin1');
    expect(detectFormat('a.zip', zip('<one/>'), [workbook, ...xml])).not.toHaveProperty('format');
    expect(detectFormat(undefined, zip('[Content_Types].xml'), [workbook, ...xml])).toEqual({ format: 'xlsx' });
  });
});

describe('detectFormat of the registry', () => {
  it('knows flat and nested JSON without a name', () => {
    expect(detect(undefined, '{"a": "b", "c": "d"}')).toEqual({ format: 'json' });
    expect(detect(undefined, '{"a": {"b": "c"}}')).toEqual({ format: 'json-nested' });
  });

  it('names all formats where nothing is known', () => {
    expect(detect('x.unknown', '\u0001')).toHaveProperty('candidates');
  });

  it('never throws, whatever the fixture and its name', () => {
    const folder = join(__dirname, '../json/fixtures');
    for (const file of readdirSync(folder)) {
      for (const { extensions } of codecs) {
        expect(() => detectFormat(`x.${extensions[0]}`, readFileSync(join(folder, file)))).not.toThrow();
      }
    }
  });
});
