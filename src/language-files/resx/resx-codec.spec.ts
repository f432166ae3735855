import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeCodec } from '../contract/codec.contract';
import { isXmlText } from '../contract/xml-text.contract';
import type { ParsedFile } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { FormatError } from '../model/format-errors';
import type { Warning } from '../model/warnings';
import { resxCodec } from './resx-codec';

describeCodec(resxCodec, {
  commentSyntaxes: ['<!-- text -->'],
  fixtures: join(__dirname, 'fixtures'),
  carriesText: isXmlText,
  carriesKey: isXmlText,
  carriesDescription: isXmlText,
});

const warnings: Warning[] = [];
const warn = (warning: Warning): unknown => warnings.push(warning);
beforeEach(() => warnings.splice(0));

const parse = (text: string | Uint8Array): ParsedFile =>
  resxCodec.parse(Buffer.from(text), { projectLanguages: [], sourceLanguage: 'en', warn });
const read = (name: string): ParsedFile => parse(readFileSync(join(__dirname, 'fixtures', name)));
const write = (entries: EntryToWrite[], meta?: ParsedFile['meta']): string =>
  [
    ...resxCodec.serialize({
      language: 'de',
      languages: ['de'],
      sourceLanguage: 'en',
      projectName: 'P',
      entries,
      meta,
      warn,
    }),
  ].join('');

describe('RESX codec', () => {
  it('reads texts as entries and omits typed data', () => {
    const { entries } = read('typed-data.resx');
    expect(entries.map(({ key, value, description }) => [key, value, description])).toEqual([
      ['Title', 'Title', 'Shown on top'],
      ['Typed', 'A text that says so', undefined],
      ['>>label1.Name', 'label1', undefined],
    ]);
  });

  it('restores headers, typed data, metadata and assemblies', () => {
    const { meta } = read('typed-data.resx');
    const xml = write([{ key: 'Typed', value: 'x', keyMeta: { type: 'System.String, mscorlib' } }], meta);
    expect(xml).toContain('<xsd:element name="root" msdata:IsDataSet="true"/>');
    expect(xml).toContain('<value>1.3</value>');
    expect(xml).not.toContain('<value>2.0</value>');
    expect(xml).toContain('<data name="Typed" type="System.String, mscorlib" xml:space="preserve">');
    for (const name of ['Icon', 'Nothing', '$this.Size', 'menu.TrayLocation']) expect(xml).toContain(`name="${name}"`);
    expect(xml).toContain('<assembly alias="System.Drawing"');
    expect(parse(xml).meta).toEqual(meta);
  });

  it('writes the standard headers where the imported file had none', () => {
    const xml = write([]);
    for (const text of ['<xsd:schema id="root"', 'text/microsoft-resx', 'ResXResourceReader', 'ResXResourceWriter']) {
      expect(xml).toContain(text);
    }
  });

  it('reads escaped tags, CDATA and unescaped tags as the same text', () => {
    const { entries } = read('escaped-tags.resx');
    expect(entries.map(({ value }) => value)).toEqual([
      'Press <b>OK</b> &amp; go',
      'Press <b>OK</b> &amp; go',
      'Press <b>OK</b> &amp; go',
      'Press OK',
    ]);
    expect(warnings.map(({ code, key }) => [code, key])).toEqual([
      ['unknown_markup', 'Raw'],
      ['comment_dropped', 'Commented'],
    ]);
  });

  it('keeps white space, distinguishes an empty value from a missing one and returns duplicates', () => {
    expect(read('spaces-and-line-ends.resx').entries.map(({ value }) => value)).toEqual([
      '  two\nlines\r\n\ttab ',
      '   ',
      '',
      null,
      '1',
      '2',
    ]);
  });

  it('refuses external entities, data without a name and other documents', () => {
    expect(() => read('external-entity.resx')).toThrow(FormatError);
    expect(() => read('no-name.resx')).toThrow(expect.objectContaining({ position: { line: 3, column: 3 } }));
    expect(() => parse('<resources/>')).toThrow('not a RESX file but <resources>');
  });

  it('ignores metadata of another shape', () => {
    for (const odd of [null, 1, 'x', {}, [1, '<a', '<b:c/>']]) {
      const xml = write([{ key: 'k', value: 'v', keyMeta: { type: odd } }], { head: odd, data: odd });
      expect(() => parse(xml)).not.toThrow();
    }
  });
});
