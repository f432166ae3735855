import { editedFile, type Edits } from '../../contract/template-edits.contract';
import { stringsdictCodec } from './stringsdict-codec';

const FILE = `<?xml version="1.0" encoding="UTF-8"?>
<plist version="1.0">
<dict>
\t<!-- Section -->

\t<!-- The files -->
\t<key>files</key>
\t<dict>
\t\t<key>NSStringLocalizedFormatKey</key>
\t\t<string>%#@n@ left</string>
\t\t<key>n</key>
\t\t<dict>
\t\t\t<key>NSStringFormatSpecTypeKey</key>
\t\t\t<string>NSStringPluralRuleType</string>
\t\t\t<key>one</key>
\t\t\t<string>%d file</string>
\t\t\t<key>other</key>
\t\t\t<string>%d f&#xEE;les</string>
\t\t</dict>
\t</dict>
\t<key>text</key>
\t<dict><key>NSStringLocalizedFormatKey</key><string>Text</string></dict>
\t<key>plain</key> <!-- between -->
\t<string>A > b</string>
\t<key>number</key>
\t<integer>7</integer>
</dict>
</plist>
`;
const edited = (edits: Edits, language = 'en', isForeign = false, source = FILE): string =>
  editedFile(stringsdictCodec, source, edits, { language, languages: [language], isForeign }).text;

describe('stringsdict templates', () => {
  it('change one form of a plural, and nothing else', () => {
    expect(edited({ files: '{n, plural, one {%d file left} other {%d fîlas left}}' })).toBe(
      FILE.replace('f&#xEE;les', 'f&#xEE;las'),
    );
  });

  it('add the forms of another language in their order', () => {
    const polish = edited({ files: '{n, plural, one {1 left} few {2 left} other {3 left}}' }, 'pl', true);
    expect(polish).toContain(
      '>one</key>\n\t\t\t<string>1</string>\n\t\t\t<key>few</key>\n\t\t\t<string>2</string>\n\t\t\t<key>other',
    );
  });

  it('change texts in their places', () => {
    expect(edited({ text: 'New', plain: 'A > c' })).toBe(FILE.replace('Text<', 'New<').replace('A > b', 'A > c'));
  });

  it('remove a member with its own comment', () => {
    expect(edited({ files: null })).toBe(
      FILE.replace(/\t<!-- The files[^]*left<[^]*\n\t<\/dict>\n(?=\t<key>text)/, ''),
    );
    expect(edited({ plain: null })).toBe(FILE.replace(/\t<key>plain.*\n.*\n/, ''));
  });

  it('write descriptions into the file of the source language only', () => {
    const edits: Edits = { files: { description: 'New' }, text: { description: 'Text' }, plain: { description: '' } };
    expect(edited(edits)).toBe(
      FILE.replace('The files', 'New')
        .replace('\t<key>text', '\t<!-- Text -->\n$&')
        .replace('<!-- between -->\n\t', ''),
    );
    expect(edited(edits, 'de')).toBe(FILE);
  });

  it('write the last of several members with one key', () => {
    const [one, two] = ['A', 'B'].map(
      (text) => `<key>x</key><dict><key>NSStringLocalizedFormatKey</key><string>${text}</string></dict>`,
    );
    const file = `<plist version="1.0"><dict>${one}${two}</dict></plist>`;
    expect(edited({}, 'de', false, file)).toBe(file);
    expect(edited({ x: 'C' }, 'de', false, file)).toBe(file.replace('B', 'C'));
  });

  it('resolve the entities of the file in the members that change', () => {
    const file = `<!DOCTYPE plist [<!ENTITY it "item">]>\n${FILE.slice(FILE.indexOf('<plist')).replace('%d file<', '%d &it;<')}`;
    expect(edited({}, 'en', false, file)).toBe(file);
    expect(edited({ files: '{n, plural, one {%d item left} other {many left}}' }, 'en', false, file)).toBe(
      file.replace('%d f&#xEE;les', 'many'),
    );
  });

  it('write new members in the layout of the file', () => {
    const member =
      '\t<key>new</key>\n\t<dict>\n\t\t<key>NSStringLocalizedFormatKey</key>\n\t\t<string>x</string>\n\t</dict>\n';
    expect(edited({ new: 'x' })).toBe(FILE.replace('</dict>\n</plist>', `${member}</dict>\n</plist>`));
  });
});
