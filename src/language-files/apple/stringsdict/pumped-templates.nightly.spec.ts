import { describePumpedTemplates, times } from '../../contract/pumped-templates.contract';
import { stringsdictCodec } from './stringsdict-codec';

const PLURAL = '{n, plural, one {%d file} few {%d files} other {%d files}}';
const FORMS = '<key>one</key><string>%d a</string><key>other</key><string>%d b</string>';

const file = (members: string): string => `<plist version="1.0">\n<dict>${members}</dict>\n</plist>\n`;
const wide = (size: number): string => ' '.repeat(size / 2);
const rule = (name: string): string =>
  `<key>${name}</key><dict><key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>${FORMS}</dict>`;
const plural = (key: string): string =>
  `<key>${key}</key><dict><key>NSStringLocalizedFormatKey</key><string>%#@n@</string>${rule('n')}</dict>`;
const names = (count: number): string[] => times(count, (i) => `new${i}`);

describePumpedTemplates(stringsdictCodec, PLURAL, [
  [
    'many plurals with comments',
    (size) => ({
      source: file(times(size / 300, (i) => `\n\t<!-- c -->\n\t${plural(`k${i}`)}`).join('')),
      description: 'd',
      added: names(size / 300),
    }),
  ],
  [
    'many plurals in one line',
    (size) => ({ source: file(times(size / 300, (i) => plural(`k${i}`)).join('')), added: names(size / 300) }),
  ],
  [
    'many comments of one key',
    (size) => ({ source: file(`${'<!-- c -->\n'.repeat(size / 11)}${plural('a')}`), description: 'd' }),
  ],
  ['wide members', (size) => ({ source: file(`\n${wide(size)}${plural('a')}`), added: names(size / 300) })],
  [
    'many rules of one key',
    (size) => ({
      source: file(`<key>a</key><dict>${times(size / 200, (i) => rule(`r${i}`)).join('')}</dict>`),
      added: names(size / 300),
    }),
  ],
]);
