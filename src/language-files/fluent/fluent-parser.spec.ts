import { FluentParser, Junk } from '@fluent/syntax';
import fc from 'fast-check';
import { LimitedFluentParser } from './fluent-parser';
import { samples } from '../../../test/support/samples';

const PARTS = [
  ...[
    'a',
    'b-2_c',
    ' = ',
    '=',
    'Text',
    ' ',
    '\n',
    '\r\n',
    '\r',
    '\n    ',
    '    .title = ',
    '# Note',
    '-term = T',
    '\u00a0',
  ],
  ...[
    '{ $n }',
    '{"{"}',
    '{ $n ->\n    [one] one\n   *[other] {$n} items\n}',
    '{ -term.attr }',
    '{ F($n, x: 1) }',
    '}',
    '{',
    '😀',
  ],
];
const messages = fc.array(fc.constantFrom(...PARTS), { maxLength: 20 }).map((parts) => `key = ${parts.join('')}`);
const files = fc.array(messages, { maxLength: 4 }).map((all) => all.join('\n'));

/** Returns the entries and their spans, and the spans of junk. */
function entriesOf(parser: FluentParser, source: string): unknown {
  const body = parser.parse(source).body.map((entry) => (entry instanceof Junk ? entry.span : entry));
  return JSON.parse(JSON.stringify(body));
}

describe('LimitedFluentParser', () => {
  it('reads what the parser of the library reads, with the same spans', () => {
    fc.assert(
      fc.property(files, (source) => {
        expect(entriesOf(new LimitedFluentParser(), source)).toEqual(entriesOf(new FluentParser(), source));
      }),
      { numRuns: samples(500) },
    );
  });
});
