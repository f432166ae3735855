import { editedFile } from '../contract/template-edits.contract';
import { codecById } from '../model/registry';

const LINES = [
  '      Dear <b>reader</b>,',
  '      it\\u2019s a & b and',
  '',
  '        the "quoted" third  line',
  '      Bye',
];
const FILES: Record<string, (content: string) => string> = {
  android: (content) =>
    `<resources>\n  <string name="k">${content}</string>\n  <string name="l">L</string>\n</resources>\n`,
  resx: (content) =>
    `<root>\n  <data name="k" xml:space="preserve">\n    <value>${content}</value>\n  </data>\n  <data name="l"><value>L</value></data>\n</root>\n`,
  xliff: (content) =>
    `<xliff version="1.2">\n<file original="f" source-language="en" target-language="en" datatype="x"><body>\n` +
    `<trans-unit id="k"><source>K</source><target>${content}</target></trans-unit>\n</body></file></xliff>\n`,
  xliff2: (content) =>
    `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en" trgLang="en"><file id="f">\n` +
    `<unit id="k"><segment><source>K</source><target>${content}</target></segment></unit>\n</file></xliff>\n`,
  'qt-ts': (content) =>
    `<TS version="2.1" language="en" sourcelanguage="en">\n<context><name></name>\n` +
    `<message id="k"><source>K</source><translation>${content}</translation></message>\n</context></TS>\n`,
  tmx: (content) =>
    `<tmx version="1.4"><header srclang="en"/><body>\n<tu tuid="k"><tuv xml:lang="en"><seg>${content}</seg></tuv></tu>\n</body></tmx>\n`,
  stringsdict: (content) =>
    `<plist version="1.0">\n<dict>\n<key>k</key>\n<dict>\n<key>NSStringLocalizedFormatKey</key>\n<string>%#@n@</string>\n` +
    `<key>n</key>\n<dict>\n<key>NSStringFormatSpecTypeKey</key>\n<string>NSStringPluralRuleType</string>\n` +
    `<key>NSStringFormatValueTypeKey</key>\n<string>d</string>\n<key>other</key>\n<string>${content}</string>\n</dict>\n</dict>\n</dict>\n</plist>\n`,
};
const WRAPPINGS: Record<string, (text: string) => string> = {
  'a section': (text) => `<![CDATA[${text}]]>`,
  'a section with white space inside': (text) => `<![CDATA[\n${text}\n    ]]>`,
  'a section with white space around': (text) => `\n    <![CDATA[${text}]]>\n  `,
  'two sections': (text) => `<![CDATA[${text.slice(0, 60)}]]><![CDATA[${text.slice(60)}]]>`,
};

const cases = Object.keys(FILES).flatMap((format) =>
  Object.keys(WRAPPINGS).flatMap((wrapping) => ['\n', '\r\n'].map((newline) => ({ format, wrapping, newline }))),
);

/** Returns an edit that replaces a word of each form of a message. */
const replacing = (format: string, source: string, word: string, by: string): string => {
  const read = readText(format, source);
  expect(read).toContain(word);
  return read.replace(word, by);
};

function readText(format: string, source: string): string {
  const context = { language: 'en', projectLanguages: ['en'], sourceLanguage: 'en', warn: () => undefined };
  const value = codecById(format)
    ?.parse(Buffer.from(source), context)
    .entries.find(({ key }) => key === 'k')?.value;
  if (typeof value === 'string') return value;
  return value?.forms.get('other') ?? '';
}

describe('an edit in lines of CDATA', () => {
  it.each(cases)('changes only its line in $format in $wrapping: $name', ({ format, wrapping, newline }) => {
    const codec = codecById(format);
    const file = FILES[format]?.(WRAPPINGS[wrapping]?.(LINES.join('\n')) ?? '').replaceAll('\n', newline) ?? '';
    if (!codec) throw new Error('the format exists');
    // aapt2 reads several sections as one text, and white space as one space.
    if (format === 'android' && wrapping === 'two sections') return;
    for (const [word, by] of [
      ['third', 'next'],
      ['Bye', 'Good bye'],
      ['a & b', 'a & <c>'],
    ] as const) {
      const value = replacing(format, file, word, by);
      const edit =
        format === 'stringsdict'
          ? toPlural(value)
          : { value, ...(codec.multilingual && { values: new Map([['en', value]]) }) };
      const { text, warnings } = editedFile(codec, file, { k: edit });
      expect(text).toBe(file.replace(word, by));
      expect(warnings).toEqual([]);
    }
  });
});

const toPlural = (other: string) => ({
  value: { type: 'cardinal' as const, arg: 'n', exact: new Map(), forms: new Map([['other' as const, other]]) },
});

describe('an edit of a string of Android with several sections', () => {
  it.each([
    [
      '<![CDATA[<b>one</b>]]> and <![CDATA[<i>two</i>]]>',
      'two',
      'three',
      '<![CDATA[<b>one</b>]]> and <![CDATA[<i>three</i>]]>',
    ],
    [
      '<![CDATA[<b>one</b>]]> and <![CDATA[<i>two</i>]]>',
      'and',
      '&',
      '<![CDATA[<b>one</b>]]> &amp; <![CDATA[<i>two</i>]]>',
    ],
    ["<![CDATA[a\\nb]]><![CDATA[ it\\'s]]>", 'b', 'c', "<![CDATA[a\\nc]]><![CDATA[ it\\'s]]>"],
  ])('of %j writes only the section of the change', (content, word, by, wanted) => {
    const source = FILES['android']?.(content) ?? '';
    const { text } = editedFile(codecById('android')!, source, { k: replacing('android', source, word, by) });
    expect(text).toBe(FILES['android']?.(wanted));
  });
});
