import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { readBlocks } from './block-reader';
import { readAnyDocument, readYamlDocument, type YamlDocument } from './yaml-document';
import type { YamlNode } from './yaml-node';

const MAX_DEPTH = 20;
/** One in twelve files is read. */
const RUNS = 3_000;

const isRead = (text: string): boolean => readBlocks(text, MAX_DEPTH) !== undefined;

/** The properties that two documents share if they are read alike. The ends of maps and sequences in block style are not defined. */
function contentOf({ root, comments, ...document }: YamlDocument) {
  const positions: unknown[] = [];
  const collect = (node: YamlNode | undefined): unknown => {
    if (!node) return node;
    positions.push(document.getPosition(node.start));
    if (node.kind === 'scalar' || node.kind === 'alias') return node;
    const { end, ...rest } = node;
    const inner =
      rest.kind === 'map'
        ? { pairs: rest.pairs.map(({ key, value, start }) => ({ start, key: collect(key), value: collect(value) })) }
        : { items: rest.items.map(({ start, value }) => ({ start, value: collect(value) })) };
    return { ...rest, ...inner, ...(node.isFlow && { end }) };
  };
  return { root: collect(root), comments, positions };
}

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
    '[a, b] ¦ [] ¦ [ ] ¦ [ :a, -b ,c d ] ¦ ["a", \'b\'\'c\'] ¦ [a, ] ¦ [a: b] ¦ [a:b] ¦ ["a":b] ¦ [a #b] ¦ [a#b] ¦ [, a] ¦ [[a]] ¦ [a',
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
        if (!isRead(text)) return;
        read++;
        expect(contentOf(readYamlDocument(text))).toEqual(contentOf(readAnyDocument(text)));
      }),
      { numRuns: RUNS },
    );
    expect(read).toBeGreaterThan(RUNS / 25);
  });

  const fixtures = join(__dirname, 'fixtures');
  it.each(readdirSync(fixtures))('reads the same as the library of %s, or nothing', (name) => {
    const text = readFileSync(join(fixtures, name), 'utf8');
    if (isRead(text)) expect(contentOf(readYamlDocument(text))).toEqual(contentOf(readAnyDocument(text)));
  });

  it.each([
    'de:\n  a: "x"\n  "b c": \'it\'\'s\'\n  d: plain text\n',
    '---\n# note\nde:\n\n  list:\n  - a\n  -\n  - "b" # note\n  map:\n    - k: v\n      l: w\n    - - x\n',
    'a: |\n  one\n\n   two\n\nb: >-   # note\n  x\n  y\nc: "x\n  y"\nd: x\n  y\n\n  z\n',
    'a:\r\n  b: x\r\n  c:\r\n',
    'a: [ :year, "month", \'day\' ]\nb: []\nc:\n- [x y]\n',
  ])('reads %j', (text) => {
    expect(isRead(text)).toBe(true);
  });

  it.each([
    '',
    '# note\n',
    'a: &x b\n',
    'a:\n  <<:\n    b: c\n',
    'a: *x\n',
    'a: [[b]]\n',
    'a: {b: c}\n',
    'a: !t b\n',
    'a:\tb\n',
    'a: b\n---\nc: d\n',
  ])('leaves %j to the library', (text) => {
    expect(isRead(text)).toBe(false);
  });
});
