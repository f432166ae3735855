import { i18nextCodec } from '../i18next/i18next-codec';
import { jsonCodec } from '../json/json-codec';
import type { FileToWrite, FormatCodec, TemplateContext, TextTemplates } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import type { Plural } from '../model/plural';
import { yamlCodec } from '../yaml/yaml-codec';
import { TemplateCache } from './template-cache';
import { writeFile } from './write-file';

/** Returns a codec that counts how often it reads a template. */
function counting(codec: FormatCodec): { codec: FormatCodec; read: jest.Mock } {
  const template = codec.template as TextTemplates;
  const read = jest.fn((source: string, context: TemplateContext) => template.read(source, context));
  return { codec: { ...codec, template: { ...template, read } }, read };
}

const file = (source: string, value: string, other: Partial<FileToWrite> = {}): FileToWrite => ({
  ...{ language: 'de', languages: ['de'], sourceLanguage: 'en', projectName: 'Cache' },
  entries: [{ key: 'a', value }],
  template: { bytes: Buffer.from(source), isForeign: false },
  omitsMissing: true,
  warn: () => undefined,
  ...other,
});

const write = (codec: FormatCodec, written: FileToWrite, cache: TemplateCache): string =>
  Buffer.concat(Array.from(writeFile(codec, written, cache), (chunk) => Buffer.from(chunk))).toString();

const SOURCE = '{ "a" : "1" }';
/** The memory of its template, with one element. */
const BYTES = SOURCE.length + 220;

describe('TemplateCache', () => {
  it('reads a template once for several files', () => {
    const { codec, read } = counting(jsonCodec);
    const cache = new TemplateCache();
    expect(write(codec, file(SOURCE, '2'), cache)).toBe('{ "a" : "2" }');
    expect(write(codec, file(SOURCE, '1'), cache)).toBe(SOURCE);
    expect(write(codec, file(SOURCE, '3'), cache)).toBe('{ "a" : "3" }');
    expect(read).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['file', file(`${SOURCE}\n`, '2')],
    ['language', file(SOURCE, '2', { language: 'fr', languages: ['fr'] })],
    ['keySeparator', file(SOURCE, '2', { template: { ...file(SOURCE, '').template!, keySeparator: '/' } })],
  ])('reads a template for another %s', (_name, other) => {
    const { codec, read } = counting(i18nextCodec);
    const cache = new TemplateCache();
    write(codec, file(SOURCE, '2'), cache);
    write(codec, other, cache);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('reads a template again if a plural in it is none in the project', () => {
    const { codec, read } = counting(i18nextCodec);
    const cache = new TemplateCache();
    const source = '{ "a_other" : "1" }';
    const inJapanese = (entry: EntryToWrite): FileToWrite =>
      file(source, '', { language: 'ja', languages: ['ja'], entries: [entry] });
    const asPlural = inJapanese({ key: 'a', value: plural('count') });
    const asText = inJapanese({ key: 'a_other', value: '2' });
    for (const written of [asPlural, asPlural]) expect(write(codec, written, cache)).toBe('{ "a_other" : "x" }');
    expect(read).toHaveBeenCalledTimes(1);
    for (const written of [asText, asText]) expect(write(codec, written, cache)).toBe('{ "a_other" : "2" }');
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('keeps a template for projects with other plurals than those in it', () => {
    const { codec, read } = counting(i18nextCodec);
    const cache = new TemplateCache();
    write(codec, file(SOURCE, '2'), cache);
    const entries = [...file(SOURCE, '2').entries, { key: 'b', value: plural('count') }];
    expect(write(codec, file(SOURCE, '', { entries }), cache)).toContain('"b_other"');
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('reads a template again that a file has changed', () => {
    const { codec, read } = counting(yamlCodec);
    const cache = new TemplateCache();
    const source = 'a: &text one\nb: *text\n';
    const entries = [
      { key: 'a', value: 'two' },
      { key: 'b', value: 'two' },
    ];
    for (let i = 0; i < 2; i++) {
      expect(write(codec, file(source, '', { entries }), cache)).toBe('a: &text two\nb: *text\n');
    }
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('drops the templates that were not used for the longest time', () => {
    const { codec, read } = counting(jsonCodec);
    const cache = new TemplateCache(2 * BYTES);
    const [first, second, third] = ['1', '2', '3'].map((text) => SOURCE.replace('1', text)) as [string, string, string];
    for (const source of [first, second, first, third, first]) write(codec, file(source, ''), cache);
    expect(read).toHaveBeenCalledTimes(3);
    write(codec, file(second, ''), cache);
    expect(read).toHaveBeenCalledTimes(4);
  });

  it('does not keep the template of a file that is larger than all of them may be', () => {
    const { codec, read } = counting(jsonCodec);
    const cache = new TemplateCache(BYTES - 1);
    for (let i = 0; i < 2; i++) write(codec, file(SOURCE, '2'), cache);
    expect(read).toHaveBeenCalledTimes(2);
  });

  it('forgets all templates', () => {
    const { codec, read } = counting(jsonCodec);
    const cache = new TemplateCache(BYTES);
    write(codec, file(SOURCE, '2'), cache);
    cache.clear();
    for (let i = 0; i < 2; i++) write(codec, file(SOURCE, '2'), cache);
    expect(read).toHaveBeenCalledTimes(2);
  });
});

function plural(arg: string): Plural {
  return { type: 'cardinal', arg, exact: new Map(), forms: new Map([['other', 'x']]), message: 'x' };
}
