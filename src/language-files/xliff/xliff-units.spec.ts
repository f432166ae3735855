import { UnwritableTextError } from '../model/format-errors';
import { xliffCodec } from './xliff-codec';
import { entry, toWrite, xliffDocuments } from './xliff-documents.contract';

const { warnings, parse, read, write, rewrite, unitOf } = xliffDocuments(xliffCodec, 'trans-unit');
const text = (value: unknown): string => (typeof value === 'string' ? value : 'no text');

describe('XLIFF 1.2 inline markup', () => {
  it('returns a text with inline elements as its XML and writes the same XML', () => {
    const file = read('angular-inline.xlf');
    const hello = entry(file, 'introductionHeader');
    expect(hello?.value).toContain('<x id="START_BOLD_TEXT" ctype="x-b" equiv-text="&lt;b&gt;"/>Welt<x');
    expect(hello?.value).toContain(' &amp; alle');
    const xml = rewrite('angular-inline.xlf');
    expect(xml).toContain(`<source>${text(hello?.source)}</source>`);
    expect(xml).toContain(`<target>${text(hello?.value)}</target>`);
  });

  it('keeps every inline element of the standard, and comments and CDATA between them', () => {
    const file = read('inline-elements.xlf');
    const xml = unitOf(rewrite('inline-elements.xlf'), 'all');
    expect(xml).toContain(`<source>${text(entry(file, 'all')?.source)}</source>`);
    expect(xml).toContain('<target>A<g id="1">B<x id="2"/></g><!-- kept --><![CDATA[<C>]]></target>');
  });

  it('escapes a literal tag, even one that looks like an inline element', () => {
    const file = read('inline-elements.xlf');
    expect(entry(file, 'literal')?.value).toBe('A <g id="1">B</g> &amp; C');
    const xml = unitOf(rewrite('inline-elements.xlf'), 'literal');
    expect(xml).toContain('<target>A &lt;g id="1"&gt;B&lt;/g&gt; &amp;amp; C</target>');
  });

  it('distinguishes markup in the source from a literal tag in the target, and the reverse', () => {
    const xml = rewrite('inline-elements.xlf');
    expect(unitOf(xml, 'source-only-markup')).toContain('<target>A &amp; &lt;x id="1"/&gt;</target>');
    expect(unitOf(xml, 'source-only-markup')).toContain('<source>a <x id="1"/></source>');
    expect(unitOf(xml, 'target-only-markup')).toContain('<target>A <x id="1"/></target>');
    expect(unitOf(xml, 'target-only-markup')).toContain('<source>a &lt;x id="1"/&gt;</source>');
  });

  it('reads elements that are not inline elements as text, with a warning', () => {
    expect(entry(read('inline-elements.xlf'), 'html')?.value).toBe('A <b>fett</b>');
    expect(warnings).toContainEqual(expect.objectContaining({ code: 'unknown_markup', key: 'html' }));
    expect(unitOf(rewrite('inline-elements.xlf'), 'html')).toContain('A &lt;b&gt;fett&lt;/b&gt;');
  });

  it('writes a new translation as markup if the metadata of its key has markup', () => {
    const xml = write([{ key: 'k', source: 'a <x id="1"/>', value: '<x id="1"/> b\r', keyMeta: { markup: true } }]);
    expect(xml).toContain('<target><x id="1"/> b&#13;</target>');
  });

  it.each(['<x id="1">', '<x/> & <g>', '<x/> & <!-- c -->', '<its:x/>', '<g its:y="1"/>', '<g>'.repeat(99)])(
    'escapes %j in a text with markup, because it is not XML with inline elements, with a warning',
    (value) => {
      warnings.splice(0);
      const xml = write([{ key: 'k', source: 's', value, keyMeta: { markup: true } }]);
      expect(entry(parse(Buffer.from(xml)), 'k')?.value).toBe(value);
      expect(warnings).toMatchObject([{ code: 'markup_escaped', key: 'k' }]);
    },
  );

  it.each([
    ['A & <x id="1"/>&amp;&#65;', 'A &amp; <x id="1"/>&amp;&#65;'],
    ['a < b <g id="1">c</g>', 'a &lt; b <g id="1">c</g>'],
    ['<b>x</b><x equiv-text="<A & B>"/>', '&lt;b>x&lt;/b><x equiv-text="&lt;A &amp; B>"/>'],
    ['&nbsp;]]><x id="1"/>', '&amp;nbsp;]]&gt;<x id="1"/>'],
  ])('writes %j with its inline elements, and escapes what is no tag and no reference', (value, expected) => {
    warnings.splice(0);
    const xml = write([{ key: 'k', source: value, value, keyMeta: { markup: true } }]);
    expect(xml).toContain(`<source>${expected}</source>`);
    expect(xml).toContain(`<target>${expected}</target>`);
    expect(warnings).toEqual([]);
    expect(write(toWrite(parse(Buffer.from(xml))))).toBe(xml);
  });

  it('writes a text without a tag of inline elements as text, without a warning', () => {
    warnings.splice(0);
    const xml = write([{ key: 'k', source: 'a <x id="1"/>', value: 'b < c <b>', keyMeta: { markup: true } }]);
    expect(xml).toContain('<target>b &lt; c &lt;b&gt;</target>');
    expect(warnings).toEqual([]);
  });

  it('keeps attributes and elements with a prefix, and declares the namespaces of the prefixes', () => {
    const xml = rewrite('namespaces.xlf');
    expect(xml).toContain('<x:mrk mtype="term" its:term="yes">B</x:mrk>');
    for (const uri of ['urn:vendor', 'http://www.w3.org/2005/11/its']) expect(xml).toContain(`="${uri}"`);
    expect(xml).toContain('<v:data xmlns="urn:other"><p>x</p></v:data>');
    const { entries } = read('namespaces.xlf');
    expect(parse(Buffer.from(xml)).entries.map(({ source, value }) => [source, value])).toEqual(
      entries.map(({ source, value }) => [source, value]),
    );
  });
});

describe('XLIFF 1.2 units', () => {
  it('reads CDATA as text', () => {
    const { entries } = read('cdata.xlf');
    expect(entries).toMatchObject([{ source: '<b>a</b> & c', value: 'x<b>A</b> & C' }]);
  });

  it('distinguishes a missing and an untranslated target from an empty one', () => {
    const values = read('targets.xlf')
      .entries.slice(0, 3)
      .map(({ key, value }) => [key, value]);
    expect(values).toEqual([['missing', null], ['untranslated', null], ['empty', '']]); // prettier-ignore
    const xml = rewrite('targets.xlf');
    expect(unitOf(xml, 'missing')).toContain('<target state="needs-translation"/>');
    expect(unitOf(xml, 'empty')).toContain('<target/>');
  });

  it('keeps states, attributes and notes, and has notes of the target in the metadata of the translation', () => {
    const states = entry(read('targets.xlf'), 'states');
    expect(states?.description).toBe('of the source');
    expect(unitOf(rewrite('targets.xlf'), 'states')).toBe(
      `<trans-unit id="states" translate="no" resname="res" maxwidth="20" approved="no">
        <source>a</source>
        <target state="needs-review-translation" state-qualifier="fuzzy-match" equiv-trans="no">b</target>
        <note annotates="source">of the source</note>
        <note>general</note>
        <note annotates="target" from="Jo">of the target</note>
      </trans-unit>`,
    );
  });

  it('writes a changed description in the place of the old one', () => {
    const [first] = toWrite(read('angular-inline.xlf')).filter(({ key }) => key === 'introductionHeader');
    const xml = write([{ key: 'k', ...first, description: 'New' }]);
    expect(xml).toContain('<note priority="1" from="description">New</note>');
    expect(xml).toContain('<note priority="1" from="meaning">User welcome</note>');
  });

  it('keeps contexts, and drops suggestions, binary units and groups with a warning', () => {
    expect(rewrite('angular-inline.xlf')).toContain('<context context-type="linenumber">11</context>');
    warnings.splice(0);
    const { entries } = read('groups.xlf');
    expect(entries.map(({ key }) => key)).toEqual(['deep', 'translated', 'suggested']);
    expect(warnings.map(({ code }) => code).sort()).toEqual([
      'alternative_dropped',
      'binary_dropped',
      'comment_dropped',
      'group_dropped',
    ]);
  });

  it('writes translate="no" of a group on each of its units', () => {
    const xml = rewrite('groups.xlf');
    expect(unitOf(xml, 'deep')).toContain('translate="no"');
    expect(unitOf(xml, 'translated')).toContain('translate="yes"');
  });

  it('writes xml:space on a unit whose white space must be preserved', () => {
    expect(write([{ key: 'k', source: 'a', value: ' b' }])).toContain('<trans-unit id="k" xml:space="preserve">');
    expect(write([{ key: 'k', source: 'a', value: 'b c' }])).toContain('<trans-unit id="k">');
  });

  it('keeps the segmentation of a source until the source changes', () => {
    const segments = '<seg-source><mrk mtype="seg" mid="0">One.</mrk> <mrk mtype="seg" mid="1">Two.</mrk></seg-source>';
    expect(rewrite('segmented.xlf')).toContain(segments);
    const changed = toWrite(read('segmented.xlf')).map((unit) => ({ ...unit, source: 'One.' }));
    expect(write(changed)).not.toContain('<seg-source>');
    expect(warnings).toContainEqual(expect.objectContaining({ code: 'segmentation_dropped', key: 'k' }));
  });

  it('refuses a unit without an id, with line and column', () => {
    expect(() => read('no-id.xlf')).toThrow(expect.objectContaining({ position: { line: 5, column: 7 } }));
  });

  it('refuses to write a character that XML cannot carry, with the key', () => {
    expect(() => write([{ key: 'k', source: 'a', value: '\u0001' }])).toThrow(UnwritableTextError);
    const marked = { key: 'k', source: 'a <x id="1"/>\u0001', keyMeta: { markup: true } };
    expect(() => write([marked])).toThrow(expect.objectContaining({ position: { key: 'k' } }));
  });

  it('ignores metadata of another shape', () => {
    const odd = [
      null,
      1,
      'x',
      [],
      {},
      [
        [1, 2],
        ['a b', 'c'],
        ['x:y', 'z'],
        ['id', 'other'],
      ],
    ];
    for (const value of odd) {
      const meta = { attributes: value, notes: value, approved: value, markup: value, files: value };
      const keyMeta = { ...meta, file: value, qualified: value, extras: value, segSource: value, namespaces: value };
      const xml = write([{ key: 'k', source: 's', value: 't', keyMeta, meta }], { meta });
      expect(parse(Buffer.from(xml)).entries).toMatchObject([{ key: 'k', source: 's', value: 't' }]);
    }
  });
});
