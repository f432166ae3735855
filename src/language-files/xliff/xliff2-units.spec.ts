import { UnwritableTextError } from '../model/format-errors';
import { entry, toWrite, xliffDocuments } from './xliff-documents.contract';
import { xliff2Codec } from './xliff-codec';

const { warnings, parse, read, write, rewrite, unitOf } = xliffDocuments(xliff2Codec, 'unit');

describe('XLIFF 2 inline markup', () => {
  it('returns a text with inline elements as its XML and writes the same XML, with its original data', () => {
    const all = entry(read('inline-elements.xlf'), 'all');
    expect(all?.value).toBe('A <pc id="1" dataRefStart="d1" dataRefEnd="d2">B</pc><![CDATA[<C>]]>');
    const xml = unitOf(rewrite('inline-elements.xlf'), 'all');
    expect(xml).toContain('<target>A <pc id="1" dataRefStart="d1" dataRefEnd="d2">B</pc><![CDATA[<C>]]></target>');
    expect(xml).toContain('<sm id="m2"/>x<em startRef="m2"/> &amp; <cp hex="0007"/></source>');
    expect(xml).toContain('<data id="d1">&lt;b&gt;</data>');
    expect(xml).toContain('<segment id="s1" state="reviewed" subState="my:checked">');
  });

  it('escapes a literal tag, even one that looks like an inline element', () => {
    expect(entry(read('inline-elements.xlf'), 'literal')?.source).toBe('a <ph id="1"/> <b>');
    const xml = unitOf(rewrite('inline-elements.xlf'), 'literal');
    expect(xml).toContain('<target>A &lt;ph id="1"/&gt;</target>');
  });

  it('reads and writes characters that XML cannot carry as cp elements', () => {
    expect(entry(read('inline-elements.xlf'), 'control')).toMatchObject({
      source: 'bell\u0007',
      value: 'Glocke\u0007\uFFFE',
    });
    expect(rewrite('inline-elements.xlf')).toContain('<target>Glocke<cp hex="0007"/><cp hex="FFFE"/></target>');
    expect(() => write([{ key: 'k', value: '\uD800' }])).toThrow(UnwritableTextError);
  });

  it('reads elements that are not inline elements as text, with a warning', () => {
    expect(entry(read('inline-elements.xlf'), 'html')?.source).toBe('a <b>b</b>');
    expect(warnings).toContainEqual(expect.objectContaining({ code: 'unknown_markup', key: 'html' }));
  });

  it('keeps markup with prefixes and declares their namespaces', () => {
    const xml = rewrite('prefixed.xlf');
    expect(xml).toContain('xmlns:its="http://www.w3.org/2005/11/its"');
    expect(parse(xml).entries.map(({ source, value }) => [source, value])).toEqual(
      read('prefixed.xlf').entries.map(({ source, value }) => [source, value]),
    );
  });
});

describe('XLIFF 2 segments', () => {
  it('joins the segments of a unit to one text, targets in their own order', () => {
    const { entries } = read('several-segments.xlf');
    expect(entries.map(({ key, source, value }) => [key, source, value])).toEqual([
      ['three', 'One. \r Two & more.', 'Eins. \r Zwei & mehr.'],
      ['reordered', 'A <ph id="1"/>. - B.', 'B. - A <ph id="1"/>.'],
      ['partial', 'One. Two.', null],
      ['untranslated', 'One. Two.', null],
    ]);
    expect(warnings).toMatchObject([{ code: 'partial_translation_dropped', key: 'partial' }]);
  });

  it('writes the segments of an unchanged text as they were, with their states', () => {
    const xml = rewrite('several-segments.xlf');
    expect(unitOf(xml, 'three')).toBe(`<unit id="three" canResegment="yes" xml:space="preserve">
      <segment id="s1" state="final">
        <source>One. </source>
        <target>Eins. </target>
      </segment>
      <ignorable id="i1">
        <source>&#13; </source>
      </ignorable>
      <segment id="s2" state="translated">
        <source>Two &amp; more.</source>
        <target>Zwei &amp; mehr.</target>
      </segment>
    </unit>`);
    expect(unitOf(xml, 'reordered')).toContain('<target order="3">A <ph id="1"/>.</target>');
    expect(unitOf(xml, 'untranslated').match(/<segment [^>]*state="initial">/g)).toHaveLength(2);
  });

  it('writes one segment for a text that has changed', () => {
    const changed = toWrite(read('several-segments.xlf')).map((unit) => ({ ...unit, value: 'Neu' }));
    expect(unitOf(write(changed), 'three').match(/<segment/g)).toHaveLength(1);
    expect(parse(write(changed)).entries.map(({ value }) => value)).toEqual(['Neu', 'Neu', 'Neu', 'Neu']);
  });
});

describe('XLIFF 2 units', () => {
  it('distinguishes a missing and an untranslated target from an empty one', () => {
    const file = read('units.xlf');
    expect(['missing', 'initial', 'empty'].map((key) => entry(file, key)?.value)).toEqual([null, null, '']);
    expect(unitOf(rewrite('units.xlf'), 'missing')).toContain('<segment state="initial">');
    expect(unitOf(rewrite('units.xlf'), 'empty')).toContain('<segment state="translated">');
  });

  it('keeps notes, names, attributes and modules, and drops suggestions and groups with a warning', () => {
    const file = read('units.xlf');
    expect(entry(file, 'notes')?.description).toBe('Shown on top');
    expect(warnings.map(({ code }) => code)).toEqual(['group_dropped', 'alternative_dropped', 'comment_dropped']);
    const xml = rewrite('units.xlf');
    expect(unitOf(xml, 'notes')).toContain('name="shown.name" fs:fs="b"');
    expect(unitOf(xml, 'notes')).toContain('<mda:meta type="x">y</mda:meta>');
    expect(unitOf(xml, 'notes')).toContain(`<notes>
        <note id="n1" category="developer" priority="2">Shown on top</note>
        <note>More</note>
        <note appliesTo="target">Of the target</note>
      </notes>`);
    expect(xml).toContain('<skeleton href="a.skl"/>');
    expect(xml).toContain('original="a.json" translate="no" fs:fs="p"');
  });

  it('writes translate="no" of a file on each of its units, unless a group overrides it', () => {
    const xml = rewrite('units.xlf');
    expect(unitOf(xml, 'missing')).toContain('translate="no"');
    expect(unitOf(xml, 'notes')).toContain('translate="yes"');
  });

  it('writes a key that cannot be an id as an encoded id and as the name of the unit', () => {
    expect(
      read('units.xlf')
        .entries.map(({ key }) => key)
        .slice(4),
    ).toEqual(['a b_x0020_c', 'plain_x0041_']);
    const xml = rewrite('units.xlf');
    expect(xml).toContain('<unit id="a_x0020_b_x005F_x0020_c" name="a b_x0020_c" translate="no" xml:space="preserve">');
    expect(xml).toContain('<unit id="plain_x0041_" translate="no">');
  });

  it('writes xml:space on a unit whose source or target has white space that must be preserved', () => {
    for (const texts of [
      { source: 'a', value: ' b' },
      { source: 'a ', value: 'b' },
      { source: 'a', value: 'b\nc' },
    ]) {
      expect(write([{ key: 'k', ...texts }])).toContain('<unit id="k" xml:space="preserve">');
    }
    expect(write([{ key: 'k', source: 'a b', value: 'b c' }])).toContain('<unit id="k">');
  });

  it('ignores metadata of another shape', () => {
    const odd = [
      null,
      1,
      'x<',
      {},
      [],
      [{ source: 's' }, { source: '' }],
      [
        [1, 2],
        ['a b', 'c'],
        ['x:y', 'z'],
        ['id', '?'],
      ],
    ];
    for (const value of odd) {
      const names = [
        'attributes',
        'notes',
        'markup',
        'files',
        'segments',
        'segment',
        'originalData',
        'state',
        'subState',
      ];
      const meta = Object.fromEntries(
        [...names, 'file', 'qualified', 'extras', 'version'].map((name) => [name, value]),
      );
      const xml = write([{ key: 'k', source: 's', value: 't', keyMeta: meta, meta }], { meta });
      expect(parse(xml).entries).toMatchObject([{ key: 'k', source: 's', value: 't' }]);
    }
  });
});
