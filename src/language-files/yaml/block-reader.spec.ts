import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expectSameDocument, readOwn } from './same-document.contract';

/** One in twelve files is read. */
const RUNS = 3_000;

const split = (values: string): string[] => values.split(' ¦ ');

const INDENTS = ['', '', '  ', '  ', '    ', '    ', ' ', '   ', '      '];
const DASHES = ['', '', '', '- ', '- ', '-   ', '- - '];
/** Block scalars whose ends differ. */
const BLOCKS = ['|', '>', '|+', '>-'].flatMap((header) =>
  ['', '\n', '\n     ', '\n       ', '\n        ', '\n\n      # no note', '\n    # note'].map(
    (rest) => `${header}\n\n       x${rest}\n`,
  ),
);
const SCALARS = [
  ...BLOCKS,
  ...split(String.raw`x ¦ x y ¦ x:y ¦ x#y ¦ -x ¦ ?x ¦ :x ¦ ~ ¦ a, b ¦ é “x” ¦ %{count} ¦ << ¦ 1.5 ¦ x "y" ¦ it's`),
  ...split(String.raw`"" ¦ "x" ¦ "x: y # z" ¦ "\n\"\u00e9\x41\e" ¦ "\q" ¦ "x ¦ '' ¦ 'it''s' ¦ 'x: #' ¦ 'x ¦ "a" b`),
  ...split(
    '[a, b] ¦ [] ¦ [ ] ¦ [ :a, -b ,c d ] ¦ ["a", \'b\'\'c\'] ¦ [a, ] ¦ [a: b] ¦ [a:b] ¦ ["a":b] ¦ [a#b] ¦ [, a] ¦ [[a]] ¦ {a: [b]}',
  ),
  ...split(
    '[a] b ¦ [a]#b ¦ [-, b] ¦ [- b] ¦ [?b, ~] ¦ [a ?b] ¦ [a b: c] ¦ [*a] ¦ [a"b] ¦ [a:] ¦ ["a" b] ¦ [a\tb] ¦ [|a] ¦ {a: b} ¦ &a x ¦ *a ¦ !str x ¦ @x ¦ `x ¦ %x ¦ ,x ¦ - ¦ ? ¦ : ¦ - x ¦ ? x ¦ --- ¦ ...',
  ),
  ...split('| ¦ > ¦ |- ¦ >+ ¦ |+ ¦ >- ¦ |2 ¦ |x ¦ | # note ¦ |#note'),
  ...split('"a\n   b\n\n   c" ¦ \'a\n   b\' ¦ "a\\\n   b" ¦ "a\nb" ¦ x\ty ¦ "x\ty"'),
];
const NAMES = split(`a ¦ b ¦ one ¦ "q" ¦ 's' ¦ long name ¦ a  ¦ "q"  ¦ 1 ¦ x-y ¦ :sym ¦ x:y ¦ ?x ¦ -x ¦ << ¦ "<<"`);
const COLONS = [':', ':', ': ', ': ', ':  '];
const ENDS = ['', '', '', '', ' ', ' # note', '# note', '  # two: words', '\t'];
const OTHERS = [
  ...split(' ¦    ¦ # note ¦   # note ¦     # note ¦ # ¦     more ¦   x # y ¦ --- ¦ --- # x ¦ --- x ¦ ... ¦ %YAML 1.2'),
  ...['\t', ' \t# x', '\ufeffa: b', 'a:\r', '\x1f', '\x85'],
];

const line = fc
  .oneof(
    {
      weight: 9,
      arbitrary: fc.tuple(
        fc.constantFrom(...INDENTS),
        fc.constantFrom(...DASHES),
        fc.constantFrom(...NAMES),
        fc.constantFrom(...COLONS),
        fc.constantFrom('', '', 'x', 'x', ...SCALARS),
        fc.constantFrom(...ENDS),
      ),
    },
    {
      weight: 3,
      arbitrary: fc.tuple(
        fc.constantFrom(...INDENTS),
        fc.constantFrom(...DASHES),
        fc.constantFrom(...SCALARS),
        fc.constantFrom(...ENDS),
      ),
    },
    { weight: 2, arbitrary: fc.tuple(fc.constantFrom(...OTHERS)) },
  )
  .map((parts: string[]) => parts.join(''));

/** Lines that need not be YAML. The first one is likely to open a map. */
const files = fc
  .tuple(
    fc.constantFrom('en:', 'a: x', '---', '# note', ''),
    fc.array(line, { maxLength: 7 }),
    fc.constantFrom('\n', '\n', '\r\n'),
    fc.boolean(),
  )
  .map(
    ([first, lines, newline, ends]) => [first, ...lines].join('\n').replaceAll('\n', newline) + (ends ? newline : ''),
  );

describe('readBlocks', () => {
  it('reads what the library reads, or nothing', () => {
    let read = 0;
    fc.assert(
      fc.property(files, (text) => {
        if (expectSameDocument(text) === 'read') read++;
      }),
      { numRuns: RUNS },
    );
    expect(read).toBeGreaterThan(RUNS / 25);
  });

  const fixtures = join(__dirname, 'fixtures');
  // The library refuses lines in brackets that are not indented.
  const fixtureNames = readdirSync(fixtures).filter((name) => !name.includes('not-indented'));
  it.each(fixtureNames)('reads the same as the library of %s, or nothing', (name) => {
    expectSameDocument(readFileSync(join(fixtures, name), 'utf8'));
  });

  it.each([
    'de:\n  a: "x"\n  "b c": \'it\'\'s\'\n  d: plain text\n',
    '---\n# note\nde:\n\n  list:\n  - a\n  -\n  - "b" # note\n  map:\n    - k: v\n      l: w\n    - - x\n',
    'a: |\n  one\n\n   two\n\nb: >-   # note\n  x\n  y\nc: "x\n  y"\nd: x\n  y\n\n  z\n',
    'a:\r\n  b: x\r\n  c:\r\n',
    'a: [ :year, "month", \'day\' ]\nb: []\nc:\n- [x y]\n',
    '{"a": [{b: "c"}]}',
    'a:\n  [b,\n   c]\nd:\n-\n  {e: f}\n',
  ])('reads %j', (text) => {
    expect(readOwn(text)).toMatchObject({ kind: 'map' });
  });

  it.each([
    '',
    '# note\n',
    'a: &x b\n',
    'a:\n  <<:\n    b: c\n',
    'a: *x\n',
    'a: [&b c]\n',
    'a: {? b}\n',
    '[a]: b\n',
    'a: !t b\n',
    'a:\tb\n',
    'a: b\n---\nc: d\n',
  ])('leaves %j to the library', (text) => {
    expect(readOwn(text)).toBe('left');
  });
});
