import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FileToWrite, ParsedFile } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import type { Plural } from '../model/plural';
import type { Warning } from '../model/warnings';
import { describeCodec } from '../contract/codec.contract';
import { yamlCodec, yamlRailsCodec } from './yaml-codec';
import { isCommentable } from './yaml-scalars';

const fixtures = join(__dirname, 'fixtures');

describeCodec(yamlCodec, {
  commentSyntaxes: ['# text'],
  fixtures,
  carriesDescription: isCommentable,
  templateMisfits: ['alias-as-name.yml'],
  renameMisfits: ['anchors.yml', 'deep-keys.yml', 'key-long.yml'],
});
describeCodec(yamlRailsCodec, {
  commentSyntaxes: ['# text'],
  fixtures,
  carriesDescription: isCommentable,
  templateMisfits: ['comment-only.yml', 'empty.yml', 'rails-several-locales.yml'],
});

function parse(
  source: Uint8Array | string,
  codec = yamlCodec,
  language?: string,
): ParsedFile & { warnings: Warning[] } {
  const warnings: Warning[] = [];
  const file = codec.parse(typeof source === 'string' ? Buffer.from(source) : source, {
    ...(language !== undefined && { language }),
    projectLanguages: ['en', 'de'],
    sourceLanguage: 'en',
    warn: (warning) => warnings.push(warning),
  });
  return { ...file, warnings };
}

const fixture = (name: string): ReturnType<typeof parse> =>
  parse(readFileSync(join(fixtures, `${name}.yml`)), name.startsWith('rails') ? yamlRailsCodec : yamlCodec);

function write(entries: EntryToWrite[], file: Partial<FileToWrite> = {}, codec = yamlCodec): string {
  const language = file.language ?? 'en';
  const base = { language, languages: [language], sourceLanguage: 'en', projectName: 'Demo', warn: () => undefined };
  return [...codec.serialize({ ...base, entries, ...file })].join('');
}

const texts = ({ entries }: ParsedFile): [string, unknown][] => entries.map(({ key, value }) => [key, value]);
const codes = ({ warnings }: { warnings: Warning[] }): string[] => warnings.map(({ code }) => code);

const forms = (file: ParsedFile, key: string): unknown => {
  const value = file.entries.find((entry) => entry.key === key)?.value;
  return typeof value === 'object' && value ? Object.fromEntries(value.forms) : value;
};

describe('yamlCodec.parse', () => {
  it.each([
    ['a: ', 'limit_exceeded'],
    ['a: [', 'malformed_file'],
    ['a: {', 'malformed_file'],
    ['a: [? ', 'limit_exceeded'],
  ])('refuses 19,000 nested pairs after %j with their position', (start, code) => {
    expect(() => parse(`${start}${'a: '.repeat(19_000)}`)).toThrow(
      expect.objectContaining({ code, position: { line: 1, column: expect.any(Number) } }),
    );
  });

  it.each([
    ['a comma too many', `{\n${','.repeat(60_000)}}`, { line: 2, column: 1 }],
    ['a missing comma', `{\n${'"a"\n'.repeat(16_000)}}`, { line: 3, column: 1 }],
    ['text after a text', `a: b\n"c"${' "d"'.repeat(16_000)}`, { line: 2, column: 1 }],
  ])('refuses %s at the first of many places', (_, text, position) => {
    expect(() => parse(text)).toThrow(expect.objectContaining({ code: 'malformed_file', position }));
  });

  it('refuses a file with anchors that would take the library too long', () => {
    const file = 'a: &a b\n'.repeat(340_000);
    expect(() => parse(file)).toThrow(expect.objectContaining({ code: 'limit_exceeded' }));
  });

  it('reads plain scalars as written', () => {
    const plain = texts(fixture('scalars'))
      .slice(0, 14)
      .map(([, value]) => value);
    const expected = ['no', 'on', 'yes', '1_000', ':sym', ':day', '12', '1.10', '1e3', '0x1F', '0o17', '12:30:45'];
    expect(plain).toEqual([...expected, '2026-11-20', 'true']);
  });

  it('reads quoted scalars and their escapes', () => {
    expect(texts(fixture('scalars')).slice(14)).toEqual([
      ['quoted', 'true'],
      ['single', "it's"],
      ['escapes', 'A é 😀 \n \t " \\\\ \u0085 \u00a0 \u001b'],
      ['colon', 'a:b'],
      ['hash', 'a#b'],
      ['empty_text', ''],
      ['edge', '  x  '],
    ]);
  });

  it('reads an empty value, ~ and null as null unless they are quoted', () => {
    expect(texts(fixture('nulls')).map(([, value]) => value)).toEqual([null, null, null, null, 'null', 'nullable']);
  });

  it('reads lists and maps in brackets and braces', () => {
    const quoted = ['quoted and folded', 'One', 'Two', 'a', 'c', 'e', 'f', null, null, 'x', 'y', 'z', 'one', 'two'];
    const file = texts(fixture('flow'));
    expect(file.map(([, text]) => text)).toEqual([
      ...['Open', 'Save as', 'Close', 'a plain text of two lines', ...quoted],
      ...['p', 'q', 's', 'u', 'text'],
    ]);
    expect(file.map(([key]) => key)).toEqual(expect.arrayContaining(['menu.map.third[2][0].d', 'menu.items[1].t']));
    expect(texts(fixture('rails-flow-not-indented'))).toEqual([
      ['date.order[0]', ':year'],
      ['date.order[1]', ':month'],
      ['date.names[0]', 'January'],
      ['date.names[1]', 'February'],
      ['date.names[2]', 'March'],
      ['title', 'Title'],
    ]);
  });

  it('reads block scalars with their indentation and chomping', () => {
    expect(texts(fixture('block-scalars'))).toEqual([
      ['literal', 'one\n  two\n\n# no comment\n'],
      ['kept', 'a\n\n'],
      ['stripped', 'b'],
      ['folded', 'one two\nthree\n'],
      ['indented', '  x\n'],
      ['after', 'y'],
      ['plain', 'one two three'],
      ['double', 'one twothree'],
    ]);
  });

  it('joins names with dots and numbers list items', () => {
    const file = fixture('deep-keys');
    expect(file.entries.map(({ key }) => key)).toEqual([
      'a.b.c',
      'a.list[0]',
      'a.list[1].two',
      'a.list[1].three',
      'a.list[2][0]',
      'a.list[3]',
      'a.b',
      ...['flow.d', 'flow.e[0]', 'flow.e[1]', 'flow.h', 'long'],
    ]);
    expect(codes(file)).toEqual(['empty_container', 'empty_container']);
    expect(texts(fixture('empty-key'))).toEqual([
      ['', 'x'],
      ['a.', 'y'],
      ['', 'z'],
    ]);
  });

  it('returns duplicate texts in file order with their lines, and of duplicate maps the last', () => {
    expect(fixture('duplicates').entries.map(({ key, value, line }) => [key, value, line])).toEqual([
      ['a', '1st', 1],
      ['b', 'x', 2],
      ['a', '2nd', 3],
      ['c.d', '2nd', 7],
    ]);
  });

  it('resolves an alias to the last anchor before it and merges the members that a map lacks', () => {
    const file = fixture('anchors');
    expect(texts(file).slice(2)).toEqual([
      ['other.x', 'one'],
      ['other.y', 'two'],
      ['copy', 'two'],
      ['again', 'three'],
      ['last', 'three'],
      ['merged.y', 'own'],
      ['merged.x', 'one'],
      ['many.x', 'one'],
      ['many.y', 'two'],
      ['many.z', 'inline'],
      ['<<', 'quoted'],
    ]);
    expect(codes(file)).toEqual(['alias_resolved']);
    expect(texts(fixture('alias-as-name'))).toEqual([
      ['text', 'two'],
      ['two', 'key'],
    ]);
  });

  it('resolves an alias in an anchored map to the anchor before the alias, even if the anchor is redefined later', () => {
    expect(forms(parse('a: &x 1st\nb: &m {c: *x}\nd: &x 2nd\ne: *m\n'), 'e.c')).toBe('1st');
  });

  it('reads the text of values with unknown tags, with a warning', () => {
    const file = fixture('tags');
    expect(texts(file)).toEqual([
      ['string', '12'],
      ['symbol', 'day'],
      ['int', '3'],
      ['binary', 'aGk='],
      ['object.bar', 'x'],
      ['empty', ''],
      ['float', '1.10'],
      ['set.a', null],
      ['set.b', null],
      ['ordered[0].a', 'x'],
      ['ordered[1].b', 'y'],
      ['pairs[0].a', 'x'],
      ['pairs[1].a', 'y'],
    ]);
    expect(codes(file)).toEqual(Array(8).fill('tag_dropped'));
  });

  it('reads the comment directly above a text as its description and warns about other comments', () => {
    const { entries, meta, warnings } = fixture('comments');
    expect(entries.map(({ key, description }) => [key, description])).toEqual([
      ['a', 'about a\n\n indented'],
      ['b', undefined],
      ['c.d', 'about d'],
      ['c.e', 'about e'],
      ['c.f', undefined],
      ['c.list[0]', 'about the item'],
    ]);
    expect(meta).toEqual({ header: ['Head of the file\nsecond line'] });
    expect(warnings.map(({ code, line }) => [code, line])).toEqual([
      ['comment_dropped', 7],
      ['comment_dropped', 8],
      ['comment_dropped', 11],
      ['comment_dropped', 22],
    ]);
  });

  it.each([
    [
      'crlf',
      [
        ['a', 'x'],
        ['b', 'y\nz\n'],
      ],
    ],
    ['bom', [['a', 'x']]],
    ['utf16', [['a', 'x']]],
    ['document-markers', [['a', 'x']]],
    ['empty', []],
    ['comment-only', []],
  ])('reads the fixture %s', (name, expected) => {
    expect(texts(fixture(name))).toEqual(expected);
  });

  it.each([
    ['alias-unknown', 'malformed_file', 2, 4],
    ['alias-into-itself', 'malformed_file', 2, 3],
    ['alias-as-complex-key', 'malformed_file', 2, 1],
    ['complex-key', 'malformed_file', 1, 3],
    ['several-documents', 'malformed_file', 2, 1],
    ['root-list', 'malformed_file', 1, 1],
    ['root-text', 'malformed_file', 1, 1],
    ['not-closed', 'malformed_file', 1, 4],
    ['bad-indent', 'malformed_file', 1, 4],
    ['tab-indent', 'malformed_file', 2, 1],
    ['rails-text-below-locale', 'malformed_file', 1, 1],
    ['merge-into-itself', 'limit_exceeded', 2, 3],
    ['nested-block', 'limit_exceeded', 103, 103],
    ['nested-flow', 'limit_exceeded', 1, 105],
  ])('refuses %s and reports the position', (name, code, line, column) => {
    expect(() => fixture(name)).toThrow(expect.objectContaining({ code, position: { line, column } }) as Error);
  });

  it.each(['alias-bomb', 'merge-bomb'])('refuses %s', (name) => {
    expect(() => fixture(name)).toThrow(expect.objectContaining({ code: 'limit_exceeded' }) as Error);
  });

  it.each([
    ['entries', Array.from({ length: 100_000 }, (_, i) => `k${i}: "v"\n`).join('')],
    ['duplicates of a key', 'k: v\n'.repeat(50_000)],
    ['blank lines', `${'\n'.repeat(500_000)}a: x\n`],
    ['comments', `${'# x\n'.repeat(200_000)}a: x\n`],
    ['aliases', `a: &a x\nb:\n${'  - *a\n'.repeat(50_000)}`],
    ['items on one line', `a: [${'x,'.repeat(100_000)}]\n`],
  ])('reads a file with very many %s', (_name, source) => {
    expect(parse(source).entries.length).toBeGreaterThan(0);
  });
});

describe('yamlCodec.serialize', () => {
  it('quotes every name and text and sorts names by code point', () => {
    const entries = ['b.no', 'b.list[0]', 'b.list[1]', '\u{1F600}', '\uff01', '1'].map((key) => ({ key, value: 'no' }));
    expect(write(entries)).toBe(
      '"1": "no"\n"b":\n  "list":\n    - "no"\n    - "no"\n  "no": "no"\n"\uff01": "no"\n"\u{1F600}": "no"\n',
    );
    expect(write([])).toBe('{}\n');
  });

  it('escapes characters that YAML readers refuse, drop or read as line breaks', () => {
    expect(write([{ key: 'a', value: '\u0085\u2028\u2029\ufeff\u007f\u0080\uffff\u0001\r\n\u00a0😀' }])).toBe(
      '"a": "\\u0085\\u2028\\u2029\\ufeff\\u007f\\u0080\\uffff\\u0001\\r\\n\u00a0😀"\n',
    );
  });

  it('writes a name that is too long for an implicit key after a question mark', () => {
    const key = 'k'.repeat(2000);
    expect(write([{ key, value: 'x', description: 'd' }])).toBe(`# d\n? "${key}"\n: "x"\n`);
  });

  it('writes numbers, booleans and symbols without quotes if they were read without quotes', () => {
    const meta = { plain: true };
    const texts = ['3', 'false', ':day', ':день', 'no', '1_000', 'x # y'];
    const entries = texts.map((value, i) => ({ key: `k${i}`, value, meta }));
    expect(write(entries)).toBe(
      '"k0": 3\n"k1": false\n"k2": :day\n"k3": :день\n"k4": "no"\n"k5": "1_000"\n"k6": "x # y"\n',
    );
  });

  it('replaces characters that a comment cannot contain, with a warning', () => {
    const warnings: string[] = [];
    const entries = [{ key: 'a', value: 'x', description: 'one\u2028b: y\rc: z\u0001' }];
    const yaml = write(entries, { warn: ({ code, key }) => warnings.push(`${code} ${key}`) });
    expect(yaml).toBe('# one\n# b: y\n# c: z\ufffd\n"a": "x"\n');
    expect(warnings).toEqual(['comment_altered a']);
  });

  it('writes the comments from the start of the imported file', () => {
    const { meta } = fixture('comments');
    expect(write([{ key: 'a', value: 'x' }], { meta })).toBe('# Head of the file\n# second line\n\n"a": "x"\n');
    expect(write([], { meta: { header: 7, locale: [] } })).toBe('{}\n');
  });
});

describe('yamlRailsCodec', () => {
  it.each([
    ['a: {b: 1, c: [2, ~]}\na:\n  c:\n  - "2"\n  -\n  b: "1"\n', 0],
    ['a: 1\na: {b: 2}\na: 1\n', 1],
    ['a: {b: [1]}\na: {b: [1, 2]}\n', 1],
    ['a: {b: ~}\na: {b: "~"}\n', 1],
    ['a: {b: {c: 1}, b: {c: 2}}\na: {b: {c: 2}}\n', 0],
    ['x: &x {b: 1}\ny: &y 2\na: {m: *x, n: *y}\na: {m: *x, n: 2}\n', 0],
    ['x: &x {b: 1}\ny: &y {b: 2}\na: {<<: *x, c: 3}\na: {<<: *y, c: 3}\n', 1],
  ])('warns of %j only where its values are different', (file, count) => {
    const { warnings } = parse(file);
    expect(warnings.filter(({ code }) => code === 'duplicate_key')).toHaveLength(count);
  });

  it('reads only maps of plural categories as plurals', () => {
    const file = fixture('rails-plurals');
    expect(file.language).toBe('de');
    expect(forms(file, 'files')).toEqual({ one: 'eine Datei', other: '%{count} Dateien' });
    expect(file.entries[0]?.description).toBe('Files');
    expect(forms(file, 'with_zero')).toEqual({ one: 'eine', other: 'viele' });
    expect(forms(file, 'list[0]')).toEqual({ one: 'ein', other: 'mehr' });
    expect(file.entries.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['gender.other', 'single.other', 'null_form.one', 'nested_form.one.a']),
    );
    expect(forms(file, 'twice')).toEqual({ one: 'b', other: 'c' });
    expect(file.warnings).toContainEqual(
      expect.objectContaining({ code: 'duplicate_key', key: 'twice.one', line: 26 }),
    );
  });

  it('reads "zero" as =0 unless the language has that category', () => {
    const german = fixture('rails-plurals').entries.find(({ key }) => key === 'with_zero')?.value;
    expect(german).toMatchObject({ exact: new Map([[0, 'keine']]) });
    const written = write([{ key: 'with_zero', value: german ?? undefined }], { language: 'de' }, yamlRailsCodec);
    expect(written).toBe('"de":\n  "with_zero":\n    "zero": "keine"\n    "one": "eine"\n    "other": "viele"\n');
    const latvian = parse('lv:\n  a:\n    zero: z\n    other: o\n', yamlRailsCodec);
    expect(forms(latvian, 'a')).toEqual({ zero: 'z', other: 'o' });
  });

  it('reads "other" alone as a plural only if the language has one form and the text contains %{count}', () => {
    const file = fixture('rails-lone-plural');
    expect(forms(file, 'files')).toEqual({ other: '%{count}個のファイル' });
    expect(forms(file, 'gender.other')).toBe('その他');
  });

  it('reads a locale that YAML 1.1 reads as a boolean and writes the spelling of the imported file', () => {
    expect(fixture('rails-locale-no').language).toBe('no');
    const { language, meta } = fixture('rails-locale-underscore');
    expect(language).toBe('pt_BR');
    expect(write([], { language: 'pt-BR', meta }, yamlRailsCodec)).toBe('"pt_BR": {}\n');
    expect(write([], { language: 'fr', meta }, yamlRailsCodec)).toBe('"fr": {}\n');
  });

  it('reads a locale that is no BCP 47 tag if its language is named, and writes it again', () => {
    const source = readFileSync(join(fixtures, 'rails-locale-no-tag.yml'), 'utf8');
    const { language, meta } = parse(source, yamlRailsCodec, 'en-NP');
    expect([language, meta]).toEqual([undefined, { locale: 'en-NEP' }]);
    expect(write([], { language: 'en-NP', meta }, yamlRailsCodec)).toBe('"en-NEP": {}\n');
    const refused = (file: string, named?: string) => () => parse(file, yamlRailsCodec, named);
    expect(refused(source)).toThrow('en-NEP is not a BCP 47 tag');
    expect(refused('translations:\n  a: x\n', 'en')).toThrow('must be a locale');
    expect(refused(`${source}en:\n  a: x\n`, 'en')).toThrow('en-NEP is not a BCP 47 tag');
  });

  it('returns the language of each entry if a file has several locales', () => {
    const { language, entries } = fixture('rails-several-locales');
    expect(language).toBeUndefined();
    expect(entries.map((entry) => [entry.language, entry.value])).toEqual([
      ['de', 'x'],
      ['en', 'y'],
    ]);
  });

  it('writes imported numbers and booleans without quotes', () => {
    const { entries, meta } = fixture('rails-typed');
    const again = entries
      .map(({ key, value, meta: own }) => ({ key, value: value ?? undefined, meta: own }))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    expect(write(again, { meta }, yamlRailsCodec)).toContain('      "precision": 3\n      "significant": false\n');
  });

  it('warns about forms that Rails lacks and about texts that resemble forms', () => {
    const warnings: string[] = [];
    const value: Plural = {
      type: 'cardinal',
      arg: 'n',
      exact: new Map([[5, 'none']]),
      forms: new Map([['other', 'many']]),
    };
    const entries = [
      { key: 'files', value },
      { key: 'looks.one', value: 'like' },
      { key: 'looks.other', value: 'a plural' },
    ];
    write(entries, { warn: ({ code, key }) => warnings.push(`${code} ${key}`) }, yamlRailsCodec);
    expect(warnings).toEqual([
      'plural_form_dropped files',
      'plural_argument_dropped files',
      'plural_not_marked files',
      'read_as_plural looks.one',
      'read_as_plural looks.other',
    ]);
  });
});

describe('yamlCodec.sniff and yamlRailsCodec.sniff', () => {
  it.each([
    ['de:\n  a: x\n', 0, 2],
    ['# c\n---\n"pt-BR":\n  a: x\n', 0, 2],
    ['app:\n  a: x\n', 1, 1],
    ['de:\n  a: x\nen:\n  a: y\n', 1, 0],
    ['de: x\n', 1, 0],
    ['menu:\n  a: x\n', 1, 0],
    ['', 1, 0],
    ['just a text\n', 0, 0],
    ['<xml>\n', 0, 0],
  ])('scores %j as YAML with %d and as Rails with %d', (head, yaml, rails) => {
    expect([yamlCodec.sniff?.(head), yamlRailsCodec.sniff?.(head)]).toEqual([yaml, rails]);
  });
});

describe('yamlRailsCodec with a single form', () => {
  it('reads the form as a plural if the key is one in the project, otherwise as a text', () => {
    const file = Buffer.from('ja:\n  files:\n    other: x\n  title:\n    other: y\n');
    const context = { projectLanguages: ['ja'], sourceLanguage: 'en', warn: () => undefined };
    const { entries } = yamlRailsCodec.parse(file, { ...context, isPlural: (key) => key === 'files' });
    expect(entries).toMatchObject([
      { key: 'files', value: { forms: new Map([['other', 'x']]) } },
      { key: 'title.other', value: 'y' },
    ]);
  });
});
