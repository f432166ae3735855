import * as fc from 'fast-check';
import { FileLimitError, FormatError, MalformedFileError } from '../model/format-errors';
import { MAX_ENTITIES, MAX_ENTITY_LENGTH, MAX_ENTITY_TOTAL, XmlEntities } from './xml-entities';
import { MAX_XML_DEPTH, MAX_XML_NODES, readXml, readXmlFragment } from './xml-reader';
import { MAX_XML_ATTRIBUTES } from './xml-scanner';
import {
  attribute,
  attributeSpans,
  childElement,
  childElements,
  deepText,
  innerXml,
  type XmlElement,
  isPlainText,
  isSelfClosing,
  outerXml,
  ownText,
} from './xml-tree';
import { samples } from '../../../test/support/samples';

const read = (text: string) => readXml(Buffer.from(text));
const refusal = (text: string | Uint8Array): FormatError => {
  try {
    readXml(typeof text === 'string' ? Buffer.from(text) : text);
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  throw new Error('the file was not refused');
};

describe('readXml', () => {
  it('returns text, CDATA, comments and elements in their order', () => {
    const { root } = read('<r>a<!--b--><c/><![CDATA[<d>]]>e<?f g?></r>');
    expect(root.children.map((node) => node.type)).toEqual([
      'text',
      'comment',
      'element',
      'text',
      'text',
      'instruction',
    ]);
    expect(ownText(root)).toBe('a<d>e');
    expect(isPlainText(root)).toBe(false);
  });

  it('resolves references into one text node', () => {
    const { root } = read('<r>a &amp; &lt;b&gt; &#x1F600;&#13;\r\nc</r>');
    expect(root.children).toMatchObject([{ type: 'text', text: 'a & <b> 😀\r\nc', cdata: false }]);
  });

  it('keeps white space references in attributes and turns other white space into spaces', () => {
    const { root } = read('<r a="x&#10;y&#9;&#13;" b="x\ny"/>');
    expect([attribute(root, 'a'), attribute(root, 'b'), attribute(root, 'c')]).toEqual(['x\ny\t\r', 'x y', undefined]);
  });

  it('reads an attribute named __proto__', () => {
    expect(attribute(read('<r __proto__="x" constructor="y"/>').root, '__proto__')).toBe('x');
  });

  it('returns the content as written, with LF line ends', () => {
    const { root } = read("<r><a>x &amp;\r\n<b c='d'/>]]&gt;<![CDATA[<]]></a><e/><f></f\n></r>");
    expect(childElements(root).map(innerXml)).toEqual(["x &amp;\n<b c='d'/>]]&gt;<![CDATA[<]]>", '', '']);
  });

  it('returns an element as written, with its tags', () => {
    const elements = ['<a/>', '<a\n/>', '<a b="1">x<c/></a >', '<ab></ab>'];
    const { root } = read(`<r>${elements.join(' 😀\r\n')}</r>`);
    expect(childElements(root).map(outerXml)).toEqual(elements);
    expect(outerXml(read('<r><a\r\nb="1"/></r>').root)).toBe('<r><a\nb="1"/></r>');
  });

  it('finds elements by their local names', () => {
    const { root } = read('<p:r xmlns:p="u"><p:a>1<b>2</b></p:a><a>3</a></p:r>');
    expect(childElements(root, 'a').map(deepText)).toEqual(['12', '3']);
    expect(childElement(root, 'b')).toBeUndefined();
  });

  it('returns the span of every node in the decoded file', () => {
    const nodes = [
      'a &amp;\r\n😀',
      '<!-- b\r\n -->',
      '<c\r\nd = "-->"/>',
      '<![CDATA[<e>]]>',
      '<![CDATA[]]>',
      '\r\n',
      "<f g='>'><h/>i</f\r\n>",
      '<?j <k?>',
      ' l&#13;',
    ];
    const content = nodes.join('');
    for (const [before, after] of [
      ['<r>', '</r>'],
      [
        '\ufeff<?xml version="1.0"?>\r\n<!DOCTYPE r [ <!-- < --> ]>\r\n<!-- < -->\r\n<r\r\n a="1">',
        '</r>\n<!-- end -->',
      ],
    ]) {
      const { root } = readXml(Buffer.from(`${before}${content}${after}`));
      expect(root.children.map(({ start, end }) => root.file.slice(start, end))).toEqual(nodes);
    }
    expect(readXmlFragment(content).map(({ start, end }) => content.slice(start, end))).toEqual(nodes);
  });

  it('returns the spans of attributes and of their values', () => {
    const { root } = read('<a><b\r\n c = "d=\'" e=\'&quot;>\'\tf=""/><g ></g></a>');
    const { file } = root;
    const [element, other] = childElements(root);
    if (!element || !other) throw new Error('no elements');
    expect(
      attributeSpans(element).map(({ start, end, valueStart, valueEnd, name }) => [
        name,
        file.slice(start, end),
        file.slice(valueStart, valueEnd),
      ]),
    ).toEqual([
      ['c', 'c = "d=\'"', "d='"],
      ['e', "e='&quot;>'", '&quot;>'],
      ['f', 'f=""', ''],
    ]);
    expect(attributeSpans(other)).toEqual([]);
    expect([element, other].map(isSelfClosing)).toEqual([true, false]);
  });

  it.each([
    ['<r>\n  <a/></r>', 2, 3],
    ['<r>\r\n <a\r\n x="1"/></r>', 2, 2],
    ['<r>\r <a\r x="1"/></r>', 2, 2],
    ['<r>\n😀<a\n/></r>', 2, 3],
    ['<r><a></a></r>', 1, 4],
  ])('returns the position of the element in %j', (text, line, column) => {
    expect(childElement(read(text).root, 'a')).toMatchObject({ line, column });
  });

  it('removes elements that the visitor has consumed', () => {
    const seen: string[] = [];
    const { root } = readXml(Buffer.from('<r><f><u>1</u><u>2</u><n/></f></r>'), (element, ancestors) => {
      seen.push([...ancestors, element].map(({ name }) => name).join('/'));
      return element.name === 'u';
    });
    expect(seen).toEqual(['r/f/u', 'r/f/u', 'r/f/n', 'r/f', 'r']);
    expect(childElements(root).flatMap((f) => childElements(f).map(({ name }) => name))).toEqual(['n']);
  });

  it('returns the comments before the root', () => {
    expect(read('<!-- a --><!DOCTYPE r><!--b--><r/><!--c-->').comments.map(({ text }) => text)).toEqual([' a ', 'b']);
  });

  it.each([
    ['<r><a></r>', 1],
    ['<r>\n<a b="1" b="2"/></r>', 2],
    ['<r>\n&nope;</r>', 2],
    ['<r>\n\n&#0;</r>', 3],
    ['<r>\u0001</r>', 1],
    ['<r/><r/>', 1],
    ['<r>', 1],
    ['text', 1],
    ['', 1],
    ['<r a=b/>', 1],
    ['<r>]]></r>', 1],
  ])('refuses %j with the line of the error', (text, line) => {
    const error = refusal(text);
    expect(error).toBeInstanceOf(MalformedFileError);
    expect(error.position.line).toBe(line);
  });

  it('returns the column of the error', () => {
    expect(refusal('<r>\n  <a>&bad;</a></r>').position).toEqual({ line: 2, column: 6 });
  });

  describe('with entities that the file declares', () => {
    it('returns XML of an element that needs no declaration', () => {
      const xml = `<g a="&app; &quot;&#233;" b='&app;'>&amp; <!-- &app; -->&app;\r\n<![CDATA[&app;]]> &lt;</g>`;
      const { root } = read(`<!DOCTYPE r [<!ENTITY app "G &#38;#38; 'H' &#38;lt;">]><r>${xml}</r>`);
      const expected =
        `<g a="G &amp; &apos;H&apos; &lt; &quot;é" b='G &amp; &apos;H&apos; &lt;'>&amp; <!-- &app; -->` +
        `G &amp; 'H' &lt;\n<![CDATA[&app;]]> &lt;</g>`;
      expect(innerXml(root)).toBe(expected);
      expect(root.children.map((child) => outerXml(child as XmlElement))).toEqual([expected]);
    });

    const textWith = (declarations: string, text: string, before = ''): string =>
      ownText(read(`${before}<!DOCTYPE r [${declarations}]>\n<r>${text}</r>`).root);

    it('resolves those that are texts', () => {
      expect(textWith('<!ENTITY app "Glossa">', 'The &app; app &amp; &app;!')).toBe('The Glossa app & Glossa!');
      const prolog = '<?xml version="1.0"?>\n<!-- <!DOCTYPE --><?x?>\n';
      const declarations = `<!-- <!ENTITY a "no"> --><?pi <!ENTITY a "no">?> <!ELEMENT r (#PCDATA)>
        <!ATTLIST r b CDATA "]>"> %other; <!ENTITY % p "no">
        <!ENTITY a 'x "&b;" &#233;&#x1F600;&lt;&#38;gt;'><!ENTITY b "y"> <!ENTITY b "z"><!ENTITY lt "no">`;
      expect(textWith(declarations, '&a;&lt;', prolog)).toBe('x "y" é😀<><');
      expect(read('<!DOCTYPE r SYSTEM "a[b" [<!ENTITY a "x">]><r b="&a;"/>').root.attributes).toEqual([
        { name: 'b', value: 'x' },
      ]);
    });

    it.each([
      ['an external one', '<!ENTITY x SYSTEM "file:///etc/passwd">', 'malformed_file'],
      ['one that is not declared', '<!ENTITY y "a">', 'malformed_file'],
      ['one with markup', '<!ENTITY x "<b/>">', 'malformed_file'],
      ['one with written markup', '<!ENTITY x "&#60;b/>">', 'malformed_file'],
      ['one with an ampersand', '<!ENTITY x "a & b">', 'malformed_file'],
      ['one with another one that is not declared', '<!ENTITY x "&y;">', 'malformed_file'],
      ['one with a character that XML lacks', '<!ENTITY x "&#0;">', 'malformed_file'],
      ['one that contains itself', '<!ENTITY x "&y;"><!ENTITY y "&x;">', 'limit_exceeded'],
      ['one that is too long', `<!ENTITY x "${'a'.repeat(MAX_ENTITY_LENGTH + 1)}">`, 'limit_exceeded'],
      ['too many', Array.from({ length: MAX_ENTITIES + 1 }, (_, i) => `<!ENTITY x${i} "">`).join(''), 'limit_exceeded'],
    ])('refuses %s with the position', (_name, declarations, code) => {
      const error = refusal(`<!DOCTYPE r [${declarations}]>\n<r>&x;</r>`);
      expect([error.code, error.position.line]).toEqual([
        code,
        code === 'limit_exceeded' && declarations.includes('x0') ? 1 : 2,
      ]);
    });

    it('bounds what references expand to', () => {
      const laughs = Array.from({ length: 30 }, (_, i) => `<!ENTITY x${i + 1} "&x${i};&x${i};">`).join('');
      const nested = (depth: number): string => `<!DOCTYPE r [<!ENTITY x0 "ha">${laughs}]><r>&x${depth};</r>`;
      expect(ownText(read(nested(9)).root)).toBe('ha'.repeat(512));
      expect(refusal(nested(30)).code).toBe('limit_exceeded');
      const text = 'a'.repeat(MAX_ENTITY_LENGTH);
      const repeated = (count: number): string => `<!DOCTYPE r [<!ENTITY x "${text}">]><r>${'&x;'.repeat(count)}</r>`;
      expect(ownText(read(repeated(MAX_ENTITY_TOTAL / MAX_ENTITY_LENGTH)).root)).toHaveLength(MAX_ENTITY_TOTAL);
      expect(refusal(repeated(MAX_ENTITY_TOTAL / MAX_ENTITY_LENGTH + 1)).code).toBe('limit_exceeded');
    });

    it('resolves them in a fragment of the file', () => {
      const entities = XmlEntities.of('\uFEFF<?xml version="1.0"?><!DOCTYPE r [<!ENTITY a "x">]><r>&a;</r>');
      expect(readXmlFragment('&a;', entities)).toMatchObject([{ type: 'text', text: 'x' }]);
      expect(() => readXmlFragment('&a;')).toThrow(MalformedFileError);
    });
  });

  it(`reads ${MAX_XML_DEPTH} nested levels and refuses more with their position`, () => {
    const nested = (depth: number): string => '<a>\n'.repeat(depth) + '</a>'.repeat(depth);
    expect(() => read(nested(MAX_XML_DEPTH))).not.toThrow();
    const error = refusal(nested(MAX_XML_DEPTH + 1));
    expect(error).toBeInstanceOf(FileLimitError);
    expect(error.position).toEqual({ line: MAX_XML_DEPTH + 1, column: 1 });
  });

  it(`reads ${MAX_XML_ATTRIBUTES} attributes of an element and refuses more with their position`, () => {
    const element = (count: number): string =>
      `<r>\n<a ${Array.from({ length: count }, (_, i) => `a${i}="1"`).join(' ')}/></r>`;
    expect(() => read(element(MAX_XML_ATTRIBUTES))).not.toThrow();
    const error = refusal(element(MAX_XML_ATTRIBUTES + 1));
    expect([error.code, error.position]).toEqual(['limit_exceeded', { line: 2, column: 1 }]);
  });

  it('decodes the charset that the declaration names', () => {
    const text = '<?xml version="1.0" encoding="ISO-8859-1"?><r>\u00e9</r>';
    expect(ownText(readXml(Buffer.from(text, 'latin1')).root)).toBe('é');
  });

  it('reads UTF-16 with and without a byte order mark', () => {
    const text = '<?xml version="1.0" encoding="UTF-16"?><r>é😀</r>';
    expect(ownText(readXml(Buffer.from(text, 'utf16le')).root)).toBe('é😀');
    expect(ownText(readXml(Buffer.from(`\uFEFF${text}`, 'utf16le')).root)).toBe('é😀');
  });

  it('refuses bytes in an unknown encoding', () => {
    expect(refusal(Buffer.from([0x3c, 0x72, 0x2f, 0x3e, 0xff])).code).toBe('unknown_encoding');
  });

  it('returns a tree or throws a FormatError for any damaged file', () => {
    const pieces = ['<', '>', '/', '!', '?', '&', ';', '[', ']', '-', '"', "'", '=', 'a', ' ', '\n', '\r', '#x', '9'];
    const noise = fc.array(
      fc.oneof(fc.constantFrom(...pieces, '<!DOCTYPE', '<![CDATA[', '<?xml ', '<!--'), fc.string()),
    );
    fc.assert(
      fc.property(noise, fc.nat(), (parts, at) => {
        const text = '<?xml version="1.0"?><!DOCTYPE r [<!-- x -->]><r a="b">x<c/><![CDATA[d]]></r>';
        const cut = at % text.length;
        for (const damaged of [parts.join(''), text.slice(0, cut) + parts.join('') + text.slice(cut)]) {
          try {
            readXml(Buffer.from(damaged));
          } catch (error) {
            expect(error).toBeInstanceOf(FormatError);
          }
        }
      }),
      { numRuns: samples(3000) },
    );
  });
});

describe('readXmlFragment', () => {
  it('reads text and elements without a root', () => {
    expect(readXmlFragment('a <b>c</b> d').map((node) => node.type)).toEqual(['text', 'element', 'text']);
  });

  it.each(['<b>', '</b>', 'a & b', '&x;', '<b'])('refuses %j', (text) => {
    expect(() => readXmlFragment(text)).toThrow(MalformedFileError);
  });

  it('reads an empty fragment', () => {
    expect(readXmlFragment('')).toEqual([]);
  });
});

describe('readXml limits', () => {
  it('refuses the first node beyond the limit with its position', () => {
    // The root and the line end are two of the nodes.
    const file = `<r>\n${'<a/>'.repeat(MAX_XML_NODES - 1)}</r>`;
    const position = { line: 2, column: 4 * (MAX_XML_NODES - 2) + 1 };
    expect(refusal(file)).toMatchObject({ code: 'limit_exceeded', position });
  });

  it('does not count nodes that the visitor has consumed', () => {
    const units = Buffer.from(`<r>${'<u><a/><b>text</b></u>'.repeat(MAX_XML_NODES / 4)}</r>`);
    let taken = 0;
    readXml(units, ({ name }) => {
      if (name !== 'u') return false;
      taken++;
      return true;
    });
    expect(taken).toBe(MAX_XML_NODES / 4);
  });
});
