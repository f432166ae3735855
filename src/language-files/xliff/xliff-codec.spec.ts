import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeCodec } from '../contract/codec.contract';
import { isXmlText } from '../contract/xml-text.contract';
import type { ParsedFile } from '../model/codec';
import { FormatError } from '../model/format-errors';
import { xliffCodec } from './xliff-codec';
import { xliffDocuments } from './xliff-documents.contract';

const { fixtures, warnings, parse, read, write, rewrite } = xliffDocuments(xliffCodec, 'trans-unit');

describeCodec(xliffCodec, {
  fixtures,
  carriesText: isXmlText,
  carriesKey: isXmlText,
  carriesDescription: isXmlText,
  commentSyntaxes: ['<!-- text -->'],
  templateMisfits: ['several-languages.xlf'],
});

describe('XLIFF 1.2 files', () => {
  it('makes two keys of an id that two files use and writes each unit into its file', () => {
    const file = read('several-files.xlf');
    const texts = file.entries.map(({ key, value }) => [key, value]);
    expect(texts).toEqual([
      ['App/Localizable.strings#title', 'Titel'],
      ['z', null],
      ['App/InfoPlist.strings#title', 'Anderer Titel'],
      ['b', 'B'],
    ]);
    expect(rewrite('several-files.xlf').match(/<trans-unit id="title"/g)).toHaveLength(2);
    const again = parse(Buffer.from(rewrite('several-files.xlf')));
    const byKey = (read: ParsedFile): unknown[] =>
      read.entries.map(({ key, source, value, keyMeta }) => [key, source, value, keyMeta?.file]).sort();
    expect(byKey(again)).toEqual(byKey(file));
  });

  it('warns of a key that loses its file, because no other file has the id any more', () => {
    const keyMeta = { file: 'a', qualified: true };
    const entries = [
      { key: 'a#x', keyMeta },
      { key: 'b#x', keyMeta: { ...keyMeta, file: 'b' } },
    ];
    write(entries);
    expect(warnings).toEqual([]);
    write(entries.slice(0, 1));
    expect(warnings).toEqual([expect.objectContaining({ code: 'key_changed', key: 'a#x' })]);
  });

  it('keeps the header and attributes of a file', () => {
    const xml = rewrite('several-files.xlf');
    expect(xml).toContain(' datatype="plaintext" product-name="App">');
    expect(xml).toContain('<tool tool-id="com.apple.dt.xcode" tool-name="Xcode" tool-version="16.0" build-num="1"/>');
  });

  it('writes a renamed key as the id of its unit', () => {
    const keyMeta = { file: 'a.strings', qualified: true };
    expect(write([{ key: 'a.strings#x', keyMeta }])).toContain('id="x"');
    expect(write([{ key: 'renamed', keyMeta }])).toContain('id="renamed"');
  });

  it('reads a file without targets as a file of the source language, unless the caller asks for another', () => {
    expect(read('source-only.xlf')).toMatchObject({ language: 'en', entries: [{ value: 'Hello' }] });
    expect(read('source-only.xlf', { sourceLanguage: 'en-GB' }).language).toBe('en-GB');
    const german = read('source-only.xlf', { language: 'de' });
    expect(german.language).toBeUndefined();
    expect(german.entries).toMatchObject([{ value: null, source: 'Hello' }]);
  });

  it('returns the language of entries whose file has another target language', () => {
    const { language, entries } = read('several-languages.xlf');
    expect(language).toBe('de');
    expect(entries.map((unit) => [unit.language, unit.value])).toEqual([[undefined, 'Hallo'], ['fr', 'Bonjour']]); // prettier-ignore
  });

  it('has the text of an entity in texts with inline elements', () => {
    const file = readFileSync(join(__dirname, 'fixtures/xliff/entities.xlf'), 'utf8');
    const inline = file.replace('Die <g id="1">', 'Die <g id="1" equiv-text="&app;">');
    const { entries } = parse(Buffer.from(inline));
    expect(entries.find(({ key }) => key === 'inline')).toMatchObject({
      value: 'Die <g id="1" equiv-text="Glossa">Glossa</g>-App',
      source: 'The <g id="1">Glossa</g> app',
      keyMeta: { markup: true },
    });
  });

  it.each(['external-entity.xlf', 'entity-bomb.xlf'])('refuses the fixture %s', (name) => {
    expect(() => read(name)).toThrow(FormatError);
  });

  it('says that the version is missing', () => {
    expect(() => parse(Buffer.from('<xliff xmlns="urn:oasis:names:tc:xliff:document:1.1"/>'))).toThrow(
      'not an XLIFF 1 file but <xliff> without a version',
    );
  });

  it.each(['<html/>', '<xliff version="2.0"/>', '<xliff/>'])('refuses the document %s', (text) => {
    expect(() => parse(Buffer.from(text))).toThrow(/not an XLIFF 1 file/);
  });

  it('detects XLIFF 1 by the version attribute', () => {
    expect(xliffCodec.sniff?.('<?xml version="1.0"?><xliff xmlns="u" version="1.2">')).toBe(2);
    expect(xliffCodec.sniff?.('<?xml version="1.0"?><xliff xmlns="u" version="2.0">')).toBe(0);
  });
});
