import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parsed } from '../contract/file-exchange.contract';
import type { EntryToWrite } from '../model/entry';
import { fromMessage } from '../text/messages/convert-message';
import { editedFile, type Edits } from '../contract/template-edits.contract';
import type { FileToWrite } from '../model/codec';
import { PluralConflictError, UnwritableTextError } from '../model/format-errors';
import { androidCodec } from './android-codec';

const edited = (source: string, edits: Edits = {}, options?: Partial<FileToWrite> & { isForeign?: boolean }): string =>
  editedFile(androidCodec, source, edits, options).text;

const FILE = `<?xml version="1.0" encoding="utf-8"?>
<resources xmlns:tools="http://schemas.android.com/tools">

    <!-- Section -->

    <!-- The title -->
    <string name="title">Title</string> <!-- behind -->
    <string name="quoted" translatable="false">"it's"</string>
    <string name="escaped">a\\u2026&#160;b > c</string>
    <string name="closed"/>

    <color name="red">#f00</color>
    <plurals name="files">
        <item quantity="one">%d file</item>
        <item quantity="other">%d files</item>
    </plurals>
    <string-array name="days">
        <item>Mon</item>
        <!-- The second -->
        <item>Tue</item>
        <item>Wed</item>
    </string-array>
</resources>
`;

describe('Android templates', () => {
  it('write a plural beside the string of its name', () => {
    const plurals = '<plurals name="a"><item quantity="one">x</item><item quantity="other">xs</item></plurals>';
    const [both, only] = [
      `<resources>${plurals}<string name="a">A</string></resources>`,
      `<resources>${plurals}</resources>`,
    ];
    const message = '{count, plural, one {x} other {ys}}';
    expect(edited(both, { 'a/plurals': message })).toBe(both.replace('xs', 'ys'));
    expect(edited(both, { a: 'B' })).toBe(both.replace('>A<', '>B<'));
    expect(edited(both, { 'a/plurals': null })).toBe(both.replace(plurals, ''));
    expect(edited(both, { a: null })).toBe(only);
    expect(edited(only, { a: null, 'a/plurals': message })).toBe(only.replace('xs', 'ys'));
    expect(edited('<resources><string name="a">A</string></resources>', { 'a/plurals': message })).toContain(
      '<string name="a">A</string><plurals name="a"><item quantity="one">x</item><item quantity="other">ys</item></plurals>',
    );
    expect(() => edited(both, { a: message })).toThrow(PluralConflictError);
    expect(() => edited(both, { 'a/plurals': 'text' })).toThrow(UnwritableTextError);
  });

  it('keep the lines of a text whose words stay', () => {
    const file =
      '<resources>\n  <string name="a">\n    It\\u2019s\n    &amp; two,\n\n    three\n  </string>\n</resources>\n';
    expect(edited(file, { a: 'It’s & two, four' })).toBe(file.replace('three', 'four'));
    expect(edited(file, { a: 'It’s & then two, three' })).toBe(file.replace('two', 'then two'));
    expect(edited(file, { a: 'It’s  two' })).toBe(
      '<resources>\n  <string name="a">\n    "It\\u2019s  two"\n  </string>\n</resources>\n',
    );
  });

  it('keep messages of plurals in strings, for other languages and with a new text too', () => {
    const message = '{n, plural, one {# file} other {# files}}';
    const file = `<resources>\n  <string name="a">${message}</string>\n</resources>\n`;
    const german = '{n, plural, one {# Datei} other {# Dateien}}';
    const [entry] = parsed(androidCodec, file).entries;
    const valueOf = (text: string): EntryToWrite['value'] => fromMessage(text, androidCodec, { warn: () => undefined });
    expect(edited(file, { a: german })).toBe(file.replace(message, german));
    expect(edited(file, { a: german }, { template: undefined })).toContain(`<string name="a">${german}</string>`);
    const other = '<resources>\n  <string name="b">B</string>\n</resources>\n';
    expect(edited(other, { a: { keyMeta: entry?.keyMeta, value: valueOf(german) } })).toBe(
      other.replace('</string>\n', `</string>\n  <string name="a">${german}</string>\n`),
    );
    const plurals = '<plurals name="a"><item quantity="one">x</item><item quantity="other">xs</item></plurals>';
    const value = valueOf('{count, plural, one {x} other {ys}}');
    expect(edited(`<resources>${plurals}</resources>`, { a: { keyMeta: entry?.keyMeta, value } })).toContain('>ys<');
  });

  it('declare no prefix that the file declares around an edited text', () => {
    const xliff = 'xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2"';
    const text = (name: string, value = '', attributes = ''): string =>
      `<string name="${name}"${attributes}>${value}<xliff:g>%s</xliff:g></string>`;
    const item = (value: string): string => `<item>${value}<xliff:g>%s</xliff:g></item>`;
    const form = (value: string): string => `<item quantity="other">${value}<xliff:g>%s</xliff:g></item>`;
    const file = (a: string, b: string, c: string, d: string): string =>
      `<resources ${xliff}>${text('a', a)}${text('b', b, ` ${xliff}`)}` +
      `<string-array name="c">${item(c)}</string-array><plurals name="d">${form(d)}</plurals></resources>`;
    const argument = '<xliff:g>%s</xliff:g>';
    const edits = {
      a: `A${argument}`,
      b: `B${argument}`,
      'c[0]': `C${argument}`,
      d: `{count, plural, other {D${argument}}}`,
    };
    expect(edited(file('', '', '', ''), edits)).toBe(file('A', 'B', 'C', 'D'));
  });

  it('keep the entities of the texts that stay', () => {
    const file = readFileSync(join(__dirname, 'fixtures/entities.xml'), 'utf8');
    const message = '{count, plural, one {One Glossa} other {Many}}';
    expect(edited(file, { welcome: 'Hello Glossa', apps: message })).toBe(
      file.replace('Welcome to &brand;!', 'Hello Glossa').replace('%d times &app;', 'Many'),
    );
  });

  it('write a text in the style of the old one', () => {
    expect(edited(FILE, { quoted: "isn't" })).toBe(FILE.replace('"it\'s"', '"isn\'t"'));
    expect(edited(FILE, { escaped: 'x…\u00a0y > z' })).toBe(FILE.replace('a\\u2026&#160;b > c', 'x\\u2026&#160;y > z'));
    expect(edited(FILE, { closed: "can't" })).toBe(FILE.replace('"closed"/>', '"closed">can\\\'t</string>'));
    const wrapped = '<resources><string name="a">\r\n  <![CDATA[x]]>\r\n</string></resources>';
    expect(edited(wrapped, { a: '<b>' })).toBe(wrapped.replace('[x]', '[<b>]'));
  });

  it('declare the prefix of new markup, and mark unordered arguments', () => {
    const meta = { markup: true };
    expect(edited(FILE, { title: { value: '<xliff:g>%s</xliff:g>', meta } })).toBe(
      FILE.replace(
        '"title">Title',
        '"title" xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2"><xliff:g>%s</xliff:g>',
      ),
    );
    expect(edited(FILE, { title: '%s of %s', quoted: '%s of %s' })).toBe(
      FILE.replace('"title">Title', '"title" formatted="false">%s of %s').replace('"it\'s"', '"%s of %s"'),
    );
  });

  it('remove a resource with its own comments and the one behind it, but no other', () => {
    expect(edited(FILE, { title: null })).toBe(FILE.replace(/ {4}<!-- The title.*\n.*<!-- behind -->\n/, ''));
    expect(edited(FILE, { files: null })).toBe(FILE.replace(/ {4}<plurals[^]*<\/plurals>\n/, ''));
    expect(edited(FILE, { 'days[0]': null, 'days[1]': null, 'days[2]': null })).toBe(
      FILE.replace(/ {4}<string-array[^]*<\/string-array>\n/, ''),
    );
  });

  it('keep the places of items when one is removed', () => {
    expect(edited(FILE, { 'days[1]': null })).toBe(FILE.replace(/<!-- The second -->\n *<item>Tue<\/item>/, '<item/>'));
    expect(edited(FILE, { 'days[2]': null })).toBe(FILE.replace(/ *<item>Wed<\/item>\n/, ''));
    expect(edited(FILE, { 'days[4]': 'Fri' })).toBe(
      FILE.replace('Wed</item>\n', 'Wed</item>\n        <item/>\n        <item>Fri</item>\n'),
    );
  });

  it('warn of the items without a text of an array that has a text', () => {
    const array = (...items: string[]): string =>
      `<resources><string-array name="a">${items.map((text) => (text === '' ? '<item/>' : `<item>${text}</item>`)).join('')}</string-array></resources>`;
    const missing = { value: undefined };
    const warned = (source: string, edits: Edits, isForeign = false): unknown => {
      const { text, warnings } = editedFile(androidCodec, source, edits, {
        ...{ language: 'de', languages: ['de'], template: { bytes: Buffer.from(source), isForeign } },
      });
      return [text, ...warnings.map(({ code, key, detail }) => `${code} ${key}: ${detail}`)];
    };
    const empty = (key: string, count: number): string =>
      `array_filled ${key}: items without a text are written as empty items of the array: ${count}`;
    const absent = (key: string, count: number): string =>
      `array_filled ${key}: the array of the file ends before items without a text: ${count}`;
    const three = array('x', 'y', 'z');
    expect(warned(three, {})).toEqual([three]);
    expect(warned(three, { 'a[0]': missing, 'a[2]': missing }, true)).toEqual([array('', 'y', ''), empty('a[1]', 2)]);
    expect(warned(three, { 'a[0]': missing, 'a[1]': missing, 'a[2]': missing }, true)).toEqual([
      '<resources></resources>',
    ]);
    expect(warned(three, { 'a[3]': missing, 'a[4]': missing })).toEqual([three, absent('a[2]', 2)]);
    expect(warned(three, { 'a[3]': missing, 'a[4]': 'v', 'a[5]': missing })).toEqual([
      array('x', 'y', 'z', '', 'v'),
      empty('a[4]', 1),
      absent('a[4]', 1),
    ]);
    expect(warned(three, { 'b[0]': missing, 'b[1]': 'v', 'b[2]': missing })).toEqual([
      three.replace('</resources>', '<string-array name="b"><item/><item>v</item><item/></string-array></resources>'),
      empty('b[1]', 2),
    ]);
    expect(warned(three, { 'b[0]': 'v', 'b[1]': missing, 'b[5000]': missing })).toEqual([
      three.replace('</resources>', '<string-array name="b"><item>v</item><item/></string-array></resources>'),
      empty('b[0]', 1),
      absent('b[0]', 1),
    ]);
  });

  it('write descriptions into the file of the source language only', () => {
    const edits: Edits = { title: { description: 'New -- title' }, closed: { description: 'Two\nlines' } };
    expect(edited(FILE, edits)).toBe(
      FILE.replace('The title', 'New - - title').replace(
        /( {4})(<string name="closed")/,
        '$1<!-- Two\nlines -->\n$1$2',
      ),
    );
    expect(edited(FILE, edits, { language: 'de', languages: ['de'] })).toBe(FILE);
    expect(edited(FILE, { 'days[1]': { description: '' } })).toBe(FILE.replace(/ *<!-- The second -->\n/, ''));
  });

  it('write new resources in the layout of the file', () => {
    const added = `    <string name="new">a</string>
    <plurals name="new_files">
        <item quantity="one">1</item>
        <item quantity="other">2</item>
    </plurals>
    <string-array name="new_list">
        <item>x</item>
        <item/>
        <item>z</item>
    </string-array>
</resources>`;
    const edits = { new: 'a', new_files: '{n, plural, one {1} other {2}}', 'new_list[0]': 'x', 'new_list[2]': 'z' };
    expect(edited(FILE, edits)).toBe(FILE.replace('</resources>', added));
    const tabs = '<resources>\r\n\t<string name="a">b</string>\r\n</resources>';
    expect(edited(tabs, { c: { value: 'd', description: 'e' } })).toBe(
      tabs.replace('\r\n</', '\r\n\t<!-- e -->\r\n\t<string name="c">d</string>\r\n</'),
    );
    expect(edited('<resources/>', { a: 'b' })).toBe('<resources>\n  <string name="a">b</string>\n</resources>');
  });

  it('change one form of a plural, and add the forms of another language in their order', () => {
    expect(edited(FILE, { files: '{n, plural, one {# file} other {# things}}' })).toContain(
      '<item quantity="other">%1$d things</item>',
    );
    const polish = edited(
      FILE,
      { files: '{n, plural, one {plik} few {pliki} other {pliku}}' },
      { language: 'pl', languages: ['pl'], isForeign: true },
    );
    expect(polish).toContain(`        <item quantity="one">plik</item>
        <item quantity="few">pliki</item>
        <item quantity="many">pliku</item>
        <item quantity="other">pliku</item>
    </plurals>`);
  });

  it('keep a plural without "other", and a message in a <string>', () => {
    const file = '<resources><plurals name="a"><item quantity="few">x</item></plurals><string name="b">{n,plural,other{#}}</string></resources>'; // prettier-ignore
    expect(edited(file)).toBe(file);
    expect(edited(file, { b: '{n, plural, other {1}}' })).toBe(
      file.replace('{n,plural,other{#}}', '{n, plural, other {1}}'),
    );
    expect(edited(file, { a: 'text' })).toContain('<string name="a">text</string>');
  });
});
