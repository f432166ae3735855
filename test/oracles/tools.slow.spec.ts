import { type EntryToWrite, FormatError } from '../../src/language-files';
import { editedFile } from '../../src/language-files/contract/template-edits.contract';
import { poCodec, potCodec } from '../../src/language-files/gettext/po-codec';
import { qtTsCodec } from '../../src/language-files/qt-ts/qt-ts-codec';
import { xliff2Codec, xliffCodec } from '../../src/language-files/xliff/xliff-codec';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeWith, run, withFile } from './oracle';
import { entriesOf, writeFile, plural, textsFor } from './texts';

const XSD = join(__dirname, 'xsd');
const FIXTURES = join(__dirname, '../../src/language-files/xliff/fixtures');

const validate = (schema: string, bytes: Uint8Array): string =>
  withFile('f.xlf', bytes, (path) => run('xmllint', ['--nonet', '--noout', '--schema', join(XSD, schema), path]));

describe('tools of the formats', () => {
  describeWith(['libxml2-utils'], 'xmllint', () => {
    it.each([
      [xliffCodec, 'x12.xsd'],
      [xliff2Codec, 'xliff_core_2.0.xsd'],
    ])('validates exports by the schema: %#', (codec, schema) => {
      const entries = entriesOf(textsFor(codec)).map((entry) => ({ ...entry, description: `of ${entry.key}` }));
      expect(() => validate(schema, writeFile(codec, entries))).not.toThrow();
      expect(() => validate(schema, writeFile(codec, []))).not.toThrow();
    });

    it.each([
      [xliffCodec, 'xliff', 'x12.xsd'],
      [xliff2Codec, 'xliff2', 'xliff_core_2.0.xsd'],
    ])('validates the exports of imported valid fixtures: %#', (codec, folder, schema) => {
      const invalid = readdirSync(join(FIXTURES, folder)).filter((name) => {
        const bytes = readFileSync(join(FIXTURES, folder, name));
        return accepts(schema, bytes) && !accepts(schema, rewrite(codec, bytes) ?? bytes);
      });
      expect(invalid).toEqual([]);
    });
  });

  describeWith(['gettext'], 'msgfmt', () => {
    const entries: EntryToWrite[] = [
      {
        key: 'a',
        value: 'b',
        source: 'a',
        description: 'A letter',
        keyMeta: { references: ['a.c:1'], flags: ['c-format'] },
      },
      { key: 'menu\u0004open', value: 'öffnen', source: 'open', meta: { fuzzy: true, previous: { msgid: 'opened' } } },
      {
        key: '%d file',
        value: plural({ one: '%d Datei', other: '%d Dateien' }),
        source: plural({ one: '%d file', other: '%d files' }),
      },
    ];

    it('accepts a PO file without warnings', () => {
      withFile('f.po', writeFile(poCodec, entries), (path) => {
        expect(run('msgfmt', ['--check-format', '--check-domain', '-o', '/dev/null', path])).toBe('');
        expect(run('msgattrib', ['--only-fuzzy', path])).toContain('msgctxt "menu"\nmsgid "open"\nmsgstr "öffnen"');
        expect(run('msgcat', [path])).toContain('#| msgid "opened"');
      });
    });

    it('accepts texts that are written into a file with the header of a template', () => {
      const head = `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=ASCII\\n"\n`;
      const source = `${head}"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"\n\nmsgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""\n`;
      const edits = { '%d file': '{count, plural, one {%d Größe} other {%d Größen}}' };
      const { text } = editedFile(poCodec, source, edits, { language: 'de', languages: ['de'] });
      withFile('f.po', text, (path) => {
        expect(run('msgfmt', ['--check-format', '--check-domain', '-o', '/dev/null', path])).toBe('');
        expect(run('msgcat', [path])).toContain('msgstr[1] "%d Größen"');
      });
    });

    it('accepts a message that was obsolete and is in use again', () => {
      const head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n';
      const source = `${head}\nmsgid "a"\nmsgstr "b"\n\n# kept\n#~ msgid "old"\n#~ msgstr "alt"\n`;
      const { text } = editedFile(poCodec, source, { old: 'neu' }, { language: 'de', languages: ['de'] });
      withFile('f.po', text, (path) => expect(run('msgcat', [path])).toContain('msgid "old"\nmsgstr "neu"'));
    });

    it('accepts a message whose msgid is a name now', () => {
      const head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n';
      const source = `${head}\n#, c-format\nmsgid "%d file"\nmsgstr "%d Datei"\n`;
      const renamed = { value: '%d Datei', source: '%d file', earlierKeys: ['%d file'] };
      const edits = { '%d file': null, 'files.count': renamed };
      const { text } = editedFile(poCodec, source, edits, { language: 'de', languages: ['de'] });
      const keyMeta = { flags: ['c-format'] };
      const canonical = writeFile(poCodec, [{ key: 'files.count', ...renamed, keyMeta }]);
      for (const file of [text, canonical])
        withFile('f.po', file, (path) =>
          expect(run('msgfmt', ['--check-format', '--check-domain', '-o', '/dev/null', path])).toBe(''),
        );
    });

    it('creates a translation from a template', () => {
      withFile('f.pot', writeFile(potCodec, entries), (path) => {
        const made = run('msginit', ['--no-translator', '--locale=de', '--input', path, '--output-file', '-']);
        expect(made).toContain('msgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""');
      });
    });
  });

  describeWith(['qt6-l10n-tools'], 'lrelease', () => {
    it('compiles a TS file of any texts', () => {
      withFile('f.ts', writeFile(qtTsCodec, entriesOf(textsFor(qtTsCodec))), (path) => {
        expect(run('/usr/lib/qt6/bin/lrelease', ['-idbased', path, '-qm', `${path}.qm`])).toMatch(
          /Generated \d+ translation/,
        );
      });
    });
  });
});

function accepts(schema: string, bytes: Uint8Array): boolean {
  try {
    validate(schema, bytes);
    return true;
  } catch {
    // xmllint refuses the file.
    return false;
  }
}

/** Imports and exports a file. Returns undefined if the import refuses it. */
function rewrite(codec: typeof xliffCodec, bytes: Uint8Array): Uint8Array | undefined {
  try {
    const context = { language: 'de', projectLanguages: ['en', 'de'], sourceLanguage: 'en', warn: () => undefined };
    const { entries, meta } = codec.parse(bytes, context);
    // A file with several languages is written for one language at a time.
    const german = entries.filter(({ language = 'de' }) => language === 'de');
    const written = german.map(({ value, source, ...entry }) => ({
      ...entry,
      value: value ?? undefined,
      source: source ?? undefined,
    }));
    return writeFile(codec, written, 'de', meta);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}
