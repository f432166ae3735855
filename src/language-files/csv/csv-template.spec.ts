import type { FormatCodec } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import type { Warning } from '../model/warnings';
import { writeFile } from '../template/write-file';
import { csvCodec, tsvCodec } from './csv-codec';

const FILE =
  'sep=;\r\nrow;"key";max;en;"de";Comment\r\n1;"a";20;"A";B;note\r\n\r\n2;b;;B, b;\r\n3;c\r\n;;;;;\r\n4;"d";;"x ""y""";z;\r\n';

interface Written {
  text: string;
  warnings: Warning[];
}

function write(
  source: string,
  entries: EntryToWrite[],
  languages = ['en', 'de'],
  codec: FormatCodec = csvCodec,
): Written {
  const warnings: Warning[] = [];
  const chunks = writeFile(codec, {
    ...{ language: 'en', languages, sourceLanguage: 'en', projectName: 'Shop', entries },
    template: { bytes: Buffer.from(source), isForeign: false },
    omitsMissing: true,
    warn: (warning) => warnings.push(warning),
  });
  return { text: Array.from(chunks, (chunk) => Buffer.from(chunk).toString()).join(''), warnings };
}

const entry = (key: string, texts: Record<string, string>, description?: string): EntryToWrite => ({
  ...{ key, description, values: new Map(Object.entries(texts)) },
});

const entries = [
  entry('a', { en: 'A', de: 'B' }, 'note'),
  entry('b', { en: 'B, b' }),
  entry('c', {}),
  entry('d', { en: 'x "y"', de: 'z' }),
];
const [a, b, c, d] = entries as [EntryToWrite, EntryToWrite, EntryToWrite, EntryToWrite];

describe('writeFile of a table', () => {
  it('gives back delimiter, quotes, unknown columns, empty and short rows and line ends', () => {
    expect(write(FILE, entries)).toEqual({ text: FILE, warnings: [] });
  });

  it('changes a text in each of the rows that have it, and adds none to the others', () => {
    const equal = 'key,en,de\na,x,y\nb,q,r\na,x,y\n';
    const rest = entry('b', { en: 'q', de: 'r' });
    expect(write(equal, [entry('a', { en: 'z', de: 'y' }), rest]).text).toBe(equal.replaceAll('x', 'z'));
    const parts = 'key,en,de\na,x,\nb,q,r\na,,y\n';
    expect(write(parts, [entry('a', { en: 'x', de: 'y' }), rest]).text).toBe(parts);
    expect(write(parts, [entry('a', { en: 'z', de: 'y' }), rest]).text).toBe(parts.replace('x', 'z'));
  });

  it.each([
    [entry('a', { en: 'C', de: 'B' }, 'note'), '"A"', '"C"'],
    [entry('a', { en: 'A', de: 'x; y' }, 'note'), ';B;', ';"x; y";'],
    [entry('a', { de: 'B' }, 'note'), '"A"', ''],
    [entry('a', { en: 'A', de: 'B' }), 'note', ''],
    [entry('a', { en: 'A', de: 'B' }, 'two\nlines'), 'note', '"two\nlines"'],
    [entry('b', { en: 'B, b', de: 'C' }), 'b;\r\n', 'b;C\r\n'],
    [entry('b', { en: 'B, b' }, 'new'), 'b;\r\n', 'b;;new\r\n'],
    [entry('c', { de: 'C' }), '3;c', '3;c;;;C'],
  ])('changes one cell (%#)', (changed, old, cell) => {
    const wanted = entries.map((one) => (one.key === changed.key ? changed : one));
    expect(write(FILE, wanted).text).toBe(FILE.replace(old, () => cell));
  });

  it('removes a row, and adds one with the columns of the file', () => {
    expect(write(FILE, [a, c, d]).text).toBe(FILE.replace('2;b;;B, b;\r\n', ''));
    const added = entry('e"', { en: 'E', de: '' }, 'why');
    expect(write(FILE, [...entries, added]).text).toBe(`${FILE};"e""";;E;"";why\r\n`);
    expect(write('"key"\t"en"\n"a"\t"A"', [a, entry('b', { en: 'B' })], ['en'], tsvCodec).text).toBe(
      '"key"\t"en"\n"a"\t"A"\n"b"\t"B"',
    );
  });

  it('adds no row for a key without texts', () => {
    expect(write(FILE, [...entries, entry('e', {})]).text).toBe(FILE);
  });

  it('writes a table without a header, or with a column of texts, in the only language of the export', () => {
    expect(write('a;A\nb;B\n', [entry('a', { de: 'C' }), entry('b', { de: 'B' })], ['de']).text).toBe('a;C\nb;B\n');
    expect(write('key,value\na,A\n', [entry('a', { de: 'C' })], ['de']).text).toBe('key,value\na,C\n');
  });

  it('adds no column: a text has no place, and a description produces a warning', () => {
    const { text, warnings } = write('key,en\na,A\n', [a]);
    expect(text).toBe('key,en,de,description\na,A,B,note\n');
    expect(warnings).toMatchObject([{ code: 'template_misfit' }]);
    expect(write('key,en\na,A\n', [entry('a', { en: 'A' }, 'note')])).toEqual({
      text: 'key,en\na,A\n',
      warnings: [expect.objectContaining({ code: 'description_dropped', key: 'a' })],
    });
  });

  it('is canonical where the file has a column of a language that the export lacks', () => {
    expect(write(FILE, [b], ['de'])).toMatchObject({ text: 'key,de,description\nb,,\n' });
  });
});
