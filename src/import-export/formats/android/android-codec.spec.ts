import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeCodec } from '../codec.contract';
import type { EntryToWrite, Meta, Plural } from '../codec';
import { entriesOf, parsed, written } from '../file-exchange.contract';
import { MalformedFileError, UnwritableTextError } from '../format-errors';
import { androidCodec } from './android-codec';

const NAME = /^[\p{XID_Start}_][\p{XID_Continue}.-]*(\[0\])?$/u;

describeCodec(androidCodec, {
  fixtures: join(__dirname, 'fixtures'),
  carriesKey: (key) => NAME.test(key),
  carriesDescription: (text) => !/--|\r|[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(text),
});

const source = (name: string) => readFileSync(join(__dirname, 'fixtures', `${name}.xml`));
const fixture = (name: string) => parsed(androidCodec, source(name));
const texts = (name: string) => Object.fromEntries(fixture(name).entries.map(({ key, value }) => [key, value]));
const body = (text: string) => text.replace(/^<\?xml.*?\?>\n<resources[^>]*>\n/, '').replace(/<\/resources>\n$/, '');
const write = (entries: EntryToWrite[], file = {}) => written(androidCodec, entries, file);
const rewritten = (name: string) => {
  const file = fixture(name);
  return written(androidCodec, entriesOf(file), { meta: file.meta });
};
const plural = (forms: Plural['forms'], more: Partial<Plural> = {}): Plural =>
  ({ type: 'cardinal', arg: 'count', exact: new Map(), forms, ...more }); // prettier-ignore

describe('reading Android resources', () => {
  it('resolves escapes', () => {
    expect(texts('escapes')).toEqual({
      apostrophe: 'It\'s "quoted"',
      unicode: 'Aä 😀',
      lines: 'one\ntwo\tthree',
      backslash: 'C:\\new q',
      literal_at: '@string/x',
      literal_question: '?attr/x',
      at: '@foo',
      entities: 'a < b && c \u00a0>',
      bare_apostrophe: "it's",
    });
  });

  it('collapses white space but between quotes', () => {
    expect(texts('white-space')).toEqual({
      collapsed: 'several lines of text',
      quoted: '  kept   here ',
      partly: 'a   b   c',
      after_quotes: 'a  b',
      one_space: ' ',
      escaped: ' edge ',
      empty: '',
      closed: '',
    });
  });

  it('keeps references apart from texts that look like them', () => {
    const { entries } = fixture('references');
    expect(entries.slice(0, 5).map(({ value, meta }) => [value, meta?.references])).toEqual([
      ['@string/other', true],
      ['@android:string/ok', true],
      ['?attr/title', true],
      ['@null', true],
      ['@string/other', undefined],
    ]);
    expect(entries[5]?.meta).toEqual({ references: ['one'] });
    expect(rewritten('references').text.match(/>[^<>]+<\/(?:string|item)/g)).toEqual([
      '> ?attr/title'.replace(' ', '') + '</string',
      '>@null</string',
      '>@string/one</item',
      '>\\@string/other</item',
      '>\\@string/other</string',
      '>@string/other</string',
      '>@android:string/ok</string',
    ]);
  });

  it('keeps inline markup apart from literal tags', () => {
    expect(fixture('markup').entries.map(({ key, value, meta }) => [key, value, meta])).toEqual([
      ['bold', 'A <b>bold</b> &amp; <i> x </i>', { markup: true }],
      ['literal', 'A <b>bold</b> &amp; <br/>', { markup: false }],
      ['link', '<a href="https://example.org/?a=1&amp;b=&quot;2&quot;">l</a>', { markup: true }],
      [
        'placeholder',
        'Hello <xliff:g id="name" example="Bob">%1$s</xliff:g>, it\'s <xliff:g>%2$s</xliff:g>!',
        { markup: true },
      ],
      ['void', 'a<br/>b<b/>', { markup: true }],
      ['spaces', '  a  <b>  x  </b>', { markup: true }],
      ['both', '&lt;i&gt; <b>b</b>', { markup: true }],
      ['count', plural(new Map([['one', '<b>%d</b> file'], ['other', '%d &lt; files']])), { markup: true }], // prettier-ignore
    ]);
  });

  it('remembers what was CDATA', () => {
    expect(texts('cdata')).toEqual({ html: '<a href=x>it\'s</a>', mixed: 'a <b> c', padded: 'a]]>b' }); // prettier-ignore
    expect(body(rewritten('cdata').text)).toBe(
      '  <string name="html"><![CDATA[<a href=x>it\\\'s</a>]]></string>\n' +
        '  <string name="mixed">a &lt;b&gt; c</string>\n' +
        '  <string name="padded"><![CDATA[a]]]]><![CDATA[>b]]></string>\n',
    );
  });

  it('reads the items of an array as keys with an index', () => {
    const { entries, warnings } = fixture('arrays');
    expect(entries.slice(0, 3).map(({ key, value, description }) => [key, value, description])).toEqual([
      ['days[0]', 'Monday', 'days of the week'],
      ['days[1]', 'Tues  day', 'the second'],
      ['days[2]', '', undefined],
    ]);
    expect(entries.map(({ key }) => key)).toContain('many[11]');
    expect(warnings.map(({ code, line }) => [code, line])).toEqual([['empty_container', 14]]);
  });

  it('reads plurals by category, and invents an other', () => {
    const { entries, warnings } = fixture('plurals');
    expect(entries.map(({ key, value, description }) => [key, value, description])).toEqual([
      ['files', plural(new Map([['one', '%d file'], ['other', '%d files']])), 'many of them'],
      ['only_other', plural(new Map([['other', 'x']])), undefined],
      ['without_other', plural(new Map([['one', 'one'], ['few', 'few'], ['other', 'few']])), undefined],
    ]); // prettier-ignore
    expect(warnings.map(({ code, key }) => [code, key])).toEqual([
      ['plural_form_invented', 'without_other'],
      ['empty_container', undefined],
    ]);
  });

  it('keeps attributes, and names variants for a device by their product', () => {
    expect(fixture('attributes').entries.map(({ key, keyMeta }) => [key, keyMeta])).toEqual([
      ['app_name', { attributes: [['translatable', 'false']] }],
      ['ratio', { attributes: [['formatted', 'false']] }],
      [
        'title',
        { attributes: [['tools:ignore', 'UnusedResources']], namespaces: [['tools', 'http://schemas.android.com/tools']] },
      ],
      ['device@tablet', { product: 'tablet' }],
      ['device', { attributes: [['product', 'default']] }],
      ['phone', undefined],
      ['phone@tv', { product: 'tv' }],
      ['list@tv[0]', { product: 'tv' }],
      ['item', undefined],
    ]); // prettier-ignore
    expect(rewritten('attributes').text).toContain('<string name="device" product="tablet">your tablet</string>');
    expect(rewritten('attributes').text).toContain('<string-array name="list" product="tv">');
    expect(rewritten('attributes').text).toContain(' tools:locale="en">');
  });

  it('takes the comments above a resource for its description', () => {
    const { entries, warnings, meta } = fixture('comments');
    expect(entries.map(({ key, description }) => [key, description])).toEqual([
      ['title', 'a title\nof the page'],
      ['text', 'Several lines,\nindented'],
      ['none', undefined],
    ]);
    expect(warnings.map(({ code, line }) => [code, line])).toEqual([
      ['comment_dropped', 16],
      ['comment_dropped', 17],
      ['comment_dropped', 20],
    ]);
    expect(meta).toEqual({ namespaces: [], header: [' Licence ', '\n  of the file\n'] });
  });

  it('reports resources that are no texts', () => {
    const { entries, warnings } = fixture('other-resources');
    expect(entries.map(({ key }) => key)).toEqual(['a']);
    expect(warnings.map(({ code, line }) => [code, line])).toEqual([['element_ignored', 3], ['element_ignored', 5], ['element_ignored', 6]]); // prettier-ignore
  });

  it('reports duplicates and odd names in the order of the file', () => {
    expect(fixture('names').entries.map(({ key, value }) => [key, value])).toEqual([
      ['a.b-c_d', '1'],
      ['Größe', '2'],
      ['__proto__', '3'],
      ['constructor', '4'],
      ['same', '5'],
      ['same', '6'],
    ]);
  });

  it.each([
    ['short-unicode-escape', 4, 3],
    ['unknown-quantity', 4, 5],
    ['quantity-twice', 4, 34],
    ['without-name', 3, 3],
    ['stray-element', 3, 26],
    ['other-root', 2, 1],
  ])('refuses %s and says where', (name, line, column) => {
    expect(() => fixture(name)).toThrow(MalformedFileError);
    expect(() => fixture(name)).toThrow(expect.objectContaining({ place: { line, column } }));
  });

  it('knows its files', () => {
    expect(androidCodec.sniff?.(source('names').toString())).toBe(2);
    expect(androidCodec.sniff?.('<root><data/></root>')).toBe(0);
  });

  it('reads long runs of white space and elements in linear time', () => {
    const started = Date.now();
    const long = `<string name="a">${'&#32;'.repeat(200_000)}x${' '.repeat(500_000)}</string>`;
    expect(parsed(androidCodec, `<resources>${long}</resources>`).entries[0]?.value).toBe('x');
    const many = '<string name="a">x</string>\n'.repeat(100_000);
    expect(parsed(androidCodec, `<resources>${many}</resources>`).entries).toHaveLength(100_000);
    expect(Date.now() - started).toBeLessThan(4_000);
  });
});

describe('writing Android resources', () => {
  it('quotes and escapes only where it must', () => {
    const values = ["It's 100%", ' edge ', 'two  spaces', '@at', '?', 'a @ b', '<b>', '\u0001\u000b\r\ufffe', 'a\\n'];
    const { text } = write(values.map((value, i) => ({ key: `k${i}`, value })));
    expect(body(text)).toBe(
      [
        "It\\'s 100%",
        '" edge "',
        '"two  spaces"',
        '\\@at',
        '\\?',
        'a @ b',
        '&lt;b&gt;',
        '\\u0001\\u000b\\u000d\\ufffe',
        'a\\\\n',
      ]
        .map((value, i) => `  <string name="k${i}">${value}</string>\n`)
        .join(''),
    );
  });

  it.each(['a b', '1a', 'a:b', 'a@b', '', 'a[x]', 'a[01]', '[0]', '.a', '😀'])('refuses the name %j', (key) => {
    expect(() => write([{ key, value: 'x' }])).toThrow(UnwritableTextError);
  });

  it('writes a@b as a variant only where the metadata names the product', () => {
    const entry = { key: 'a@b', value: 'x', keyMeta: { product: 'b' } };
    expect(body(write([entry]).text)).toBe('  <string name="a" product="b">x</string>\n');
    expect(() => write([{ ...entry, keyMeta: { product: 'c' } }])).toThrow(UnwritableTextError);
  });

  it('writes every category of the language, from other where one is missing', () => {
    const value = plural(new Map([['one', '1'], ['other', 'n']])); // prettier-ignore
    const { text, warnings } = write([{ key: 'k', value }], { language: 'ru' });
    expect(text.match(/quantity="\w+">[^<]*/g)).toEqual(['quantity="one">1', 'quantity="few">n', 'quantity="many">n', 'quantity="other">n']); // prettier-ignore
    expect(warnings).toEqual([{ code: 'plural_form_invented', detail: 'copied from "other": few, many', key: 'k' }]);
  });

  it('says which parts of a plural are lost', () => {
    const value = plural(new Map([['one', '1'], ['other', 'n']]), { exact: new Map([[0, 'none']]), arg: 'n' }); // prettier-ignore
    expect(write([{ key: 'k', value }]).warnings.map(({ code }) => code)).toEqual(['plural_form_dropped', 'plural_argument_dropped']); // prettier-ignore
  });

  it('writes an ordinal as its ICU message', () => {
    const { text, warnings } = write([{ key: 'k', value: plural(new Map([['other', '{n}th']]), { type: 'ordinal' }) }]);
    expect(text).toContain(">{count, selectordinal, other {\\'{\\'n\\'}\\'th}}<");
    expect(warnings.map(({ code }) => code)).toEqual(['plural_as_icu']);
  });

  it('rebuilds arrays in the order of their indexes', () => {
    const { text } = rewritten('arrays');
    expect(text).toContain(
      '  <!-- days of the week -->\n  <string-array name="days" translatable="false">\n    <item>Monday</item>\n' +
        '    <!-- the second -->\n    <item>"Tues  day"</item>\n    <item></item>\n  </string-array>\n',
    );
    expect([...text.matchAll(/<item>(\d+)<\/item>/g)].map(([, n]) => Number(n))).toEqual([...Array(12).keys()]);
  });

  it('fills holes of an array with empty items, and refuses absurd ones', () => {
    const { text, warnings } = write([{ key: 'a[2]', value: 'x' }]);
    expect(text.match(/<item.*/g)).toEqual(['<item/>', '<item/>', '<item>x</item>']);
    expect(warnings.map(({ code, key }) => [code, key])).toEqual([['array_filled', 'a[2]']]);
    expect(() => write([{ key: 'a[999999999]', value: 'x' }])).toThrow(UnwritableTextError);
  });

  it('marks texts that aapt2 would take for unordered arguments', () => {
    const formatted = (value: string) => write([{ key: 'k', value }]).text.includes('formatted="false"');
    expect(['%d of %d', '%1$s of %s', '%s and 5%, %s'].map(formatted)).toEqual([true, true, true]);
    expect(['%1$d of %2$d', '%d', '100%', '%% %n %d', '50% off'].map(formatted)).toEqual([false, false, false, false, false]); // prettier-ignore
  });

  it('writes a text as markup while it is well-formed, and as text with a warning when it is not', () => {
    const meta: Meta = { markup: true };
    const xml = (value: string) => {
      const { text, warnings } = write([{ key: 'k', value, meta }]);
      return [/>(.*)<\/string>/.exec(body(text))?.[1], warnings.map(({ code }) => code)];
    };
    expect(xml("it's <b>a  b</b> &lt;")).toEqual(['it\\\'s <b>"a  b"</b> &lt;', []]);
    expect(xml('a <b>')).toEqual(['a &lt;b&gt;', ['markup_escaped']]);
    expect(xml('a & <b>b</b>')).toEqual(['a &amp; &lt;b&gt;b&lt;/b&gt;', ['markup_escaped']]);
    expect(xml('<no:prefix>b</no:prefix>')).toEqual(['&lt;no:prefix&gt;b&lt;/no:prefix&gt;', ['markup_escaped']]);
    expect(xml('plain')).toEqual(['plain', []]);
  });

  it('takes what another language says of the markup, unless the text has its own word', () => {
    const keyMeta: Meta = { markup: true };
    expect(write([{ key: 'k', value: '<b>b</b>', keyMeta }]).text).toContain('><b>b</b><');
    expect(write([{ key: 'k', value: '<b>b</b>', keyMeta, meta: { markup: false } }]).text).toContain('>&lt;b&gt;');
  });

  it('binds prefixes where they are used and the root does not', () => {
    const meta: Meta = { namespaces: [] };
    const entries = [{ key: 'k', value: '<xliff:g id="a">%s</xliff:g>', meta: { markup: true } }];
    expect(write(entries, { meta }).text).toContain(
      '<resources>\n  <string name="k" xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2"><xliff:g id="a">%s</xliff:g>',
    );
    expect(write(entries).text).toContain('<string name="k"><xliff:g id="a">');
  });

  it('alters descriptions that no XML comment can hold, with a warning', () => {
    const { text, warnings } = write([{ key: 'k', value: 'x', description: 'a---b\r\u0001' }]);
    expect(text).toContain('<!-- a- - -b\n\ufffd -->');
    expect(warnings.map(({ code }) => code)).toEqual(['description_changed']);
  });

  it('ignores metadata of another shape', () => {
    const keyMeta: Meta = { attributes: [['a b', 'x'], 7, ['name', 'y'], ['q:r', 's']], namespaces: 'x', product: 3 };
    const meta: Meta = { markup: 'yes', references: [1], cdata: 'x' };
    const file = { meta: { namespaces: [[1]], attributes: 'x', header: ['--', 3] } };
    expect(write([{ key: 'k', value: '<', keyMeta, meta }], file).text).toContain(
      '<resources>\n  <string name="k">&lt;<',
    );
  });

  it('lays out zips as Android does', () => {
    const path = (language: string, ...rest: [string?, boolean?]) => androidCodec.pathOf?.(language, ...rest);
    expect(['de', 'pt-BR', 'sr-Latn', 'es-419', 'zh-Hant-TW', 'fil'].map((language) => path(language))).toEqual(
      ['de', 'pt-rBR', 'b+sr+Latn', 'b+es+419', 'b+zh+Hant+TW', 'fil'].map((folder) => `values-${folder}/strings.xml`),
    );
    expect([path('en', undefined, true), path('de', 'menu', false)]).toEqual(['values/strings.xml', 'values-de/menu.xml']); // prettier-ignore
  });
});
