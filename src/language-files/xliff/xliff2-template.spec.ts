import { bilingualTemplates } from '../contract/bilingual-templates.contract';
import { xliff2Codec } from './xliff-codec';

const { edited, write } = bilingualTemplates(xliff2Codec);

const document = (units: string, attributes = ' trgLang="de"'): string => `<?xml version="1.0"?>
<xliff version="2.0" srcLang="en"${attributes}>
<file id="f">
${units}</file>
</xliff>
`;
const unit = (id: string, segments: string, notes = ''): string =>
  `\t<unit id="${id}">\n${notes}${segments}\t</unit>\n`;
const segment = (source: string, target?: string, attributes = ''): string => {
  const texts = [`<source>${source}</source>`, ...(target === undefined ? [] : [`<target>${target}</target>`])];
  return `\t\t<segment${attributes}>\n${texts.map((text) => `\t\t\t${text}\n`).join('')}\t\t</segment>\n`;
};

describe('The template of an XLIFF 2 export', () => {
  it('has an edited text in the state translated, unless its segment had no state', () => {
    const change = (attributes: string): string =>
      edited(document(unit('a', segment('A', 'a', attributes))), { a: { value: 'x', meta: undefined } });
    expect(change('')).toBe(document(unit('a', segment('A', 'x'))));
    expect(change(' state="final" subState="x:y"')).toBe(document(unit('a', segment('A', 'x', ' state="translated"'))));
    const untranslated = document(unit('a', segment('A', undefined, ' state="initial"')));
    expect(edited(untranslated, { a: { value: 'x' } })).toBe(
      document(unit('a', segment('A', 'x', ' state="translated"'))),
    );
  });

  it('has a missing text in the initial state', () => {
    const file = document(unit('a', segment('A', 'a', ' state="final"')));
    const removed = { a: { value: undefined, meta: undefined } };
    expect(edited(file, removed)).toBe(document(unit('a', segment('A', undefined, ' state="initial"'))));
    expect(edited(file, removed, { omitsMissing: false })).toBe(
      document(unit('a', segment('A', '', ' state="initial"'))).replace('<target></target>', '<target/>'),
    );
  });

  it('keeps segments until one of their texts changes, which makes them one', () => {
    const ignorable = '\t\t<ignorable><source> - </source></ignorable>\n';
    const file = document(unit('a', segment('A', 'a') + ignorable + segment('B', 'b', ' state="final"')));
    expect(edited(file, { a: { description: undefined } })).toBe(file);
    expect(edited(file, { a: { value: 'x', meta: undefined } })).toBe(
      document(unit('a', segment('A - B', 'x', ' state="translated"'))),
    );
    expect(edited(file, { a: { source: 'X' } })).toBe(
      document(unit('a', segment('X', 'a - b', ' state="translated"'))),
    );
    const removed = { a: { value: undefined, meta: undefined } };
    expect(edited(file, removed)).toBe(
      document(unit('a', segment('A') + ignorable + segment('B', undefined, ' state="initial"'))),
    );
    const empty = (source: string): string =>
      segment(source, '', ' state="initial"').replace('<target></target>', '<target/>');
    expect(edited(file, removed, { omitsMissing: false })).toBe(
      document(unit('a', empty('A') + ignorable + empty('B'))),
    );
  });

  it('has a changed description in its note, in the notes of the unit', () => {
    const notes = (...texts: string[]): string =>
      `\t\t<notes>\n${texts.map((text) => `\t\t\t<note${text}</note>\n`).join('')}\t\t</notes>\n`;
    const file = (text: string): string => document(unit('a', segment('A', 'a'), text));
    const change = (before: string, description?: string): string => edited(file(before), { a: { description } });
    expect(change('', 'N')).toBe(file(notes('>N')));
    expect(change(notes(' category="x">M'), 'N')).toBe(file(notes(' category="x">N')));
    expect(change(notes('>M'))).toBe(file(''));
    expect(change(notes('>M', '>L'))).toBe(file(notes('>L')));
    expect(change(notes(' appliesTo="target">M'), 'N')).toBe(file(notes(' appliesTo="target">M', '>N')));
  });

  it('has new units laid out as others, with the id of their key', () => {
    const file = document(unit('a', segment('A', 'a')));
    const added = unit('b_x0020_c', segment('B')).replace('">', '" name="b c">');
    expect(edited(file, { 'b c': { source: 'B' } })).toBe(document(unit('a', segment('A', 'a')) + added));
  });

  it('has new units and new texts with states if most segments have them', () => {
    const file = document(unit('a', segment('A', 'a', ' state="final"')) + unit('b', segment('B', 'b')));
    const added = (state: string): string => unit('c', segment('C', 'c', state)) + unit('d', segment('D'));
    const texts = { c: { source: 'C', value: 'c' }, d: { source: 'D' } };
    const withStates = file.replace('<segment>', '<segment state="reviewed">');
    expect(edited(withStates, texts)).toBe(
      withStates.replace(
        '</file>',
        `${added(' state="translated"').replace('<segment>', '<segment state="initial">')}</file>`,
      ),
    );
    expect(edited(file, texts)).toBe(file.replace('</file>', `${added('')}</file>`));
    const untold = withStates.replace('</file>', `${unit('c', segment('C'))}</file>`);
    expect(edited(untold, { c: { value: 'c' } })).toBe(
      withStates.replace('</file>', `${unit('c', segment('C', 'c', ' state="translated"'))}</file>`),
    );
  });

  it('has new units with the segments of their import, and empty targets only if they are asked for', () => {
    const imported = document(unit('b', segment('A', 'a') + segment('B', 'b')));
    const context = { language: 'de', projectLanguages: ['en', 'de'], sourceLanguage: 'en', warn: () => undefined };
    const { keyMeta } = xliff2Codec.parse(Buffer.from(imported), context).entries[0] ?? {};
    const file = document(unit('a', segment('A', 'a')));
    const added = (target: string | undefined): string =>
      document(
        unit('a', segment('A', 'a')) +
          unit('b', ['A', 'B'].map((source) => segment(source, target, ' state="initial"')).join('')),
      ).replaceAll('<target></target>', '<target/>');
    const change = { b: { source: 'AB', keyMeta } };
    expect(edited(file, change)).toBe(added(undefined));
    expect(edited(file, change, { omitsMissing: false })).toBe(added(''));
  });

  it('is in another language the file without what belongs to its targets', () => {
    const extras = '\t\t<m:matches xmlns:m="m"><m:match/></m:matches>\n';
    const notes = '\t\t<notes><note appliesTo="target">N</note></notes>\n';
    const file = document(unit('a', segment('A', 'a', ' state="final" subState="x:y"'), extras + notes));
    expect(write(file, [{ key: 'a', source: 'A' }], { language: 'pt-BR', isForeign: true })).toBe(
      document(unit('a', segment('A', undefined, ' state="initial"')), ' trgLang="pt-BR"'),
    );
    const source = document(unit('a', segment('A')), '');
    expect(edited(source, { a: { source: 'B', value: 'B' } }, { language: 'en' })).toBe(
      document(unit('a', segment('B')), ''),
    );
    expect(write(source, [{ key: 'a', source: 'A', value: 'a' }], { isForeign: true })).toBe(
      document(unit('a', segment('A', 'a'))),
    );
  });
});
