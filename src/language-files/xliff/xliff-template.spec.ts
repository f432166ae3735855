import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Meta } from '../model/meta';
import { TEMPLATE_MISFIT } from '../template/write-file';
import { xliffCodec } from './xliff-codec';
import { bilingualTemplates } from '../contract/bilingual-templates.contract';

const { edited, write, warnings } = bilingualTemplates(xliffCodec);

const unit = (id: string, content: string, attributes = ''): string =>
  `      <trans-unit id="${id}"${attributes}>${content}\n      </trans-unit>\n`;
const child = (xml: string): string => `\n        ${xml}`;
const document = (units: string, language = ' target-language="de"'): string => `<?xml version="1.0"?>
<xliff version="1.2">
  <file original="a" source-language="en"${language} datatype="plaintext">
    <body>
${units}    </body>
  </file>
</xliff>
`;
const [a, b, c] = ['a', 'b', 'c'].map((id) =>
  unit(id, child(`<source>${id.toUpperCase()}</source>`) + child(`<target state="final">${id}</target>`)),
);
const ABC = document(`${a}${b}${c}`);

describe('The template of an XLIFF 1.2 export', () => {
  it('keeps the entities of the texts that stay', () => {
    const file = readFileSync(join(__dirname, 'fixtures/xliff/entities.xlf'), 'utf8');
    expect(edited(file, { welcome: { value: 'Hallo' }, inline: { value: 'X <g id="1">Glossa</g>' } })).toBe(
      file.replace('Willkommen bei &brand;', 'Hallo').replace('Die <g id="1">&app;</g>-App', 'X <g id="1">Glossa</g>'),
    );
  });

  it('keeps the inline elements of an edited text beside a sign that has to be escaped', () => {
    const file = document(
      unit('a', ['<source>A <x id="1"/></source>', '<target>a <x id="1"/></target>'].map(child).join('')),
    );
    expect(edited(file, { a: { value: 'b & <x id="1"/> < c' } })).toBe(
      file.replace('<target>a <x id="1"/>', '<target>b &amp; <x id="1"/> &lt; c'),
    );
    const literal = file.replace('<target>a <x id="1"/>', '<target>a &amp; &lt;x id="1"/&gt;');
    // The texts of earlier imports have no metadata that tells them from markup.
    expect(edited(literal, { a: { meta: undefined } })).toBe(literal);
  });

  it('says the state and the approval that an edited text has now, and keeps its other attributes', () => {
    const file = ABC.replace('id="b"', 'id="b" approved="yes"').replace(
      'state="final">b',
      'equiv-trans="no" state="final" state-qualifier="exact-match" phase-name="p">b',
    );
    const expected = (text: string, approved: string, state: string): string =>
      ABC.replace('id="b"', `id="b" approved="${approved}"`).replace(
        'state="final">b',
        `equiv-trans="no" state="${state}" phase-name="p">${text}`,
      );
    const edit = (value: string, meta?: Meta): string => edited(file, { b: { value, meta } });
    expect(edit('x')).toBe(expected('x', 'no', 'translated'));
    expect(edit('b')).toBe(expected('b', 'no', 'translated'));
    expect(edit('x', { approved: 'yes', attributes: [['state', 'final']] })).toBe(expected('x', 'yes', 'final'));
    expect(edit('b', { approved: 'yes', attributes: [['state', 'final']] })).toBe(file);
  });

  it('has a state and an approval for a text that had none, if most texts of the file have them', () => {
    const most = ABC.replace('id="a"', 'id="a" approved="yes"').replace('id="c"', 'id="c" approved="no"');
    const file = most.replace(child('<target state="final">b</target>'), '');
    const expected = most.replace('id="b"', 'id="b" approved="no"').replace('state="final">b', 'state="translated">x');
    expect(edited(file, { b: { value: 'x' } })).toBe(expected);
    const few = file.replaceAll(' state="final"', '').replace(' approved="yes"', '');
    expect(edited(few, { b: { value: 'x' } })).toBe(
      few.replace('<source>B</source>', `<source>B</source>${child('<target>x</target>')}`),
    );
  });

  it('has a target behind the source of a unit that had none', () => {
    const file = document(unit('a', child('<source>A</source>') + child('<note>N</note>')));
    expect(edited(file, { a: { value: 'x' } })).toBe(
      file.replace('</source>', `</source>${child('<target>x</target>')}`),
    );
  });

  it('has no target, or an empty one, for a text that was removed, and leaves those that it had', () => {
    const file = ABC.replace('<target state="final">a</target>', '<target state="new"/>');
    const removed = { b: { value: undefined, meta: undefined } };
    expect(edited(file, removed)).toBe(file.replace(child('<target state="final">b</target>'), ''));
    expect(edited(file, removed, { omitsMissing: false })).toBe(
      file.replace('<target state="final">b</target>', '<target state="needs-translation"/>'),
    );
  });

  it('has the changed source text and description, and warns of a segmentation that goes with the source text', () => {
    const file = document(
      unit('a', ['<source>A</source>', '<seg-source>A</seg-source>', '<note from="me">N</note>'].map(child).join('')),
    );
    expect(edited(file, { a: { source: 'B', description: 'M' } })).toBe(
      file.replace(child('<seg-source>A</seg-source>'), '').replace('>A<', '>B<').replace('>N<', '>M<'),
    );
    expect(warnings.map(({ code }) => code)).toEqual(['segmentation_dropped']);
    expect(edited(file, { a: { description: undefined } })).toBe(file.replace(child('<note from="me">N</note>'), ''));
    expect(edited(ABC, { c: { description: 'M' } })).toBe(
      ABC.replace('>c</target>', `>c</target>${child('<note>M</note>')}`),
    );
  });

  it('keeps inline elements, CDATA sections and references of edited texts', () => {
    const content = (xml: string): string =>
      document(unit('a', child('<source>A</source>') + child(`<target>${xml}</target>`)));
    const change = (xml: string, value: string): string => edited(content(xml), { a: { value, meta: undefined } });
    expect(change('<g id="1">a</g>', 'x <g id="1">b</g>')).toBe(content('x <g id="1">b</g>'));
    expect(change('<g id="1">a</g>', 'x < y')).toBe(content('x &lt; y'));
    expect(change('<![CDATA[<b>a</b>]]>', '<b>]]></b>')).toBe(content('<![CDATA[<b>]]]]><![CDATA[></b>]]>'));
    expect(change('&quot;a&quot;', '"b" \'c\'')).toBe(content("&quot;b&quot; 'c'"));
  });

  it('says that white space is kept if an edited text needs that', () => {
    expect(edited(ABC, { b: { value: ' x', meta: undefined } })).toContain('<trans-unit id="b" xml:space="preserve">');
    const file = ABC.replace('>b<', '>  b<');
    expect(edited(file, { b: { value: ' x', meta: undefined } })).not.toContain('preserve');
  });

  it('has new units behind their neighbours in the file of the source language, laid out as others', () => {
    const source = document(`${a}${unit('n', child('<source>N</source>'))}${c}${b}`, '');
    const added = { n: { source: 'N', value: 'n' }, o: { source: 'O', description: 'D' } };
    const after = (id: string, lines: string[]): string => unit(id, lines.map(child).join(''));
    expect(edited(document(`${a}${c}${b}`), added, { source: Buffer.from(source) })).toBe(
      document(
        `${a}${after('n', ['<source>N</source>', '<target state="translated">n</target>'])}${c}${b}${after('o', ['<source>O</source>', '<note>D</note>'])}`,
      ),
    );
    expect(edited(ABC, { o: { source: 'O' } }, { omitsMissing: false })).toContain(
      after('o', ['<source>O</source>', '<target state="needs-translation"/>']),
    );
    const oneLine = ABC.replace(/\n\s*/g, '');
    expect(edited(oneLine, { n: { source: 'N', value: 'n' } })).toContain(
      '<trans-unit id="n"><source>N</source><target state="translated">n</target></trans-unit></body>',
    );
  });

  it('has new units in their file, which is new if the document lacks it', () => {
    const second =
      '  <file original="b" source-language="en" target-language="de" datatype="plaintext">\n    <body/>\n  </file>\n';
    const file = ABC.replace('</xliff>', `${second}</xliff>`);
    const added = (name: string) => ({ n: { source: 'N', keyMeta: { file: name } } });
    const inBody = `<body>\n${unit('n', child('<source>N</source>'))}    </body>`;
    expect(edited(file, added('b'))).toBe(file.replace('<body/>', inBody));
    expect(edited(ABC, added('b'))).toBe(file.replace('<body/>', inBody));
    expect(edited(file, added('a'))).toBe(
      file.replace('    </body>', `${unit('n', child('<source>N</source>'))}    </body>`),
    );
  });

  it('keeps the only file of a document without units, and removes empty groups and one of several files', () => {
    const grouped = ABC.replace(`${a}${b}${c}`, `<group><note>N</note>${a}</group>\n`);
    expect(edited(grouped, { a: null })).toMatch(/<body>\s*<\/body>\s*<\/file>/);
    const file = ABC.replace(
      '</xliff>',
      '<file original="b"><body><trans-unit id="d"><source>D</source></trans-unit></body></file></xliff>',
    );
    expect(edited(file, { a: null, b: null, c: null })).not.toContain('original="a"');
  });

  it('has only sources in the source language, if the imported file had only sources', () => {
    const file = document(unit('a', child('<source>A</source>')), '');
    const options = { language: 'en' };
    expect(edited(file, {}, options)).toBe(file);
    expect(edited(file, { a: { source: 'B', value: 'B' }, b: { source: 'N', value: 'N' } }, options)).toBe(
      document(`${unit('a', child('<source>B</source>'))}${unit('b', child('<source>N</source>'))}`, ''),
    );
  });

  it('keeps empty targets in the file of the source language, whose texts are the sources', () => {
    const empty = ['<target/>', '<target></target>', '<target state="new"/>', '']
      .map((target, i) => unit(`u${i}`, child(`<source>U${i}</source>`) + (target && child(target))))
      .join('');
    const translated = unit('a', child('<source>A</source>') + child('<target>A</target>'));
    const file = document(translated + empty, ' target-language="en"');
    const texts = Object.fromEntries([0, 1, 2, 3].map((i) => [`u${i}`, { value: `U${i}` }]));
    expect(edited(file, texts, { language: 'en' })).toBe(file);
    expect(edited(file, { ...texts, u1: { source: 'X', value: 'X' } }, { language: 'en' })).toBe(
      file.replace('<source>U1</source>', '<source>X</source>').replace('<target></target>', '<target>X</target>'),
    );
  });

  it('keeps sources that name texts, because the file of the source language has other texts as targets', () => {
    const english = ABC.replaceAll('"de"', '"en"').replace('>a<', '>A<').replace('>B<', '>b.name<');
    expect(edited(english, { b: { source: 'x', value: 'x' } }, { language: 'en' })).toBe(english.replace('>b<', '>x<'));
    const german = ABC.replace('>B<', '>b.name<');
    const texts = { a: { source: 'x' }, b: { source: 'x' } };
    expect(edited(german, texts, { source: Buffer.from(english) })).toBe(german.replace('>A<', '>x<'));
    expect(edited(german, texts)).toBe(german.replace('>A<', '>x<').replace('>b.name<', '>x<'));
    const french = edited(english, { b: { source: 'x', value: undefined } }, { language: 'fr', isForeign: true });
    expect(french).toContain('<source>b.name</source>');
  });

  it('is in another language the file with its targets, and languages spelled as there', () => {
    const file = ABC.replace('"de"', '"de_AT"')
      .replace('<target', '<target xml:lang="de_AT"')
      .replace('<source', '<source xml:lang="en"');
    const written = write(
      file,
      [
        { key: 'a', source: 'A', value: 'x' },
        { key: 'b', source: 'B' },
      ],
      { language: 'pt-BR', isForeign: true },
    );
    expect(written).toBe(
      document(
        unit('a', child('<source xml:lang="en">A</source>') + child('<target xml:lang="pt_BR">x</target>')) +
          unit('b', child('<source>B</source>')),
        ' target-language="pt_BR"',
      ),
    );
    const source = document(unit('a', child('<source>A</source>')), '');
    expect(write(source, [{ key: 'a', source: 'A' }], { language: 'pt-BR', isForeign: true })).toBe(
      source.replace('"en"', '"en" target-language="pt-BR"'),
    );
  });

  it('is not used for a document in several languages, and for one whose unit has no source', () => {
    const several = ABC.replace(
      '</xliff>',
      '<file original="b" source-language="en" target-language="fr"><body/></file></xliff>',
    );
    const withUnit = several.replace('<body/>', '<body><trans-unit id="f"><source>F</source></trans-unit></body>');
    for (const [file, entries] of [
      [withUnit, {}],
      [ABC.replace('<source>A</source>', ''), { a: { source: 'X' } }],
    ] as const) {
      warnings.splice(0);
      edited(file, entries);
      expect(warnings.map(({ code }) => code)).toContain(TEMPLATE_MISFIT);
    }
  });
});
