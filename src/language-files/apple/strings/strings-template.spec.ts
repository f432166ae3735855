import { concatChunks } from '../../contract/round-trip.contract';
import type { EntryToWrite } from '../../model/entry';
import { writeFile } from '../../template/write-file';
import { stringsCodec } from './strings-codec';

type Changes = Record<string, Partial<EntryToWrite> | undefined>;

/**
 * Writes an imported file of the source language again, with the entries that differ; undefined for a key that is
 * removed.
 */
function edited(source: string, changes: Changes, language = 'en'): string {
  const warn = () => undefined;
  const bytes = Buffer.from(source);
  const { entries } = stringsCodec.parse(bytes, { projectLanguages: [], sourceLanguage: 'en', warn });
  const byKey = new Map<string, EntryToWrite>();
  for (const { key, value, description } of entries) byKey.set(key, { key, value: value ?? '', description });
  for (const [key, change] of Object.entries(changes)) {
    if (change) byKey.set(key, { ...byKey.get(key), key, ...change });
    else byKey.delete(key);
  }
  const file = { language, languages: [language], sourceLanguage: 'en', projectName: 'p', warn };
  const template = { bytes, isForeign: false, omitsMissing: true };
  return Buffer.from(concatChunks(writeFile(stringsCodec, { ...file, entries: byKey.values(), template }))).toString();
}

const FILE = `/* Licence */

/* A verb */
"open"="Open";

// a section

'it' = 'it\\'s'; // trailing
plain /* inner */ = value;
"short";
`;

describe('a .strings file as a template', () => {
  it('replaces a text with the quotes that it has', () => {
    expect(edited(FILE, { open: { value: 'a "b"\n' } })).toBe(FILE.replace('"Open"', '"a \\"b\\"\\n"'));
    expect(edited(FILE, { it: { value: `"it's"` } })).toBe(FILE.replace(`'it\\'s'`, `'"it\\'s"'`));
    expect(edited(FILE, { plain: { value: 'other' } })).toBe(FILE.replace('value', 'other'));
    expect(edited(FILE, { plain: { value: 'two words' } })).toBe(FILE.replace('value', '"two words"'));
    expect(edited(FILE, { short: { value: 'kurz' } })).toBe(FILE.replace('"short"', '"short" = "kurz"'));
    expect(edited('"a" = "x\ny";', { a: { value: 'x\nz\\n' } })).toBe('"a" = "x\nz\\\\n";');
    expect(edited('"a" = "\\U00e4";', { a: { value: 'ö' } })).toBe('"a" = "\\U00f6";');
  });

  it('removes an entry with its comments, and keeps sections', () => {
    expect(edited(FILE, { open: undefined })).toBe(FILE.replace(/\/\* A verb[^]*Open";\n\n/, ''));
    expect(edited(FILE, { it: undefined })).toBe(FILE.replace(/'it'.*\n/, ''));
  });

  it('adds an entry inside braces, and not behind a comment of its line', () => {
    expect(edited('/* a */ {} // b\n', { c: { value: 'd' } })).toBe('/* a */ {\n"c" = "d";\n} // b\n');
    expect(edited('a=b; c=d; // e\n', { f: { value: 'g' } })).toBe('a=b; c=d; // e\n f="g";\n');
  });

  it('writes the description above an entry of the source language, instead of its other comments', () => {
    expect(edited(FILE, { open: { description: 'Two\nlines' } })).toBe(FILE.replace('A verb', 'Two\nlines'));
    expect(edited(FILE, { it: { description: 'A contraction' } })).toBe(
      FILE.replace("'it'", "/* A contraction */\n'it'").replace(' // trailing', ''),
    );
    expect(edited(FILE, { plain: { description: undefined } })).toBe(FILE.replace('/* inner */ ', ''));
    expect(edited('a=b; c=d;', { c: { description: 'e' } })).toBe('a=b; /* e */ c=d;');
    expect(edited('a=b; c=d;', { c: { description: '*/' } })).toBe('a=b; \n// */\nc=d;');
    expect(edited(FILE, { open: { description: 'Two\nlines' } }, 'de')).toBe(FILE);
  });
});
