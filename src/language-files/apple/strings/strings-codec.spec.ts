import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeCodec } from '../../contract/codec.contract';
import type { ParsedFile } from '../../model/codec';
import type { EntryToWrite } from '../../model/entry';
import type { Meta } from '../../model/meta';
import type { Warning } from '../../model/warnings';
import { entriesOf } from '../../contract/file-exchange.contract';
import { FormatError, MalformedFileError } from '../../model/format-errors';
import { stringsCodec } from './strings-codec';
import { CPU_SECONDS, startCpuClock } from '../../contract/cpu-time.contract';
import { samples } from '../../../../test/support/samples';

describeCodec(stringsCodec, {
  commentSyntaxes: ['// text', '/* text */', '/* two\nlines text */'],
  templateMisfits: ['xml-plist.strings'],
  fixtures: join(__dirname, 'fixtures'),
  carriesDescription: (text) => !(text.includes('*/') && /[\r\u2028\u2029]/.test(text)) && text.isWellFormed(),
});

function read(bytes: Uint8Array | string): ParsedFile & { warnings: Warning[] } {
  const warnings: Warning[] = [];
  const context = { projectLanguages: [], sourceLanguage: 'en', warn: (warning: Warning) => warnings.push(warning) };
  return { ...stringsCodec.parse(Buffer.from(bytes), context), warnings };
}
const fixture = (name: string) => read(readFileSync(join(__dirname, 'fixtures', `${name}.strings`)));
const texts = (file: ParsedFile) => file.entries.map(({ key, value }) => [key, value]);

function write(entries: EntryToWrite[], meta?: Meta, warnings: Warning[] = []): string {
  const file = { language: 'de', languages: ['de'], sourceLanguage: 'en', projectName: 'p', entries, meta };
  return [...stringsCodec.serialize({ ...file, warn: (warning) => warnings.push(warning) })].join('');
}

describe('stringsCodec.parse', () => {
  it.each(['utf16le-bom', 'utf16be-bom', 'utf16le', 'utf16be', 'utf8-bom'])('reads the encoding %s', (name) => {
    const { entries, meta } = fixture(name);
    expect(entries).toEqual([{ key: 'title', value: 'Hëllo 😀', description: 'Title of the page', line: 4 }]);
    expect(meta).toEqual({ header: ['Licence'] });
  });

  it('refuses bytes that are neither UTF-8 nor UTF-16', () => {
    expect(() => fixture('latin1')).toThrow(expect.objectContaining({ code: 'unknown_encoding' }));
  });

  it('reads unquoted and single-quoted keys and texts', () => {
    expect(texts(fixture('unquoted'))).toEqual([
      ['NSLocationUsage', 'Where'],
      ['key-1.b/c:$d_', 'value'],
      ['single "quoted"', "it's"],
    ]);
  });

  it('reads the comments directly above, within and after an entry as its description', () => {
    const { entries, meta, warnings } = fixture('comments');
    expect(entries.map(({ key, value, description }) => [key, value, description])).toEqual([
      ['a', 'A', 'line one\nblock\n   two\nbefore the sign\nbefore the text\nbefore the end'],
      ['b', 'B', 'trailing note'],
      ['c', 'C', undefined],
      ['d', 'D', undefined],
      ['e', 'E', 'of e'],
      ['f', 'F', '"not" = "an entry";'],
    ]);
    expect(meta).toEqual({ header: ['Licence\n   of the file'] });
    expect(warnings.map(({ code, line }) => [code, line])).toEqual([['comment_dropped', 10], ['comment_dropped', 15]]); // prettier-ignore
  });

  it('resolves escapes as Core Foundation does, with octal codes in the NEXTSTEP character set', () => {
    expect(texts(fixture('escapes'))).toEqual([
      ['octal', 'A\n\x07xî\u00a0\x019'],
      ['unicode', 'ä😀A \u2028'],
      ['letters', '\x07\b\f\n\r\t\vq\\n"\''],
      ['line', 'one \ntwo\nthree'],
      ['"quoted" key', ''],
      // Core Foundation does not define this escape; GNUstep's files use it throughout.
      ['gnustep', 'ä中 u12 können'],
    ]);
  });

  it('reads a key without a value as its own text', () => {
    expect(texts(fixture('short-form'))).toEqual([['Save', 'Save'], ['Cancel', 'Cancel'], ['a', 'b']]); // prettier-ignore
  });

  it('reads a file with braces around its entries', () => {
    expect([texts(fixture('braces')), fixture('braces').meta]).toEqual([[['a', 'b']], { header: ['head'] }]);
  });

  it('reads an XML property list', () => {
    const { entries } = fixture('xml-plist');
    expect(entries).toEqual([{ key: 'title', value: 'a < b', description: 'a title', line: 6 }]);
    expect(() => fixture('xml-plist-of-numbers')).toThrow(expect.objectContaining({ position: { line: 3, key: 'n' } }));
  });

  it.each([
    ['missing-semicolon', 3, 1],
    ['missing-sign', 1, 5],
    ['unclosed-text', 2, 9],
    ['unclosed-comment', 2, 2],
    ['dictionary-value', 1, 7],
    ['unicode-without-digits', 1, 7],
    ['binary-plist', undefined, undefined],
  ])('refuses %s and reports the position', (name, line, column) => {
    expect(() => fixture(name)).toThrow(MalformedFileError);
    expect(() => fixture(name)).toThrow(expect.objectContaining({ position: line ? { line, column } : {} }));
  });

  it('returns duplicates and names of Object.prototype in file order', () => {
    expect(texts(fixture('duplicates'))).toEqual([
      ['same', '1'],
      ['same', '2'],
      ['__proto__', 'p'],
      ['constructor', 'c'],
      ['10', 'x'],
      ['2', 'y'],
    ]);
  });

  it('keeps CRLF in texts and counts it as one line end', () => {
    const { entries } = fixture('crlf');
    expect(entries.map(({ value, description, line }) => [value, description, line])).toEqual([
      ['x\r\ny', 'c\r\n   d', 3],
      ['z', undefined, 6],
    ]);
  });

  it('returns entries or throws a FormatError for any damaged file', () => {
    const pieces = ['"', "'", '=', ';', '/*', '*/', '//', '\\', '\\U', 'a', ' ', '\n', '\r', '{', '}', '(', '<'];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces)), fc.nat(30), (parts, at) => {
        const text = '/* c */\n"a" = "b";\n"c" = "d";\n';
        try {
          read(text.slice(0, at) + parts.join('') + text.slice(at));
        } catch (error) {
          expect(error).toBeInstanceOf(FormatError);
        }
      }),
      { numRuns: samples(3000) },
    );
  });

  it('reads long runs of escapes, comments and entries in linear time', () => {
    const cpuSeconds = startCpuClock();
    read(`"a" = "${'\\n'.repeat(2_000_000)}";`);
    read(`${'/**/'.repeat(200_000)}"a" = "b";`);
    read(`"a" ${'/*x*/ '.repeat(200_000)} = b;`);
    expect(() => read('/*'.repeat(500_000))).toThrow(MalformedFileError);
    expect(read('"key.with.dots" = "some text";'.repeat(100_000)).entries).toHaveLength(100_000);
    expect(cpuSeconds()).toBeLessThan(CPU_SECONDS);
  });
});

describe('stringsCodec.serialize', () => {
  const piece = fc.constantFrom('\\', '"', '\n', '\r', '\t', '*/', '/*', '//', ';', '=', ' ', '\u0085', '\u2028', '\ufeff', '\\U0041', '\ud800'); // prettier-ignore
  const anyText = fc.array(fc.oneof(fc.string({ unit: 'binary' }), piece)).map((parts) => parts.join(''));

  it('writes keys and texts that are read back to the code unit', () => {
    fc.assert(
      fc.property(anyText, anyText, (key, value) => {
        expect(texts(read(write([{ key, value }])))).toEqual([[key, value]]);
      }),
      { numRuns: samples(2000) },
    );
  });

  it('writes descriptions that are read back, or warns if one contains both */ and a line end other than LF', () => {
    const wellFormed = anyText.filter((text) => text.isWellFormed() && !text.startsWith('\ufeff'));
    fc.assert(
      fc.property(wellFormed, (description) => {
        const warnings: Warning[] = [];
        const { entries } = read(write([{ key: 'k', value: 'v', description }], undefined, warnings));
        if (warnings.length === 0) expect(entries[0]?.description).toBe(description || undefined);
        else expect(description).toMatch(/\*\/[^]*[\r\u2028\u2029]|[\r\u2028\u2029][^]*\*\//);
      }),
      { numRuns: samples(2000) },
    );
  });

  it('writes the same layout as Xcode', () => {
    const entries = [
      { key: 'a', value: 'say "hi"\n\\ é 😀', description: 'One\ntwo' },
      { key: 'b', value: '\u0001\u2028', description: 'closes */ early\n\nthen' },
      { key: 'none' },
    ];
    expect(write(entries, { header: ['Licence'] })).toBe(
      '/* Licence */\n\n/* One\ntwo */\n"a" = "say \\"hi\\"\\n\\\\ é 😀";\n' +
        '// closes */ early\n//\n// then\n"b" = "\\U0001\\U2028";\n"none" = "";\n',
    );
  });

  it('names files as app bundles do', () => {
    expect(stringsCodec.pathOf?.('pt-BR')).toBe('pt-BR.lproj/Localizable.strings');
    expect(stringsCodec.pathOf?.('de', 'InfoPlist')).toBe('de.lproj/InfoPlist.strings');
  });

  it('writes the same bytes after reading its own output', () => {
    const first = write([{ key: 'a', value: 'x', description: 'c' }, { key: 'b', value: 'y' }], { header: ['h', 'i'] }); // prettier-ignore
    expect(write(entriesOf(read(first)), read(first).meta)).toBe(first);
  });
});
