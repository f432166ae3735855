import type { EntryToWrite } from '../model/entry';
import { concatChunks } from '../contract/round-trip.contract';
import { writeFile } from '../template/write-file';
import { poCodec } from './po-codec';

const HEADER = `# License
msgid ""
msgstr ""
"Project-Id-Version: shop\\n"
"Language-Team: German\\n"
"Language: de\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
`;

const FILE = `${HEADER}
# A section

# by Anna
#. Shown above the list
#: list.c:1
#, fuzzy, c-format
#| msgid "%s lists"
msgid "%s list"
msgstr "%s Liste"

#, c-format
msgid "%d file"
msgid_plural "%d files"
msgstr[0] "%d Datei"
msgstr[1] "%d Dateien"
msgid "button.save"
msgstr "Sichern"

# not yet
#, fuzzy
msgid "open"
msgstr ""

#~ msgid "old"
#~ msgstr "alt"
`;

interface Options {
  language?: string;
  isForeign?: boolean;
  /** The file of the source language. */
  order?: string;
}

/** Writes an imported file again, with the entries that differ; undefined for a key that is removed. */
function rewrite(
  source: string,
  changes: Record<string, Partial<EntryToWrite> | undefined> = {},
  { language = 'de', isForeign = false, order }: Options = {},
  bytes: Uint8Array = Buffer.from(source),
): string {
  const context = { language: 'de', projectLanguages: [], sourceLanguage: 'en', warn: () => undefined };
  const { entries } = poCodec.parse(Uint8Array.from(bytes), context);
  const byKey = new Map<string, EntryToWrite>();
  for (const { key, value, source: text, description, keyMeta, meta } of entries) {
    const [found, from] = [isForeign ? undefined : (value ?? undefined), text ?? undefined];
    byKey.set(key, { key, value: found, source: from, description, keyMeta, meta: value === '' ? undefined : meta });
  }
  for (const [key, change] of Object.entries(changes)) {
    const { [key]: old } = Object.fromEntries(byKey);
    if (change) byKey.set(key, { ...old, key, ...change });
    else byKey.delete(key);
  }
  const file = { language, languages: [language], sourceLanguage: 'en', projectName: 'p', warn: () => undefined };
  const template = { bytes, isForeign, source: order === undefined ? undefined : Buffer.from(order) };
  return Buffer.from(concatChunks(writeFile(poCodec, { ...file, entries: byKey.values(), template }))).toString();
}

describe('a PO file as a template', () => {
  it('comes back as it is', () => {
    expect(rewrite(FILE)).toBe(FILE);
  });

  it('loses the state and the previous msgid of an edited text, and keeps its comments', () => {
    expect(rewrite(FILE, { '%s list': { value: '%s-Liste', meta: undefined } })).toBe(
      FILE.replace('#, fuzzy, c-format', '#, c-format')
        .replace('#| msgid "%s lists"\n', '')
        .replace('%s Liste', '%s-Liste'),
    );
    expect(rewrite(FILE, { open: { value: 'offen' } })).toBe(
      FILE.replace('#, fuzzy\n', '').replace('"open"\nmsgstr ""', '"open"\nmsgstr "offen"'),
    );
  });

  it('changes the state and the previous msgid of a text that stays', () => {
    const list = { fuzzy: true, previous: { msgid: '%s lists' } };
    const withList = (meta: EntryToWrite['meta']): string => rewrite(FILE, { '%s list': { meta } });
    expect(withList(list)).toBe(FILE);
    expect(withList({ previous: list.previous })).toBe(FILE.replace('#, fuzzy, c-format', '#, c-format'));
    // An edit that was taken back leaves only the state.
    expect(withList({ fuzzy: true })).toBe(FILE);
    const withButton = (meta: EntryToWrite['meta']): string => rewrite(FILE, { 'button.save': { meta } });
    expect(withButton({ fuzzy: true })).toBe(FILE.replace('msgid "button', '#, fuzzy\nmsgid "button'));
    expect(withButton({ previous: { msgid: 'save' } })).toBe(
      FILE.replace('msgid "button', '#| msgid "save"\nmsgid "button'),
    );
  });

  it('keeps a plural argument that a message without a plural has', () => {
    const argument = '#. Plural argument: "n"\n';
    const noted = FILE.replace('msgid "button', `${argument}msgid "button`).replace(
      '#, fuzzy\n',
      `${argument}#, fuzzy\n`,
    );
    expect(rewrite(noted)).toBe(noted);
    const forms = new Map([['other', 'Save']] as const);
    const source = { type: 'cardinal', arg: 'n', exact: new Map<number, string>(), forms } as const;
    expect(rewrite(FILE, { 'button.save': { source } })).toBe(FILE);
    expect(rewrite(noted, { 'button.save': { value: 'Speichern' } })).toBe(noted.replace('Sichern', 'Speichern'));
  });

  it.each([
    ['the placeholder of a template', '"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"\n'],
    ['none', ''],
  ])('declares the plural forms that it writes in a header with %s', (_what, field) => {
    const declared = '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n';
    const file = FILE.replace(declared, field).replace('%d Datei"', '"').replace('%d Dateien"', '"');
    const forms = new Map([
      ['one', '%d Datei'],
      ['other', '%d Dateien'],
    ] as const);
    const value = { type: 'cardinal', arg: 'count', exact: new Map<number, string>(), forms } as const;
    expect(rewrite(file, { '%d file': { value } })).toBe(FILE);
    expect(rewrite(file, { 'button.save': { value } })).toContain(declared);
    expect(rewrite(file, { 'button.save': { value: 'Speichern' } })).toBe(file.replace('Sichern', 'Speichern'));
    expect(rewrite(file)).toBe(file);
    expect(rewrite('msgid "a"\nmsgid_plural "b"\nmsgstr[0] ""\n', { a: { value } })).toMatch(
      /^msgid ""\nmsgstr ""\n[^]*"Plural-Forms: nplurals=2; plural=\(n != 1\);\\n"\n\nmsgid "a"\n/,
    );
  });

  it('changes one form of a plural', () => {
    const forms = new Map([
      ['one', '%d Datei'],
      ['other', '%d Files'],
    ] as const);
    const value = { type: 'cardinal', arg: 'count', exact: new Map<number, string>(), forms } as const;
    expect(rewrite(FILE, { '%d file': { value } })).toBe(FILE.replace('%d Dateien', '%d Files'));
    expect(rewrite(FILE, { 'button.save': { value } })).toBe(
      FILE.replace('msgstr "Sichern"', 'msgid_plural "button.save"\nmsgstr[0] "%d Datei"\nmsgstr[1] "%d Files"'),
    );
  });

  it('writes no source text beside a msgid that is a key', () => {
    expect(rewrite(FILE, { 'button.save': { source: 'Save' } })).toBe(FILE);
    const noted = FILE.replace('msgid "button', '#. Source text: "Save"\nmsgid "button');
    expect(rewrite(noted, { 'button.save': { source: 'Save all' } })).toBe(noted.replace('"Save"', '"Save all"'));
  });

  it('changes the description, and keeps other comments', () => {
    expect(rewrite(FILE, { '%s list': { description: 'A list\nof names' } })).toBe(
      FILE.replace('#. Shown above the list', '#. A list\n#. of names'),
    );
    expect(rewrite(FILE, { '%s list': { description: undefined } })).toBe(
      FILE.replace('#. Shown above the list\n', ''),
    );
    expect(rewrite(FILE, { open: { description: 'A verb' } })).toBe(FILE.replace('not yet\n', 'not yet\n#. A verb\n'));
  });

  it('has a blank line around each new message, as gettext writes it, whatever is between the others', () => {
    const message = (id: string, comment = ''): string => `${comment}msgid "${id}"\nmsgstr "${id.toUpperCase()}"\n`;
    const [first, second] = [message('a'), message('b', '# B\n')];
    const obsolete = message('c').replaceAll('msg', '#~ msg');
    const order = HEADER + ['a', 'x', 'b', 'y'].map((id) => message(id)).join('');
    const added = (gap: string, tail: string): string =>
      rewrite(
        HEADER + first + gap + second + tail,
        { x: { value: 'X', source: 'x' }, y: { value: 'Y', source: 'y' } },
        { order },
      );
    const [x, y] = [`\n${message('x')}\n`, `\n${message('y')}`];
    expect(added('', obsolete)).toBe(`${HEADER}${first}${x}${second}${y}\n${obsolete}`);
    expect(added('\n\n', `\n${obsolete}`)).toBe(`${HEADER}${first}${x}\n${second}${y}\n${obsolete}`);
    expect(added('', '')).toBe(`${HEADER}${first}${x}${second}${y}`);
  });

  it('writes new messages before the obsolete ones, and removes a message with its own comments', () => {
    expect(rewrite(FILE, { 'menu\u0004new': { value: 'neu', source: 'new' } })).toBe(
      FILE.replace('\n\n#~', '\n\nmsgctxt "menu"\nmsgid "new"\nmsgstr "neu"\n\n#~'),
    );
    expect(rewrite(FILE, { '%s list': undefined })).toBe(FILE.replace(/# by Anna[^]*?Liste"\n\n/, ''));
  });

  it('loses an obsolete message that is in use again, as msgmerge writes it, and keeps the others', () => {
    const older = '# about it\n#~ msgctxt "menu"\n#~ msgid "old"\n#~ msgstr "früher"\n';
    const file = `${FILE}\n${older}`;
    const used = 'msgid "old"\nmsgstr "neu"\n';
    const old = { value: 'neu', source: 'old' };
    expect(rewrite(file, { old })).toBe(file.replace(/#~ msgid "old"\n#~ msgstr "alt"\n/, used));
    expect(rewrite(FILE, { old })).toBe(FILE.replace(/#~ msgid "old"[^]*/, used));
    expect(rewrite(file, { old: { source: 'old' } })).toBe(
      file.replace(/#~ msgid "old"\n#~ msgstr "alt"\n/, 'msgid "old"\nmsgstr ""\n'),
    );
    const both = rewrite(file, { old, 'menu\u0004old': old });
    expect(both).toBe(`${FILE.replace(/#~[^]*/, used)}\nmsgctxt "menu"\n${used}`);
    expect(rewrite(FILE, { 'button.save': undefined, old: { ...old, earlierKeys: ['button.save'] } })).toBe(
      FILE.replace('"button.save"\nmsgstr "Sichern"', '"old"\nmsgstr "neu"').replace(/\n#~[^]*/, ''),
    );
    const between = FILE.replace(/\n#~[^]*/, '').replace(
      '# not yet',
      '# gone\n\n# of it\n#~ msgid "old"\n#~ msgstr "alt"\n\n# not yet',
    );
    expect(rewrite(between)).toBe(between);
    expect(rewrite(between, { old })).toBe(
      `${between.replace(/# of it\n#~ msgid "old"\n#~ msgstr "alt"\n\n/, '')}\n${used}`,
    );
  });

  it('loses the format flags of a message whose new msgid has other arguments than the source text', () => {
    const meta = { fuzzy: true, previous: { msgid: '%s lists' } };
    const list = { value: '%s Liste', source: '%s list', description: 'Shown above the list', meta };
    const renamed = (from: string, to: string): string =>
      rewrite(FILE, { [from]: undefined, [to]: { ...list, earlierKeys: [from] } });
    const named = (to: string): string =>
      FILE.replace('msgid "%s list"', `msgid "${to}"`).replace('the list\n', 'the list\n#. Source text: "%s list"\n');
    expect(renamed('%s list', 'list of %s')).toBe(named('list of %s'));
    expect(renamed('%s list', 'list.title')).toBe(named('list.title').replace('#, fuzzy, c-format', '#, fuzzy'));
    const plural = FILE.replace('msgid "%d file"', 'msgid "files.count"').replace(
      '#, c-format\nmsgid "f',
      '#. Source text (one): "%d file"\n#. Source text (other): "%d files"\n#, c-format\nmsgid "f',
    );
    const forms = (one: string, other: string) => ({ type: 'cardinal' as const, arg: 'count', exact: new Map<number, string>(), forms: new Map([['one', one], ['other', other]] as const) }); // prettier-ignore
    const count = {
      value: forms('%d Datei', '%d Dateien'),
      source: forms('%d file', '%d files'),
      earlierKeys: ['%d file'],
    };
    expect(rewrite(FILE, { '%d file': undefined, 'files.count': count })).toBe(plural);
  });

  it('wraps a text as the other texts of the file are wrapped', () => {
    const long = `${'word '.repeat(20)}end`;
    const lines = [`"${'word '.repeat(15)}"`, `"${'word '.repeat(5)}end"`];
    expect(rewrite(FILE, { 'button.save': { value: long } })).toContain(`msgstr ""\n${lines.join('\n')}\n`);
    const unwrapped = FILE.replace('%s Liste', `%s ${long}`);
    expect(rewrite(unwrapped, { 'button.save': { value: long } })).toContain(`msgstr "${long}"\n`);
    const narrow = FILE.replace('"Sichern"', `""\n"${'aa bb '.repeat(8)}"\n"aa bb"`);
    const value = 'cc dd '.repeat(9);
    expect(rewrite(narrow, { '%s list': { value } })).toContain(`msgstr ""\n"${'cc dd '.repeat(8)}"\n"cc dd "\n`);
  });

  it('declares UTF-8 if its charset does not have a text', () => {
    const source = FILE.replace('UTF-8', 'ISO-8859-1').replace('Anna', 'Zoë');
    const latin1 = Buffer.from(source, 'latin1');
    expect(rewrite(source, { 'button.save': { value: 'Größe' } }, {}, latin1)).toContain('charset=ISO-8859-1');
    expect(rewrite(source, { 'button.save': { value: 'Ő' } }, {}, latin1)).toBe(
      FILE.replace('Anna', 'Zoë').replace('Sichern', 'Ő'),
    );
  });

  it('has no translations, no state and the header of its language if it is the file of another one', () => {
    expect(rewrite(FILE, { open: { value: 'otwórz' } }, { language: 'pl', isForeign: true })).toBe(`# License
msgid ""
msgstr ""
"Project-Id-Version: shop\\n"
"Language: pl\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 "
"|| n%100>14) ? 1 : 2);\\n"

# A section

#. Shown above the list
#: list.c:1
#, c-format
msgid "%s list"
msgstr ""

#, c-format
msgid "%d file"
msgid_plural "%d files"
msgstr[0] ""
msgstr[1] ""
msgstr[2] ""
msgid "button.save"
msgstr ""

msgid "open"
msgstr "otwórz"
`);
  });

  it('has the texts of the source language in comments if it is the file of that language', () => {
    const english =
      HEADER.replace('Language: de', 'Language: en') +
      '\nmsgid "button.save"\nmsgstr "Save"\n\nmsgid "open"\nmsgstr "open"\n';
    expect(
      rewrite(english, { 'button.save': { source: 'Save', value: 'Sauver' } }, { language: 'fr', isForeign: true }),
    ).toContain('\n\n#. Source text: "Save"\nmsgid "button.save"\nmsgstr "Sauver"\n\nmsgid "open"\nmsgstr ""\n');
  });
});
