import { bilingualTemplates } from '../contract/bilingual-templates.contract';
import type { EntryToWrite } from '../model/entry';
import { fromMessage } from '../text/messages/convert-message';
import { qtTsCodec } from './qt-ts-codec';

const { edited, write } = bilingualTemplates(qtTsCodec);

const document = (contexts: string, language = 'de'): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="${language}">\n${contexts}</TS>\n`;
const context = (name: string, messages: string): string =>
  `<context>\n    <name>${name}</name>\n${messages}</context>\n`;
const message = (lines: readonly string[], attributes = ''): string =>
  `    <message${attributes}>\n${lines.map((line) => `        ${line}\n`).join('')}    </message>\n`;
const location = '<location line="+4"/>';
const a = message([location, '<source>A</source>', '<translation>a</translation>']);
const FILE = document(context('C', a));
const KEY = 'C\u0004A';
const READING = { language: 'de', projectLanguages: ['en', 'de'], sourceLanguage: 'en' };

describe('The template of a Qt TS export', () => {
  it('has an edited text without what the last translation was unfinished for', () => {
    const lines = ['<source>A</source>', '<oldsource>B</oldsource>', '<translatorcomment>T</translatorcomment>'];
    const file = document(context('C', message([...lines, '<translation type="unfinished">a</translation>'])));
    expect(edited(file, { [KEY]: { value: 'x', meta: undefined } })).toBe(
      file.replace('        <oldsource>B</oldsource>\n', '').replace(' type="unfinished">a', '>x'),
    );
    expect(edited(file, { [KEY]: { description: 'D' } })).toBe(
      file.replace('</oldsource>\n', '</oldsource>\n        <extracomment>D</extracomment>\n'),
    );
  });

  it('keeps the relative locations of the messages behind one that is removed or added', () => {
    const at = (id: string, ...locations: string[]): string =>
      message([
        ...locations.map((at) => `<location ${at}/>`),
        `<source>${id}</source>`,
        '<translation>t</translation>',
      ]);
    const parts = [
      at('A', 'filename="f.cpp" line="+10"'),
      at('B', 'line="+5"', 'filename="g.cpp" line="+1"'),
      at('C', 'line="-2"'),
      at('D', 'filename="g.cpp" line="+7"'),
      at('E', 'filename="f.cpp" line="40"', 'line="+1"'),
    ];
    const vanished = message([
      '<location line="+1"/>',
      '<source>F</source>',
      '<translation type="vanished">f</translation>',
    ]);
    const file = document(context('C', [...parts, vanished].join('')));
    const locationsIn = (xml: string): unknown[] => {
      const { entries } = qtTsCodec.parse(Buffer.from(xml), { ...READING, warn: () => undefined });
      return entries.map(({ key, keyMeta }) => [key, keyMeta?.locations]);
    };
    for (const removed of ['A', 'B', 'C', 'D', 'E', 'AB', 'BD', 'ABC']) {
      const keys = [...removed].map((id) => `C\u0004${id}`);
      const written = edited(file, Object.fromEntries(keys.map((key) => [key, null])));
      expect(locationsIn(written)).toEqual((locationsIn(file) as [string][]).filter(([key]) => !keys.includes(key)));
    }
    const a = `C\u0004A`;
    expect(edited(file, { [a]: null })).toBe(
      file.replace(parts[0] ?? '', '').replace('line="+5"', 'line="+15" filename="f.cpp"'),
    );
    expect(edited(file, { [a]: { value: 'x' } })).toBe(file.replace('>t<', '>x<'));
  });

  it('has an unfinished translation for a missing text, and leaves another one as it is', () => {
    expect(edited(FILE, { [KEY]: { value: undefined, meta: undefined } })).toBe(
      FILE.replace('<translation>a', '<translation type="unfinished">'),
    );
    for (const empty of ['<translation/>', '<translation type="unfinished"></translation>', '']) {
      const file = FILE.replace('<translation>a</translation>', empty);
      expect(edited(file, { [KEY]: { value: undefined } })).toBe(file);
    }
  });

  it('leaves messages without a translation in the file of the source language as long as their texts are their sources', () => {
    const empty = '<translation type="unfinished"></translation>';
    const forms = [
      '<translation type="unfinished">',
      '    <numerusform></numerusform>',
      '    <numerusform></numerusform>',
    ];
    const numerus = ['<source>%n file(s)</source>', ...forms, '</translation>'];
    const messages = message(['<source>A</source>', empty]) + message(numerus, ' numerus="yes"');
    const file = document(context('C', messages), 'en');
    const entries = (text: string): EntryToWrite[] => [
      { key: 'C\u0004A', value: text, keyMeta: {} },
      { key: 'C\u0004%n file(s)', value: '%n file(s)', keyMeta: { numerus: true } },
    ];
    expect(write(file, entries('A'), { language: 'en' })).toBe(file);
    expect(write(file, entries('B'), { language: 'en' })).toBe(file.replace(empty, '<translation>B</translation>'));
  });

  it('has new messages at the end of their context, which is new if the file lacks it', () => {
    const added = (source: string): string =>
      message([`<source>${source}</source>`, '<translation type="unfinished"></translation>']);
    const entries = { 'C\u0004B': {}, 'D\u0004E': {} };
    expect(edited(FILE, entries)).toBe(document(context('C', a + added('B')) + context('D', added('E'))));
    expect(edited(document(''), { 'D\u0004E': {} })).toBe(document(context('D', added('E'))));
    const quoted = FILE.replace('>a<', '>&quot;<');
    expect(edited(quoted, { 'C\u0004"': {} })).toContain('<source>&quot;</source>');
  });

  it('loses a context with its last message, and keeps messages that are not in use', () => {
    const vanished = message(['<source>V</source>', '<translation type="vanished">v</translation>']);
    expect(edited(FILE, { [KEY]: null })).toBe(document('').replace('\n</TS>', '</TS>'));
    expect(edited(document(context('C', a + vanished)), { [KEY]: null })).toBe(document(context('C', vanished)));
  });

  it('loses a message that is not in use when it is in use again, and keeps a file that has both', () => {
    const old = (source: string, type: string): string =>
      message(['<location line="+2"/>', `<source>${source}</source>`, `<translation type="${type}">v</translation>`]);
    const first = a.replace('line=', 'filename="f.cpp" line=');
    const others = old('W', 'vanished') + a.replace('>A<', '>B<');
    const file = document(context('C', first + old('V', 'vanished') + old('V', 'obsolete') + others));
    const used = message(['<source>V</source>', '<translation>new</translation>']);
    expect(edited(file, { 'C\u0004V': { value: 'new', source: 'V' } })).toBe(
      document(context('C', first + others.replace('+2', '+6') + used)),
    );
    expect(edited(file, { 'C\u0004V': { source: 'V' } })).toBe(
      document(
        context(
          'C',
          first + others.replace('+2', '+6') + used.replace('<translation>new', '<translation type="unfinished">'),
        ),
      ),
    );
    expect(edited(file, { 'D\u0004V': { value: 'new', source: 'V' } })).toBe(
      file.replace('</TS>', `${context('D', used)}</TS>`),
    );
    const both = document(context('C', old('A', 'vanished') + first));
    expect(edited(both, {})).toBe(both);
    expect(edited(both, { [KEY]: { value: 'x', meta: undefined } })).toBe(both.replace('>a<', '>x<'));
  });

  it('loses a message that is not in use when a message gets its id', () => {
    const withId = (id: string, type = ''): string =>
      message(['<source>s</source>', `<translation${type}>t</translation>`], ` id="${id}"`);
    const [used, unused] = [withId('x'), withId('y', ' type="vanished"')];
    const renamed = (file: string): string =>
      edited(file, { x: null, y: { value: 't', source: 's', earlierKeys: ['x'] } });
    expect(renamed(document(context('C', unused + used)))).toBe(document(context('C', withId('y'))));
    expect(renamed(document(context('C', used + unused)))).toBe(document(context('C', withId('y'))));
    const both = document(context('C', withId('y') + unused + used));
    expect(renamed(both)).toBe(both.replace(used, ''));
  });

  it('has the numerus forms of a plural, and a plural in a message without them as its text', () => {
    const forms = (...texts: string[]): string => {
      const lines = texts.map((text) => `    <numerusform>${text}</numerusform>`);
      return message(['<source>A</source>', '<translation>', ...lines, '</translation>'], ' numerus="yes"');
    };
    const conversion = { warn: () => undefined };
    const plural = fromMessage('{count, plural, one {x} other {y}}', qtTsCodec, conversion);
    const change = (file: string): string => edited(file, { [KEY]: { value: plural, meta: undefined } });
    expect(change(document(context('C', forms('a', 'b'))))).toBe(document(context('C', forms('x', 'y'))));
    expect(change(document(context('C', forms('a'))))).toBe(document(context('C', forms('x', 'y'))));
    const text = '{count, plural, one {x} other {y}}';
    expect(change(FILE)).toBe(FILE.replace('>a<', `>${text}<`));
    expect(change(FILE.replace('>a<', `>${text}<`))).toBe(FILE.replace('>a<', `>${text}<`));
  });

  it('keeps the source of a message, unless it is the text of an id', () => {
    expect(edited(FILE, { [KEY]: { source: 'B' } })).toBe(FILE);
    const file = document(context('', message(['<source>A</source>', '<translation>a</translation>'], ' id="i"')));
    expect(edited(file, { i: { source: 'B' } })).toBe(file.replace('>A<', '>B<'));
    expect(edited(file, { i: { source: 'B' } }, { source: Buffer.from(file) })).toBe(file);
  });

  it('is in another language the file without translations, with the numerus forms of that language', () => {
    const numerus = (language: string, translation: string): string =>
      document(context('C', message(['<source>A</source>', translation], ' numerus="yes"')), language);
    const german = numerus(
      'de_AT',
      '<translation><numerusform>a</numerusform><numerusform>b</numerusform></translation>',
    );
    const empty = (count: number): string =>
      `<translation type="unfinished">${'<numerusform></numerusform>'.repeat(count)}</translation>`;
    const entries = [{ key: KEY, keyMeta: { numerus: true } }];
    const inLanguage = (language: string): string => write(german, entries, { language, isForeign: true });
    expect(inLanguage('pl')).toBe(numerus('pl', empty(3)));
    expect(inLanguage('zh-TW')).toBe(numerus('zh_TW', empty(1)));
  });
});
