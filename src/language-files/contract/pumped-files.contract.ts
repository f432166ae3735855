import { strToU8 } from 'fflate';
import { type GeneratedFile, replaceMarker } from './generated-file.contract';
import { ATOMS, pump } from './pumped-texts.contract';

/** A file that is an item between a start and an end, repeated up to a length. */
interface Pumped {
  start: string;
  item: string;
  end: string;
}

const repeat = (item: string, start = '', end = ''): Pumped => ({ start, item, end });
const between = (start: string, end: string, items: readonly string[]): Pumped[] =>
  items.map((item) => repeat(item, start, end));

/** Files of all formats, valid and broken. Every codec reads all of them: others must refuse them just as quickly. */
const FILES: readonly Pumped[] = [
  ...ATOMS.map((atom) => repeat(atom)),
  // JSON.
  ...between('{\n', '"z": "z"}', [
    ...[
      '"a": "b",\n',
      '"a": "b",',
      '"a": "b\n',
      '"a": "\\q",\n',
      '"a": 1,\n',
      '"a": [],\n',
      '"a": {},\n',
      '"a": null,\n',
    ],
    ...[
      '"a": {"b": "c"},\n',
      '"a": [1, 2],\n',
      '// a\n',
      '/* a */',
      '"a"\n',
      '"a":',
      ',',
      '"a": tru,\n',
      '"a\tb": "c",',
    ],
    ...['"a№": "b",\n', '"a№_one": "b",\n', '"a№.b": "c",', '"@a№": {},'],
    ...['"a": {"b№": [{"c": "d"}]},', '"a№": {"b": {"c": {"d": {"e": "f"}}}},\n'],
    ...['"a№": "b", "@a№": {"description": "c", "placeholders": {"d": {}}},'],
  ]),
  ...between('{"a": [', '"z"]}', ['"a",', '"a"\n', '[],', '{},', '1,', ' ', '\n', '[["a"]],', '{"b": "c"},']),
  ...between('{"a": "', '"}', ['\\u0041', '\\n', '\\"', '\\q', '\n', '\\ud83d']),
  ...between('{"a": ', '}', ['1', '0.', 'true', 'null ', '-', '1e']),
  ...between('{"sourceLanguage": "en", "version": "1.0", "strings": {', '"z": {}}}', [
    '"a№": {"localizations": {"en": {"stringUnit": {"state": "translated", "value": "b"}}}},\n',
    '"a№": {},\n',
    '"a№": {"localizations": {"en": {"variations": {"plural": {"other": {"stringUnit": {"value": "b"}}}}}}},\n',
    '"a№": {"comment": "c", "extractionState": "manual", "d№": 1},\n',
  ]),
  // YAML.
  ...between('', '', [
    ...[
      'a: b\n',
      'a: "b\n',
      "a: 'b\n",
      'a: "\\q"\n',
      'a: |\n  b\n',
      'a: >\n  b\n',
      '# a\n',
      'a: b # c\n',
      '- a\n',
      '? a\n',
    ],
    ...[
      'a: [b\n',
      'a: {b\n',
      'a: [b]\n',
      'a: {b: c}\n',
      'a: b: c\n',
      'a: &a b\n',
      'a: *a\n',
      '<<: *a\n',
      '<<: {a: b}\n',
    ],
    ...[
      '---\n',
      '---\na: b\n',
      '...\n',
      '%TAG a b\n',
      'a: !b c\n',
      'a: !!str b\n',
      '  a: b\n',
      'a:\n  b\n',
      'a:\n',
      'a\n',
    ],
    ...[
      'a: b\r',
      'a: b\r\n',
      'a:\n\tb\n',
      ' a\n',
      '\ta\n',
      '\n\n\n',
      '@a\n',
      '`a\n',
      'a: @b\n',
      '[',
      '{',
      'a: ]\n',
      'a: }\n',
    ],
    ...[
      'a: b\n  c\n',
      '"a": b\n',
      "'a': b\n",
      '? |\n  a\n: b\n',
      'a: "b"c\n',
      ': a\n',
      '[a]: b\n',
      '{a: b}: c\n',
      '*a : b\n',
    ],
    ...[
      'a: "b\n  c"\n',
      '&a\n',
      '!a\n',
      'a: |2\n    b\n',
      'a: |+\n\n\n',
      'a: >-\n  b\n\n  c\n',
      'a:\n- b\n',
      'a:\n  - b: c\n',
    ],
  ]),
  ...between('', '', ['a№: b\n', 'a№: "b\n', 'a№: &a№ b\n', 'a№: [b, c]\n']),
  ...between('a: &a b\n', '', ['b№: *a\n', 'b№: [*a, *a]\n', 'b№: {<<: *a}\n', '# a\n']),
  ...between('a: &a {b: c}\n', '', ['b№: *a\n', 'b№: {<<: *a}\n']),
  ...between('en:\n', '', ['  a№: b\n', '  a№:\n    one: b\n    other: c\n', '  a: b\n', '  # a\n']),
  ...between('a: ', '\nb: c\n', ['b ', 'b\n  ', '\n  b', '\n\n', '&b ', '!b ', '# ', '- ', ', ', '| ', '[], ', 'b: ']),
  ...between('a: [', ']\n', [
    'b, ',
    'b\n, ',
    '[], ',
    '{b: c}, ',
    '"b", ',
    '# c\n',
    'b: c, ',
    ', ',
    '\n',
    '? b, ',
    '&b c, ',
  ]),
  ...between('a: {', '}\n', ['b, ', 'b: c, ', '"b": c, ', '"b":c,', '? b : c, ', '# c\n', '\n', ', ', ': ']),
  ...between('a: "', '"\n', ['b\n  ', '\\n', '\\\n  ', '\\q', '\n', '\\u0041', '\\x', 'b ', "'"]),
  ...between("a: '", "'\n", ['b\n  ', "''", '\n', 'b ', '"']),
  ...between('a: |\n', '', ['  b\n', '  \n', '\n', '   b\n', '  b', '\tb\n', '  # b\n']),
  ...between('a: >\n', '', ['  b\n', '  \n', '\n', '   b\n', '  b', '  b\n\n']),
  // PO.
  ...between('msgid ""\nmsgstr "Language: de\\nPlural-Forms: nplurals=2; plural=n != 1;\\n"\n\n', '', [
    ...[
      'msgid "a"\nmsgstr "b"\n\n',
      'msgid "a\n',
      'msgid "a\\q"\n',
      '# a\n',
      '#. a\n',
      '#: a:1\n',
      '#, fuzzy\n',
      '#| msgid "a"\n',
    ],
    ...[
      '#~ msgid "a"\n#~ msgstr "b"\n',
      '"a"\n',
      'msgid "a"\n"b"\n"c"\nmsgstr "d"\n',
      'msgctxt "a"\n',
      'msgstr "b"\n',
      'domain "a"\n',
    ],
    ...[
      '#: a:1 b:2 c:3\n',
      '#, a, b, c\n',
      'msgid ""\nmsgstr ""\n',
      '#~| msgid "a"\n',
      '#. Source text: "a"\n',
      'msgid " "\nmsgstr "a"\n',
    ],
    ...['msgid "a№"\nmsgstr "b"\n', '#. c\n#: d:№\nmsgctxt "e"\nmsgid "a№"\nmsgstr "b"\n'],
    'msgid "a№"\nmsgid_plural "b"\nmsgstr[0] "c"\nmsgstr[1] "d"\n',
  ]),
  ...between('msgid "a"\nmsgstr "b"\n', '', ['"c"\n', '"c" ', '"\\n"\n', '"\\303\\251"\n', '"\\x41"\n']),
  ...between('msgid "', '"\nmsgstr "b"\n', ['\\n', '\\303\\251', '\\x4', '\\', '\\\\']),
  ...between('msgid ""\nmsgstr ""\n', '\nmsgid "a"\nmsgstr "b"\n', [
    '"A: b\\n"\n',
    '"Language: de\\n"\n',
    '"a"\n',
    '"A№: b\\n"\n',
  ]),
  // Properties, strings, tables.
  ...between('', '', [
    'a=b\n',
    'a\n',
    'a=b\\\n',
    '\\\n',
    ' a\\\n',
    '#a\n',
    '!a\n',
    'a=\\u\n',
    'a=\\u0041\n',
    'a:b\r',
    '\\ ',
    '\\u0041=b\n',
  ]),
  ...between('', '', ['a№=b\n', '# c\na№ = b\n\n', '"a№" = "b";\n', '/* c */\n"a№" = "b";\n']),
  ...between('', '', [
    '"a" = "b";\n',
    '"a" = "b"\n',
    '"a" = "b',
    '"a";\n',
    'a = b;\n',
    '/* a */',
    '/* a\n',
    '// a\n',
    '"\\U41" = "\\101";\n',
  ]),
  ...between('{', '}', ['"a" = "b";\n', '"a" = {"b" = "c";};\n', '"a" = ("b");\n']),
  ...between('"a" = "', '";\n', ['\\U0041', '\\101', '\\n', '\\q', '\n', '\\U']),
  ...between('key,en,de\n', '', [
    ...[
      'a\n',
      'a,b\n',
      'a,b,c\n',
      'a,b,c,d\n',
      ',\n',
      ',,\n',
      '"a\n',
      '"a"b\n',
      '"a",\n',
      '"a""",b\n',
      'a,"b\nc",d\n',
      'a"b,c\n',
      'a,b\r',
    ],
    ...['"a"', '"a","b",', 'a,', '"",', '""', ' \n', ' , \n', 'a;b\n', 'a\tb\n', '=a,b\n', 'a№\n', 'a№,b,c,d\n'],
    ...['a№,"b ""№""",c\n', 'a№,b,c,c,c\n'],
  ]),
  ...between('key,', '\na,b\n', ['en,', 'a,', '"a,', '"a",', ',', 'a№,']),
  ...between('sep=;\nkey;en\n', '', ['a;b\n', 'a;"b\n']),
  ...between('key\ten\n', '', ['a\tb\n', 'a\n', 'a\tb\tc\n', '"a\n', '\t\n', 'a№\tb\n']),
  // Fluent.
  ...between('', '', [
    ...[
      'a = b\n',
      'a =\n    b\n',
      '# a\n',
      '## a\n',
      '### a\n',
      'a\n',
      'a = { "b\n',
      'a = { b\n',
      'a = {\n',
      ' a\n',
      'a = b }\n',
      '-a = b\n',
      '\t\n',
    ],
    ...[
      'a = { $b ->\n   *[c] d\n }\n',
      'a = { "\\q" }\n',
      'a = { b() }\n',
      '    .a = b\n',
      'a = { -b(c: "d") }\n',
      '# a\n\n',
      'a = b\n    c\n',
    ],
    ...['a№ = b\n', '# c\na№ = b\n    .d = e\n', 'a№ = { $b ->\n    [one] c\n   *[other] d\n }\n'],
  ]),
  ...between('a = b\n', '', [
    '    .c = d\n',
    '    .c№ = d\n',
    '    c\n',
    '\n',
    ' \n',
    '    { $c }\n',
    '    { "\\u0041" }\n',
  ]),
  ...between('a = { $b ->\n', '   *[z] z\n }\n', ['    [c] d\n', '    [1] d\n', '    [c]\n        d\n', '\n']),
  ...between('a = { "', '" }\n', ['\\u0041', '\\"', '{', '\\q']),
  ...between('a = { B(', ') }\n', ['"c", ', 'd: 1, ', ' ', '\n ', 'D(']),
  // PHP.
  ...between('<?php\nreturn [\n', '];\n', [
    ...[
      "'a' => 'b',\n",
      "'a' => 'b\n",
      '"a" => "\\q",\n',
      '"a" => "$b",\n',
      "'a' . ",
      '// a\n',
      '/* a */',
      '# a\n',
      "'a',\n",
      "'a' => ['b' => 'c'],\n",
    ],
    ...[
      "'a' => <<<A\nb\nA,\n",
      "'a' => <<<'A'\n  b\n  A,\n",
      "'a' => <<<A\n",
      "'a' => b(),\n",
      '1,',
      '0x1,',
      '1 => 2,',
      "'a' => array('b'),",
      'null,',
    ],
    ...['?>', '<?php ', '[', "'a' =>", '...', "'a№' => 'b',\n", "'a' => ['b№' => ['c' => 'd']],", "№ => 'a',"],
  ]),
  ...between("<?php return ['a' => '", "'];", ["\\'", '\\\\', '\\n', '\n']),
  ...between('<?php return ["a" => "', '"];', ['\\n', '\\u{41}', '\\x41', '\\101', '\\u{', '$', '{', '\n']),
  ...between("<?php return ['a' => <<<A\n", '\nA];', ['b\n', '  b\n', '\\n', '\n', 'A', ' A b\n', '$']),
  ...between("<?php return ['a' => ", "'z'];", ["'b' . ", '(', '1 . ', '-']),
  ...between('<?php\n', 'return [];', [
    '// a\n',
    '/* a */',
    '# a\n',
    '\n',
    'declare(strict_types=1);',
    'use A;\n',
    'namespace A;\n',
  ]),
  // XML.
  ...xmlFiles(),
];

function xmlFiles(): Pumped[] {
  const xml = '<?xml version="1.0" encoding="UTF-8"?>\n';
  const broken = [
    '<',
    '&',
    '&a;',
    '<a>',
    '</a>',
    '<a b="c" b="d">',
    '<a b=c>',
    '<a b="',
    '<!--',
    '<![CDATA[',
    ']]>',
    '<a b>',
    '&#0;',
  ];
  const anywhere = [
    '&amp;',
    '&#65;',
    '<!-- a -->',
    '<?a b?>',
    '<![CDATA[a]]>',
    'a',
    '\n',
    ' ',
    '\r',
    '\r\n',
    '<a/>',
    '<a\n/>',
    '<a>b</a>',
  ];
  const inside = (start: string, end: string, items: readonly string[]): Pumped[] =>
    between(xml + start, end, [...items, ...anywhere, ...broken]);
  const xliff =
    '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="f" source-language="en" target-language="de" datatype="plaintext"><body>\n';
  const xliff2 =
    '<xliff version="2.0" srcLang="en" trgLang="de" xmlns="urn:oasis:names:tc:xliff:document:2.0"><file id="f">\n';
  const tmx =
    '<tmx version="1.4"><header srclang="en" creationtool="a" creationtoolversion="1" segtype="block" o-tmf="a" adminlang="en" datatype="plaintext"/><body>\n';
  const plist = '<plist version="1.0"><dict>\n';
  return [
    ...inside('<a>', '</a>', ['<a№/>', '<a b№="c"/>', '<a>\n  <b c="d">e</b>\n</a>\n']),
    ...inside('<a ', '/>', ['b="c" ', 'b№="c" ', ' ', '\n', 'b ']),
    ...inside('<a b="', '"/>', ['&amp;', '&lt;', '\n', '\t', '<', '&#10;']),
    ...inside('<!DOCTYPE a [', ']><a/>', [
      '<!ENTITY a "b">',
      '<!-- a -->',
      '[',
      '"',
      '<!ELEMENT a ANY>\n',
      '<!ENTITY a№ "b">',
    ]),
    ...inside('<resources>\n', '</resources>', [
      ...[
        '<string name="a">b</string>\n',
        '<!-- a -->\n<string name="a">b</string>\n',
        '<string name="a">\\u0041</string>\n',
        '<color name="a">b</color>\n',
      ],
      ...['<string name="a№">b</string>\n', '<plurals name="a№"><item quantity="other">b</item></plurals>\n'],
      ...[
        '<string-array name="a№"><item>b</item><item>c</item></string-array>\n',
        '<string name="a№">b <b>c</b></string>\n',
      ],
    ]),
    ...inside('<resources><string name="a">', '</string></resources>', [
      '<b>c</b>',
      '\\n',
      "\\'",
      '"',
      '\\u0041',
      '\\q',
      '<xliff:g id="b">c</xliff:g>',
      '%s',
    ]),
    ...inside('<resources><string-array name="a">', '</string-array></resources>', [
      '<item>b</item>',
      '<!-- a --><item>b</item>',
    ]),
    ...inside(xliff, '</body></file></xliff>', [
      '<trans-unit id="a№"><source>b</source><target>c</target></trans-unit>\n',
      '<trans-unit id="a№"><source>b<g id="1">c</g></source><target>d</target><note>e</note></trans-unit>\n',
      '<group id="g№"><trans-unit id="a№"><source>b</source></trans-unit></group>\n',
      '<trans-unit id="a"><source>b</source><target>c</target></trans-unit>\n',
      '<trans-unit id="a"><target>c</target></trans-unit>\n',
      '</body></file><file original="g" source-language="en" target-language="de" datatype="plaintext"><body><trans-unit id="a"><source>b</source></trans-unit>',
    ]),
    ...inside(`${xliff}<trans-unit id="a"><source>b</source><target>`, '</target></trans-unit></body></file></xliff>', [
      '<g id="1">c</g>',
      '<x id="1"/>',
      '<ph id="1">c</ph>',
    ]),
    ...inside(`${xliff}<trans-unit id="a"><source>b</source>`, '</trans-unit></body></file></xliff>', [
      '<note>a</note>',
      '<alt-trans><target>c</target></alt-trans>',
      '<target>c</target>',
      '<source>b</source>',
      '<x:a xmlns:x="y"/>',
    ]),
    ...inside(xliff2, '</file></xliff>', [
      '<unit id="a№"><segment><source>b</source><target>c</target></segment></unit>\n',
      '<unit id="a№"><notes><note>e</note></notes><segment><source>b<ph id="1"/></source></segment></unit>\n',
      '<unit id="a"><segment><source>b</source><target>c</target></segment></unit>\n',
      '<group id="g№"><unit id="a№"><segment><source>b</source></segment></unit></group>\n',
    ]),
    ...inside(`${xliff2}<unit id="a">`, '</unit></file></xliff>', [
      '<segment><source>b</source><target>c</target></segment>',
      '<ignorable><source> </source></ignorable>',
      '<segment id="s"><source>b</source></segment>',
    ]),
    ...inside(
      `${xliff2}<unit id="a"><segment><source>b</source><target>`,
      '</target></segment></unit></file></xliff>',
      ['<ph id="1"/>', '<pc id="1">c</pc>', '<mrk id="1">c</mrk>', '<sm id="1"/><em startRef="1"/>'],
    ),
    ...inside(tmx, '</body></tmx>', [
      '<tu tuid="a№"><tuv xml:lang="en"><seg>b</seg></tuv><tuv xml:lang="de"><seg>c</seg></tuv></tu>\n',
      '<tu><tuv xml:lang="en"><seg>b</seg></tuv></tu>\n',
      '<tu tuid="a№"><note>d</note><prop type="e">f</prop><tuv xml:lang="en"><seg>b</seg></tuv></tu>\n',
    ]),
    ...inside(`${tmx}<tu tuid="a">`, '</tu></body></tmx>', [
      '<tuv xml:lang="en"><seg>b</seg></tuv>',
      '<note>a</note>',
      '<prop type="b">c</prop>',
      '<tuv xml:lang="en-x-a№"><seg>b</seg></tuv>',
    ]),
    ...inside(`${tmx}<tu tuid="a"><tuv xml:lang="en"><seg>`, '</seg></tuv></tu></body></tmx>', [
      '<bpt i="1">b</bpt>',
      '<hi>b</hi>',
      '<ph>b</ph>',
      '<sub>b</sub>',
    ]),
    ...inside('<root>\n', '</root>', [
      '<data name="a"><value>b</value></data>\n',
      '<data name="a№" xml:space="preserve"><value>b</value><comment>c</comment></data>\n',
      '<data name="a№" type="System.Drawing.Size"><value>b</value></data>\n',
      '<resheader name="a"><value>b</value></resheader>\n',
    ]),
    ...inside('<root><data name="a"><value>', '</value></data></root>', ['<b>c</b>']),
    ...inside('<!DOCTYPE TS>\n<TS version="2.1" language="de">\n', '</TS>', [
      '<context><name>a</name><message><source>b</source><translation>c</translation></message></context>\n',
      '<context><name>a№</name><message><source>b</source><translation>c</translation></message></context>\n',
      '<message id="a№"><location filename="d" line="+1"/><source>b</source><translation>c</translation></message>\n',
    ]),
    ...inside('<TS version="2.1" language="de"><context><name>a</name>', '</context></TS>', [
      '<message><location line="+1"/><source>b№</source><translation>c</translation></message>\n',
      '<message numerus="yes"><source>b№</source><translation><numerusform>c</numerusform><numerusform>d</numerusform></translation></message>\n',
      '<message><source>b№</source><translation type="obsolete">c</translation></message>\n',
      '<location filename="d" line="1"/>',
    ]),
    ...inside(
      '<TS version="2.1" language="de"><context><name>a</name><message><source>b</source><translation>',
      '</translation></message></context></TS>',
      ['<byte value="x1b"/>', '<lengthvariant>c</lengthvariant>', '<numerusform>c</numerusform>'],
    ),
    ...inside(plist, '</dict></plist>', [
      '<key>a</key><string>b</string>\n',
      '<key>a№</key><string>b</string>\n',
      '<key>a</key>',
      '<key>a№</key><dict><key>NSStringLocalizedFormatKey</key><string>%#@b@</string><key>b</key><dict><key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string><key>NSStringFormatValueTypeKey</key><string>d</string><key>other</key><string>c</string></dict></dict>\n',
      '<key>a</key><array><string>b</string></array>',
    ]),
    ...inside(`${plist}<key>a</key><dict>`, '</dict></dict></plist>', [
      '<key>a</key><string>b</string>',
      '<key>b</key><dict></dict>',
      '<key>b№</key><dict><key>c</key><string>d</string></dict>',
    ]),
    ...inside(
      `${plist}<key>a</key><dict><key>NSStringLocalizedFormatKey</key><string>`,
      '</string></dict></dict></plist>',
      ['%#@b@', '%1$#@b@', '%#@', '%'],
    ),
  ];
}

/**
 * Yields each file in all sizes, the smallest first: as a whole, and, for atoms, in the place of a text of the sample
 * file.
 *
 * @param sample a file with one text, which is `MARKER`
 * @param every one construct of so many is kept
 */
export function* pumpedFiles(sample: Uint8Array, lengths: readonly number[], every: number): Generator<GeneratedFile> {
  for (const [number, { start, item, end }] of FILES.entries()) {
    if (number % every !== 0) continue;
    const name = `${JSON.stringify(item)} between ${JSON.stringify(start)} and ${JSON.stringify(end)}`;
    for (const length of lengths) yield { name, bytes: strToU8(start + pump(item, length) + end) };
  }
  for (const [number, atom] of ATOMS.entries()) {
    if (number % every !== 0) continue;
    for (const quoted of [false, true]) {
      const name = `${JSON.stringify(atom)} as ${quoted ? 'a value' : 'a text'}`;
      for (const length of lengths) yield { name, bytes: replaceMarker(sample, pump(atom, length), quoted) };
    }
  }
}
