/** Returns a small seeded generator (Mulberry32), so that the mutants are the same in every run. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const TOKENS = [
  ...[
    '{',
    '}',
    '[',
    ']',
    '(',
    ')',
    '<',
    '>',
    '</',
    '/>',
    '"',
    "'",
    '\\',
    '&',
    '&#0;',
    '&x;',
    '&#x110000;',
    ';',
    ',',
    ':',
    '=',
    '#',
  ],
  ...[
    '\n',
    '\r',
    '\r\n',
    '\t',
    ' ',
    '\0',
    '\ufeff',
    '\ud7ff',
    '\u{10ffff}',
    '\u2028',
    'null',
    '__proto__',
    '-1',
    '1e999',
    '%',
  ],
  ...[
    '<![CDATA[',
    ']]>',
    '<!--',
    '-->',
    '<!DOCTYPE x [',
    '<?xml',
    '/*',
    '*/',
    '//',
    '\\u',
    '\\x',
    '\\U',
    '"""',
    '<<<A',
    '&a',
    '*a',
  ],
  ...[
    '{n, plural, other {',
    '$n ->',
    'msgid "',
    'msgstr[9] "',
    'msgctxt',
    'nplurals=99; plural=n',
    '_other',
    '[0]',
    '..',
  ],
].map((token) => Buffer.from(token, 'utf8'));

/**
 * Yields `count` damaged copies of the files: with parts removed, repeated or exchanged, bytes changed and tokens
 * inserted.
 */
export function* mutants(files: readonly Uint8Array[], count: number, seed = 1): Generator<Uint8Array> {
  const random = seededRandom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const pick = <T>(items: readonly T[]): T | undefined => items[below(items.length)];
  for (let i = 0; i < count; i++) {
    let bytes: Buffer = Buffer.from(pick(files) ?? []);
    for (let edits = 1 + below(4); edits > 0; edits--) {
      const other = random() < 0.5 ? pick(TOKENS) : pick(files);
      bytes = mutate(bytes, Buffer.from(other ?? []), below);
    }
    yield bytes;
  }
}

function mutate(bytes: Buffer, other: Buffer, below: (limit: number) => number): Buffer {
  const from = below(bytes.length + 1);
  const to = Math.min(bytes.length, from + below(40));
  const head = bytes.subarray(0, from);
  const slice = bytes.subarray(from, to);
  switch (below(6)) {
    case 0:
      return Buffer.concat([head, bytes.subarray(to)]);
    case 1:
      return Buffer.concat([head, slice, slice, bytes.subarray(to)]);
    case 2:
      return Buffer.from(head);
    case 3:
      return Buffer.concat([head, Buffer.from([below(256)]), bytes.subarray(Math.min(bytes.length, from + 1))]);
    case 4:
      return Buffer.concat([head, other.subarray(below(other.length + 1)), bytes.subarray(to)]);
    default:
      return Buffer.concat([head, other, bytes.subarray(from)]);
  }
}
