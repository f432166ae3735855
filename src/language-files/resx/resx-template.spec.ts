import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { editedFile, type Edits } from '../contract/template-edits.contract';
import { resxCodec } from './resx-codec';

const FILE = readFileSync(join(__dirname, 'fixtures/layout.resx'), 'utf8');
const edited = (edits: Edits, language = 'en', source = FILE): string =>
  editedFile(resxCodec, source, edits, { language, languages: [language] }).text;

describe('RESX templates', () => {
  it('write a text in the style of the old one', () => {
    expect(edited({ a: 'A > c' })).toBe(FILE.replace('A &gt; b', 'A &gt; c'));
    expect(edited({ b: '<i>' })).toBe(FILE.replace('<b>B</b>', '<i>'));
    expect(edited({ c: 'text' })).toBe(FILE.replace('<value />', '<value>text</value>'));
    expect(edited({ e: '© é > 2' })).toBe(FILE.replace(/&#169;[^]*line/, '&#169; &#xE9; > 2'));
  });

  it('give a value to an element that has none', () => {
    expect(edited({ d: 'D' })).toBe(
      FILE.replace('"d" xml:space="preserve" />', '"d" xml:space="preserve">\n\t\t<value>D</value>\n\t</data>'),
    );
  });

  it('remove an element with its comments', () => {
    expect(edited({ b: null })).toBe(FILE.replace(/\t<data name='b'[^]*behind b -->\n/, ''));
    expect(edited({ a: null })).toBe(FILE.replace(/\t<!-- About a -->\n.*\n/, ''));
    expect(edited({ e: null })).toBe(FILE.replace(/\n\t<data name="e"[^]*?<\/data>\n/, ''));
  });

  it('write descriptions into the file of the source language only', () => {
    const edits: Edits = { a: { description: 'New' }, b: { description: '' }, e: { description: 'E' } };
    expect(edited(edits)).toBe(
      FILE.replace(/<comment>[^]*?<\/comment>\n\t\t/, '')
        .replace('A &gt; b</value>', '$&<comment>New</comment>')
        .replace('<comment/>', '<comment>E</comment>'),
    );
    expect(edited(edits, 'de')).toBe(FILE);
  });

  it('remove an element without a value if the project lacks its key', () => {
    expect(edited({ d: null })).toBe(FILE.replace(/\n[^\n]*<data name="d"[^\n]*/, ''));
  });

  it('write each of several elements with one name and one text', () => {
    const data = '<data name="x"><value>A</value></data>';
    const file = `<root>${data}<data name="y"><value>A</value></data>${data}</root>`;
    expect(edited({ x: 'C' }, 'en', file)).toBe(file.replaceAll(data, data.replace('A', 'C')));
  });

  it('write the last of several elements with one name', () => {
    const [one, two] = ['A', 'B'].map((text) => `<data name="x"><value>${text}</value><comment>c</comment></data>`);
    const file = `<root>${one}${two}</root>`;
    expect(edited({}, 'en', file)).toBe(file);
    expect(edited({ x: 'C' }, 'en', file)).toBe(`<root>${one}${two?.replace('B', 'C')}</root>`);
  });

  it('write new elements in the layout of the file', () => {
    const data = '\t<data name="f" xml:space="preserve">\n\t\t<value>F</value>\n\t\t<comment>G</comment>\n\t</data>\n';
    expect(edited({ f: { value: 'F', description: 'G' } })).toBe(FILE.replace('</root>', `${data}</root>`));
  });
});
