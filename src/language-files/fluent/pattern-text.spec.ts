import fc from 'fast-check';
import { Message } from '@fluent/syntax';
import { parseResource } from './fluent-parser';
import { layoutOf, readPattern, VALUE_INDENT, writePattern } from './pattern-text';
import { CPU_SECONDS, startCpuClock } from '../contract/cpu-time.contract';
import { samples } from '../../../test/support/samples';

function read(source: string): string {
  const resource = parseResource(source);
  const [message] = resource.body;
  if (resource.body.length !== 1 || !(message instanceof Message) || !message.value)
    throw new Error(`no single message: ${JSON.stringify(source)}`);
  return readPattern(source, message.value, VALUE_INDENT);
}

const write = (text: string): string => `k =${writePattern(text, VALUE_INDENT)}\n`;

/** Pieces of Fluent's syntax, so that random texts contain much of it. */
const syntax = fc.constantFrom(
  ...[
    '{',
    '}',
    '"',
    '\\',
    '[',
    ']',
    '.',
    '*',
    ' ',
    '    ',
    '\n',
    '\r',
    '\r\n',
    '\t',
    '#',
    '=',
    '-',
    '$',
    '->',
    'n',
    'one',
  ],
  ...[
    '{ $n }',
    '{ $n ->',
    '[one]',
    '*[other]',
    '{""}',
    '{" "}',
    '{"{"}',
    '{ "{" }',
    '{"\\u000D"}',
    '{-brand}',
    'É',
    '🙂',
  ],
  ...['\u0000', '\u0085', '\u2028', '\uFEFF', 'NUMBER($n, a: "x")', '{ $n ->\n    [one] a\n   *[other] b\n}'],
);

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.array(syntax, { maxLength: 14 }).map((pieces) => pieces.join('')),
);

describe('readPattern and writePattern', () => {
  it.each([
    ['edge spaces', ' a ', 'k = {" "}a{" "}\n'],
    ['an empty text', '', 'k = {""}\n'],
    [
      'a line that starts with a special character',
      'a\n[b\n.c\n*d',
      'k =\n    a\n    {"["}b\n    {"."}c\n    {"*"}d\n',
    ],
    ['braces that do not form a placeable', '{ a, b }', 'k = {"{"} a, b {"}"}\n'],
    ['a placeable', 'a { $b } c', 'k = a { $b } c\n'],
    ['line ends at the edges', '\na\n', 'k =\n    a\n'.replace('\n    a', ' {"\\u000A"}a{"\\u000A"}')],
    ['CRLF', 'a\r\nb', 'k =\n    a{"\\u000D"}\n    b\n'],
    ['blank lines', 'a\n\n  b', 'k =\n    a\n\n    {"  "}b\n'],
    ['text that resembles an escape', '{" "}', 'k = {"{"}" "{"}"}\n'],
  ])('writes %s in a form that is read back', (_, text, source) => {
    expect(write(text)).toBe(source);
    expect(read(source)).toBe(text);
  });

  it.each([
    ['{"{"}name{"}"}', '{ "{" }name{ "}" }'],
    ['{"\\u00A0"}', '{"\\u00A0"}'],
    ['{"a"}', '{"a"}'],
  ])('keeps the literal %s', (pattern, text) => {
    expect(read(`k = ${pattern}\n`)).toBe(text);
    expect(read(write(text))).toBe(text);
  });

  it('reads CRLF as LF', () => {
    expect(read('k =\r\n    a\r\n    { $n ->\r\n        *[x] b\r\n    }\r\n')).toBe('a\n{ $n ->\n    *[x] b\n}');
  });

  it('keeps the layout inside a placeable for any indentation of the file', () => {
    for (const margin of ['  ', '    ', '          ']) {
      const text = read(`k = a { $n ->\n${margin}  *[x] b\n${margin}}\n`);
      expect(read(write(text))).toBe(text);
    }
  });

  it.each(['x', ' x', '   x\n  y', '\n  x', '\n      x\n        y', '\n x\n\n   y'])(
    'reads every text back that is written in the layout of %j',
    (pattern) => {
      fc.assert(
        fc.property(anyText, (text) => {
          const readBack = read(`k =${writePattern(text, VALUE_INDENT, layoutOf(pattern, text))}\n`);
          if (!(text.includes('\r\n') && text.includes('{'))) expect(readBack).toBe(text);
          expect(readBack).toBe(read(write(text)));
        }),
        { numRuns: samples(2_000) },
      );
    },
  );

  it('reads every written text back unchanged', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        // Inside a placeable, CRLF is layout.
        const readBack = read(write(text));
        if (!(text.includes('\r\n') && text.includes('{'))) expect(readBack).toBe(text);
        expect(write(readBack)).toBe(write(text));
      }),
      { numRuns: samples(20_000) },
    );
  });

  it.each([
    '{'.repeat(200_000),
    '{ '.repeat(100_000),
    '{ $n ->\n[a] {"'.repeat(20_000),
    `a${' '.repeat(200_000)}b`,
    '{F('.repeat(50_000),
  ])('takes linear time for hostile input %#', (text) => {
    const cpuSeconds = startCpuClock();
    expect(read(write(text))).toBe(text);
    expect(cpuSeconds()).toBeLessThan(CPU_SECONDS);
  });
});
