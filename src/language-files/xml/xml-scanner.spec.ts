import * as fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { FormatError } from '../model/format-errors';
import { MAX_XML_ATTRIBUTES, type XmlHandler, XmlScanner } from './xml-scanner';

type Event = readonly unknown[];

const refused: Event[] = [['refused']];

/** Returns what the scanner reports, without the places. */
function scanned(text: string): Event[] {
  const events: Event[] = [];
  const handler: XmlHandler = {
    text: (...[part]) => events.push(['text', part]),
    cdata: (...[part]) => events.push(['cdata', part]),
    openTag: (name, attributes) => events.push(['open', name, attributes.map(({ name, value }) => [name, value])]),
    closeTag: () => events.push(['close']),
    comment: (...[part]) => events.push(['comment', part]),
    instruction: (target, body) => events.push(['instruction', target, body]),
  };
  try {
    new XmlScanner(text, handler).scan();
    return events;
  } catch (error) {
    if (error instanceof FormatError) return refused;
    throw error;
  }
}

/** Returns what another parser reports. */
function parsedBySaxes(text: string): Event[] {
  const events: Event[] = [];
  const parser = new SaxesParser();
  let depth = 0;
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('text', (part) => depth > 0 && events.push(['text', part]));
  parser.on('cdata', (part) => events.push(['cdata', part]));
  parser.on('opentag', ({ name, attributes }) => {
    depth++;
    events.push(['open', name, Object.entries(attributes)]);
  });
  parser.on('closetag', () => {
    depth--;
    events.push(['close']);
  });
  parser.on('comment', (part) => events.push(['comment', part]));
  parser.on('processinginstruction', ({ target, body }) => events.push(['instruction', target, body]));
  try {
    parser.write(text).close();
    return events;
  } catch {
    return refused;
  }
}

const NAMES = ['a', 'b:c', 'ä', '_', 'x.-1', '𐀀', '·', '-', '1', 'xml', 'XML', '×', '__proto__'];
const SPACE = ['', ' ', '\n', '\r\n', '\t', '\r', '\u00a0', '\u2028'];
const REFERENCES = [
  '&amp;',
  '&lt;',
  '&#65;',
  '&#x1F600;',
  '&#0;',
  '&#xD800;',
  '&#X41;',
  '&#;',
  '&a;',
  '&',
  '&a',
  '&#10;',
];
const TEXTS = ['x', ']]>', ']]', '>', '"', "'", 'ü😀', '\ude00', '\u0001', '\ufffe', '\ufeff', '\u0085'];
const MARKS = ['<', '</', '/>', '>', '=', '<!--', '-->', '--', '-', '<![CDATA[', '<?', '?>', '?', '<!', '<!DOCTYPE '];
const DECLARATIONS = [
  '<?xml version="1.0"?>',
  "<?xml version = '1.0' encoding='utf-8'\nstandalone=\"no\" ?>",
  '<?xml version="1.0" standalone="maybe"?>',
  '<?xml version="2.0"?>',
  '<?xml encoding="utf-8"?>',
  '<?xml version="1.0"encoding="utf-8"?>',
  '<!DOCTYPE a>',
  '<!DOCTYPE a SYSTEM "]>" [<!-- ]> --><?b ]> ?><!ENTITY c "]>">] >',
  '<!DOCTYPE a [',
];

const pieces = fc.constantFrom(...NAMES, ...SPACE, ...REFERENCES, ...TEXTS, ...MARKS);
const joined = (parts: fc.Arbitrary<string>, maxLength = 6): fc.Arbitrary<string> =>
  fc.array(parts, { maxLength }).map((all) => all.join(''));
const space = joined(fc.constantFrom(...SPACE.slice(1, 6)), 2);
const name = fc.constantFrom(...NAMES);

/** An attribute, mostly well-formed. */
const attribute = fc
  .tuple(space, name, space, fc.constantFrom('"', "'"), joined(pieces, 3))
  .map(([before, named, around, quote, value]) => `${before} ${named}${around}=${around}${quote}${value}${quote}`);

const { content } = fc.letrec<{ content: string; node: string }>((tie) => ({
  content: joined(tie('node'), 4),
  node: fc.oneof(
    { depthSize: 'small' },
    joined(pieces, 3),
    fc.constantFrom(...TEXTS.slice(0, 2), ...REFERENCES.slice(0, 4)),
    joined(pieces, 3).map((text) => `<!--${text}-->`),
    joined(pieces, 3).map((text) => `<![CDATA[${text}]]>`),
    fc.tuple(name, space, joined(pieces, 2)).map((parts) => `<?${parts.join('')}?>`),
    fc.tuple(name, joined(attribute, 3), space).map((parts) => `<${parts.join('')}/>`),
    fc.tuple(name, joined(attribute, 3), space, tie('content'), name).map(([open, attributes, end, inner, other]) => {
      const close = other === 'x.-1' ? other : open;
      return `<${open}${attributes}${end}>${inner}</${close}${end}>`;
    }),
  ),
}));

const prolog = joined(fc.constantFrom('', ' ', '\n', '<!-- a -->', '<?b c?>', ...DECLARATIONS), 2);
const file = fc
  .tuple(prolog, joined(attribute, 2), content, fc.constantFrom('', '\n', 'x', '<!-- a -->', '<b/>', '<?c?>'))
  .map(([before, attributes, inner, after]) => `${before}<r${attributes}>${inner}</r>${after}`);

describe('XmlScanner', () => {
  it('reads and refuses the same as another strict parser', () => {
    let read = 0;
    fc.assert(
      fc.property(fc.oneof(file, joined(pieces, 12)), (text) => {
        // The other parser does not ask for the white space in front of this content (§2.6).
        fc.pre(!/<\?[^?\s]*\?(?!>)/.test(text));
        const events = scanned(text);
        expect(events).toEqual(parsedBySaxes(text));
        if (events !== refused) read++;
      }),
      { numRuns: 4_000 },
    );
    expect(read).toBeGreaterThan(100);
  });

  it('refuses half of a character', () => {
    for (const half of ['\ud83d', '\ude00']) expect(scanned(`<a>${half}b</a>`)).toBe(refused);
  });

  it('reads a file of another version as one of XML 1.0', () => {
    expect(scanned('<?xml version="1.1"?><a>\u0085\u2028</a>')).toEqual([
      ['open', 'a', []],
      ['text', '\u0085\u2028'],
      ['close'],
    ]);
    expect(scanned('<?xml version="1.1"?><a>&#1;</a>')).toBe(refused);
  });

  it('names the part of an archive in errors, and no position', () => {
    const handler: XmlHandler = { text() {}, cdata() {}, openTag() {}, closeTag() {} };
    const scan = (text: string) => new XmlScanner(text, handler, { part: 'a.xml' }).scan();
    const many = Array.from({ length: MAX_XML_ATTRIBUTES + 1 }, (_, i) => ` a${i}="b"`).join('');
    for (const [text, code] of [
      ['<a>', 'malformed_file'],
      [`<a${many}/>`, 'limit_exceeded'],
    ] as const) {
      const error = (() => {
        try {
          return scan(text);
        } catch (thrown) {
          return thrown;
        }
      })();
      expect(error).toMatchObject({ code, message: expect.stringMatching(/^a\.xml: /), position: {} });
    }
  });

  it('ends behind the part in which it is stopped', () => {
    const names: string[] = [];
    const scanner = new XmlScanner('<a><b/><c/>', {
      text() {},
      cdata() {},
      openTag: (name) => {
        names.push(name);
        if (name === 'b') scanner.stop();
      },
      closeTag() {},
    });
    scanner.scan();
    expect(names).toEqual(['a', 'b']);
  });
});
