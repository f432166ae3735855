import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { entriesOf, parsed, written } from '../contract/file-exchange.contract';
import type { FileToWrite } from '../model/codec';
import type { EntryToWrite } from '../model/entry';
import { PluralConflictError, UnwritableTextError } from '../model/format-errors';
import type { Meta } from '../model/meta';
import type { Plural } from '../model/plural';
import { androidCodec } from './android-codec';

const write = (entries: EntryToWrite[], file: Partial<FileToWrite> = {}) => written(androidCodec, entries, file);
const body = (text: string) => text.replace(/^<\?xml.*?\?>\n<resources[^>]*>\n/, '').replace(/<\/resources>\n$/, '');
const plural = (forms: Plural['forms'], more: Partial<Plural> = {}): Plural => ({
  type: 'cardinal',
  arg: 'count',
  exact: new Map(),
  forms,
  ...more,
});

describe('Android writer', () => {
  it('quotes and escapes only where it is necessary', () => {
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

  it('refuses two plurals of a name, and a text that is none under the key of a plural', () => {
    const value = plural(new Map([['other', 'x']]));
    expect(() => write(['a', 'a/plurals'].map((key) => ({ key, value })))).toThrow(PluralConflictError);
    expect(() => write([{ key: 'a/plurals', value: 'x' }])).toThrow(UnwritableTextError);
    expect(body(write([{ key: 'a/plurals' }]).text)).toBe('');
    expect(body(write(['a', 'b/plurals'].map((key) => ({ key, value }))).text).match(/name="."/g)).toHaveLength(2);
  });

  it('writes a@b as a variant only if the metadata has the product b', () => {
    const entry = { key: 'a@b', value: 'x', keyMeta: { product: 'b' } };
    expect(body(write([entry]).text)).toBe('  <string name="a" product="b">x</string>\n');
    expect(() => write([{ ...entry, keyMeta: { product: 'c' } }])).toThrow(UnwritableTextError);
  });

  it('writes every category of the language, as a copy of other where one is missing', () => {
    const value = plural(new Map([['one', '1'], ['other', 'n']])); // prettier-ignore
    const { text, warnings } = write([{ key: 'k', value }], { language: 'ru' });
    expect(text.match(/quantity="\w+">[^<]*/g)).toEqual(['quantity="one">1', 'quantity="few">n', 'quantity="many">n', 'quantity="other">n']); // prettier-ignore
    expect(warnings).toEqual([
      { code: 'plural_form_invented', detail: 'missing forms are copies of "other": few, many', key: 'k' },
    ]);
  });

  it('warns of the exact forms and the argument name of a plural, which are lost', () => {
    const value = plural(new Map([['one', '1'], ['other', 'n']]), { exact: new Map([[0, 'none']]), arg: 'n' }); // prettier-ignore
    expect(write([{ key: 'k', value }]).warnings.map(({ code }) => code)).toEqual(['plural_form_dropped', 'plural_argument_dropped']); // prettier-ignore
  });

  it('writes an ordinal as its ICU message', () => {
    const { text, warnings } = write([{ key: 'k', value: plural(new Map([['other', '{n}th']]), { type: 'ordinal' }) }]);
    expect(text).toContain(">{count, selectordinal, other {\\'{\\'n\\'}\\'th}}<");
    expect(warnings.map(({ code }) => code)).toEqual(['plural_as_icu']);
  });

  it('writes the items of an array in the order of their indexes', () => {
    const file = parsed(androidCodec, readFileSync(join(__dirname, 'fixtures', 'arrays.xml')));
    const { text } = write(entriesOf(file), { meta: file.meta });
    expect(text).toContain(
      '  <!-- days of the week -->\n  <string-array name="days" translatable="false">\n    <item>Monday</item>\n' +
        '    <!-- the second -->\n    <item>"Tues  day"</item>\n    <item></item>\n  </string-array>\n',
    );
    expect([...text.matchAll(/<item>(\d+)<\/item>/g)].map(([, n]) => Number(n))).toEqual([...Array(12).keys()]);
  });

  it('writes an array with all of its items if one has a text, with a warning about the others', () => {
    const entry = (key: string, value?: string): EntryToWrite => ({ key, value });
    const omitted = (...entries: EntryToWrite[]) => {
      const { text, warnings } = write(entries, { omitsMissing: true });
      return [body(text).replace(/^ +|\n */g, ''), warnings.map(({ code, key, detail }) => [code, key, detail])];
    };
    const empty = 'items without a text are written as empty items of the array: ';
    expect(omitted(entry('a[0]'), entry('a[1]', 'x'), entry('a[2]'), entry('a[3]'), entry('b', 'y'))).toEqual([
      '<string-array name="a"><item/><item>x</item><item/><item/></string-array><string name="b">y</string>',
      [['array_filled', 'a[1]', `${empty}3`]],
    ]);
    expect(omitted(entry('a[0]'), entry('a[1]'), entry('b'), entry('c d[0]'), entry('e[x]'))).toEqual(['', []]);
    const long = Array.from({ length: 1500 }, (_, index) => entry(`a[${index}]`, index === 0 ? 'x' : undefined));
    expect(omitted(...long)[1]).toEqual([['array_filled', 'a[0]', `${empty}1499`]]);
    const absent = 'the array of the file ends before items without a text: ';
    expect(omitted(entry('a[0]', 'x'), entry('a[1]'), entry('a[3]'), entry('a[5000]'), entry('a[99999]'))).toEqual([
      '<string-array name="a"><item>x</item><item/><item/><item/></string-array>',
      [
        ['array_filled', 'a[0]', `${empty}3`],
        ['array_filled', 'a[0]', `${absent}2`],
      ],
    ]);
  });

  it('writes missing items of an array as empty items, and refuses an index that is too large', () => {
    const { text, warnings } = write([{ key: 'a[2]', value: 'x' }]);
    expect(text.match(/<item.*/g)).toEqual(['<item/>', '<item/>', '<item>x</item>']);
    expect(warnings.map(({ code, key }) => [code, key])).toEqual([['array_filled', 'a[2]']]);
    expect(() => write([{ key: 'a[999999999]', value: 'x' }])).toThrow(UnwritableTextError);
  });

  it('writes formatted="false" for a text with several arguments without positions', () => {
    const formatted = (value: string) => write([{ key: 'k', value }]).text.includes('formatted="false"');
    expect(['%d of %d', '%1$s of %s', '%s and 5%, %s'].map(formatted)).toEqual([true, true, true]);
    expect(['%1$d of %2$d', '%d', '100%', '%% %n %d', '50% off'].map(formatted)).toEqual([false, false, false, false, false]); // prettier-ignore
  });

  it('writes a text as markup if it is well-formed, and escapes it with a warning if it is not', () => {
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

  it('writes markup by the metadata of the key, unless the metadata of the text overrides it', () => {
    const keyMeta: Meta = { markup: true };
    expect(write([{ key: 'k', value: '<b>b</b>', keyMeta }]).text).toContain('><b>b</b><');
    expect(write([{ key: 'k', value: '<b>b</b>', keyMeta, meta: { markup: false } }]).text).toContain('>&lt;b&gt;');
  });

  it('declares the namespaces of prefixes that the root element does not declare', () => {
    const meta: Meta = { namespaces: [] };
    const entries = [{ key: 'k', value: '<xliff:g id="a">%s</xliff:g>', meta: { markup: true } }];
    expect(write(entries, { meta }).text).toContain(
      '<resources>\n  <string name="k" xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2"><xliff:g id="a">%s</xliff:g>',
    );
    expect(write(entries).text).toContain('<string name="k"><xliff:g id="a">');
  });

  it('replaces characters of a description that an XML comment cannot contain, with a warning', () => {
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

  it('returns paths of resource folders as Android expects them', () => {
    const path = (language: string, ...rest: [string?, boolean?]) => androidCodec.pathOf?.(language, ...rest);
    expect(['de', 'pt-BR', 'sr-Latn', 'es-419', 'zh-Hant-TW', 'fil'].map((language) => path(language))).toEqual(
      ['de', 'pt-rBR', 'b+sr+Latn', 'b+es+419', 'b+zh+Hant+TW', 'fil'].map((folder) => `values-${folder}/strings.xml`),
    );
    expect([path('en', undefined, true), path('de', 'menu', false)]).toEqual(['values/strings.xml', 'values-de/menu.xml']); // prettier-ignore
  });
});
