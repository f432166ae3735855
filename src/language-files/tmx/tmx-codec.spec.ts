import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeCodec } from '../contract/codec.contract';
import { isXmlText } from '../contract/xml-text.contract';
import type { ParsedFile } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { FormatError } from '../model/format-errors';
import type { Meta } from '../model/meta';
import type { Warning } from '../model/warnings';
import { tmxCodec } from './tmx-codec';

describeCodec(tmxCodec, {
  commentSyntaxes: ['<!-- text -->'],
  fixtures: join(__dirname, 'fixtures'),
  carriesText: isXmlText,
  carriesKey: isXmlText,
  carriesDescription: isXmlText,
});

const warnings: Warning[] = [];
const warn = (warning: Warning): unknown => warnings.push(warning);
beforeEach(() => warnings.splice(0));

const parse = (bytes: string | Uint8Array): ParsedFile =>
  tmxCodec.parse(Buffer.from(bytes), { projectLanguages: [], sourceLanguage: 'en', warn });
const read = (name: string): ParsedFile => parse(readFileSync(join(__dirname, 'fixtures', name)));
const write = (entries: EntryToWrite[], languages = ['en', 'de'], meta?: Meta): string =>
  [
    ...tmxCodec.serialize({
      language: 'en',
      languages,
      sourceLanguage: languages[0] ?? 'en',
      projectName: 'P',
      entries,
      meta,
      warn,
    }),
  ].join('');

function rewrite(name: string, languages: string[]): string {
  const { entries, meta } = read(name);
  const units = new Map<string, EntryToWrite & { values: Map<string, string>; metas: Map<string, Meta> }>();
  for (const { key, language = '', value, description, keyMeta, meta: textMeta } of entries) {
    const unit = units.get(key) ?? { key, description, keyMeta, values: new Map(), metas: new Map() };
    units.set(key, unit);
    if (typeof value === 'string') unit.values.set(language, value);
    if (textMeta) unit.metas.set(language, textMeta);
  }
  return write([...units.values()], languages, meta);
}

describe('TMX codec', () => {
  it('uses the tuid of a unit as its key, or else its text in the source language', () => {
    const { entries, sourceLanguage } = read('memory.tmx');
    expect(sourceLanguage).toBe('EN');
    expect(entries.map(({ key, language }) => [key, language])).toEqual([
      ['0001', 'EN'],
      ['0001', 'fr-CA'],
      ['Named by its text', 'EN'],
      ['Named by its text', 'fr-CA'],
    ]);
  });

  it('keeps the header, and notes, properties and attributes of units and of their variants', () => {
    expect(read('memory.tmx').entries[0]?.description).toBe('Text of a note at the TU level.');
    const xml = rewrite('memory.tmx', ['EN', 'fr-CA']);
    expect(xml).toContain(`    <tu tuid="0001" datatype="Text" usagecount="2" lastusagedate="19970314T023401Z">
      <note>Text of a note at the TU level.</note>
      <note xml:lang="de">Noch eine</note>
      <prop type="x-Domain">Computing</prop>
      <tuv xml:lang="EN" creationdate="19970212T153400Z" creationid="BobW"><seg>data`);
    expect(xml).toContain('changeid="ManonD"><prop type="Origin">MT</prop><seg>données');
    expect(xml).toContain('creationtool="XYZTool"');
    expect(xml).toContain('<prop type="RTFPreamble">{\\rtf1}</prop>');
  });

  it('writes no tuid for a unit that had none while its key is still its text', () => {
    const keyMeta = { unnamed: true };
    expect(write([{ key: 'Hello', values: new Map([['en', 'Hello']]) }])).toContain('<tu tuid="Hello">');
    expect(write([{ key: 'Hello', keyMeta, values: new Map([['en', 'Hello']]) }])).toContain('<tu>');
    expect(write([{ key: 'Hello', keyMeta, values: new Map([['en', 'Hi']]) }])).toContain('<tu tuid="Hello">');
  });

  it('escapes only the sign that begins no tag and no reference in a text with markup, else all with a warning', () => {
    const marked = (value: string): string =>
      write([{ key: 'k', keyMeta: { markup: true }, values: new Map([['en', value]]) }]);
    expect(marked('R & D <ph x="1"/>')).toContain('<seg>R &amp; D <ph x="1"/></seg>');
    expect(warnings).toEqual([]);
    expect(marked('<hi>R')).toContain('<seg>&lt;hi&gt;R</seg>');
    expect(warnings).toMatchObject([{ code: 'markup_escaped', key: 'k' }]);
  });

  it('distinguishes inline markup from literal tags in each language', () => {
    const { entries } = read('inline-elements.tmx');
    expect(entries.map(({ value }) => value)).toEqual([
      'a <bpt i="1" x="1">&lt;b></bpt>b<ept i="1">&lt;/b></ept> <ph x="2">%s<sub>alt</sub></ph> <hi type="term">t</hi> &amp; <it pos="begin">&lt;i></it>',
      'A <ph/> & B',
      'a <ph x="1"/> <b>',
      'a <b>b</b>',
    ]);
    expect(warnings.map(({ code, key }) => [code, key])).toEqual([['unknown_markup', 'html']]);
    const xml = rewrite('inline-elements.tmx', ['en', 'de']);
    expect(xml).toContain(
      '<seg>a <bpt i="1" x="1">&lt;b></bpt>b<ept i="1">&lt;/b></ept> <ph x="2">%s<sub>alt</sub></ph>',
    );
    expect(xml).toContain('<seg>A &lt;ph/&gt; &amp; B</seg>');
    expect(xml).toContain('<seg>a &lt;ph x="1"/&gt; &lt;b&gt;</seg>');
    expect(xml).toContain('<seg>a &lt;b&gt;b&lt;/b&gt;</seg>');
  });

  it('reads UTF-16, version 1.1 and units without a source text, and warns of units without texts', () => {
    const { entries } = read('utf16-and-version-1.1.tmx');
    expect(entries.map(({ key, language, value }) => [key, language, value])).toEqual([
      ['Hello 😀', 'en', 'Hello 😀'],
      ['Hello 😀', 'de', 'Hallo'],
      ['Nur deutsch', 'de', 'Nur deutsch'],
    ]);
    expect(warnings).toMatchObject([{ code: 'entry_dropped', key: 'nothing' }, { code: 'entry_dropped' }]);
  });

  it('refuses external entities, texts without a language and other documents', () => {
    expect(() => read('external-entity.tmx')).toThrow(FormatError);
    expect(() => read('no-language.tmx')).toThrow(expect.objectContaining({ position: { line: 2, column: 1 } }));
    expect(() => parse('<xliff/>')).toThrow('not a TMX file but <xliff>');
  });

  it('ignores metadata of another shape', () => {
    for (const odd of [null, 1, 'x<', {}, [1, '<b', ['a b', 'c'], ['tuid', 'other'], ['x:y', 'z']]]) {
      const meta = { attributes: odd, notes: odd, extras: odd, markup: odd, header: odd, unnamed: odd };
      const values = new Map([['en', 'v']]);
      const xml = write([{ key: 'k', values, keyMeta: meta, metas: new Map([['en', meta]]) }], ['en'], meta);
      expect(parse(xml).entries).toMatchObject([{ key: 'k', value: 'v' }]);
    }
  });
});
