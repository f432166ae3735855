import fc from 'fast-check';
import { expectSameDocument, readOwn } from './same-document.contract';
import { MAX_YAML_DEPTH, readYamlDocument } from './yaml-document';
import type { YamlNode } from './yaml-node';

const RUNS = process.env.FUZZ === undefined ? 500 : 4_000;

/** White space and comments between tokens. Each line is indented, because the library requires it. */
const gap = fc.constantFrom(
  '',
  '',
  '',
  ' ',
  ' ',
  '  ',
  '\t',
  '\n       ',
  '\n        ',
  ' \n\n       ',
  ' # note\n       ',
  '\n       # a: [b]\n       ',
);

const SCALARS = [
  ...[
    'a',
    'b c',
    'x:y',
    'x#y',
    '-x',
    '?x',
    ':x',
    '::',
    '~',
    'é “x”',
    '<<',
    '1.5',
    'a"b',
    "it's",
    'a &b',
    '%{n}',
    'a - b',
  ],
  ...[
    'a\n       b',
    'a\n\n       b\n        c',
    'a \n       -b',
    'a\n       "b"',
    'a\tb',
    '\u00a0x',
    '---',
    'a\n       :b',
  ],
  ...[
    '""',
    '"x"',
    '"a: [b], #c"',
    String.raw`"\n\"\u00e9\x41\e"`,
    '"a\n        b\n\n        c"',
    '"a\\\n        b"',
    '"a\tb"',
  ],
  ...["''", "'x'", "'it''s'", "'a: [b]'", "'a\n        b'"],
];
/** They are wrong at most places. */
const ODDITIES = [
  ...[
    ',',
    ':',
    ': ',
    '[',
    ']',
    '{',
    '}',
    '#',
    '# x\n       ',
    '-',
    '- ',
    '"',
    "'",
    '?',
    '? ',
    '%',
    '@',
    '`',
    '|',
    '>',
    '!',
  ],
  ...['&a ', '*a', '!t ', String.raw`"\q"`, '\n      ', '\t', ' ', 'x', 'a'.repeat(1_030), '\x85', '\r'],
];

/** A node as its tokens. Tokens of gaps are between the others. */
type Tokens = readonly string[];
const joined = (...parts: fc.Arbitrary<Tokens>[]): fc.Arbitrary<Tokens> => fc.tuple(...parts).map((all) => all.flat());
const token = (...texts: string[]): fc.Arbitrary<Tokens> => fc.constantFrom(...texts).map((text) => [text]);
const space = gap.map((text): Tokens => [text]);

const { node } = fc.letrec<{ node: Tokens; element: Tokens; elements: Tokens }>((tie) => {
  const scalar = token(...SCALARS);
  const colon = token(': ', ': ', ':', ':\n      ');
  const nothing = fc.constant<Tokens>([]);
  const element = fc.oneof(
    { weight: 4, arbitrary: joined(space, tie('node'), space) },
    { weight: 4, arbitrary: joined(space, scalar, space, colon, space, tie('node'), space) },
    {
      weight: 1,
      arbitrary: joined(
        space,
        fc.oneof(scalar, nothing, tie('node')),
        space,
        colon,
        space,
        fc.oneof(nothing, scalar),
        space,
      ),
    },
  );
  const comma = token(',', ', ');
  const more = fc.array(joined(comma, element), { maxLength: 3 }).map((all) => all.flat());
  const elements = fc.oneof(
    { weight: 1, arbitrary: space },
    { weight: 5, arbitrary: joined(element, more, fc.oneof(nothing, nothing, joined(comma, space))) },
  );
  const collection = fc.oneof(
    joined(token('['), tie('elements'), token(']')),
    joined(token('{'), tie('elements'), token('}')),
  );
  return { node: fc.oneof({ maxDepth: 4 }, scalar, collection), element, elements };
});

const collection = node.filter(([first]) => first === '[' || first === '{');

/** A replacement of a token. */
const damage = fc.record({ place: fc.nat(), count: fc.nat(2), by: fc.constantFrom('', ...ODDITIES, ...SCALARS) });

/** Collections of which some tokens were removed or replaced. */
const damaged = fc
  .tuple(collection, fc.oneof(fc.constant([]), fc.array(damage, { minLength: 1, maxLength: 2 })))
  .map(([tokens, damages]) => {
    const all = [...tokens];
    for (const { place, count, by } of damages) all.splice(place % all.length, count, by);
    return all.join('');
  });

/** The text in front of the collection, and behind it. */
const places = fc.constantFrom(
  ['', '\n'],
  ['', ''],
  ['# note\n', ' # note\n'],
  ['---\n  ', '\n# note'],
  ['a: ', '\n'],
  ['a:\n  ', '\nb: c\n'],
  ['a:\n- ', '\n- b\n'],
  ['a:\n  - b: ', ' # note\n    c: d\n'],
  ['a: ', ' b\n'],
);

const inPlace = (content: string, [start = '', end = '']: readonly string[], newline: string): string =>
  `${start}${content}${end}`.replaceAll('\n', newline);

/** The texts and the structure of a node. */
function shapeOf(value: YamlNode | undefined): unknown {
  if (!value || value.kind === 'alias') return value;
  if (value.kind === 'scalar') return value.text;
  return value.kind === 'sequence'
    ? value.items.map((item) => shapeOf(item.value))
    : new Map(value.pairs.map((pair, index) => [index, [shapeOf(pair.key), shapeOf(pair.value)]]));
}

const outcomeOf = (text: string): unknown => {
  const outcome = readOwn(text);
  return typeof outcome === 'string' ? outcome : shapeOf(outcome);
};

const positionOf = (text: string): unknown => {
  try {
    readYamlDocument(text);
  } catch (error) {
    return (error as { position?: unknown }).position;
  }
  return undefined;
};

describe('FlowReader', () => {
  it('reads of generated files what the library reads, and refuses what that refuses', () => {
    const counts = { read: 0, refused: 0, left: 0 };
    fc.assert(
      fc.property(damaged, places, fc.constantFrom('\n', '\n', '\r\n'), (content, place, newline) => {
        counts[expectSameDocument(inPlace(content, place, newline))]++;
      }),
      { numRuns: RUNS },
    );
    expect(counts.read).toBeGreaterThan(RUNS / 4);
    expect(counts.refused).toBeGreaterThan(RUNS / 8);
  });

  it('ends the document at its marker', () => {
    const marker = fc.constantFrom('\n--- ', '\n---\n', '\n...\n', '\n---x', '\n--', '\n...');
    fc.assert(
      fc.property(collection, fc.nat(), marker, (tokens, place, text) => {
        expectSameDocument(tokens.toSpliced(place % tokens.length, 0, text).join(''));
        expectSameDocument(`{"a": "b${text}", c: [d${text}, e]}`);
      }),
    );
  });

  it('reads generated files of any indentation alike', () => {
    const indents = fc.array(fc.constantFrom('', '', ' ', '    '), { minLength: 1 });
    fc.assert(
      fc.property(damaged, indents, (content, chosen) => {
        let line = 0;
        const other = content.replaceAll(/\n +/g, () => `\n${chosen[line++ % chosen.length]}`);
        const outcome = outcomeOf(`a:\n  b: ${content}\n`);
        // At the start of a line, hyphens end the document.
        fc.pre(outcome !== 'left' && /^[[{]/.test(content) && !/\n(?:---|\.\.\.)/.test(other));
        expect(outcomeOf(`a:\n  b: ${other}\n`)).toEqual(outcome);
      }),
      { numRuns: RUNS },
    );
  });

  it.each([
    ['a: [b\nc: d\n', { line: 1, column: 5 }],
    ['a:\n  b: {c\n\n', { line: 2, column: 6 }],
    ['a: [b c\n  d, e}\n', { line: 2, column: 7 }],
    ['a: [b,\n, c]\n', { line: 2, column: 1 }],
    ['a: {b: c\n d: e}\n', { line: 2, column: 3 }],
    ['a: ["b" "c"]\n', { line: 1, column: 9 }],
    ['a: ["b]\n\n', { line: 1, column: 5 }],
    ['a: {b: "\\q"}\n', { line: 1, column: 9 }],
    ['a: [b,\n---\nc]\n', { line: 2, column: 1 }],
    ['a: [b, #c\n  -]\n', { line: 2, column: 3 }],
    ['[a, b]\n', { line: 1, column: 1 }],
    [`a: ${'['.repeat(MAX_YAML_DEPTH)}`, { line: 1, column: MAX_YAML_DEPTH + 3 }],
  ])('refuses %j where the error is', (text, position) => {
    expect(positionOf(text)).toEqual(position);
  });
});
