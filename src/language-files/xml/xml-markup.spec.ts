import {
  isMarkup,
  isWritableXml,
  keptAttributes,
  metaAttributes,
  metaNamespaces,
  namespacesUsed,
  toMarkup,
} from './xml-markup';
import { readXml } from './xml-reader';
import { CPU_SECONDS, startCpuClock } from '../contract/cpu-time.contract';

const NONE = new Map<string, string>();
const vocabulary = new Set(['g', 'x']);

describe('isMarkup', () => {
  it.each(['<x/>', 'a <g>b <x a="1"/></g> &amp; <![CDATA[<]]>', '<x/>\r\n', '<p:any xmlns:p="u" p:a="1"/>'])(
    'accepts %j as XML with inline elements',
    (text) => expect(isMarkup(text, vocabulary, NONE)).toBe(true),
  );

  it.each([
    ['text only', 'a &amp; b'],
    ['XML that is not well-formed', '<x/> & b'],
    ['an element outside the vocabulary', '<g><b/></g>'],
    ['an unbound prefix', '<p:x/>'],
    ['an attribute with an unbound prefix', '<x p:a="1"/>'],
    ['a prefix that only a sibling binds', '<p:a xmlns:p="u"/><p:b/>'],
    ['a lone surrogate, which would hide the character after it', '<x/>\uD800<b>'],
    ['elements nested too deeply for any file', '<g>'.repeat(95) + '</g>'.repeat(95)],
  ])('refuses %s', (_what, text) => {
    expect(isMarkup(text, vocabulary, NONE)).toBe(false);
  });

  it('accepts prefixes that are bound around the text', () => {
    expect(isMarkup('<p:b/>', vocabulary, new Map([['p', 'u']]))).toBe(true);
  });

  it('takes linear time in the number of prefixes bound inside', () => {
    const bound = Array.from({ length: 90 }, (_, i) => `xmlns:p${i}="u"`).join(' ');
    const text = `<g ${bound}>`.repeat(50) + '<p1:a xmlns:q="u"/>'.repeat(20_000) + '</g>'.repeat(50);
    const cpuSeconds = startCpuClock();
    expect(isMarkup(text, vocabulary, NONE)).toBe(true);
    expect(cpuSeconds()).toBeLessThan(CPU_SECONDS);
  });
});

describe('toMarkup', () => {
  it('takes linear time in a text with many signs that begin nothing', () => {
    const text = `<g>${'<g a="'.repeat(50_000)}${'< &'.repeat(50_000)}${"<g a='b' ".repeat(50_000)}</g>`;
    const cpuSeconds = startCpuClock();
    expect(toMarkup(text, vocabulary, NONE)).toMatch(/^<g>&lt;g a="&lt;g/);
    expect(cpuSeconds()).toBeLessThan(CPU_SECONDS);
  });
});

describe('stored XML', () => {
  it('is writable if it is well-formed and its prefixes are bound', () => {
    expect(isWritableXml('<any><p:b xmlns:p="u"/></any>', NONE)).toBe(true);
    expect(isWritableXml('<p:b/>', NONE)).toBe(false);
    expect(isWritableXml('<any>', NONE)).toBe(false);
  });

  it('keeps the namespaces of its prefixes, the inner one for a prefix that is bound twice', () => {
    const { root } = readXml(
      Buffer.from('<r xmlns:p="1" xmlns:q="2" xmlns:z="3"><m xmlns:p="4"><p:a q:b="" xml:c=""/></m></r>'),
    );
    const [middle] = root.children;
    if (middle?.type !== 'element') throw new Error('no element');
    expect([...namespacesUsed([middle], [root, middle])]).toEqual([
      ['p', '4'],
      ['q', '2'],
    ]);
  });

  it('returns stored attributes without those that are invalid in their new place', () => {
    const { root } = readXml(Buffer.from('<r a="1" xmlns="u" xmlns:p="v" p:b="2" id="3"/>'));
    const kept = keptAttributes(root, ['id']);
    expect(kept).toEqual([['a', '1'], ['p:b', '2']]); // prettier-ignore
    expect(metaAttributes(kept, new Map([['p', 'v']])).map(({ name }) => name)).toEqual(['a', 'p:b']);
    expect(metaAttributes(kept, NONE).map(({ name }) => name)).toEqual(['a']);
    const odd = [
      ['a', '1'],
      ['a', '2'],
      ['a b', ''],
      ['xmlns', 'u'],
      ['xmlns:p', 'u'],
      ['c', 1],
      'd',
      ['xml:lang', 'x'],
    ];
    expect(metaAttributes(odd, NONE)).toEqual([
      { name: 'a', value: '1' },
      { name: 'xml:lang', value: 'x' },
    ]);
    expect([
      ...metaNamespaces([
        ['p', 'u'],
        ['xml', 'u'],
        ['xmlns', 'u'],
        ['q', ''],
        ['1', 'u'],
      ]),
    ]).toEqual([['p', 'u']]);
  });
});
