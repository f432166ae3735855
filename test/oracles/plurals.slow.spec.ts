import { FluentBundle, FluentResource } from '@fluent/bundle';
import i18next from 'i18next';
import { type FormatCodec, printPluralMessage } from '../../src/language-files';
import { androidCodec } from '../../src/language-files/android/android-codec';
import { fluentCodec } from '../../src/language-files/fluent/fluent-codec';
import { i18nextCodec } from '../../src/language-files/i18next/i18next-codec';
import { poCodec } from '../../src/language-files/gettext/po-codec';
import { qtTsCodec } from '../../src/language-files/qt-ts/qt-ts-codec';
import { stringsdictCodec } from '../../src/language-files/apple/stringsdict/stringsdict-codec';
import { yamlRailsCodec } from '../../src/language-files/yaml/yaml-codec';
import { describeWith, java, python, run, script, withFile } from './oracle';
import { expectedForms, writeFile, LANGUAGES, NUMBERS, plural, pluralIn } from './texts';

/** Writes a file with one plural, `files`. */
const writePlural = (codec: FormatCodec, language: string): Uint8Array =>
  writeFile(codec, [{ key: 'files', value: pluralIn(language), source: pluralIn('en') }], language);

const writePluralText = (codec: FormatCodec, language: string): string =>
  Buffer.from(writePlural(codec, language)).toString();

/** Numbers below a million: gettext and Qt have no form for the millions of French and others, CLDR's `many`. */
const GETTEXT_NUMBERS = NUMBERS.filter((n) => n < 1_000_000);
const readCatalog = (path: string): unknown => python('gettext_catalog.py', path, GETTEXT_NUMBERS.join(','));

describe('exported plurals', () => {
  describeWith(['libicu4j-java', 'default-jdk-headless'], 'by ICU4J', () => {
    it.each(LANGUAGES)('have the form of each number in %s', (language) => {
      const message = printPluralMessage(pluralIn(language));
      expect(formatMessages([message], language)).toEqual([expectedForms(language)]);
    });

    it('have the characters quoted that are special in ICU messages', () => {
      const forms = ["it's", "''", "'{'", '{n} # }', "#'#", "'", "a'{", "'}'}", '|', '{a, plural, other {x}}'];
      const messages = forms.map((form) => printPluralMessage(plural({ one: form, other: form })));
      expect(formatMessages(messages, 'en', [1, 2])).toEqual(forms.map((form) => [form, form]));
    });
  });

  describeWith(['python3', 'gettext'], 'by gettext', () => {
    it.each(LANGUAGES)('have the form of each number in %s', (language) => {
      const catalog = withFile('f.po', writePlural(poCodec, language), readCatalog);
      expect(catalog).toEqual([['files', expectedForms(language, GETTEXT_NUMBERS)]]);
    });
  });

  describeWith(['python3', 'gettext', 'qt6-l10n-tools'], 'by Qt', () => {
    it.each(LANGUAGES)('have the form of each number in %s, and are compiled by lrelease', (language) => {
      withFile('f.ts', writePlural(qtTsCodec, language), (path) => {
        run('/usr/lib/qt6/bin/lconvert', ['-i', path, '-o', `${path}.po`, '-of', 'po']);
        expect(readCatalog(`${path}.po`)).toEqual([[expect.any(String), expectedForms(language, GETTEXT_NUMBERS)]]);
        expect(run('/usr/lib/qt6/bin/lrelease', [path, '-qm', `${path}.qm`])).toContain('1 finished and 0 unfinished');
      });
    });
  });

  describeWith(['aapt', 'android-framework-res'], 'by aapt2', () => {
    it.each(LANGUAGES)('have all forms of %s', (language) => {
      const dump = withFile('strings.xml', writePlural(androidCodec, language), (path) =>
        run('sh', [script('android.sh'), path]),
      );
      const forms = [...dump.matchAll(/^ {8}(\w+)="(.*)"$/gm)].map(([, category, text]) => [category, text]);
      expect(Object.fromEntries(forms)).toEqual(Object.fromEntries(pluralIn(language).forms));
    });
  });

  describeWith(['python3'], 'by plistlib', () => {
    it.each(LANGUAGES)('have all forms of %s', (language) => {
      const dictionary = withFile('f.stringsdict', writePlural(stringsdictCodec, language), (path) =>
        python('read.py', 'plist', path),
      );
      const forms = Object.fromEntries(pluralIn(language).forms);
      expect(dictionary).toMatchObject({
        files: { count: { NSStringFormatSpecTypeKey: 'NSStringPluralRuleType', ...forms } },
      });
    });
  });

  describeWith(['ruby-i18n'], 'by I18n of Ruby', () => {
    // Without rails-i18n, I18n has the plural rules of English only. For other languages the test compares the forms.
    it('have the form of each number in English', () => {
      const texts = withFile('en.yml', writePlural(yamlRailsCodec, 'en'), (path) =>
        run('ruby', [script('read_yaml.rb'), path, 'en', 'files', ...NUMBERS.map(String)]),
      );
      expect(JSON.parse(texts)).toEqual(expectedForms('en'));
    });

    it.each(LANGUAGES)('have all forms of %s', (language) => {
      const tree = withFile('f.yml', writePlural(yamlRailsCodec, language), (path) =>
        run('ruby', [script('read_yaml.rb'), path]),
      );
      expect(JSON.parse(tree)).toEqual({ [language]: { files: Object.fromEntries(pluralIn(language).forms) } });
    });
  });

  it.each(LANGUAGES)('have the form of each number in %s by i18next', async (language) => {
    const instance = i18next.createInstance();
    await instance.init({
      lng: language,
      resources: { [language]: { translation: JSON.parse(writePluralText(i18nextCodec, language)) } },
      interpolation: { escapeValue: false },
      showSupportNotice: false,
    });
    expect(NUMBERS.map((count) => instance.t('files', { count }))).toEqual(expectedForms(language));
  });

  it.each(LANGUAGES)('have the form of each number in %s by Fluent', (language) => {
    const bundle = new FluentBundle(language, { useIsolating: false });
    const entry = { key: 'files', value: pluralIn(language, 'files') };
    const file = Buffer.from(writeFile(fluentCodec, [entry], language)).toString();
    expect(bundle.addResource(new FluentResource(file))).toEqual([]);
    const { value } = bundle.getMessage('files') ?? {};
    expect(NUMBERS.map((count) => bundle.formatPattern(value ?? '', { count }))).toEqual(
      expectedForms(language, NUMBERS, 'files'),
    );
  });
});

/** Formats each message with each number; a message that ICU4J refuses has no texts. */
function formatMessages(messages: readonly string[], language: string, numbers: readonly number[] = NUMBERS): unknown {
  return JSON.parse(java('FormatMessages', [language, numbers.join(',')], messages.join('\0')));
}
