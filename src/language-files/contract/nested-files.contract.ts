import { strToU8 } from 'fflate';
import { type GeneratedFile, replaceMarker } from './generated-file.contract';

/** Returns a construct of this depth. */
type Nest = (depth: number) => string;

const nest =
  (open: string, middle = '', close = ''): Nest =>
  (depth) =>
    open.repeat(depth) + middle + close.repeat(depth);
const around =
  (before: string, inner: Nest, after = ''): Nest =>
  (depth) =>
    before + inner(depth) + after;

/** Indentation makes the size of the file grow with the square of the depth. */
const MAX_INDENTED = 1_000;
const indented =
  (item: string): Nest =>
  (depth) =>
    Array.from({ length: Math.min(depth, MAX_INDENTED) }, (_, level) => `\n${' '.repeat(level)}${item}`).join('');

/**
 * Constructs that nest in one of the formats. Every format reads all of them: others must refuse them just as quickly.
 */
const CONSTRUCTS: readonly Nest[] = [
  // JSON, YAML flow, xcstrings.
  ...[nest('[', '', ']'), nest('['), nest(']'), nest('{"a":', '"b"', '}'), nest('{"a":'), nest('{"a":[', '', ']}')],
  nest('{"variations":{"plural":{"other":', '{"stringUnit":{"state":"new","value":"x"}}', '}}}'),
  nest('{"variations":{"device":{"other":', '{"stringUnit":{"state":"new","value":"x"}}', '}}}'),
  nest('{"substitutions":{"a":', '{}', '}}'),
  around('{"a":', nest('[', '"b"', ']'), '}'),
  around('{"@a":{"placeholders":', nest('{"b":', '{}', '}'), '}}'),
  around(
    '{"sourceLanguage":"en","version":"1.0","strings":{"a":{"localizations":{"en":',
    nest('{"variations":{"plural":{"other":', '{}', '}}}'),
    '}}}}',
  ),
  // YAML.
  ...[around('[', nest('a: '), ']'), around('{', nest('a: '), '}'), around('a: [', nest('a: '), ']')],
  ...[nest('a: '), nest('a: [', '', ']'), nest('[a: ', 'b', ']'), nest('{a: ', 'b', '}'), nest('[? ', 'b', ']')],
  ...[nest('? ', 'b'), nest('- ', 'b'), nest('? - ', 'b'), nest('- ? ', 'b'), nest(': ', 'b'), nest('{? ', 'b', '}')],
  ...[nest('[]: '), nest('{}: '), nest('"": '), nest('? [', 'b', ']'), nest('[{', '', '}]'), nest('{[', '', ']}')],
  ...[nest('&a ', 'b'), nest('!a ', 'b'), nest('!!str ', 'b'), nest('!<a> ', 'b'), nest('&a [', '', ']'), nest('*a ')],
  ...[nest('&a !b [', '', ']'), nest('a: &a '), nest('<<: '), nest('<<: [', '', ']'), nest('- - '), nest('- a: ')],
  ...[nest('| '), nest('> '), nest('--- '), nest('%A\n'), nest('...\n'), nest('---\n'), nest('"a')],
  ...[
    indented('a:'),
    indented('-'),
    indented('? a'),
    indented('- a:'),
    indented('&a a:'),
    indented('a: |'),
    indented(': '),
  ],
  ...[around('[', indented('a:'), ']'), around('{', indented('? '), '}'), around('a:\n  ', nest('? a\n  : '), '')],
  // XML.
  ...[nest('<a>', 'b', '</a>'), nest('<a>'), nest('</a>'), nest('<a b="c">', 'd', '</a>'), nest('<a b="'), nest('<a ')],
  ...[
    nest('<![CDATA['),
    nest('<![CDATA[a]]>'),
    nest('<!--'),
    nest('<!-- a -->'),
    nest('<?a ?>'),
    nest('<!A'),
    nest('<'),
  ],
  ...[nest('&amp;'), nest('&'), nest('&#65;'), nest('&amp;lt;'), nest('&a;'), nest(']]>'), nest('<a/>')],
  around('<?xml version="1.0"?><!DOCTYPE a [', nest('<!ENTITY a "&a;">'), ']><a>&a;</a>'),
  around('<?xml version="1.0"?><!DOCTYPE a ', nest('[', '', ']'), '><a/>'),
  around('<?xml version="1.0"?>', nest('<a>', 'b', '</a>')),
  around('<resources>', nest('<string name="a">', 'b', '</string>'), '</resources>'),
  around('<resources><string name="a">', nest('<b>', 'b', '</b>'), '</string></resources>'),
  ...[
    nest('<g id="1">', 'b', '</g>'),
    nest('<pc id="1">', 'b', '</pc>'),
    nest('<mrk id="1" mtype="x-a">', 'b', '</mrk>'),
  ],
  ...[
    nest('<sub>', 'b', '</sub>'),
    nest('<ph id="1">', 'b', '</ph>'),
    nest('<bpt i="1">', 'b', '</bpt>'),
    nest('<hi>', 'b', '</hi>'),
  ],
  ...[
    nest('<group id="1">', '', '</group>'),
    nest('<r><t>', 'b', '</t></r>'),
    nest('<context><name>a</name>', '', '</context>'),
  ],
  ...[
    nest('<xliff:g id="1">', 'b', '</xliff:g>'),
    nest('<item quantity="other">', 'b', '</item>'),
    nest('<numerusform>', 'b', '</numerusform>'),
  ],
  ...[
    nest('<string>', 'b', '</string>'),
    nest('<dict>', '', '</dict>'),
    nest('<array>', '', '</array>'),
    nest('<key>', 'b', '</key>'),
  ],
  ...[
    nest('<dict><key>a</key>', '<string>b</string>', '</dict>'),
    nest('<array><dict><key>a</key>', '<true/>', '</dict></array>'),
  ],
  around(
    '<?xml version="1.0"?><plist version="1.0">',
    nest('<dict><key>a</key>', '<string>b</string>', '</dict>'),
    '</plist>',
  ),
  around(
    '<?xml version="1.0"?><xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file source-language="en" target-language="de" datatype="plaintext" original="a"><body>',
    nest('<group>', '', '</group>'),
    '</body></file></xliff>',
  ),
  around(
    '<?xml version="1.0"?><xliff version="2.0" srcLang="en" trgLang="de" xmlns="urn:oasis:names:tc:xliff:document:2.0"><file id="a">',
    nest('<group id="a">', '', '</group>'),
    '</file></xliff>',
  ),
  // Messages: ICU, i18next, printf.
  ...[
    nest('{a, plural, other {', 'b', '}}'),
    nest('{a, select, other {', 'b', '}}'),
    nest('{a, plural, other {'),
    nest('{'),
  ],
  nest('{a, select, other {{b, plural, one {#} other {', 'c', '}}}}'),
  nest('{a, plural, offset:1 =0 {', 'b', '} other {}}'),
  ...[
    nest('{a, selectordinal, other {', 'b', '}}'),
    nest('{a, number, {', 'b', '}}'),
    nest("'{"),
    nest("''"),
    nest('#'),
  ],
  ...[
    nest('{{'),
    nest('{{', 'a', '}}'),
    nest('$t(', 'a', ')'),
    nest('%1$s'),
    nest('%('),
    nest('%#@a@'),
    nest('%'),
    nest('|'),
  ],
  // Fluent.
  ...[
    nest('{ ', '"a"', ' }'),
    nest('{ $a ->\n *[b] ', 'c', '\n }'),
    nest('{ A(', '"a"', ') }'),
    nest('{ -a(b: ', '"c"', ') }'),
  ],
  ...[
    nest('A(', '"a"', ')'),
    nest('{ "'),
    nest('{ -a.b'),
    nest('{ a[', 'b', '] }'),
    nest('{ $a ->\n [b] c\n *[d] ', '{ "" }', '\n }'),
  ],
  ...[
    around('a = ', nest('{ ', '$b', ' }')),
    around('-a = ', nest('{ ', '-b', ' }')),
    around('a = ', nest('{ $a ->\n *[b] ', 'c', '\n }')),
  ],
  ...[around('a =\n', nest(' .b = c\n')), around('a = ', nest('{ A(b: ', '1', ') }')), nest('# a\n'), nest('a = {\n')],
  // PHP.
  ...[
    nest("['a' => ", "'b'", ']'),
    nest('array(', '', ')'),
    nest("array('a' => ", "'b'", ')'),
    nest('a(', '', ')'),
    nest('(', "'a'", ')'),
  ],
  ...[
    nest("'a' . "),
    nest('"{$a[', '', ']}"'),
    nest('${'),
    nest('[...', '[]', ']'),
    nest('fn() => '),
    nest('-'),
    nest('!'),
    nest('<<<A\n'),
  ],
  around('<?php return ', nest('[', "'a'", ']'), ';'),
  around('<?php return ', nest("['a' => ", "'b'", ']'), ';'),
  around('<?php return ', nest('array(', "'a'", ')'), ';'),
  around('<?php return ', nest("array('a' => ", "'b'", ')'), ';'),
  around("<?php return ['a' => ", nest('(', "'b'", ')'), '];'),
  around("<?php return ['a' => ", nest("'b' . ", "'c'"), '];'),
  around("<?php return ['a' => ", nest('a(', '', ')'), '];'),
  around("<?php return ['a' => ", nest('"{$a[', '', ']}"'), '];'),
  around("<?php return ['a' => ", nest('<<<A\n', '', '\nA'), '];'),
  ...[nest('<?php '), nest('/*'), nest('*/'), nest('// '), nest('\\'), nest('return ')],
  // PO, properties, strings, CSV.
  around(
    'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=',
    nest('(', 'n', ')'),
    ';\\n"\n\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\nmsgstr[1] "d"\n',
  ),
  around(
    'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=',
    nest('!', 'n'),
    ';\\n"\n\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\nmsgstr[1] "d"\n',
  ),
  around(
    'msgid ""\nmsgstr "Plural-Forms: nplurals=2; plural=',
    nest('n?n:', 'n'),
    ';\\n"\n\nmsgid "a"\nmsgid_plural "b"\nmsgstr[0] "c"\nmsgstr[1] "d"\n',
  ),
  ...[
    around('msgid "a"\nmsgstr ', nest('"b"\n')),
    nest('#| '),
    nest('#~ '),
    nest('msgid "'),
    nest('msgctxt "a"\n'),
    nest('msgstr[0] "a"\n'),
  ],
  ...[
    nest('"'),
    nest('""'),
    nest('"",'),
    nest('"a\n'),
    nest(','),
    nest('\t'),
    nest(';'),
    nest('a,"'),
    nest("'"),
    nest('"""'),
  ],
  ...[nest('\\u'), nest('\\\n'), nest('a='), nest('a.'), nest('a[0]'), nest('.'), nest('[0]'), nest('\n'), nest(' ')],
  ...[
    nest('"a" = '),
    nest('"a" = {', '', '};'),
    nest('"a" = (', '', ');'),
    nest('\\U'),
    nest('/* a */'),
    nest('/* /* '),
  ],
];

/**
 * Yields files with each construct at each depth: as the whole file, and in the place of a text of the sample file,
 * with and without the quotes or the element around it.
 *
 * @param sample a file with one text, which is `MARKER`
 */
export function* nestedFiles(sample: Uint8Array, depths: readonly number[]): Generator<GeneratedFile> {
  for (const depth of depths) {
    for (const [index, construct] of CONSTRUCTS.entries()) {
      const text = construct(depth);
      const name = `construct ${index} ${construct(2)} of depth ${depth}`;
      yield { name: `${name} as the file`, bytes: strToU8(text) };
      yield { name: `${name} as a text`, bytes: replaceMarker(sample, text, false) };
      yield { name: `${name} as a value`, bytes: replaceMarker(sample, text, true) };
    }
  }
}
