import { describeCodec } from '../contract/codec.contract';
import { isXmlText } from '../contract/xml-text.contract';
import { FormatError } from '../model/format-errors';
import { xliffDocuments } from './xliff-documents.contract';
import { xliff2Codec } from './xliff-codec';

const { fixtures, parse, read, write, rewrite } = xliffDocuments(xliff2Codec, 'unit');

describeCodec(xliff2Codec, {
  fixtures,
  carriesDescription: isXmlText,
  commentSyntaxes: ['<!-- text -->'],
});

describe('XLIFF 2 files', () => {
  it('makes two keys of an id that two files use and writes each unit into its file', () => {
    const file = read('several-files.xlf');
    expect(file.entries.map(({ key, value }) => [key, value])).toEqual([
      ['b#title', 'Titel'],
      ['z', 'Z'],
      ['a#title', 'Anderer'],
    ]);
    expect(rewrite('several-files.xlf').match(/<unit id="title"/g)).toHaveLength(2);
    const again = parse(rewrite('several-files.xlf'));
    expect(again.entries.map(({ key, keyMeta }) => [key, keyMeta?.file])).toEqual([
      ['b#title', 'b'],
      ['z', 'b'],
      ['a#title', 'a'],
    ]);
    expect(again.meta).toEqual(file.meta);
  });

  it('writes the version of the imported file, 2.0 by default', () => {
    expect(rewrite('several-segments.xlf')).toContain(' version="2.1" srcLang="en" trgLang="de">');
    expect(write([])).toContain(' version="2.0" srcLang="en" trgLang="de">');
  });

  it('reads a file without targets as a file of the source language, unless the caller asks for another', () => {
    expect(read('source-only.xlf')).toMatchObject({ language: 'en', sourceLanguage: 'en' });
    expect(read('source-only.xlf').entries[0]?.value).toContain('equiv="INTERPOLATION"');
    expect(read('source-only.xlf', { language: 'de' }).entries[0]?.value).toBeNull();
  });

  it.each(['external-entity.xlf', 'entity-bomb.xlf'])('refuses the fixture %s', (name) => {
    expect(() => read(name)).toThrow(FormatError);
  });

  it('refuses a unit without an id, with line and column, and documents of another version', () => {
    expect(() => read('no-id.xlf')).toThrow(expect.objectContaining({ position: { line: 4, column: 5 } }));
    expect(() => parse('<xliff version="1.2"/>')).toThrow('not an XLIFF 2 file but XLIFF 1.2');
  });

  it('detects XLIFF 2 by the version attribute', () => {
    expect(xliff2Codec.sniff?.('<xliff xmlns="u" version="2.0">')).toBe(2);
    expect(xliff2Codec.sniff?.('<xliff xmlns="u" version="1.2">')).toBe(0);
  });
});
