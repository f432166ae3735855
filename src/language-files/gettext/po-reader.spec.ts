import { entriesOf } from '../contract/file-exchange.contract';
import { fixture, parse, plural, values, write } from './po-files.contract';

describe('PO reader', () => {
  it('distinguishes an empty msgctxt from an absent one', () => {
    expect(values(fixture('context-empty-or-absent'))).toEqual([
      ['\u0004Open', 'with empty context'],
      ['Open', 'without context'],
      ['menu\u0004Open', 'with context'],
      ['empty\u0004', 'empty msgid'],
    ]);
  });

  it('resolves every escape of gettext, byte escapes in the charset of the file', () => {
    expect(values(fixture('escapes'))).toEqual([
      ['escapes', 'A A A1 \x07\b\f\v\t\r\n\\ " é é'],
      ['all hexadecimal digits', 'é'],
    ]);
    expect(values(fixture('latin1'))).toEqual([['a', 'äö']]);
    expect(values(fixture('shift-jis'))).toEqual([['a', '表']]);
  });

  it('keeps the index of a form after a gap and omits the missing form', () => {
    expect(fixture('plural-gap').entries[0]?.value).toEqual(plural({ other: '%d Dateien' }));
  });

  it('reads a plural whose forms are all empty as untranslated', () => {
    const [entry] = fixture('plural-untranslated').entries;
    expect(entry?.value).toBe('');
    expect(entry?.source).toEqual(plural({ one: '%d file', other: '%d files' }));
  });

  it('copies the highest form to "other" where no integer is "other", with one warning for the file', () => {
    const { entries, warnings } = fixture('plural-russian');
    expect(entries[0]?.value).toEqual(
      plural({ one: '%d файл', few: '%d файла', many: '%d файлов', other: '%d файлов' }),
    );
    expect(warnings.map(({ code }) => code)).toEqual(['plural_form_invented']);
  });

  it('uses the plural forms of the language where Plural-Forms are invalid, with a warning', () => {
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

  it('returns duplicates in the order of the file, with their lines', () => {
    const { entries } = fixture('duplicates');
    expect(entries.map(({ key, value, line }) => [key, value, line])).toEqual([
      ['a', '1', 9],
      ['a', '2', 12],
    ]);
  });

  it('keeps a message whose msgid is only white space in the metadata of the file, with a warning', () => {
    const file = fixture('msgid-of-white-space');
    expect(values(file)).toEqual([['a', 'b']]);
    expect(file.warnings).toEqual([expect.objectContaining({ code: 'entry_kept_aside', line: 15 })]);
    expect(write([], { meta: file.meta })).toMatch(/\n\n#: src\/ls\.c:2\n#, c-format\nmsgid "\\n"\nmsgstr "\\n"\n$/);
  });

  it('omits obsolete messages from the entries', () => {
    expect(values(fixture('obsolete'))).toEqual([['a', 'A']]);
  });

  it('reads the messages of all domains, with a warning', () => {
    const { entries, warnings } = fixture('domains');
    expect(entries.map(({ key }) => key)).toEqual(['a', 'b']);
    expect(warnings.map(({ code, line }) => [code, line])).toEqual([
      ['domain_ignored', 12],
      ['duplicate_ignored', 14],
    ]);
  });

  it('accepts several tokens on one line and any line ends', () => {
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

  it.each(['header-only', 'empty', 'comment-only'])('reads the fixture %s as a file without entries', (name) => {
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
  ])('refuses the fixture %s with line and column', (name, line, column) => {
    expect(() => fixture(name)).toThrow(
      expect.objectContaining({ code: 'malformed_file', position: { line, column } }) as Error,
    );
  });

  it('refuses bytes that are not UTF-8 in a file without a charset', () => {
    expect(() => fixture('charset-placeholder-not-utf8')).toThrow(
      expect.objectContaining({ code: 'unknown_encoding' }) as Error,
    );
  });

  it('returns the language of the header, and prefers the language of the caller for plurals', () => {
    expect(fixture('header-kept').language).toBe('sr-Latn');
    expect(fixture('charset-placeholder').language).toBeUndefined();
    const [entry] = fixture('plural-untranslated', { language: 'en' }).entries;
    expect(entry?.source).toEqual(plural({ one: '%d file', other: '%d files' }));
  });

  it('omits the source text of a translated message in a file of the source language', () => {
    const { entries } = parse('msgid "home.title"\nmsgstr "Home"\n\nmsgid "Bare"\nmsgstr ""\n', { language: 'en' });
    expect(entries.map(({ value, source }) => [value, source])).toEqual([
      ['Home', undefined],
      ['', 'Bare'],
    ]);
  });

  it('warns that the comment of an untranslated message is dropped', () => {
    expect(fixture('empty-translation-with-comment').warnings).toMatchObject([{ code: 'comment_dropped', key: 'a' }]);
  });

  it('keeps the comments and the previous message of an empty text', () => {
    const { entries, meta } = fixture('empty-translation-with-comment');
    const written = entriesOf({ entries }).map((entry) => ({ ...entry, source: entry.key }));
    expect(write(written, { meta })).toContain('# ask Anna\n#| msgid "b"\nmsgid "a"\nmsgstr ""\n');
  });

  it('reads a string of a million characters, and 50,000 messages, in linear time', () => {
    const long = '\\\\'.repeat(500_000);
    expect(parse(`msgid "a"\nmsgstr "${long}"\n`).entries[0]?.value).toHaveLength(500_000);
    const many = Array.from({ length: 50_000 }, (_, i) => `msgid "k${i}"\nmsgstr ""\n"x\\n"\n"y"\n`).join('\n');
    expect(parse(many).entries).toHaveLength(50_000);
  });
});
