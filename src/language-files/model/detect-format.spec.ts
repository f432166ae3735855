import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FormatCodec } from './codec';
import { detectFormat, type Detection } from './detect-format';
import { jsonCodec } from '../json/json-codec';
import { codecs } from './registry';

const bytes = (text: string, encoding: BufferEncoding = 'utf8'): Uint8Array => Buffer.from(text, encoding);
const detect = (name: string | undefined, text: string): Detection => detectFormat(name, bytes(text));

/** A codec with the given properties; it is never used to read or write. */
const stub = (id: string, extensions: string[], sniff?: FormatCodec['sniff'], canParse = true): FormatCodec => ({
  ...jsonCodec,
  id,
  extensions,
  sniff,
  canParse,
});

describe('detectFormat with the extension .json', () => {
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
  ])('detects %s for %s', (format, text) => {
    expect(detect('locales/de.JSON', text)).toEqual({ format });
  });

  it('finds @@locale at the end of a large file', () => {
    const text = `{${Array.from({ length: 10_000 }, (_, i) => `"key${i}": "text"`).join()}, "@@locale": "de"}`;
    expect(detect('de.json', text)).toEqual({ format: 'arb' });
  });

  it('reads only the start of a large file without @@locale', () => {
    const text = `{"é": {"a": "${'é'.repeat(100_000)}`;
    expect(detect('de.json', text)).toEqual({ format: 'json-nested' });
    expect(detectFormat('de.json', bytes(` ${text}`))).toEqual({ format: 'json-nested' });
    expect(detectFormat('de.json', bytes(`\ufeff${text}`, 'utf16le'))).toEqual({ format: 'json-nested' });
  });
});

describe('detectFormat with other extensions', () => {
  const xml = [
    stub('one', ['xml'], (head) => (head.includes('<one') ? 2 : 0)),
    stub('two', ['xml', 'two'], (head) => (head.includes('<two') ? 2 : 1)),
    stub('three', ['xml'], (head) => (head.includes('<two') ? 2 : 0)),
    stub('template', ['tpl'], undefined, false),
    { ...stub('undetectable', ['undetectable'], () => 2), neverDetected: true },
  ];
  const among = (name: string | undefined, text: string): Detection => detectFormat(name, bytes(text), xml);

  it('chooses the only format with the extension without looking at the content', () => {
    expect(among('a.two', '<one/>')).toEqual({ format: 'two' });
  });

  it('chooses by content when several formats have the extension', () => {
    expect(among('a.xml', '<one/>')).toEqual({ format: 'one' });
    expect(among('a.xml', '<other/>')).toEqual({ format: 'two' });
  });

  it('returns the candidates when the content fits several formats', () => {
    expect(among('a.xml', '<two/>')).toEqual({ candidates: ['two', 'three'] });
  });

  it('chooses by content when no format has the extension or there is none', () => {
    expect(among('a.txt', '<one/>')).toEqual({ format: 'one' });
    expect(among('a', '<one/>')).toEqual({ format: 'one' });
    expect(among(undefined, '<one/>')).toEqual({ format: 'one' });
    expect(among('folder.two/a', '<one/>')).toEqual({ format: 'one' });
  });

  it('never detects a format that cannot be read or is marked as never detected', () => {
    expect(among('a.tpl', '<one/>')).toEqual({ format: 'one' });
    expect(detectFormat(undefined, bytes('?'), xml.slice(3))).toEqual({ candidates: [] });
  });

  it('passes binary files to the codecs as Latin-1', () => {
    const binary = [stub('mo', ['mo'], (head) => (head.startsWith('Þ\u0012\u0004') ? 2 : 0)), ...xml];
    expect(detectFormat(undefined, bytes('Þ\u0012\u0004\u0095', 'latin1'), binary)).toEqual({ format: 'mo' });
  });

  it('detects only zip formats in a zip, whatever its entries contain', () => {
    const workbook = {
      ...stub('xlsx', ['xlsx'], (head) => (head.includes('[Content_Types].xml') ? 2 : 0)),
      isZip: true,
    };
    const zip = (text: string): Uint8Array => bytes(`PK\u0003\u0004ÿ${text}`, 'latin1');
    expect(detectFormat('a.zip', zip('<one/>'), [workbook, ...xml])).not.toHaveProperty('format');
    expect(detectFormat(undefined, zip('[Content_Types].xml'), [workbook, ...xml])).toEqual({ format: 'xlsx' });
  });
});

describe('detectFormat with the registered codecs', () => {
  it('detects flat and nested JSON without a file name', () => {
    expect(detect(undefined, '{"a": "b", "c": "d"}')).toEqual({ format: 'json' });
    expect(detect(undefined, '{"a": {"b": "c"}}')).toEqual({ format: 'json-nested' });
  });

  it.each([
    ['xliff', '<xliff its:version="2.0" version="1.2">'],
    ['xliff', '<xliff\n version = "1.2">'],
    ['xliff2', '<x:xliff its:version="1.0" version="2.0">'],
  ])('detects %s by its own version: %s', (format, text) => {
    expect(detect('messages.xlf', text)).toEqual({ format });
  });

  it('returns all formats as candidates for an unknown file', () => {
    expect(detect('x.unknown', '\u0001')).toHaveProperty('candidates');
  });

  it('never throws, whatever the content and the extension', () => {
    const folder = join(__dirname, '../json/fixtures');
    for (const file of readdirSync(folder)) {
      for (const { extensions } of codecs) {
        expect(() => detectFormat(`x.${extensions[0]}`, readFileSync(join(folder, file)))).not.toThrow();
      }
    }
  });
});
