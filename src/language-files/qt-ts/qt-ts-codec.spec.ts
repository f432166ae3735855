import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeCodec } from '../contract/codec.contract';
import { isXmlText } from '../contract/xml-text.contract';
import type { ParsedFile } from '../model/codec';
import type { EntryToWrite, ParsedEntry } from '../model/entry';
import { FormatError } from '../model/format-errors';
import type { Plural } from '../model/plural';
import type { Warning } from '../model/warnings';
import { numerusOf } from './qt-plurals';
import { qtTsCodec } from './qt-ts-codec';

const isWritable = (text: string): boolean => !/[\uD800-\uDFFF\uFFFE\uFFFF]/u.test(text);

describeCodec(qtTsCodec, {
  fixtures: join(__dirname, 'fixtures'),
  carriesText: isWritable,
  carriesKey: (key) => (key.includes('\u0004') ? isWritable(key) : isXmlText(key)),
  carriesDescription: isWritable,
  commentSyntaxes: ['<!-- text -->'],
});

const warnings: Warning[] = [];
const warn = (warning: Warning): unknown => warnings.push(warning);
beforeEach(() => warnings.splice(0));

const parse = (bytes: string | Uint8Array): ParsedFile =>
  qtTsCodec.parse(Buffer.from(bytes), { projectLanguages: [], sourceLanguage: 'en', warn });
const read = (name: string): ParsedFile => parse(readFileSync(join(__dirname, 'fixtures', name)));
const write = (entries: EntryToWrite[], language = 'de', meta?: ParsedFile['meta']): string =>
  [
    ...qtTsCodec.serialize({
      language,
      languages: [language],
      sourceLanguage: 'en',
      projectName: 'P',
      entries,
      meta,
      warn,
    }),
  ].join('');
const rewrite = (name: string, language?: string): string => {
  const { entries, meta } = read(name);
  const toWrite = entries.map(({ key, value, source, description, keyMeta, meta }): EntryToWrite => ({
    key,
    value: value ?? undefined,
    source: source ?? undefined,
    description,
    keyMeta,
    meta,
  }));
  return write(toWrite, language, meta);
};
const entry = (file: ParsedFile, key: string): ParsedEntry | undefined => file.entries.find((e) => e.key === key);
const forms = (value: ParsedEntry['value'] | undefined): unknown =>
  typeof value === 'object' && value !== null ? Object.fromEntries(value.forms) : value;

describe('Qt TS keys', () => {
  it('reads context, source and disambiguation of a message, or its id, as the key', () => {
    const { entries, language, sourceLanguage } = read('contexts-and-ids.ts.xml');
    expect([language, sourceLanguage]).toEqual(['de_DE', 'en']);
    expect(entries.map(({ key, value }) => [key, value])).toEqual([
      ['MainWindow\u0004&File', '&Datei'],
      ['MainWindow\u0004Open\u0004verb', 'Öffnen'],
      ['MainWindow\u0004Open\u0004adjective', 'Offen'],
      ['MainWindow\u0004Open', null],
      ['msg-hello', 'Hallo'],
      ['\u0004No context', ''],
    ]);
  });

  it('writes a key without a context as the id of a message', () => {
    expect(write([{ key: 'home.title', value: 'Start', source: 'Home' }])).toContain(
      `    <message id="home.title">
        <source>Home</source>
        <translation>Start</translation>
    </message>`,
    );
  });

  it('writes the source of the key as <source> and a differing source text as an extra element', () => {
    const [back] = parse(write([{ key: 'C\u0004file', value: 'Datei', source: 'A file' }])).entries;
    expect(back).toMatchObject({ key: 'C\u0004file', source: 'A file' });
    expect(write([{ key: 'C\u0004file', source: 'A file' }])).toContain('<source>file</source>');
  });
});

describe('Qt TS messages', () => {
  it('keeps comments, locations, states and extra elements', () => {
    const file = read('contexts-and-ids.ts.xml');
    expect(entry(file, 'MainWindow\u0004&File')?.description).toBe('Menu title');
    const xml = rewrite('contexts-and-ids.ts.xml');
    expect(xml).toContain('<translatorcomment>imperative</translatorcomment>');
    expect(xml).toContain('<translation type="unfinished">Offen</translation>');
    expect(xml).toContain('<extra-po-flags>c-format</extra-po-flags>');
    expect(xml).toContain('<oldsource>Opn</oldsource>');
    expect(xml).toContain('<translation type="unfinished"></translation>');
  });

  it('resolves relative locations to absolute ones', () => {
    const { entries } = read('contexts-and-ids.ts.xml');
    expect(entries.slice(0, 3).map(({ keyMeta }) => keyMeta?.locations)).toEqual([
      [['../mainwindow.cpp', '12'], ['../mainwindow.ui', '4']], // prettier-ignore
      [['../mainwindow.ui', '7']],
      [['../mainwindow.ui', '9']],
    ]);
  });

  it('keeps vanished and obsolete messages in the metadata of the file, not as keys', () => {
    const { entries, meta } = read('contexts-and-ids.ts.xml');
    expect(entries.map(({ key }) => key).filter((key) => /Gone|Old/.test(key))).toEqual([]);
    const again = parse(rewrite('contexts-and-ids.ts.xml'));
    expect(again.meta).toEqual(meta);
    expect(rewrite('contexts-and-ids.ts.xml')).toContain('<translation type="vanished">Weg</translation>');
    const used = write([{ key: 'MainWindow\u0004Gone', value: 'Da', source: 'Gone' }], 'de', meta);
    expect(used).toContain('<translation>Da</translation>');
    expect(used).not.toContain('vanished');
    expect(used).toContain('<translation type="obsolete">Alt</translation>');
  });

  it('reads byte elements, length variants and CDATA, and writes byte elements and variants', () => {
    const [variants, literal] = read('bytes-and-variants.ts.xml').entries;
    expect(variants).toMatchObject({ source: 'bell\u0007\r\nand\ttab', value: 'a long text\u009Cshort\u001B' });
    expect(literal).toMatchObject({ source: 'literal <b> &amp;', value: '<b> &amp;' });
    const xml = rewrite('bytes-and-variants.ts.xml');
    expect(xml).toContain('<source>bell<byte value="x7"/>&#13;\nand\ttab</source>');
    expect(xml).toContain('<lengthvariant>short<byte value="x1b"/></lengthvariant>');
  });

  it('refuses tags in a text, with line and column, external entities and other documents', () => {
    expect(() => read('tag-in-text.ts.xml')).toThrow(expect.objectContaining({ position: { line: 3, column: 20 } }));
    expect(() => read('external-entity.ts.xml')).toThrow(FormatError);
    expect(() => parse('<ts/>')).toThrow('not a TS file but <ts>');
  });

  it('keeps dependencies, and drops the comment of a context with a warning', () => {
    expect(rewrite('dependencies.ts.xml')).toContain('<dependency catalog="qtbase_de"/>');
    expect(warnings).toContainEqual(expect.objectContaining({ code: 'comment_dropped', line: 8 }));
  });

  it('ignores metadata of another shape', () => {
    for (const odd of [null, 1, 'x', {}, [1, [2], ['a'], '<b', '<c:d/>']]) {
      const names = [
        'context',
        'disambiguation',
        'numerus',
        'locations',
        'extras',
        'type',
        'oldsource',
        'head',
        'obsolete',
      ];
      const meta = Object.fromEntries(names.map((name) => [name, odd]));
      const xml = write([{ key: 'k', value: 'v', source: 's', keyMeta: meta, meta }], 'de', meta);
      expect(parse(xml).entries).toMatchObject([{ key: 'k', value: 'v', source: 's' }]);
    }
  });
});

describe('Qt TS numerus forms', () => {
  it.each([
    ['en', 'one other'],
    ['de_DE', 'one other'],
    ['fr', 'one other'],
    ['pt_PT', 'one other'],
    ['ja', 'other'],
    ['tr', 'other'],
    ['ru', 'one few many'],
    ['pl', 'one few many'],
    ['cs', 'one few other'],
    ['lt', 'one few other'],
    ['lv', 'one other zero'],
    ['sl', 'one two few other'],
    ['ro', 'one few other'],
    ['ar', 'zero one two few many other'],
    ['ga', 'one two other'],
    ['xx', 'other'],
    ['not a tag!', 'other'],
  ])('orders the numerus forms of %s as Qt does: %s', (language, categories) => {
    expect(numerusOf(language).categories.join(' ')).toBe(categories);
  });

  it('reads numerus forms by the language of the file and copies the last one where Qt has no "other"', () => {
    const file = read('numerus-russian.ts.xml');
    expect(forms(entry(file, 'Files\u0004%n file(s)')?.value)).toEqual({
      one: '%n файл',
      few: '%n файла',
      many: '%n файлов {#}',
      other: '%n файлов {#}',
    });
    expect(entry(file, 'Files\u0004%n line(s)')?.value).toBeNull();
  });

  it('writes all numerus forms of an untranslated plural', () => {
    expect(rewrite('numerus-russian.ts.xml', 'ru')).toContain(
      `        <translation type="unfinished">
            <numerusform></numerusform>
            <numerusform></numerusform>
            <numerusform></numerusform>
        </translation>`,
    );
  });

  it('warns of missing and of surplus numerus forms', () => {
    const { entries } = read('numerus-wrong-count.ts.xml');
    expect(entries.map(({ value }) => forms(value))).toEqual([
      { one: 'eine', other: 'eine' },
      { one: 'a', other: 'b' },
    ]);
    expect(warnings.map(({ code }) => code)).toEqual(['plural_form_invented', 'plural_form_dropped']);
  });

  it('reads a source text that is in each numerus form of a source language file as that text', () => {
    const xml = write([{ key: 'Files\u0004%n file(s)', value: '%n file(s)', keyMeta: { numerus: true } }], 'en');
    expect(xml.match(/<numerusform>%n file\(s\)/g)).toHaveLength(2);
    expect(parse(xml).entries).toMatchObject([{ value: '%n file(s)', keyMeta: { numerus: true } }]);
    expect(typeof parse(xml.replace('language="en"', 'language="de"')).entries[0]?.value).toBe('object');
  });

  it('keeps the name of an argument that is not count, and the plural of the source', () => {
    const plural = (arg: string, one: string, other: string): Plural => ({
      type: 'cardinal',
      arg,
      exact: new Map(),
      forms: new Map([['one', one], ['other', other]]), // prettier-ignore
    });
    const value = plural('minutes', 'eine {#}', 'viele');
    const source = plural('minutes', "it's one {#}", 'many');
    const [back] = parse(write([{ key: 'time', value, source }])).entries;
    expect(back?.value).toEqual(value);
    expect(back?.source).toMatchObject({ arg: 'minutes', forms: source.forms });
  });
});
