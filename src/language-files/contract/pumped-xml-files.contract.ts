import { between, type Pumped } from './pumped.contract';

/** Returns files of XML and of the formats that are XML, valid and broken. */
export function xmlFiles(): Pumped[] {
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
