import * as fc from 'fast-check';
import { UnwritableTextError } from '../model/format-errors';
import { readXml } from './xml-reader';
import { attribute, ownText } from './xml-tree';
import { attributes, cdataSections, escapeAttribute, escapeText, fitsComment } from './xml-writer';

/** The characters of XML 1.0, §2.2. */
const isXmlCharacter = (character: string): boolean =>
  ['\t', '\n', '\r'].includes(character) || (character >= ' ' && !['\uFFFE', '\uFFFF'].includes(character));
const xmlText = fc
  .array(fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter(isXmlCharacter))
  .map((characters) => characters.join(''));

describe('XML escapes', () => {
  it('are read back as the same text, in content, in attributes and in CDATA', () => {
    const nasty = fc.array(fc.oneof(xmlText, fc.constantFrom('\r', '\n', '\t', ']]>', '<b>', '&amp;', '"', '\u0085')));
    fc.assert(
      fc.property(nasty, (parts) => {
        const text = parts.join('');
        const file = `<r a="${escapeAttribute(text, 'k')}">${escapeText(text, 'k')}</r>`;
        const { root } = readXml(Buffer.from(file));
        expect([ownText(root), attribute(root, 'a')]).toEqual([text, text]);
        expect(ownText(readXml(Buffer.from(`<r>${cdataSections(text, 'k')}</r>`)).root)).toBe(text);
      }),
    );
  });

  it.each(['\u0000', '\u0001', '\u000B', '\u001F', '\uFFFE', '\uFFFF', '\uD800', '\uDC00x'])(
    'refuse %j with the key',
    (text) => {
      for (const escape of [escapeText, escapeAttribute, cdataSections]) {
        expect(() => escape(`a${text}`, 'home.title')).toThrow(UnwritableTextError);
        expect(() => escape(`a${text}`, 'home.title')).toThrow(
          expect.objectContaining({ position: { key: 'home.title' } }),
        );
      }
    },
  );

  it('write carriage returns as references, and in attributes all white space except spaces', () => {
    expect(escapeText('a\r\n\tb', 'k')).toBe('a&#13;\n\tb');
    expect(escapeAttribute('a\r\n\t"b', 'k')).toBe('a&#13;&#10;&#9;&quot;b');
  });

  it('omit attributes without a value and keep empty ones', () => {
    expect(attributes([['a', undefined], ['b', ''], ['c', '1']], 'k')).toBe(' b="" c="1"'); // prettier-ignore
  });

  it.each([
    ['plain', true],
    ['a -- b', false],
    ['a-', false],
    ['a\rb', false],
    ['a\u0001', false],
  ])('return whether a comment can contain %j', (text, fits) => {
    expect(fitsComment(text)).toBe(fits);
  });
});
