import { parsed } from '../contract/file-exchange.contract';
import { editedFile } from '../contract/template-edits.contract';
import { rewriteTemplate, textsOf } from '../template/rewrite-template';
import { writeFile } from '../template/write-file';
import type { FormatCodec } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { fromMessage } from '../text/messages/convert-message';
import { openYamlTemplate, readYamlPlaces } from './read-yaml-template';
import { yamlCodec, yamlRailsCodec } from './yaml-codec';

type Texts = Map<string, string | undefined>;

/** Rewrites a file of the source language, in which comments are descriptions. */
function edited(source: string, edit: (texts: Texts) => void): string {
  const read = () => openYamlTemplate(readYamlPlaces(source, { language: 'en', sourceLanguage: 'en' }), {});
  const named = Array.from(textsOf(read().root), ({ name, value }) => [name, value ?? undefined] as const);
  // References are no texts of an export.
  const texts: Texts = new Map(named.filter(([name]) => !name.startsWith('\0')));
  edit(texts);
  return rewriteTemplate(read(), texts);
}

const FILE = `# License

menu:
  # Opens a file.
  open: Open   # verb
  close: 'It''s closed'
  save: "Caf\\u00e9"

  list:
  - one
  - "two"
  flow: {a: x, "b": [y, z]}
  text: |  # literal
    First
    Second
  folded: >-
    some words that
    are folded

    end
  none:
last: ~
`;

const set = (name: string, text: string) => (texts: Texts) => texts.set(name, text);

describe('rewriteTemplate of YAML', () => {
  it.each([
    ['menu.open', 'Open it', 'open: Open ', 'open: Open it '],
    ['menu.open', 'yes', 'open: Open ', 'open: "yes" '],
    ['menu.open', 'a: b', 'open: Open ', "open: 'a: b' ".replaceAll("'", '"')],
    ['menu.close', "It's open", "'It''s closed'", "'It''s open'"],
    ['menu.close', 'two\nlines', "'It''s closed'", '"two\\nlines"'],
    ['menu.save', 'Cafés', '"Caf\\u00e9"', '"Caf\\u00e9s"'],
    ['menu.list[0]', 'three', '- one', '- three'],
    ['menu.flow.a', 'x, y', '{a: x,', '{a: "x, y",'],
    ['menu.flow.b[0]', 'why', '[y, z]', '[why, z]'],
    ['menu.text', 'First\nThird\n', 'Second', 'Third'],
    ['menu.text', 'Third', '|  # literal\n    First\n    Second', '|-  # literal\n    Third'],
    [
      'menu.folded',
      'some more words that are folded\nend',
      'words that\n    are folded',
      'more words\n    that are folded',
    ],
    ['menu.none', 'now', 'none:', 'none: now'],
    ['last', 'now', '~', 'now'],
  ])('writes %s = %j in the style of its token', (name, text, old, token) => {
    expect(edited(FILE, set(name, text))).toBe(FILE.replace(old, () => token));
  });

  it('changes only the line of a text in brackets or braces', () => {
    const flow = 'a:\n  list: [ # note\n    "one",\n    two,\n    "three"\n]\n  map: {\n    b: c,\n  "d":"e" }\n';
    expect(edited(flow, () => undefined)).toBe(flow);
    expect(edited(flow, set('a.list[0]', 'x'))).toBe(flow.replace('one', 'x'));
    expect(edited(flow, set('a.list[1]', 'x, y'))).toBe(flow.replace('two', '"x, y"'));
    expect(edited(flow, set('a.list[2]', ''))).toBe(flow.replace('three', ''));
    expect(edited(flow, set('a.map.b', '['))).toBe(flow.replace('c,', '"[",'));
    expect(edited(flow, set('a.map.d', 'x'))).toBe(flow.replace('"e"', '"x"'));
  });

  it('removes an entry with its comments, and a map with its last entry', () => {
    expect(edited(FILE, (texts) => texts.delete('menu.open'))).toBe(FILE.replace(/ {2}# Opens.*\n.*verb\n/, ''));
    expect(edited('a:\n  b: c\nd: e\n', (texts) => texts.delete('a.b'))).toBe('d: e\n');
    expect(edited(FILE, (texts) => texts.delete('menu.list[0]'))).toBe(FILE.replace('- one', '- null'));
    expect(edited(FILE, (texts) => texts.delete('menu.list[1]'))).toBe(FILE.replace('  - "two"\n', ''));
  });

  it.each([
    ['en:\n  a: x\n  b:\n    c: y\n', 'en:\n'],
    ['en: # head\r\n\r\n  # Note\r\n  a: x\r\n\r\n# end\r\n', 'en: # head\r\n\r\n\r\n# end\r\n'],
    ['en:\n  a: x', 'en:\n'],
    ['en: {a: x}\n', 'en: {}\n'],
  ])('removes the line of the last entry of Rails from %j', (file, removed) => {
    const { entries } = yamlRailsCodec.parse(Buffer.from(file), {
      ...{ language: 'en', projectLanguages: ['en'], sourceLanguage: 'en', warn: () => undefined },
    });
    const edits = Object.fromEntries(entries.map(({ key }) => [key, null]));
    expect(editedFile(yamlRailsCodec, file, edits)).toEqual({ text: removed, warnings: [] });
  });

  it('adds entries in the style of the file', () => {
    const add = (texts: Texts) =>
      texts.set('menu.more.deep', 'new').set('menu.list[2]', 'three').set('menu.flow.c', 'w');
    expect(edited(FILE, add)).toBe(
      FILE.replace('none:', 'none:\n  more:\n    deep: new')
        .replace('"two"', '"two"\n  - three')
        .replace('z]}', 'z], c: w}'),
    );
    expect(edited('"a":\r\n    "b": "c"\r\n', set('a.d', 'e'))).toBe('"a":\r\n    "b": "c"\r\n    "d": "e"\r\n');
    expect(edited('# nothing yet', set('a.b', 'c'))).toBe('# nothing yet\na:\n  b: c\n');
  });

  it('writes null for the items without a text of new lists, and before new items', () => {
    const add = (texts: Texts) =>
      texts
        .set('menu.list[3].deep', 'x')
        .set('menu.list[3].more', 'y')
        .set('menu.flow.b[2]', undefined)
        .set('menu.flow.b[3]', 'w')
        .set('months[1]', 'Jan')
        .set('months[0]', undefined)
        .set('menu.list[2]', undefined);
    expect(edited(FILE, add)).toBe(
      FILE.replace('"two"', '"two"\n  - null\n  - deep: x\n    more: "y"')
        .replace('[y, z]', '[y, z, null, w]')
        .replace('last: ~\n', 'last: ~\nmonths:\n- null\n- Jan\n'),
    );
  });

  it('writes an empty map for an item that loses its texts where another text has its key', () => {
    const file = 'a:\n  # A comment.\n  - b: x # verb\n  - y\na[0]: z\n';
    expect(edited(file, (texts) => texts.set('a[0].b', undefined))).toBe(
      'a:\n  # A comment.\n  - {}\n  - y\na[0]: z\n',
    );
  });

  it('writes descriptions as the comments above entries', () => {
    const description = (key: string) => `${key}\0description`;
    expect(edited(FILE, set(description('menu.open'), 'Two\nlines'))).toBe(
      FILE.replace('# Opens a file.', '# Two\n  # lines'),
    );
    expect(edited(FILE, set(description('menu.close'), 'Note'))).toBe(FILE.replace('close:', '# Note\n  close:'));
    expect(edited(FILE, (texts) => texts.delete(description('menu.open')))).toBe(FILE.replace(/ {2}# Opens.*\n/, ''));
    const add = (texts: Texts) => texts.set('menu.new', 'x').set(description('menu.new'), 'Note');
    expect(edited(FILE, add)).toBe(FILE.replace('none:', 'none:\n  # Note\n  new: x'));
  });

  it('keeps the comments of a key that occurs twice, of which the first is the description', () => {
    const name = 'a\0description';
    for (const file of ['# one\na: b\nc: d\na: e\n', 'a: b\nc: d\n# one\na: e\n', '# one\na: b\n# two\na: e\n']) {
      expect(edited(file, set(name, 'one'))).toBe(file);
      expect(edited(file, set(name, 'new'))).toBe(file.replace('one', 'new'));
    }
  });

  it('keeps an alias as long as its text is the text of the anchor', () => {
    const file = 'a: &x one\nb: *x\nc: &m\n  d: two\ne: *m\nf:\n  <<: *m\n  g: three\n';
    expect(edited(file, (texts) => texts.set('a', '1').set('b', '1').set('e.d', 'two').set('f.d', 'two'))).toBe(
      file.replace('one', '"1"'),
    );
    const given = (texts: Texts) => texts.set('e.d', 'two').set('f.d', 'two');
    expect(edited(file, (texts) => given(texts).set('a', 'new'))).toBe(
      file.replace('one', 'new').replace('b: *x', 'b: one'),
    );
    expect(edited(file, (texts) => given(texts).set('e.d', 'own'))).toBe(
      file.replace('e: *m\n', '').replace(/$/, 'e:\n  d: own\n'),
    );
    expect(edited(file, (texts) => given(texts).set('f.d', 'own'))).toBe(
      file.replace('  <<: *m\n', '').replace('three', 'three\n  d: own'),
    );
  });

  it('does not let an entry take over the line breaks behind a text that keeps its own', () => {
    const file = 'a: |+\n  text\n\nb: x\n\n\nc: y\n';
    expect(edited(file, set('c', 'z'))).toBe(file.replace('y', 'z'));
    expect(edited(file, (texts) => texts.delete('b'))).toBe('a: |+\n  text\n\nc: y\n');
    const inner = 'a:\n  b: |+\n    text\n\n  c: x\n\n\nd: y\n';
    expect(edited(inner, (texts) => texts.delete('a.c'))).toBe('a:\n  b: |+\n    text\n\nd: y\n');
    const last = 'a: |+\n  text\n\nb: x # b\n';
    expect(edited(last, (texts) => texts.delete('b'))).toBe('a: |+\n  text\n\n');
    expect(edited('a: |+\n  text\n\n', set('b', 'x'))).toBe('a: |+\n  text\n\nb: x\n');
    expect(edited(`${last}\n\n`, (texts) => texts.delete('b'))).toBe('a: |+\n  text\n\n');
    const lists = 'a:\n  b: |+\n    text\n\nc:\n  d: x\n\n\ne: y\n';
    expect(edited(lists, (texts) => texts.delete('c.d'))).toBe('a:\n  b: |+\n    text\n\ne: y\n');
  });

  it('keeps a block scalar behind which no comment comes to stand', () => {
    const behindHeader = 'a: |+\n  b\n\nc: |- # wide\n  d\ne: f\n';
    expect(edited(behindHeader, (texts) => texts.delete('e'))).toBe('a: |+\n  b\n\nc: |- # wide\n  d\n');
    const ended = 'a: |\n  b\nc: d\n# ends it\n    # wide\n';
    expect(edited(ended, (texts) => texts.delete('c'))).toBe('a: |\n  b\n# ends it\n    # wide\n');
    expect(edited('a: |\n  b\nc: d\n    # wide\n', (texts) => texts.delete('c'))).toBe('a: "b\\n"\n    # wide\n');
  });
});

describe('references of YAML', () => {
  const LISTS = 'a: &a\n  b: B\n  c: &c {d: D}\nm:\n  <<: *a\nx:\n  c: *c\ny: &y [one]\nz: *y\n';
  const GIVEN = { 'm.b': 'B', 'm.c.d': 'D', 'x.c.d': 'D', 'z[0]': 'one' };
  const add = (name: string, text: string) => (texts: Texts) => {
    for (const given of [...Object.entries(GIVEN), [name, text] as const]) texts.set(...given);
  };

  it('are written out where a new text is in a map that they give', () => {
    expect(edited(LISTS, add('m.c.new', 'new'))).toBe(
      LISTS.replace('  <<: *a\n', '  b: B\n  c:\n    d: D\n    new: new\n'),
    );
    expect(edited(LISTS, add('x.c.new', 'new'))).toBe(LISTS.replace('  c: *c\n', '  c:\n    d: D\n    new: new\n'));
  });

  it('are written out where a new text is in a list that they give', () => {
    expect(edited(LISTS, add('z[1]', 'two'))).toBe(LISTS.replace('z: *y\n', 'z:\n  - one\n  - two\n'));
  });

  it('stay beside a new text of the map into which they merge', () => {
    expect(edited(LISTS, add('m.new', 'new'))).toBe(LISTS.replace('  <<: *a\n', '  <<: *a\n  new: new\n'));
  });
});

describe('a place without a text', () => {
  it('gives way to a text below its name, together with what would change the text before it', () => {
    const file = 'a: |\n  text\ntitle: ~\n   # note\nb:\n  c: d\n';
    const { text } = editedFile(yamlCodec, file, { 'title.main': 'x' });
    expect(text).toContain('title:\n  main: x\n');
    expect(text).not.toContain('~');
    const { entries } = parsed(yamlCodec, text);
    expect(entries.find(({ key }) => key === 'a')?.value).toBe('text\n');
  });
});

describe('writeFile of Rails', () => {
  const RAILS = `en:
  files:
    one: "%{count} file"
    other: "%{count} files"
  icu: "{count, plural, one {a} other {b}}"
`;
  const entry = (codec: FormatCodec, key: string, message: string): EntryToWrite => ({
    key,
    value: fromMessage(message, codec, { warn: () => undefined }),
  });
  const write = (entries: EntryToWrite[], { language = 'en', bytes = RAILS, codec = yamlRailsCodec } = {}): string =>
    [
      ...writeFile(codec, {
        ...{ language, languages: [language], sourceLanguage: 'en', projectName: 'Shop', entries },
        template: { bytes: Buffer.from(bytes), isForeign: language !== 'en' },
        omitsMissing: true,
        warn: () => undefined,
      }),
    ]
      .map((chunk) => Buffer.from(chunk).toString())
      .join('');
  const files = (message: string) => entry(yamlRailsCodec, 'files', message);
  const icu = entry(yamlRailsCodec, 'icu', '{count, plural, one {a} other {b}}');

  it('changes one form of a plural, and adds one', () => {
    const unchanged = '{count, plural, one {%{count} file} other {%{count} files}}';
    expect(write([files(unchanged), icu])).toBe(RAILS);
    expect(write([files(unchanged.replace('files', 'Files')), icu])).toBe(RAILS.replace('files"', 'Files"'));
    expect(write([files(unchanged.replace('one', '=0 {none} one')), icu])).toBe(
      RAILS.replace('files"', 'files"\n    zero: "none"'),
    );
  });

  it.each(['Save file. Really', 'Loading...', 'e.g. this', 'a.b'])('writes a new plural %j as a map', (name) => {
    const bytes = 'en:\n  x.y: "1"\n  z.y: "2"\n';
    const dotted = ['x.y', 'z.y'].map((key, index) => entry(yamlRailsCodec, key, `${index + 1}`));
    const plural = entry(yamlRailsCodec, name, '{count, plural, one {%{count} file} other {%{count} files}}');
    const file = Buffer.from(write([...dotted, plural], { bytes }));
    const context = { projectLanguages: ['en'], sourceLanguage: 'en', warn: () => undefined };
    const { entries } = yamlRailsCodec.parse(file, context);
    expect(entries.map(({ key, value }) => [key, typeof value])).toEqual(
      expect.arrayContaining([
        ['x.y', 'string'],
        ['z.y', 'string'],
        [name, 'object'],
      ]),
    );
  });

  it('writes a plural in the place of a text', () => {
    const bytes = 'en:\n  files: "%{count} files"\n  x: y\n';
    const plural = files('{count, plural, one {%{count} file} other {%{count} files}}');
    expect(write([plural, { key: 'x', value: 'y' }], { bytes })).toBe(
      'en:\n  x: y\n  files:\n    one: "%{count} file"\n    other: "%{count} files"\n',
    );
  });

  it.each(['~', 'null', '""', ''])('writes a plural in the place of no text: %j', (token) => {
    const plural = files('{count, plural, one {%{count} file} other {%{count} files}}');
    const forms = 'files:\n    one: "%{count} file"\n    other: "%{count} files"\n';
    const x = { key: 'x', value: 'y' };
    expect(write([plural, x], { bytes: `en:\n  files: ${token}\n  x: y\n` })).toBe(`en:\n  x: y\n  ${forms}`);
    const dotted = write([{ ...plural, key: 'a.files' }, x], { bytes: `en:\n  a.files: ${token}\n  x: y\n` });
    expect(dotted).not.toContain('a.files');
  });

  it('does not put a text into the map of a plural', () => {
    const unchanged = files('{count, plural, one {%{count} file} other {%{count} files}}');
    const title = entry(yamlRailsCodec, 'files.title', 'Files');
    expect(write([unchanged, title, icu])).toContain('"files.title": "Files"');
  });

  it('writes a text in the place of a plural', () => {
    expect(write([files('no plural'), icu])).toBe(
      `en:\n  icu: "{count, plural, one {a} other {b}}"\n  files: "no plural"\n`,
    );
  });

  it('names the language of the file in its root', () => {
    expect(write([icu], { language: 'no' })).toBe(RAILS.replace(/^en/, '"no"').replace(/ {2}files:\n.*\n.*\n/, ''));
  });

  it('names no language in other files', () => {
    const title = entry(yamlCodec, 'en.title', 'Titel');
    const options = { language: 'de', bytes: 'en:\n  title: Title\n', codec: yamlCodec };
    expect(write([title], options)).toBe('en:\n  title: Titel\n');
  });
});

describe('texts of a Rails template that resemble the forms of a plural', () => {
  const warningsFor = (keys: readonly string[]): string[] => {
    const warnings: string[] = [];
    const file = {
      ...{ language: 'en', languages: ['en'], sourceLanguage: 'en', projectName: '' },
      entries: keys.map((key) => ({ key, value: 'text' })),
      warn: ({ code, key }: { code: string; key?: string }) => warnings.push(`${code} ${key}`),
    };
    const template = { bytes: Buffer.from('en:\n  other: x\n  looks:\n    one: like\n'), isForeign: false };
    for (const layout of [{}, { template }]) Array.from(writeFile(yamlRailsCodec, { ...file, ...layout }));
    expect(warnings.slice(0, warnings.length / 2)).toEqual(warnings.slice(warnings.length / 2));
    return warnings.slice(warnings.length / 2);
  };

  it('are warnings, as in the canonical layout', () => {
    const expected = ['read_as_plural looks.one', 'read_as_plural looks.other'];
    expect(warningsFor(['looks.one', 'looks.other', 'other'])).toEqual(expected);
  });

  it('are none beside other texts', () => {
    expect(warningsFor(['looks.one', 'looks.other', 'looks.title'])).toEqual([]);
    expect(warningsFor(['looks.one', 'looks.other.deep'])).toEqual([]);
    expect(warningsFor(['looks.one'])).toEqual([]);
    expect(warningsFor(['one', 'other'])).toEqual([]);
  });
});

describe('a name that occurs twice, once with a map or list', () => {
  const codes = (file: string, codec: FormatCodec) =>
    parsed(codec, file).warnings.filter(({ code }) => code === 'duplicate_key');

  it.each<[file: string, texts: Record<string, string>, keys: string[], codec?: FormatCodec]>([
    ['a:\n  b: 1st\n  c: only\n# of a\na:\n  # of b\n  b: last\nd: x\n', { 'a.b': 'last', d: 'x' }, ['a']],
    ['a:\n  # of b\n  b: 1st # behind\n\n# apart\n\na: last\nd: x\n', { a: 'last', d: 'x' }, ['a']],
    ['a: 1st\na: 2nd\na:\n  b: last\nd: x\n', { 'a.b': 'last', d: 'x' }, ['a', 'a']],
    ['a: [1st, 2nd]\na:\n- last\nd: x\n', { 'a[0]': 'last', d: 'x' }, ['a']],
    ['x:\n  a: {b: 1st}\n  a: {b: last}\n  c: other\n', { 'x.a.b': 'last', 'x.c': 'other' }, ['x.a']],
    ['x: {a: {b: 1st}, a: {b: last}, c: other}\n', { 'x.a.b': 'last', 'x.c': 'other' }, ['x.a']],
    ['x:\n- a:\n    b: 1st\n- a:\n    b: last\n', { 'x[0].a.b': '1st', 'x[1].a.b': 'last' }, []],
    ['en:\n  a: 1st\nen:\n  a: last\n', { a: 'last' }, ['en'], yamlRailsCodec],
    ['en:\n  a:\n    one: 1st\n    other: 2nd\n  a: last\n', { a: 'last' }, ['a'], yamlRailsCodec],
  ])('has the texts that parsers find in %j, and keeps the others', (file, texts, keys, codec = yamlCodec) => {
    expect(Object.fromEntries(parsed(codec, file).entries.map(({ key, value }) => [key, value]))).toEqual(texts);
    expect(codes(file, codec).map(({ key }) => key)).toEqual(keys);
    expect(editedFile(codec, file)).toEqual({ text: file, warnings: [] });
    for (const [key, text] of Object.entries(texts)) {
      expect(editedFile(codec, file, { [key]: 'new' }).text).toBe(file.replace(new RegExp(`\\b${text}\\b`), 'new'));
    }
    const gone = Object.fromEntries(Object.keys(texts).map((key) => [key, null]));
    const { text: rest, warnings } = editedFile(codec, file, gone);
    expect(warnings).toEqual([]);
    const left = new Map(parsed(codec, rest).entries.map(({ key, value }) => [key, value]));
    expect([...left.values()].filter((value) => value !== null)).toEqual([]);
  });

  it.each([
    'k: &x {p: 1st}\nk: {r: last}\nz: *x\n',
    'k: {&n p: &x 1st}\nk: {r: last}\nz:\n  p: *x\n',
    'k:\n- &x\n  p: 1st\nk:\n  r: last\nz:\n  <<: *x\n',
  ])('keeps an anchor of %j in a value that does not count', (file) => {
    expect(editedFile(yamlCodec, file)).toEqual({ text: file, warnings: [] });
    expect(editedFile(yamlCodec, file, { 'k.r': 'new' })).toEqual({ text: file.replace('last', 'new'), warnings: [] });
    const edited: Record<string, string | null>[] = [{ 'z.p': 'new' }, { 'z.p': null }, { 'k.r': null }];
    for (const edits of edited) {
      const { text, warnings } = editedFile(yamlCodec, file, edits);
      expect(warnings).toEqual([]);
      const texts = parsed(yamlCodec, text).entries.map(({ key, value }) => [key, value]);
      const expected = Object.entries({ 'k.r': 'last', 'z.p': '1st', ...edits }).filter(([, value]) => value !== null);
      expect(texts.filter(([, value]) => value !== null)).toEqual(expected);
    }
  });

  it('is written in the canonical layout where a text replaces the anchor of an alias', () => {
    const file = 'k: &x {p: 1st}\nk: last\nz: *x\n';
    expect(editedFile(yamlCodec, file, { k: 'new' }).warnings).toMatchObject([{ code: 'template_misfit' }]);
  });
});
