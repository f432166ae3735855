import { FluentBundle, FluentResource } from '@fluent/bundle';
import i18next from 'i18next';
import { IntlMessageFormat } from 'intl-messageformat';
import { createI18n, type MessageCompiler } from 'vue-i18n';
import {
  codecById,
  type EntryToWrite,
  type FormatCodec,
  fromMessage,
  toMessage,
  type Warning,
} from '../../src/language-files';
import { writeFile } from '../../src/language-files/template/write-file';
import { describeWith, java, python, run, script, withFile } from './oracle';

const LOCALES = ['en', 'de', 'ru', 'ar', 'pl', 'ja'];
const NUMBERS = [0, 1, 2, 5, 21];
const VALUES = { total: 'Ω 100%', file: 'a.txt' };

/** Returns a message with a form for each category of a language, in which arguments have another order than in the source. */
function messageIn(locale: string): string {
  const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
  const [first, second] = locale === 'ja' ? ['{file}', '{total}'] : ['{total}', '{file}'];
  const form = (category: string): string => `${category}: it''s # '{'of'}' ${first} in ${second}, 5%`;
  return `{count, plural, ${[...new Set([...pluralCategories, 'other'])].map((c) => `${c} {${form(c)}}`).join(' ')}}`;
}

const codecOf = (id: string): FormatCodec => codecById(id) ?? fail(id);
const fail = (id: string): never => {
  throw new Error(id);
};

const expectedIn = (locale: string, message = messageIn(locale)): unknown[] =>
  NUMBERS.map((count) => new IntlMessageFormat(message, locale).format({ ...VALUES, count }));

/** Writes a file with one message, as an export without options does, and without a warning. */
function exported(format: string, locale: string, message = messageIn(locale), key = 'files'): Buffer {
  const codec = codecOf(format);
  const warnings: Warning[] = [];
  // Names have the positions of the source text, whichever format it came from.
  const source = messageIn('en');
  const value = (text: string): EntryToWrite['value'] =>
    fromMessage(text, codec, { warn: (code, detail) => warnings.push({ code, detail, key }) }, source);
  const chunks = writeFile(codec, {
    ...{ language: locale, languages: [locale], sourceLanguage: 'en', projectName: 'Rendering' },
    entries: [{ key, value: value(message), source: value(source) }],
    warn: (warning) => warnings.push(warning),
  });
  const bytes = Buffer.concat(Array.from(chunks, (chunk) => Buffer.from(chunk)));
  // gettext has no form for the decimals of Russian and Polish.
  expect(warnings.filter(({ code }) => code !== 'plural_form_dropped')).toEqual([]);
  return bytes;
}

const categoryOf = (locale: string, n: number): string => new Intl.PluralRules(locale).select(n);

/** Returns what a program shows for each number, from an exported file with the message. */
type Renderer = (locale: string, message: string) => unknown;

const showInI18next: Renderer = async (locale, message) => {
  const instance = i18next.createInstance();
  const translation: unknown = JSON.parse(exported('i18next', locale, message).toString());
  const resources = { [locale]: { translation } } as Parameters<typeof instance.init>[0]['resources'];
  const interpolation = { escapeValue: false };
  await instance.init({ lng: locale, resources, interpolation, showSupportNotice: false });
  return NUMBERS.map((count) => instance.t('files', { ...VALUES, count }));
};

const showInFluent: Renderer = (locale, message) => {
  const bundle = new FluentBundle(locale, { useIsolating: false });
  const file = exported('fluent', locale, message).toString();
  expect(bundle.addResource(new FluentResource(file))).toEqual([]);
  const { value } = bundle.getMessage('files') ?? {};
  return NUMBERS.map((count) => bundle.formatPattern(value ?? '', { ...VALUES, count }));
};

/** vue-i18n with the parser of ICU messages that its documentation describes. */
const showInVue: Renderer = (locale, message) => {
  const messages = { [locale]: JSON.parse(exported('icu-json', locale, message).toString()) as Record<string, string> };
  const messageCompiler: MessageCompiler = (text, { locale: tag }) => {
    if (typeof text !== 'string') throw new Error('the message is no text');
    const parsed = new IntlMessageFormat(text, tag);
    return (({ values }: { values: Record<string, string> }) => parsed.format(values)) as ReturnType<MessageCompiler>;
  };
  // It says once that such a parser is experimental.
  jest.spyOn(console, 'warn').mockReturnValue(undefined);
  const { global } = createI18n({ legacy: false, locale, messages, messageCompiler });
  return NUMBERS.map((count) => global.t('files', { ...VALUES, count }));
};

const showInRuby: Renderer = (locale, message) => {
  const numbers = NUMBERS.map((n) => `${n}=${categoryOf(locale, n)}`);
  const texts = withFile(`${locale}.yml`, exported('yaml-rails', locale, message), (path) =>
    run('ruby', [script('read_yaml.rb'), path, locale, 'files', JSON.stringify(VALUES), ...numbers]),
  );
  return JSON.parse(texts) as unknown;
};

const showInGettext: Renderer = (locale, message) => {
  const catalog = withFile('f.po', exported('po', locale, message), (path) =>
    python('gettext_catalog.py', path, NUMBERS.join(','), JSON.stringify(VALUES)),
  ) as [key: string, texts: unknown][];
  return catalog[0]?.[1];
};

const showInAndroid: Renderer = (locale, message) => {
  const file = exported('android', locale, message).toString();
  const forms = new Map(Array.from(file.matchAll(/quantity="(\w+)">(.*)</g), ([, name, text]) => [name, text]));
  const chosen = NUMBERS.map((n) => (forms.get(categoryOf(locale, n)) ?? '').replaceAll("\\'", "'"));
  const texts = java('FormatForms', [NUMBERS.join(','), VALUES.total, VALUES.file], chosen.join('\0'));
  return JSON.parse(texts) as unknown;
};

/** Returns the message with literal forms of a project whose plural was imported from a format. */
function literalIn(locale: string, format: string): string {
  const conversion = { warn: () => undefined };
  const forms = fromMessage(messageIn(locale), codecOf(format), conversion, messageIn('en'));
  return toMessage(forms, conversion) ?? '';
}

describe.each(LOCALES)('a plural in %s, shown by another library', (locale) => {
  it('has the text of FormatJS in i18next', async () => {
    expect(await showInI18next(locale, messageIn(locale))).toEqual(expectedIn(locale));
  });

  it.each(['files', 'text'])('has the text of FormatJS in Fluent: %s', (kind) => {
    const message = kind === 'files' ? messageIn(locale) : `{file}: ${messageIn(locale)}`;
    expect(showInFluent(locale, message)).toEqual(expectedIn(locale, message));
  });

  it.each(['files', 'text'])('has the text of FormatJS in vue-i18n: %s', (kind) => {
    const message = kind === 'files' ? messageIn(locale) : `{file}: ${messageIn(locale)}`;
    expect(showInVue(locale, message)).toEqual(expectedIn(locale, message));
  });

  it.each(['yaml-rails', 'po', 'fluent', 'php'])(
    'has the text of FormatJS in libraries of JavaScript, with the forms of %s',
    async (format) => {
      const message = literalIn(locale, format);
      expect(message).not.toContain('# ');
      const texts = [await showInI18next(locale, message), showInFluent(locale, message), showInVue(locale, message)];
      expect(texts).toEqual([expectedIn(locale), expectedIn(locale), expectedIn(locale)]);
    },
  );

  it('has the text of FormatJS in libraries of JavaScript, with the forms of i18next', () => {
    const message = literalIn(locale, 'i18next');
    const texts = [showInFluent(locale, message), showInVue(locale, message)];
    expect(texts).toEqual([expectedIn(locale), expectedIn(locale)]);
  });

  describe.each([
    ['ICU', messageIn(locale)],
    ['i18next', literalIn(locale, 'i18next')],
    ['Fluent', literalIn(locale, 'fluent')],
  ])('from %s', (_, message) => {
    describeWith(['ruby-i18n'], 'by I18n of Ruby', () => {
      it('has the text of FormatJS in the exported file', () => {
        expect(showInRuby(locale, message)).toEqual(expectedIn(locale));
      });
    });

    describeWith(['python3', 'gettext'], 'by gettext', () => {
      it('has the text of FormatJS in the exported file', () => {
        expect(showInGettext(locale, message)).toEqual(expectedIn(locale));
      });
    });

    describeWith(['default-jdk-headless'], 'by Java, as on Android', () => {
      it('has the text of FormatJS in the exported file', () => {
        expect(showInAndroid(locale, message)).toEqual(expectedIn(locale));
      });
    });
  });
});

describe('texts of i18next, exported with the placeholders of ICU', () => {
  it('are shown by vue-i18n with its own parser', () => {
    const conversion = { style: 'icu', warn: () => undefined } as const;
    const text = fromMessage('Hello {{name}}, {{ other }}', codecOf('json-nested'), conversion);
    const { global } = createI18n({ legacy: false, locale: 'en', messages: { en: { text } } });
    expect(global.t('text', { name: 'Ω', other: 'x' })).toBe('Hello Ω, x');
  });
});

describeWith(['libicu4j-java', 'default-jdk-headless'], 'texts of Fluent and i18next in ICU files, by ICU4J', () => {
  // ICU4J writes Arabic digits, and the libraries of JavaScript do not.
  it.each(LOCALES.filter((locale) => locale !== 'ar'))('are shown as by their own libraries in %s', (locale) => {
    const fluent = "{ $n ->\n    [0] it's none\n    [one] { $n } file\n   *[other] { $n } '{ $m }' files #\n}: { $m }";
    const bundle = new FluentBundle(locale, { useIsolating: false });
    bundle.addResource(new FluentResource(`m = ${fluent.replaceAll('\n', '\n    ')}\n`));
    const { value } = bundle.getMessage('m') ?? {};
    const texts = NUMBERS.map((n) => bundle.formatPattern(value ?? '', { n, m: n }));
    const messages = [fluent, '{{n}} of {{ m }}'].map((text) => {
      const { k }: { k: string } = JSON.parse(exported('icu-json', locale, text, 'k').toString());
      return k;
    });
    expect(JSON.parse(java('FormatMessages', [locale, NUMBERS.join(',')], messages.join('\0')))).toEqual([
      texts,
      NUMBERS.map((n) => `${n} of ${n}`),
    ]);
  });
});
