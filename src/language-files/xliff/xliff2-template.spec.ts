import { bilingualTemplates } from '../contract/bilingual-templates.contract';
import type { EntryToWrite } from '../model/entry';
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

  it('keeps segments and inline elements of an edited text beside a sign that has to be escaped', () => {
    const file = document(unit('a', segment('A <ph id="1"/>', 'a <ph id="1"/>') + segment('B', 'b')));
    expect(edited(file, { a: { value: 'x & <ph id="1"/>b', meta: undefined } })).toBe(
      document(unit('a', segment('A <ph id="1"/>', 'x &amp; <ph id="1"/>') + segment('B', 'b'))),
    );
  });

  it('keeps the content of a text of which only the state changes', () => {
    const content = 'a<!-- c --><![CDATA[ < ]]>&#98;';
    const file = document(unit('a', segment('A', content, ' state="translated"')));
    expect(edited(file, { a: { meta: { state: 'final' } } })).toBe(file.replace('translated', 'final'));
  });

  it('has a missing text in the initial state', () => {
    const file = document(unit('a', segment('A', 'a', ' state="final"')));
    const removed = { a: { value: undefined, meta: undefined } };
    expect(edited(file, removed)).toBe(document(unit('a', segment('A', undefined, ' state="initial"'))));
    expect(edited(file, removed, { omitsMissing: false })).toBe(
      document(unit('a', segment('A', '', ' state="initial"'))).replace('<target></target>', '<target/>'),
    );
  });

  it('changes only the segments that have another text, of which several become one', () => {
    const ignorable = '\t\t<ignorable><source> - </source></ignorable>\n';
    const [one, two] = [segment('A', 'a'), segment('B', 'b', ' state="final"')];
    const file = document(unit('a', one + ignorable + two));
    const change = (changed: Partial<EntryToWrite>): string => edited(file, { a: { meta: undefined, ...changed } });
    const expected = (...pieces: string[]): string => document(unit('a', pieces.join('')));
    const translated = ' state="translated"';
    expect(edited(file, { a: { description: undefined } })).toBe(file);
    expect(change({ value: 'x - b' })).toBe(expected(segment('A', 'x', translated), ignorable, two));
    expect(change({ value: 'a - x' })).toBe(expected(one, ignorable, segment('B', 'x', translated)));
    expect(change({ value: 'a: b' })).toBe(
      expected(one, ignorable.replace('</source>', '</source><target>: </target>'), two),
    );
    expect(change({ value: 'x' })).toBe(expected(segment('A - B', 'x', translated)));
    expect(edited(file, { a: { source: 'X - B' } })).toBe(expected(segment('X', 'a'), ignorable, two));
    expect(edited(file, { a: { source: 'X' } })).toBe(expected(segment('X', 'a - b', translated)));
    const three = document(unit('a', one + two + segment('C', 'c')));
    expect(edited(three, { a: { value: 'xyc', meta: undefined } })).toBe(
      expected(segment('AB', 'xy', translated), segment('C', 'c')),
    );
    const states = (first: string, second: string, texts: readonly [string, string]): string =>
      document(unit('a', segment('A', texts[0], ` state="${first}"`) + segment('B', texts[1], ` state="${second}"`)));
    const draft = states('initial', 'reviewed', ['a', 'b']);
    expect(edited(draft, { a: { value: 'ax', meta: undefined } })).toBe(states('translated', 'translated', ['a', 'x']));
    expect(edited(draft, { a: { value: 'xb', meta: { state: 'initial' } } })).toBe(
      states('initial', 'reviewed', ['x', 'b']),
    );
  });

  it('changes one segment of several with inline elements, in the order of the target', () => {
    const pieces = (one: string, two: string): string =>
      document(
        unit(
          'a',
          segment('A <ph id="1"/>. ', one).replace('<target>', '<target order="2">') +
            segment('B &amp; C. ', two).replace('<target>', '<target order="1">'),
        ),
      );
    const file = pieces('a <ph id="1"/>.', 'b &amp; c. ');
    const change = (value: string): string =>
      edited(file, { a: { value, meta: undefined } }).replaceAll(' state="translated"', '');
    expect(change('b &amp; x. a <ph id="1"/>.')).toBe(pieces('a <ph id="1"/>.', 'b &amp; x. '));
    expect(change('b &amp; c. x <ph id="1"/>.')).toBe(pieces('x <ph id="1"/>.', 'b &amp; c. '));
  });

  it('keeps the segments of a text that is removed', () => {
    const ignorable = '\t\t<ignorable><source> - </source></ignorable>\n';
    const file = document(unit('a', segment('A', 'a') + ignorable + segment('B', 'b', ' state="final"')));
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
