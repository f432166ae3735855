import { concatChunks } from '../contract/round-trip.contract';
import type { EntryToWrite } from '../model/entry';
import { writeFile } from '../template/write-file';
import { propertiesCodec } from './properties-codec';

type Changes = Record<string, Partial<EntryToWrite> | undefined>;

/**
 * Writes an imported file of the source language again, with the entries that differ; undefined for a key that is
 * removed.
 */
function rewrite(bytes: Buffer, changes: Changes, language = 'en'): Buffer {
  const warn = () => undefined;
  const { entries } = propertiesCodec.parse(bytes, { projectLanguages: [], sourceLanguage: 'en', warn });
  const byKey = new Map<string, EntryToWrite>();
  for (const { key, value, description } of entries) byKey.set(key, { key, value: value ?? '', description });
  for (const [key, change] of Object.entries(changes)) {
    if (change) byKey.set(key, { ...byKey.get(key), key, ...change });
    else byKey.delete(key);
  }
  const file = { language, languages: [language], sourceLanguage: 'en', projectName: 'p', warn };
  const template = { bytes, isForeign: false, omitsMissing: true };
  return Buffer.from(concatChunks(writeFile(propertiesCodec, { ...file, entries: byKey.values(), template })));
}
const edited = (source: string, changes: Changes, language?: string): string =>
  rewrite(Buffer.from(source), changes, language).toString();

const FILE = `! Licence

! Menu
! of the window
open : Open

# a section

text = one\\n\\
       two
`;

describe('a .properties file as a template', () => {
  it('replaces a text, and continues it on new lines as the file does', () => {
    expect(edited(FILE, { open: { value: 'Öffnen' } })).toBe(FILE.replace(': Open', ': \\u00d6ffnen'));
    expect(edited(FILE, { text: { value: 'a\n b\n\nc\n' } })).toBe(
      FILE.replace('one\\n\\\n       two', 'a\\n\\\n       \\ b\\n\\\n       \\n\\\n       c\\n'),
    );
  });

  it.each([
    ['one two three four', 'one two 3 four', 'a=one \\\n  two \\\n  3 \\\n  four\n'],
    ['one two three four', 'one two', 'a=one \\\n  two\n'],
  ])('keeps the lines of %j that %j has too', (_, value, expected) => {
    const source = 'a=one \\\n  two \\\n  three \\\n  four\n';
    expect(edited(source, { a: { value } })).toBe(expected);
  });

  it.each(['\u{e0067}', '\u{f0000}', '\u{1fffd}', '\u{1f600}', '\ud83d'])(
    'writes the character %j of a key whole',
    (character) => {
      const key = `a${character}b`;
      const written = rewrite(Buffer.from('ä=ö\n'), { [key]: { value: 'v' } });
      const warn = () => undefined;
      const { entries } = propertiesCodec.parse(written, { projectLanguages: [], sourceLanguage: 'en', warn });
      expect(entries.map((entry) => [entry.key, entry.value])).toEqual([
        ['ä', 'ö'],
        [key, 'v'],
      ]);
    },
  );

  it('writes the escapes that the file has', () => {
    expect(edited('a=\\u00C4\n', { a: { value: 'ö' } })).toBe('a=\\u00F6\n');
    expect(edited('a=ä\n', { a: { value: 'ö\u2026' } })).toBe('a=ö\u2026\n');
    expect(edited('a=ä\nb=\\u00e9\u2026\\u202F\n', { a: { value: 'äé\u2026\u202F' } })).toBe(
      'a=ä\\u00E9\u2026\\u202F\nb=\\u00e9\u2026\\u202F\n',
    );
    expect(edited('a=b\\:c\n', { a: { value: 'd:e=f' } })).toBe('a=d\\:e\\=f\n');
    expect(edited('a=b:c\n', { a: { value: 'd:e' } })).toBe('a=d:e\n');
    const latin1 = Buffer.from('a=\u00e4\nb=\u0080\n', 'latin1');
    expect(rewrite(latin1, { a: { value: 'ö\u2026' } }).toString('latin1')).toBe('a=\u00f6\\u2026\nb=\u0080\n');
  });

  it.each([
    ['a b\n', 'a \\:c\n'],
    ['a\tb\n', 'a\t\\:c\n'],
    ['a b\\\n  c\n', 'a \\:\\\n  c\n'],
    ['a b\\\n  :c\n', 'a \\:c\n'],
    ['a \\u00\\\n  e4\n', 'a \\:c\n'],
    ['a\n', 'a=:c\n'],
    ['a', 'a=:c'],
    ['a \\\n  b\n', 'a \\\n  \\:c\n'],
    ['a \\\n  = b\n', 'a \\\n  = :c\n'],
    ['a:b\n', 'a::c\n'],
    ['a = b\n', 'a = :c\n'],
  ])('does not let a text of %j begin with a separator', (source, expected) => {
    expect(edited(source, { a: { value: ':c' } })).toBe(expected);
  });

  it('separates the first text of a key without one', () => {
    expect(edited('a\nb : d\n', { a: { value: 'c' } })).toBe('a : c\nb : d\n');
    expect(edited('a ', { a: { value: 'c' } })).toBe('a c');
  });

  it('does not let a new text begin with a separator, behind white space', () => {
    expect(edited('a b\n', { c: { value: '=d' } })).toBe('a b\nc \\=d\n');
    expect(edited('a:b\n', { c: { value: '=d' } })).toBe('a:b\nc:=d\n');
  });

  it('removes an entry with its comment, and keeps sections', () => {
    expect(edited(FILE, { open: undefined })).toBe(FILE.replace(/! Menu[^]*Open\n\n/, ''));
    expect(edited(FILE, { text: undefined })).toBe(FILE.replace(/\n\ntext[^]*/, '\n'));
  });

  it('adds an entry with the separator of the others', () => {
    expect(edited('a : b\n', { 'c d': { value: 'e', description: 'f\n\ng' } })).toBe('a : b\n# f\n#\n# g\nc\\ d : e\n');
    expect(edited('a=b\n\\', { c: { value: 'd' } })).toBe('a=b\nc=d\n\\');
  });

  it('writes descriptions into the comments of the source language only', () => {
    expect(edited(FILE, { open: { description: 'A verb' }, text: { description: 'Two\nlines' } })).toBe(
      FILE.replace('! Menu\n! of the window', '! A verb').replace('text =', '! Two\n! lines\ntext ='),
    );
    expect(edited(FILE, { open: { description: undefined } })).toBe(FILE.replace('! Menu\n! of the window\n', ''));
    expect(edited(FILE, { open: { description: 'A verb' } }, 'de')).toBe(FILE);
  });

  it('keeps earlier texts of a key, of which the last one counts', () => {
    const twice = '# first\na=1\nb=2\n# second\na=3\n';
    expect(edited(twice, { a: { value: '4', description: 'first' } })).toBe(twice.replace('a=3', 'a=4'));
    expect(edited(twice, { a: undefined })).toBe('b=2\n');
    const second = 'a=1\nb=2\n# second\na=3\n';
    expect(edited(second, { a: { description: 'second' } })).toBe(second);
    expect(edited(second, { a: { description: 'third' } })).toBe(second.replace('second', 'third'));
  });
});
