import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EntryToWrite } from '../model/entry';
import type { Meta } from '../model/meta';
import { parsePluralMessage } from '../text/plurals/icu-message';
import { potCodec } from './po-codec';
import { FIXTURES, fixture, parse, plural, write } from './po-files.contract';

describe('PO writer', () => {
  const header = 'msgid ""\nmsgstr ""\n"Project-Id-Version: Demo\\n"\n"Language: de\\n"\n"MIME-Version: 1.0\\n"\n';
  const body = (po: string): string => po.slice(po.indexOf('\n\n') + 2);

  it('writes a header with the fields that gettext needs', () => {
    expect(write([])).toBe(
      `${header}"Content-Type: text/plain; charset=UTF-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n` +
        '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n',
    );
    expect(write([], { language: 'pt-BR' })).toContain('"Language: pt_BR\\n"');
  });

  it('restores the header, obsolete messages and comments of the file', () => {
    const kept = fixture('header-kept');
    const again = write([], { language: 'sr-Latn', meta: kept.meta });
    expect(again).toMatch(/^# Head of the file\n# Copyright\n#, fuzzy\nmsgid ""\n/);
    expect(again).toContain('"X-Odd: kept \\\\ as is\\n"\n"no field\\n"\n"POT-Creation-Date');
    expect(again).toContain('"Language: sr@latin\\n"');
    expect(again).toContain('nplurals=4');
    const obsolete = fixture('obsolete');
    const source = readFileSync(join(FIXTURES, 'obsolete.po'), 'utf8');
    expect(write([], { meta: obsolete.meta })).toContain(source.slice(source.indexOf('# about it')));
  });

  it('writes no format flag for a message whose msgid has other arguments than its source text', () => {
    const flagsOf = (key: string, source: string, value = source): string | undefined => {
      const keyMeta = { flags: ['c-format', 'no-wrap', 'no-python-format'] };
      return /^#, (.*)$/m.exec(write([{ key, source, value, keyMeta }]))?.[1];
    };
    expect(flagsOf('%d files', '%d files')).toBe('c-format, no-wrap, no-python-format');
    expect(flagsOf('%1$s: 100%%', '100 %%, %1$s')).toBe('c-format, no-wrap, no-python-format');
    for (const source of ['%d files', '%(n)s', '%1', '{0}', '$name'])
      expect(flagsOf('files', source)).toBe('no-wrap, no-python-format');
    expect(flagsOf('files', '', 'x')).toContain('c-format');
  });

  it('leaves out an obsolete message that is in use again', () => {
    const message = (msgid: string, msgctxt?: string): Meta => ({
      msgid,
      msgstr: [[0, 'alt']],
      ...(msgctxt !== undefined && { msgctxt }),
    });
    const meta = { obsolete: [message('a'), message('a', 'menu'), message('b')] };
    const po = write([{ key: 'a', value: 'neu', source: 'a' }], { meta });
    expect(body(po)).toBe(
      'msgid "a"\nmsgstr "neu"\n\n#~ msgctxt "menu"\n#~ msgid "a"\n#~ msgstr "alt"\n\n#~ msgid "b"\n#~ msgstr "alt"\n',
    );
  });

  it('replaces the charset and the language of a stored header', () => {
    const meta = fixture('latin1').meta;
    expect(write([], { meta, language: 'fr' })).toContain(
      '"Language: fr\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"',
    );
  });

  it('does not wrap long lines and breaks texts at their line ends', () => {
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

  it('writes a source text that differs from the msgid as a comment, which is read back', () => {
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

  it('writes the source text as a comment in a source language file whose plural forms cannot express it', () => {
    const expressible = plural({ one: 'a file', other: '# files' });
    const source = { ...expressible, exact: new Map([[0, 'none']]) };
    const file = { language: 'en', sourceLanguage: 'en' };
    const po = write(
      [
        { key: 'all', value: expressible, source: expressible },
        { key: 'files', value: source, source },
      ],
      file,
    );
    expect(po).toContain('\n\nmsgid "all"');
    expect(po).toContain('#. Source text (=0): "none"\n#. Source text (one): "a file"\n');
    expect(parse(po, file).entries).toEqual([
      expect.objectContaining({ key: 'all', value: expressible }),
      expect.objectContaining({ key: 'files', value: expressible, source }),
    ]);
  });

  it.each(['de', 'en'])('writes an empty source comment in a %s file for a key without source text', (language) => {
    const file = { language, sourceLanguage: 'en' };
    const po = write([{ key: 'home.title', value: language === 'en' ? undefined : 'Start' }], file);
    expect(po).toContain('#. Source text: ""\nmsgid "home.title"\n');
    expect(parse(po, file).entries).toEqual([expect.objectContaining({ key: 'home.title', source: '' })]);
  });

  it('writes no source comment for a plural whose forms are msgid and msgid_plural', () => {
    const source = plural({ one: '%d file', other: '%d files' });
    expect(body(write([{ key: '%d file', source }]))).toBe(
      'msgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\n',
    );
  });

  it('copies "other" to missing forms and warns of every form that is lost', () => {
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

  it('writes ICU plurals of plain messages as plain messages again', () => {
    const { entries, meta } = fixture('icu-in-plain-message');
    const stored = entries.map(({ key, value, keyMeta }) => ({
      key,
      keyMeta,
      value: typeof value === 'string' ? parsePluralMessage(value) : undefined,
      source: parsePluralMessage(key),
    }));
    const source = readFileSync(join(FIXTURES, 'icu-in-plain-message.po'), 'utf8');
    expect(body(write(stored, { meta }))).toBe(body(source));
  });

  it.each([
    ['', 'x'],
    ['a', 'x\0'],
    ['a', 'x\u0004'],
    ['a\u0004b\u0004c', 'x'],
  ])('refuses the key %j with the text %j', (key, value) => {
    expect(() => write([{ key, value }])).toThrow(
      expect.objectContaining({ code: 'unwritable_text', position: { key } }) as Error,
    );
  });

  it('ignores metadata of another shape and writes no fields from stored comments', () => {
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

describe('POT writer', () => {
  it('writes every message without its translation', () => {
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
