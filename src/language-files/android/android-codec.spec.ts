import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeCodec } from '../contract/codec.contract';
import { CPU_SECONDS, startCpuClock } from '../contract/cpu-time.contract';
import { entriesOf, parsed, written } from '../contract/file-exchange.contract';
import { MalformedFileError } from '../model/format-errors';
import type { Meta } from '../model/meta';
import type { Plural } from '../model/plural';
import { androidCodec } from './android-codec';

const NAME = /^[\p{XID_Start}_][\p{XID_Continue}.-]*(\[0\])?$/u;

describeCodec(androidCodec, {
  commentSyntaxes: ['<!-- text -->'],
  fixtures: join(__dirname, 'fixtures'),
  carriesText: (text) => Buffer.byteLength(text) <= 32_767,
  carriesKey: (key) => NAME.test(key),
  carriesDescription: (text) => !/--|\r|[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.test(text),
});

const source = (name: string) => readFileSync(join(__dirname, 'fixtures', `${name}.xml`));
const fixture = (name: string) => parsed(androidCodec, source(name));
const texts = (name: string) => Object.fromEntries(fixture(name).entries.map(({ key, value }) => [key, value]));
const body = (text: string) => text.replace(/^<\?xml.*?\?>\n<resources[^>]*>\n/, '').replace(/<\/resources>\n$/, '');
const rewritten = (name: string) => {
  const file = fixture(name);
  return written(androidCodec, entriesOf(file), { meta: file.meta });
};
const plural = (forms: Plural['forms'], more: Partial<Plural> = {}): Plural =>
  ({ type: 'cardinal', arg: 'count', exact: new Map(), forms, ...more }); // prettier-ignore

describe('Android reader', () => {
  it('reads the items of a long array in linear time', () => {
    const items = '<item>a</item>'.repeat(40_000);
    const cpuSeconds = startCpuClock();
    const { entries } = parsed(androidCodec, `<resources><string-array name="a">${items}</string-array></resources>`);
    expect(entries).toHaveLength(40_000);
    expect(cpuSeconds()).toBeLessThan(CPU_SECONDS);
  });

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

  it('reads a plural that has the name of a string as a key of its own', () => {
    const { entries } = fixture('plural-beside-string');
    expect(entries.map(({ key, value }) => [key, typeof value])).toEqual([
      ['files/plurals', 'object'],
      ['files', 'string'],
      ['menu.pages@tablet', 'string'],
      ['menu.pages@tablet/plurals', 'object'],
      ['alone', 'object'],
    ]);
    const again = parsed(androidCodec, rewritten('plural-beside-string').text).entries;
    expect(new Map(again.map((entry) => [entry.key, entry.value]))).toEqual(
      new Map(entries.map((entry) => [entry.key, entry.value])),
    );
  });

  it('finds the key of a plural whose string is only in other files of the project', () => {
    const file = '<resources><plurals name="a"><item quantity="other">x</item></plurals></resources>';
    const keysWith = (...plurals: string[]): string[] =>
      parsed(androidCodec, file, { isPlural: (key) => plurals.includes(key) }).entries.map(({ key }) => key);
    expect(keysWith('a/plurals')).toEqual(['a/plurals']);
    expect(keysWith('a', 'a/plurals')).toEqual(['a']);
    expect(keysWith()).toEqual(['a']);
  });

  it('collapses white space outside of quotes', () => {
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

  it('distinguishes references from texts that look like them', () => {
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

  it('distinguishes inline markup from literal tags', () => {
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

  it('keeps CDATA sections', () => {
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
    expect(warnings).toEqual([]);
  });

  it('restores an array without items, unless the project has items for it', () => {
    expect(rewritten('arrays').text).toContain('  <!-- to be filled -->\n  <string-array name="empty"/>\n</resources>');
    const attributes = [[['name', 'days']], [['name', 'none']], [['translatable', 'false']], 7];
    const meta: Meta = {
      emptyArrays: [...attributes.map((each) => ({ attributes: each, description: 1 })), 'x', null],
    };
    expect(body(written(androidCodec, [{ key: 'days[0]', value: 'Monday' }], { meta }).text)).toBe(
      '  <string-array name="days">\n    <item>Monday</item>\n  </string-array>\n  <string-array name="none"/>\n',
    );
  });

  it('reads plurals by category and copies a missing other, with a warning', () => {
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

  it('keeps attributes, and adds the product of a variant to its key', () => {
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

  it('reads the comments above a resource as its description', () => {
    const { entries, warnings, meta } = fixture('comments');
    expect(entries.map(({ key, description }) => [key, description])).toEqual([
      ['title', 'a title\nof the page'],
      ['text', 'Several lines,\nindented'],
      ['none', undefined],
    ]);
    expect(warnings.map(({ code, line }) => [code, line])).toEqual([
      ['comment_dropped', 9],
      ['comment_dropped', 15],
      ['comment_dropped', 16],
      ['comment_dropped', 19],
      ['comment_dropped', 22],
    ]);
    expect(meta).toEqual({ namespaces: [], header: [' Licence ', '\n  of the file\n'] });
  });

  it('warns of resources that are not texts', () => {
    const { entries, warnings } = fixture('other-resources');
    expect(entries.map(({ key }) => key)).toEqual(['a']);
    expect(warnings.map(({ code, line }) => [code, line])).toEqual([['element_ignored', 3], ['element_ignored', 5], ['element_ignored', 6]]); // prettier-ignore
  });

  it('returns duplicates and unusual names in the order of the file', () => {
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
  ])('refuses the fixture %s with line and column', (name, line, column) => {
    expect(() => fixture(name)).toThrow(MalformedFileError);
    expect(() => fixture(name)).toThrow(expect.objectContaining({ position: { line, column } }));
  });

  it('detects its files by the root element', () => {
    expect(androidCodec.sniff?.(source('names').toString())).toBe(2);
    expect(androidCodec.sniff?.('<root><data/></root>')).toBe(0);
  });

  it.each([
    ['<resources/>', 2],
    ['<resources xmlns:tools="http://schemas.android.com/tools">\n</resources>', 2],
    ['<resources><!-- <color name="a">#fff</color> ', 2],
    ['<resources><eat-comment/><skip /><!-- Labels of', 2],
    ['<resources><color name="a">#fff</color><string name="b">B</string></resources>', 2],
    ['<resources><dimen name="a">1dp</dimen><item type="plurals" name="b"/></resources>', 2],
    ['<resources><bool name="a">true</bool><string-array name="b"><item>B</item></string-array></resources>', 2],
    ['<resources>\n  <!-- <string name="a">A</string> -->\n  <color name="b">#fff</color>\n</resources>', 0],
    ['<resources><style name="A" parent="B"><item name="colorPrimary">@color/b</item></style></resources>', 0],
    ['<resources><item type="id" name="a"/><attr name="b" format="string"/></resources>', 0],
    ['<resources><color name="a">#fff</color><color name="b">#000</color>', 2],
  ])('detects no file that has resources and no text: %s', (head, score) => {
    expect(androidCodec.sniff?.(head)).toBe(score);
  });

  it('reads long runs of white space and elements in linear time', () => {
    const cpuSeconds = startCpuClock();
    const long = `<string name="a">${'&#32;'.repeat(200_000)}x${' '.repeat(500_000)}</string>`;
    expect(parsed(androidCodec, `<resources>${long}</resources>`).entries[0]?.value).toBe('x');
    const many = '<string name="a">x</string>\n'.repeat(100_000);
    expect(parsed(androidCodec, `<resources>${many}</resources>`).entries).toHaveLength(100_000);
    expect(cpuSeconds()).toBeLessThan(CPU_SECONDS);
  });
});
