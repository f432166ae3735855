/**
 * Parts with a meaning in some format or placeholder style, which a careless parser searches or copies again and again.
 */
export const ATOMS: readonly string[] = [
  ...['a', '0', '-', '.', '=', ':', ';', ',', '|', '*', '/', '!', '?', '~', '^', '$', '@', '_'],
  ...['#', '{', '}', '{a}', '{0}', '{}', '{ ', '{a', '{a,', '{a, plural, other {', '{a, plural, other {b}}', '}}}'],
  ...[
    "'",
    "''",
    "'{",
    "'{'",
    "'}",
    "'#'",
    '"',
    '""',
    '\\',
    '\\\\',
    '\\"',
    "\\'",
    '\\n',
    '\\u0041',
    '\\u',
    '\\U',
    '\\x',
  ],
  ...['%', '%%', '%s', '%1$s', '%1$', '%(', '%(a)s', '%@', '%1$@', '%lld', '%{', '%{a}', '%<', '%<a>d', '%#@a@', '%#@'],
  ...[
    '%n',
    '%000000000',
    '%1$(',
    '${',
    '${a}',
    '{{',
    '}}',
    '{{a}}',
    '{{ ',
    '{{-',
    '@:',
    '@:a',
    '$t(',
    '$t(a)',
    '[[',
    ']]',
  ],
  ...[
    '<',
    '>',
    '</',
    '<b>',
    '</b>',
    '<b>c</b>',
    '<b/>',
    '<!--',
    '-->',
    '<!-- a -->',
    '<![CDATA[',
    ']]>',
    '<?',
    '<?a?>',
  ],
  ...[
    '&',
    '&amp;',
    '&lt;',
    '&#13;',
    '&a;',
    '<g id="1"/>',
    '<b a="',
    '{"',
    '"}',
    '{ "a" }',
    '{ $a }',
    '{ -a }',
    '{ "{" }',
  ],
  ...[
    ' ',
    '\t',
    '\n',
    '\r',
    '\r\n',
    ' \n',
    '\n ',
    '\n\n',
    '\n    ',
    '\n.a',
    '\n*',
    '\n[',
    '\n#',
    '\n- ',
    '\n    .a = b',
  ],
  ...['\v', '\f', '\u0085', '\u00a0', '\u2028', '\u2029', '\ufeff', '\u0001', '\u001b', '\u009c', '\ufffe'],
  ...[
    'é',
    '日',
    '😀',
    'e\u0301',
    '\u0301',
    '\u200d',
    '\ud83d\ude00\u200d',
    '_x000D_',
    '_x',
    '_x005F_',
    '__',
    '--',
    ' #',
    ': ',
  ],
  ...[
    '{0} one|',
    '|{0}',
    '[0,1]',
    '\x04',
    '<byte value="x1b"/>',
    'a\\',
    '\\\n',
    '\\\r\n',
    '"\n"',
    '*/',
    '/*',
    '//',
    '\n//',
  ],
  ...['{a№}', '{№}', '{{a№}}', '%(a№)s'],
  ...['%{a№}', '%№$s', '&a№;', '<a№/>'],
  ...['<g id="№"/>', '{ $a№ }', '\n   №'],
];

/** Stands for the number of the repetition in an atom. */
const NUMBER = '№';

/** Repeats an atom up to a length in UTF-16 code units. */
export function pump(atom: string, length: number): string {
  if (!atom.includes(NUMBER)) return atom.repeat(Math.floor(length / atom.length));
  const parts: string[] = [];
  for (let number = 1, total = 0; total < length; number++) {
    const part = atom.replace(NUMBER, String(number));
    parts.push(part);
    total += part.length;
  }
  return parts.join('');
}

/** Yields each atom repeated and, with `pairs`, followed by another one. */
export function* pumpedTexts(length: number, atoms = ATOMS, pairs = true): Generator<{ name: string; text: string }> {
  for (const [number, atom] of atoms.entries()) {
    yield { name: JSON.stringify(atom), text: pump(atom, length) };
    if (!pairs) continue;
    const other = atoms[(number * 37 + 11) % atoms.length] ?? atom;
    const name = `${JSON.stringify(atom)} before ${JSON.stringify(other)}`;
    yield { name, text: pump(atom, length / 2) + pump(other, length / 2) };
  }
}
