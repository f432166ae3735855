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

describeCodec(propertiesCodec, {
  fixtures: join(__dirname, 'fixtures'),
});

function read(bytes: Uint8Array | string): ParsedFile & { warnings: Warning[] } {
  const warnings: Warning[] = [];
  const context = { projectLanguages: [], sourceLanguage: 'en', warn: (warning: Warning) => warnings.push(warning) };
  return { ...propertiesCodec.parse(Buffer.from(bytes), context), warnings };
}
const fixture = (name: string) => read(readFileSync(join(__dirname, 'fixtures', `${name}.properties`)));
const pairs = (file: ParsedFile) => file.entries.map(({ key, value }) => [key, value]);

function write(entries: EntryToWrite[], meta?: Meta): string {
  const file = { language: 'de', languages: ['de'], sourceLanguage: 'en', projectName: 'p', entries, meta };
  return [...propertiesCodec.serialize({ ...file, warn: () => undefined })].join('');
}

describe('reading .properties', () => {
  it('takes the comments directly above a key for its description', () => {
    expect(fixture('comments').entries.map(({ key, description, line }) => [key, description, line])).toEqual([
      ['title', 'A page title\nsecond line', 6],
      ['first', undefined, 10],
      ['second', undefined, 11],
      ['lone', undefined, 12],
      ['indented', undefined, 13],
      ['empty', undefined, 14],
    ]);
  });

  it('keeps the head of the file and reports other comments', () => {
    const { meta, warnings } = fixture('comments');
    expect(meta).toEqual({ header: ['Licence\nof the file'] });
    expect(warnings.map(({ code, line }) => [code, line])).toEqual([['comment_dropped', 8], ['comment_dropped', 15]]); // prettier-ignore
  });

  it('ends keys at white space, = or : and leaves white space at the end of a text', () => {
    expect(pairs(fixture('comments')).slice(1)).toEqual([
      ['first', 'one'],
      ['second', 'two'],
      ['lone', ''],
      ['indented', 'v '],
      ['empty', ''],
    ]);
  });

  it('joins lines that end in a backslash, in keys, separators and texts', () => {
    expect(pairs(fixture('continuation'))).toEqual([
      ['a', 'onetwo three'],
      ['bc', 'd'],
      ['last', 'x'],
      ['even', 'y\\'],
      ['end', 'z'],
    ]);
  });

  it('resolves escapes in keys and texts', () => {
    expect(pairs(fixture('escapes'))).toEqual([
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

  it('refuses a \\u without four digits and names the line, as Java does', () => {
    const attempt = () => fixture('short-unicode-escape');
    expect(attempt).toThrow(MalformedFileError);
    expect(attempt).toThrow(expect.objectContaining({ position: { line: 2 } }));
  });

  it('reads a file that is not UTF-8 as ISO 8859-1, and says so', () => {
    const file = fixture('latin1');
    expect(pairs(file)).toEqual([['caf\u00e9', 'th\u00e9 \u0080']]);
    expect(file.warnings.map(({ code }) => code)).toEqual(['latin1_assumed']);
  });

  it('reads UTF-8 with a byte order mark', () => {
    const file = fixture('utf8-bom');
    expect(pairs(file)).toEqual([['b\u00e9', '\u{1f600} \u2028']]);
    expect(file.warnings).toEqual([]);
  });

  it('reports duplicates and odd names in the order of the file', () => {
    expect(pairs(fixture('duplicates'))).toEqual([
      ['same', '1'],
      ['same', '2'],
      ['same', '1'],
      ['__proto__', 'p'],
      ['constructor', 'c'],
      ['10', 'x'],
      ['2', 'y'],
    ]);
  });

  it('ends lines at LF, CR and CRLF', () => {
    const { entries } = fixture('mixed-line-ends');
    expect(entries.map(({ key, value, description, line }) => [key, value, description, line])).toEqual([
      ['a', '1', undefined, 1],
      ['b', '2', 'for b', 4],
      ['c', '3', undefined, 5],
    ]);
  });

  it('decodes escapes in comments, as Properties.store writes them', () => {
    expect(read('# gr\\u00fc\\u00dfe\\n\na=b').entries[0]?.description).toBe('grüße\\n');
  });

  it('reads a file without keys', () => {
    expect([pairs(read('')), read('# only\n').meta, read('\\').entries]).toEqual([[], { header: ['only'] }, []]);
  });

  it('reads long runs of anything in linear time', () => {
    const cpuSeconds = startCpuClock();
    read(`a=${'\\'.repeat(200_001)}\nb=1`);
    read(`a=x${'\\\n'.repeat(200_000)}`);
    read(' '.repeat(200_000) + '='.repeat(200_000));
    expect(read('key.with.dots=some text\n'.repeat(100_000)).entries).toHaveLength(100_000);
    expect(cpuSeconds()).toBeLessThan(CPU_SECONDS);
  });
});

describe('writing .properties', () => {
  const nasty = fc.array(
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('\\', 'u', '\\u0041', ' ', '=', ':', '#', '!', '\n', '\r', '\t', '\f', '\u0085', '\u2028', '\ufeff'),
    ),
  ).map((parts) => parts.join('')); // prettier-ignore

  it('gives back keys, texts and descriptions to the code unit', () => {
    fc.assert(
      fc.property(nasty, nasty, nasty, (key, value, description) => {
        const file = read(write([{ key, value, description }]));
        expect(file.entries).toEqual([{ key, value, description: description || undefined, line: expect.any(Number) }]);
      }),
      { numRuns: 2000 },
    );
  });

  it('writes nothing but ASCII', () => {
    fc.assert(
      fc.property(nasty, nasty, nasty, (key, value, description) => {
        expect(write([{ key, value, description }])).toMatch(/^[\n\x20-\x7e]*$/);
      }),
    );
  });

  it('leaves readable what needs no escape', () => {
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

  it('gives back the head of the file, and the same bytes a second time', () => {
    const first = write([{ key: 'a', value: 'b', description: 'c' }], { header: ['Licence', 'second block'] });
    const { entries, meta } = read(first);
    expect(meta).toEqual({ header: ['Licence', 'second block'] });
    expect(write(entries.map(({ key, description }) => ({ key, value: 'b', description })), meta)).toBe(first); // prettier-ignore
  });

  it('ignores metadata of another shape', () => {
    for (const header of [7, null, { a: 1 }, [1, null]])
      expect(write([{ key: 'a', value: '' }], { header })).toBe('a=\n');
  });
});
