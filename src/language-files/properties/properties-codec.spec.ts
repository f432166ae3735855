import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeCodec } from '../contract/codec.contract';
import type { ParsedFile } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import type { Meta } from '../model/meta';
import type { Warning } from '../model/warnings';
import { MalformedFileError } from '../model/format-errors';
import { propertiesCodec } from './properties-codec';
import { CPU_SECONDS, startCpuClock } from '../contract/cpu-time.contract';
import { samples } from '../../../test/support/samples';

describeCodec(propertiesCodec, {
  commentSyntaxes: ['# text', '! text'],
  fixtures: join(__dirname, 'fixtures'),
});

function read(bytes: Uint8Array | string): ParsedFile & { warnings: Warning[] } {
  const warnings: Warning[] = [];
  const context = { projectLanguages: [], sourceLanguage: 'en', warn: (warning: Warning) => warnings.push(warning) };
  return { ...propertiesCodec.parse(Buffer.from(bytes), context), warnings };
}
const fixture = (name: string) => read(readFileSync(join(__dirname, 'fixtures', `${name}.properties`)));
const texts = (file: ParsedFile) => file.entries.map(({ key, value }) => [key, value]);

function write(entries: EntryToWrite[], meta?: Meta): string {
  const file = { language: 'de', languages: ['de'], sourceLanguage: 'en', projectName: 'p', entries, meta };
  return [...propertiesCodec.serialize({ ...file, warn: () => undefined })].join('');
}

describe('propertiesCodec.parse', () => {
  it('reads the comments directly above a key as its description', () => {
    expect(fixture('comments').entries.map(({ key, description, line }) => [key, description, line])).toEqual([
      ['title', 'A page title\nsecond line', 6],
      ['first', undefined, 10],
      ['second', undefined, 11],
      ['lone', undefined, 12],
      ['indented', undefined, 13],
      ['empty', undefined, 14],
    ]);
  });

  it('keeps the comments at the start of the file and warns about other comments', () => {
    const { meta, warnings } = fixture('comments');
    expect(meta).toEqual({ header: ['Licence\nof the file'] });
    expect(warnings.map(({ code, line }) => [code, line])).toEqual([['comment_dropped', 8], ['comment_dropped', 15]]); // prettier-ignore
  });

  it('ends keys at white space, = or : and keeps white space at the end of a text', () => {
    expect(texts(fixture('comments')).slice(1)).toEqual([
      ['first', 'one'],
      ['second', 'two'],
      ['lone', ''],
      ['indented', 'v '],
      ['empty', ''],
    ]);
  });

  it('joins lines that end with a backslash in keys, separators and texts', () => {
    expect(texts(fixture('continuation'))).toEqual([
      ['a', 'onetwo three'],
      ['bc', 'd'],
      ['last', 'x'],
      ['even', 'y\\'],
      ['end', 'z'],
    ]);
  });

  it('resolves escapes in keys and texts', () => {
    expect(texts(fixture('escapes'))).toEqual([
      ['a b', '1'],
      ['c:d=e', '2'],
      ['#f', '3'],
      ['=:', '4'],
      ['g', '=5'],
      ['h', '=6'],
      ['i', ': 7'],
      ['j', ' k '],
      ['l', '\u00e4q\t\n\\u0041'],
      [' ', 'space'],
    ]);
  });

  it('refuses a \\u without four digits and reports the line', () => {
    const attempt = () => fixture('short-unicode-escape');
    expect(attempt).toThrow(MalformedFileError);
    expect(attempt).toThrow(expect.objectContaining({ position: { line: 2 } }));
  });

  it('reads a file that is not UTF-8 as ISO 8859-1, with a warning', () => {
    const file = fixture('latin1');
    expect(texts(file)).toEqual([['caf\u00e9', 'th\u00e9 \u0080']]);
    expect(file.warnings.map(({ code }) => code)).toEqual(['latin1_assumed']);
  });

  it('reads UTF-8 with a byte order mark', () => {
    const file = fixture('utf8-bom');
    expect(texts(file)).toEqual([['b\u00e9', '\u{1f600} \u2028']]);
    expect(file.warnings).toEqual([]);
  });

  it('returns duplicates and names of Object.prototype in file order', () => {
    expect(texts(fixture('duplicates'))).toEqual([
      ['same', '1'],
      ['same', '2'],
      ['same', '1'],
      ['__proto__', 'p'],
      ['constructor', 'c'],
      ['10', 'x'],
      ['2', 'y'],
    ]);
  });

  it('reads LF, CR and CRLF as line ends', () => {
    const { entries } = fixture('mixed-line-ends');
    expect(entries.map(({ key, value, description, line }) => [key, value, description, line])).toEqual([
      ['a', '1', undefined, 1],
      ['b', '2', 'for b', 4],
      ['c', '3', undefined, 5],
    ]);
  });

  it('decodes the escapes that Properties.store writes in comments', () => {
    expect(read('# gr\\u00fc\\u00dfe\\n\na=b').entries[0]?.description).toBe('grüße\\n');
  });

  it('reads a file without keys', () => {
    expect([texts(read('')), read('# only\n').meta, read('\\').entries]).toEqual([[], { header: ['only'] }, []]);
  });

  it('reads long runs of backslashes, separators and entries in linear time', () => {
    const cpuSeconds = startCpuClock();
    read(`a=${'\\'.repeat(200_001)}\nb=1`);
    read(`a=x${'\\\n'.repeat(200_000)}`);
    read(' '.repeat(200_000) + '='.repeat(200_000));
    expect(read('key.with.dots=some text\n'.repeat(100_000)).entries).toHaveLength(100_000);
    expect(cpuSeconds()).toBeLessThan(CPU_SECONDS);
  });
});

describe('propertiesCodec.serialize', () => {
  const anyText = fc.array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\\', 'u', '\\u0041', ' ', '=', ':', '#', '!', '\n', '\r', '\t', '\f', '\u0085', '\u2028', '\ufeff'),
    ),
  ).map((parts) => parts.join('')); // prettier-ignore

  it('writes keys, texts and descriptions that are read back to the code unit', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (key, value, description) => {
        const file = read(write([{ key, value, description }]));
        expect(file.entries).toEqual([{ key, value, description: description || undefined, line: expect.any(Number) }]);
      }),
      { numRuns: samples(2000) },
    );
  });

  it('writes only ASCII', () => {
    fc.assert(
      fc.property(anyText, anyText, anyText, (key, value, description) => {
        expect(write([{ key, value, description }])).toMatch(/^[\n\x20-\x7e]*$/);
      }),
    );
  });

  it('escapes only the characters that need it', () => {
    const entries = [
      { key: 'a.b', value: "It's 100% = fine: #1 (C:\\x) ", description: 'Größe\n\nsecond' },
      { key: 'c d', value: '  lead' },
      { key: 'e', value: ' ' },
      { key: 'none' },
    ];
    expect(write(entries)).toBe(
      "# Gr\\u00f6\\u00dfe\n#\n# second\na.b=It's 100% = fine: #1 (C:\\\\x)\\u0020\nc\\ d=\\  lead\ne=\\u0020\nnone=\n",
    );
  });

  it('writes the comments from the start of the imported file, and the same bytes again', () => {
    const first = write([{ key: 'a', value: 'b', description: 'c' }], { header: ['Licence', 'second block'] });
    const { entries, meta } = read(first);
    expect(meta).toEqual({ header: ['Licence', 'second block'] });
    expect(write(entries.map(({ key, description }) => ({ key, value: 'b', description })), meta)).toBe(first); // prettier-ignore
  });

  it('ignores stored metadata of an unexpected type', () => {
    for (const header of [7, null, { a: 1 }, [1, null]])
      expect(write([{ key: 'a', value: '' }], { header })).toBe('a=\n');
  });
});
