import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileToWrite, ParseContext, ParsedFile } from '../model/codec';
import { PLURAL_CATEGORIES, type Plural, type PluralCategory } from '../model/plural';
import type { EntryToWrite } from '../model/entry';
import type { Warning } from '../model/warnings';
import { describeCodec } from '../contract/codec.contract';
import { entriesOf } from '../contract/file-exchange.contract';
import { PLURAL_LANGUAGES } from '../contract/samples.contract';
import { parsePluralMessage } from '../text/plurals/icu-message';
import { poCodec, potCodec } from './po-codec';

const writable = (text: string): boolean => !text.includes('\u0004') && !text.includes('\0');

describeCodec(poCodec, {
  // A file of the source language has no other source text beside its own.
  pluralLanguages: PLURAL_LANGUAGES.filter((language) => language !== 'en'),
  fixtures: join(__dirname, 'fixtures'),
  carriesText: writable,
  carriesKey: (key) => writable(key.replace('\u0004', '')),
  carriesDescription: (description) => !/\r(?!\n|$)/.test(description),
});
describeCodec(potCodec);

function parse(source: Uint8Array | string, context: Partial<ParseContext> = {}): ParsedFile & { warnings: Warning[] } {
  const warnings: Warning[] = [];
  const file = poCodec.parse(typeof source === 'string' ? Buffer.from(source) : source, {
    projectLanguages: ['en', 'de'],
    sourceLanguage: 'en',
    warn: (warning) => warnings.push(warning),
    ...context,
  });
  return { ...file, warnings };
}

const fixture = (name: string, context?: Partial<ParseContext>): ReturnType<typeof parse> =>
  parse(readFileSync(join(__dirname, 'fixtures', `${name}.po`)), context);

function write(entries: EntryToWrite[], file: Partial<FileToWrite> = {}, codec = poCodec): string {
  const language = file.language ?? 'de';
  const base = { language, languages: [language], sourceLanguage: 'en', projectName: 'Demo', warn: () => undefined };
  return [...codec.serialize({ ...base, entries, ...file })].join('');
}

const values = (file: ParsedFile): unknown[] => file.entries.map(({ key, value }) => [key, value]);

const plural = (forms: Partial<Record<PluralCategory, string>>, arg = 'count'): Plural => ({
  type: 'cardinal',
  arg,
  exact: new Map(),
  forms: new Map(PLURAL_CATEGORIES.flatMap((name) => (forms[name] === undefined ? [] : [[name, forms[name]]]))),
});

describe('reading PO', () => {
  it('keeps an empty msgctxt apart from none', () => {
    expect(values(fixture('context-empty-or-absent'))).toEqual([
      ['\u0004Open', 'with empty context'],
      ['Open', 'without context'],
      ['menu\u0004Open', 'with context'],
      ['empty\u0004', 'empty msgid'],
    ]);
  });

  it('reads every escape of gettext, bytes in the charset of the file', () => {
    expect(values(fixture('escapes'))).toEqual([
      ['escapes', 'A A A1 \x07\b\f\v\t\r\n\\ " é é'],
      ['all hexadecimal digits', 'é'],
    ]);
    expect(values(fixture('latin1'))).toEqual([['a', 'äö']]);
    expect(values(fixture('shift-jis'))).toEqual([['a', '表']]);
  });

  it('keeps the index of a form behind a gap, and leaves the missing form out', () => {
    expect(fixture('plural-gap').entries[0]?.value).toEqual(plural({ other: '%d Dateien' }));
  });

  it('takes a plural without any form for untranslated', () => {
    const [entry] = fixture('plural-untranslated').entries;
    expect(entry?.value).toBe('');
    expect(entry?.source).toEqual(plural({ one: '%d file', other: '%d files' }));
  });

  it('copies the highest form where no integer is "other", and says so once', () => {
    const { entries, warnings } = fixture('plural-russian');
    expect(entries[0]?.value).toEqual(
      plural({ one: '%d файл', few: '%d файла', many: '%d файлов', other: '%d файлов' }),
    );
    expect(warnings.map(({ code }) => code)).toEqual(['plural_form_invented']);
  });

  it('reads plurals by the language where Plural-Forms cannot be used, and says so', () => {
    const { entries, warnings } = fixture('plural-forms-invalid');
    expect(entries[0]?.value).toEqual(plural({ one: '0', other: '1' }));
    expect(warnings.map(({ code }) => code)).toEqual(['plural_forms_invalid']);
    expect(fixture('charset-placeholder').warnings).toEqual([]);
  });

  it('reads comments, flags and the previous message into description and metadata', () => {
    const [entry] = fixture('previous-and-fuzzy').entries;
    expect(entry).toMatchObject({
      key: 'is\u0004new %d',
      description: 'extracted\n\n indented',
      keyMeta: {
        references: ['src/a.c:1 src/b.c:22', 'src/c.c'],
        flags: ['c-format', 'range: 0..6'],
        msgidPlural: 'news %d',
      },
      meta: {
        fuzzy: true,
        comments: [' translator', '  indented', ''],
        previous: { msgctxt: 'was', msgid: 'old\ntext', msgidPlural: 'olds' },
      },
    });
  });

  it('reports duplicates as they stand, with their lines', () => {
    const { entries } = fixture('duplicates');
    expect(entries.map(({ key, value, line }) => [key, value, line])).toEqual([
      ['a', '1', 9],
      ['a', '2', 12],
    ]);
  });

  it('keeps a message whose msgid is white space with the file, for it is no key, and says so', () => {
    const file = fixture('msgid-of-white-space');
    expect(values(file)).toEqual([['a', 'b']]);
    expect(file.warnings).toEqual([expect.objectContaining({ code: 'entry_kept_aside', line: 15 })]);
    expect(write([], { meta: file.meta })).toMatch(/\n\n#: src\/ls\.c:2\n#, c-format\nmsgid "\\n"\nmsgstr "\\n"\n$/);
  });

  it('keeps obsolete messages out of the entries', () => {
    expect(values(fixture('obsolete'))).toEqual([['a', 'A']]);
  });

  it('reads messages of all domains, with a warning', () => {
    const { entries, warnings } = fixture('domains');
    expect(entries.map(({ key }) => key)).toEqual(['a', 'b']);
    expect(warnings.map(({ code, line }) => [code, line])).toEqual([
      ['domain_ignored', 12],
      ['duplicate_ignored', 14],
    ]);
  });

  it('reads tokens wherever they stand on a line, and any line ends', () => {
    expect(values(fixture('tokens-on-one-line'))).toEqual([
      ['ab', 'cd'],
      ['e', plural({ one: 'g', other: 'h' })],
    ]);
    expect(fixture('crlf').entries[0]).toMatchObject({
      key: 'a\nb',
      description: 'extracted',
      meta: { comments: [' comment'] },
    });
    expect(values(fixture('cr-only'))).toEqual([['a', 'b']]);
    expect(values(fixture('bom'))).toEqual([['a', 'ä']]);
  });

  it.each(['header-only', 'empty', 'comment-only'])('reads %s as a file without entries', (name) => {
    expect(fixture(name).entries).toEqual([]);
  });

  it.each([
    ['escape-unknown', 10, 8],
    ['escape-not-of-the-charset', 10, 8],
    ['context-separator-in-string', 10, 8],
    ['string-not-closed', 10, 8],
    ['keyword-unknown', 10, 10],
    ['msgstr-missing', 11, 6],
    ['msgstr-missing-at-end', 9, 1],
    ['msgstr-twice', 11, 7],
    ['string-missing', 10, 7],
    ['plural-without-index', 11, 7],
    ['index-without-plural', 10, 10],
    ['obsolete-in-part', 10, 10],
  ])('refuses %s with its place', (name, line, column) => {
    expect(() => fixture(name)).toThrow(
      expect.objectContaining({ code: 'malformed_file', position: { line, column } }) as Error,
    );
  });

  it('refuses bytes of a charset that nobody names', () => {
    expect(() => fixture('charset-placeholder-not-utf8')).toThrow(
      expect.objectContaining({ code: 'unknown_encoding' }) as Error,
    );
  });

  it('takes the language of the header, and that of the caller before it for plurals', () => {
    expect(fixture('header-kept').language).toBe('sr-Latn');
    expect(fixture('charset-placeholder').language).toBeUndefined();
    const [entry] = fixture('plural-untranslated', { language: 'en' }).entries;
    expect(entry?.source).toEqual(plural({ one: '%d file', other: '%d files' }));
  });

  it('gives no second source text in a file of the source language', () => {
    const { entries } = parse('msgid "home.title"\nmsgstr "Home"\n\nmsgid "Bare"\nmsgstr ""\n', { language: 'en' });
    expect(entries.map(({ value, source }) => [value, source])).toEqual([
      ['Home', undefined],
      ['', 'Bare'],
    ]);
  });

  it('says that the comment of an untranslated message has nowhere to stay', () => {
    expect(fixture('empty-translation-with-comment').warnings).toMatchObject([{ code: 'comment_dropped', key: 'a' }]);
  });

  it('keeps what an empty text has: its comments and the message that it was', () => {
    const { entries, meta } = fixture('empty-translation-with-comment');
    const written = entriesOf({ entries }).map((entry) => ({ ...entry, source: entry.key }));
    expect(write(written, { meta })).toContain('# ask Anna\n#| msgid "b"\nmsgid "a"\nmsgstr ""\n');
  });

  it('reads a million characters of one string, and many messages, in no time', () => {
    const long = '\\\\'.repeat(500_000);
    expect(parse(`msgid "a"\nmsgstr "${long}"\n`).entries[0]?.value).toHaveLength(500_000);
    const many = Array.from({ length: 50_000 }, (_, i) => `msgid "k${i}"\nmsgstr ""\n"x\\n"\n"y"\n`).join('\n');
    expect(parse(many).entries).toHaveLength(50_000);
  });
});

describe('writing PO', () => {
  const header = 'msgid ""\nmsgstr ""\n"Project-Id-Version: Demo\\n"\n"Language: de\\n"\n"MIME-Version: 1.0\\n"\n';
  const body = (po: string): string => po.slice(po.indexOf('\n\n') + 2);

  it('writes a header with what gettext needs', () => {
    expect(write([])).toBe(
      `${header}"Content-Type: text/plain; charset=UTF-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n` +
        '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n',
    );
    expect(write([], { language: 'pt-BR' })).toContain('"Language: pt_BR\\n"');
  });

  it('gives the header, obsolete messages and comments of the file back', () => {
    const kept = fixture('header-kept');
    const again = write([], { language: 'sr-Latn', meta: kept.meta });
    expect(again).toMatch(/^# Head of the file\n# Copyright\n#, fuzzy\nmsgid ""\n/);
    expect(again).toContain('"X-Odd: kept \\\\ as is\\n"\n"no field\\n"\n"POT-Creation-Date');
    expect(again).toContain('"Language: sr@latin\\n"');
    expect(again).toContain('nplurals=4');
    const obsolete = fixture('obsolete');
    const source = readFileSync(join(__dirname, 'fixtures', 'obsolete.po'), 'utf8');
    expect(write([], { meta: obsolete.meta })).toContain(source.slice(source.indexOf('# about it')));
  });

  it('replaces what the header says of charset and language when it is not true of this file', () => {
    const meta = fixture('latin1').meta;
    expect(write([], { meta, language: 'fr' })).toContain(
      '"Language: fr\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"',
    );
  });

  it('keeps long lines whole and breaks texts at their line ends', () => {
    const long = 'x '.repeat(500);
    const entries = [
      { key: 'a', value: 'one\ntwo\n', source: 'a' },
      { key: 'b', value: 'end\n', source: 'b' },
      { key: 'c', value: long, source: 'c' },
    ];
    expect(body(write(entries))).toBe(
      `msgid "a"\nmsgstr ""\n"one\\n"\n"two\\n"\n\nmsgid "b"\nmsgstr "end\\n"\n\nmsgid "c"\nmsgstr "${long}"\n`,
    );
  });

  it('writes a source text that is not the msgid as a comment, and reads it back', () => {
    const source = plural({ one: 'a file', other: '# files' }, 'n');
    const entries: EntryToWrite[] = [
      { key: 'Bare', value: 'Nackt', source: 'Bare' },
      { key: 'files', value: plural({ one: 'Datei', other: 'Dateien' }, 'n'), source },
      { key: 'home', value: 'Start', source: 'Home\n"now"', description: 'Title\nSource text: "x"' },
    ];
    const po = write(entries);
    expect(po).toContain('\n\nmsgid "Bare"');
    expect(po).toContain('#. Title\n#. \\Source text: "x"\n#. Source text: "Home\\n\\"now\\""\nmsgid "home"');
    expect(po).toContain(
      '#. Source text (one): "a file"\n#. Source text (other): "# files"\n#. Plural argument: "n"\n',
    );
    expect(parse(po).entries).toMatchObject(entries);
  });

  it('writes the source of its own language as a comment where plural forms cannot say it', () => {
    const said = plural({ one: 'a file', other: '# files' });
    const source = { ...said, exact: new Map([[0, 'none']]) };
    const own = { language: 'en', sourceLanguage: 'en' };
    const po = write(
      [
        { key: 'all', value: said, source: said },
        { key: 'files', value: source, source },
      ],
      own,
    );
    expect(po).toContain('\n\nmsgid "all"');
    expect(po).toContain('#. Source text (=0): "none"\n#. Source text (one): "a file"\n');
    expect(parse(po, own).entries).toEqual([
      expect.objectContaining({ key: 'all', value: said }),
      expect.objectContaining({ key: 'files', value: said, source }),
    ]);
  });

  it.each(['de', 'en'])('says in a file of %s that a key has no source text, for its name is none', (language) => {
    const file = { language, sourceLanguage: 'en' };
    const po = write([{ key: 'home.title', value: language === 'en' ? undefined : 'Start' }], file);
    expect(po).toContain('#. Source text: ""\nmsgid "home.title"\n');
    expect(parse(po, file).entries).toEqual([expect.objectContaining({ key: 'home.title', source: '' })]);
  });

  it('writes a natural plural without comment', () => {
    const source = plural({ one: '%d file', other: '%d files' });
    expect(body(write([{ key: '%d file', source }]))).toBe(
      'msgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\n',
    );
  });

  it('fills missing forms from "other" and names every form that is lost', () => {
    const warnings: string[] = [];
    const value = { ...plural({ one: '1', two: '2', other: 'n' }), exact: new Map([[0, 'none']]) };
    const po = write([{ key: 'k', value }], {
      language: 'ru',
      warn: ({ code, key }) => warnings.push(`${code} ${key}`),
    });
    expect(po).toContain('msgstr[0] "1"\nmsgstr[1] "n"\nmsgstr[2] "n"\n');
    expect(warnings).toEqual([
      'plural_form_invented k',
      'plural_form_invented k',
      'plural_form_dropped k',
      'plural_form_dropped k',
    ]);
  });

  it('keeps ICU messages of plain messages as they are', () => {
    const { entries, meta } = fixture('icu-in-plain-message');
    const stored = entries.map(({ key, value, keyMeta }) => ({
      key,
      keyMeta,
      value: typeof value === 'string' ? parsePluralMessage(value) : undefined,
      source: parsePluralMessage(key),
    }));
    const source = readFileSync(join(__dirname, 'fixtures', 'icu-in-plain-message.po'), 'utf8');
    expect(body(write(stored, { meta }))).toBe(body(source));
  });

  it.each([
    ['', 'x'],
    ['a', 'x\0'],
    ['a', 'x\u0004'],
    ['a\u0004b\u0004c', 'x'],
  ])('refuses key %j with text %j', (key, value) => {
    expect(() => write([{ key, value }])).toThrow(
      expect.objectContaining({ code: 'unwritable_text', position: { key } }) as Error,
    );
  });

  it('ignores metadata of another shape, and lets none break the file', () => {
    const keyMeta = { references: ['a\nmsgid "b"', 7], flags: ['x\ny', 'fuzzy', 'c-format'], msgidPlural: 3 };
    const meta = { fuzzy: 'yes', comments: ['~ x', ' ok\nmsgid "c"'], previous: [] };
    const fileMeta = {
      header: { a: 1 },
      headerComments: ['msgid "x"', '#~ msgid "y"'],
      obsolete: [{ msgid: 1 }],
      trailer: 5,
    };
    const po = write([{ key: 'a', value: 'b', source: 'a', keyMeta, meta }], { meta: fileMeta });
    expect(body(po)).toBe('# ~ x\n# ok\n#msgid "c"\n#: a\n#: msgid "b"\n#, c-format\nmsgid "a"\nmsgstr "b"\n');
    expect(po.startsWith('msgid ""\n')).toBe(true);
  });
});

describe('writing a POT template', () => {
  it('names every message without translating it', () => {
    const entries: EntryToWrite[] = [
      { key: '%d file', value: 'x', source: plural({ one: '%d file', other: '%d files' }) },
      { key: 'home', value: 'Home', description: 'Title' },
    ];
    const pot = write(entries, { language: 'en' }, potCodec);
    expect(pot).toContain('"Language: \\n"');
    expect(pot).toContain('"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"');
    expect(pot.slice(pot.indexOf('\n\n') + 2)).toBe(
      'msgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\n\n' +
        '#. Title\n#. Source text: "Home"\nmsgid "home"\nmsgstr ""\n',
    );
  });
});
