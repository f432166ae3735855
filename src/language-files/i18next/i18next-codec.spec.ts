import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import i18next from 'i18next';
import { describeCodec } from '../contract/codec.contract';
import { editedFile, type Edits } from '../contract/template-edits.contract';
import type { EntryToWrite } from '../model/entry';
import type { Plural, PluralCategory } from '../model/plural';
import { entriesOf, parsed, written } from '../contract/file-exchange.contract';
import { PluralConflictError } from '../model/format-errors';
import { pluralCategories } from '../text/plurals/categories';
import { i18nextCodec } from './i18next-codec';
import { samples } from '../../../test/support/samples';

const fixture = (name: string): Buffer => readFileSync(join(__dirname, 'fixtures', name));

const plural = (forms: [PluralCategory, string][], rest: Partial<Plural> = {}): Plural => ({
  type: 'cardinal',
  arg: 'count',
  exact: new Map(),
  forms: new Map(forms),
  ...rest,
});
const files = plural([
  ['one', 'a'],
  ['other', 'b'],
]);

const read = (source: string | Buffer, language = 'en', plurals: string[] = []) =>
  parsed(i18nextCodec, source, { language, isPlural: (key) => plurals.includes(key) });
const pairs = (...args: Parameters<typeof read>) => read(...args).entries.map(({ key, value }) => [key, value]);

/** The contract needs these: a plural with one form is read as a plural only if it is one in the project already. */
const LANGUAGES_WITH_SEVERAL_FORMS = [
  'en',
  'de',
  'fr',
  'es',
  'pt-BR',
  'ru',
  'pl',
  'cs',
  'sl',
  'lt',
  'lv',
  'ar',
  'he',
  'cy',
  'ga',
  'ro',
  'tr',
];

describeCodec(i18nextCodec, {
  fixtures: join(__dirname, 'fixtures'),
  pluralLanguages: LANGUAGES_WITH_SEVERAL_FORMS,
  carriesKey: (key) => !/_(zero|one|two|few|many|other)$/.test(key),
});

describe('i18nextCodec.parse', () => {
  it('reads cardinal and ordinal plurals at any depth, with dots and hyphens in names, and with contexts', () => {
    expect(pairs(fixture('plurals.json'))).toEqual([
      ['title', 'Files'],
      [
        'files',
        plural(
          [
            ['one', '{{count}} file'],
            ['other', '{{count}} files'],
          ],
          { exact: new Map([[0, 'No files']]) },
        ),
      ],
      [
        'place',
        plural(
          [
            ['one', '{{count}}st'],
            ['two', '{{count}}nd'],
            ['few', '{{count}}rd'],
            ['other', '{{count}}th'],
          ],
          { type: 'ordinal' },
        ),
      ],
      ['friend_male', 'A boyfriend'],
      ['friend_female', 'A girlfriend'],
      [
        'guest_male',
        plural([
          ['one', 'A man'],
          ['other', '{{count}} men'],
        ]),
      ],
      [
        'deep.er.my-key.dot',
        plural([
          ['one', 'a'],
          ['other', 'b'],
        ]),
      ],
      [
        'deep.list[0].k',
        plural([
          ['one', 'x'],
          ['other', 'y'],
        ]),
      ],
      ['raw', '{{- value}} $t(key) $t(deep.er, {"count": 1})'],
    ]);
  });

  it('does not read names that only resemble plurals as plurals, in any language', () => {
    for (const language of ['en', 'ja', 'ar', 'xx']) {
      const { entries } = read(fixture('no-plurals.json'), language);
      expect(entries.map(({ value }) => typeof value === 'object' && value !== null)).not.toContain(true);
      expect(entries).toHaveLength(14);
    }
  });

  it('reads a plural beside names with the same beginning if "other" exists', () => {
    expect(pairs(fixture('snake-case.json'))).toEqual([
      [
        'item',
        plural([
          ['one', '{{count}} item'],
          ['other', '{{count}} items'],
        ]),
      ],
      ['item_title', 'Items'],
      ['item_ordinal', 'x'],
    ]);
  });

  it('reads a single form as a plural if the key is one in the project', () => {
    const source = '{"k_other": "b", "l_other": "c"}';
    expect(pairs(source, 'ja', ['k'])).toEqual([
      ['k', plural([['other', 'b']])],
      ['l_other', 'c'],
    ]);
  });

  it('reads _zero as =0 unless the language has the category "zero"', () => {
    const source = '{"k_zero": "a", "k_other": "b"}';
    expect(pairs(source, 'de')).toEqual([['k', plural([['other', 'b']], { exact: new Map([[0, 'a']]) })]]);
    expect(pairs(source, 'ar')).toEqual([
      [
        'k',
        plural([
          ['zero', 'a'],
          ['other', 'b'],
        ]),
      ],
    ]);
  });

  it('uses the most frequent category for a missing "other", with a warning', () => {
    const { entries, warnings } = read(fixture('no-other.json'), 'ru');
    const forms: [PluralCategory, string][] = [
      ['one', '{{count}} файл'],
      ['few', '{{count}} файла'],
      ['many', '{{count}} файлов'],
    ];
    expect(entries[0]?.value).toEqual(plural([...forms, ['other', '{{count}} файлов']]));
    expect(warnings).toEqual([expect.objectContaining({ code: 'plural_form_invented', key: 'files' })]);
  });

  it('reads a plural with only empty forms as an empty text', () => {
    expect(pairs(fixture('untranslated.json'))).toEqual([
      ['k', ''],
      [
        'n',
        plural([
          ['one', '1'],
          ['other', 'true'],
        ]),
      ],
    ]);
  });

  it('reads the last of duplicates', () => {
    expect(pairs(fixture('duplicates.json'))).toEqual([
      [
        'k',
        plural([
          ['one', 'b'],
          ['other', 'c'],
        ]),
      ],
      [
        'same',
        plural([
          ['one', 'a'],
          ['other', 'b'],
        ]),
      ],
    ]);
  });

  it('reads ordinal names as texts if the key has a cardinal plural too', () => {
    const keys = pairs('{"k_one":"a","k_other":"b","k_ordinal_one":"c","k_ordinal_other":"d"}').map(([key]) => key);
    expect(keys).toEqual(['k', 'k_ordinal_one', 'k_ordinal_other']);
  });
});

describe('i18nextCodec.serialize', () => {
  it.each(['plurals.json', 'snake-case.json', 'no-plurals.json'])(
    'writes %s back with the same values, and the same bytes the second time',
    (name) => {
      const all = read(fixture(name));
      const first = { ...all, entries: all.entries.filter(({ key }) => !key.startsWith('null_')) };
      const { text } = written(i18nextCodec, entriesOf(first));
      const again = read(text);
      const values = ({ entries }: typeof first) => new Map(entries.map(({ key, value }) => [key, value]));
      expect(values(again)).toEqual(values(first));
      expect(written(i18nextCodec, entriesOf(again)).text).toBe(text);
    },
  );

  it('writes every category of the language and warns about each that was missing', () => {
    const { text, warnings } = written(i18nextCodec, [{ key: 'k', value: files }], { language: 'ru' });
    expect(JSON.parse(text)).toEqual({ k_one: 'a', k_few: 'b', k_many: 'b', k_other: 'b' });
    expect(warnings.map(({ code }) => code)).toEqual(['plural_form_invented', 'plural_form_invented']);
  });

  it.each<[string, string, Plural]>([
    ['plural_form_dropped', 'en', { ...files, exact: new Map([[5, 'five']]) }],
    [
      'plural_form_dropped',
      'ar',
      { ...plural(pluralCategories('ar').map((c) => [c, c])), exact: new Map([[0, 'none']]) },
    ],
    [
      'plural_form_dropped',
      'en',
      plural([
        ['zero', 'none'],
        ['one', 'a'],
        ['other', 'b'],
      ]),
    ],
    ['plural_argument_renamed', 'en', { ...files, arg: 'minutes' }],
    [
      'plural_empty',
      'en',
      plural([
        ['one', ''],
        ['other', ''],
      ]),
    ],
  ])('warns with the code %s in %s', (code, language, value) => {
    const { warnings } = written(i18nextCodec, [{ key: 'k', value }], { language });
    expect(warnings).toEqual([expect.objectContaining({ code, key: 'k' })]);
  });

  it.each<[string, EntryToWrite]>([
    ['k_one', { key: 'k_one', value: 'x' }],
    ['k_many', { key: 'k_many', value: 'x' }],
    ['k_one.x', { key: 'k_one.x', value: 'x' }],
    ['k_one[0]', { key: 'k_one[0]', value: 'x' }],
  ])('refuses a plural k together with a text %s', (_, entry) => {
    const act = () => written(i18nextCodec, [{ key: 'k', value: files }, entry]);
    expect(act).toThrow(PluralConflictError);
    expect(act).toThrow(JSON.stringify(entry.key));
  });

  it('refuses two plurals whose forms have the same names', () => {
    const ordinal: Plural = { ...files, type: 'ordinal' };
    const entries = [
      { key: 'k', value: ordinal },
      { key: 'k_ordinal', value: files },
    ];
    expect(() => written(i18nextCodec, entries)).toThrow(PluralConflictError);
  });

  it('has all forms of a plural side by side in the layout of a file whose names are in no order', () => {
    const forms = (key: string, names: string[], of = key): string[] =>
      names.map((name) => `"${key}_${name}": "${of}"`);
    const file = (...members: string[]): string => `{${members.join(', ')}}`;
    const [english, polish] = [['one', 'other'], ['one', 'few', 'many', 'other']]; // prettier-ignore
    const [z, m, b] = ['"z": "x"', '"m": "x"', '"b": "x"'];
    const source = file(z, ...forms('k', english), m, ...forms('o.p', english), b);
    const value = (text: string): string =>
      `{count, plural, one {${text}} few {${text}} many {${text}} other {${text}}}`;
    const write = (template: string, edits: Edits, options: { isForeign?: boolean; order?: string } = {}): string =>
      editedFile(i18nextCodec, template, edits, {
        ...{ language: 'pl', languages: ['pl'], isForeign: options.isForeign },
        template: {
          bytes: Buffer.from(template),
          isForeign: options.isForeign ?? false,
          source: Buffer.from(options.order ?? source),
        },
      }).text;
    const withAll = (k: string[], op: string[]): string => file(z, ...k, m, ...op, b);
    const own = file(z, m, b);
    // A plural that the file lacks, some of whose forms the file of the source language has not.
    expect(write(own, { k: value('k'), 'o.p': value('o.p') })).toBe(withAll(forms('k', polish), forms('o.p', polish)));
    // The file of the source language is the layout of a language with more forms.
    expect(write(source, { k: value('x'), 'o.p': value('x') }, { isForeign: true })).toBe(
      withAll(forms('k', ['one', 'other', 'few', 'many'], 'x'), forms('o.p', ['one', 'other', 'few', 'many'], 'x')),
    );
    // The file has some of the forms, and no other file has the plural.
    const some = file(z, ...forms('n', ['one', 'other']), m, b);
    expect(write(some, { n: value('x') })).toBe(file(z, ...forms('n', ['one', 'other', 'few', 'many'], 'x'), m, b));
  });

  it('warns about texts that i18next treats as a plural', () => {
    const entries = ['k_one', 'k_other', 'l_other'].map((key) => ({ key, value: 'x' }));
    expect(written(i18nextCodec, entries).warnings.map(({ code, key }) => [code, key])).toEqual([
      ['read_as_plural', 'k_one'],
      ['read_as_plural', 'k_other'],
    ]);
  });

  it('writes plurals for which i18next selects the form that CLDR defines', async () => {
    const language = fc.constantFrom(...LANGUAGES_WITH_SEVERAL_FORMS, 'ja');
    const count = fc.oneof(fc.nat(300), fc.constantFrom(1e6, 1.5, 0.1));
    await fc.assert(
      fc.asyncProperty(
        language,
        count,
        fc.constantFrom<Plural['type']>('cardinal', 'ordinal'),
        async (lng, n, type) => {
          const value: Plural = { ...plural(pluralCategories(lng, type).map((c) => [c, c])), type };
          const { text } = written(i18nextCodec, [{ key: 'a.k', value }], { language: lng });
          const instance = i18next.createInstance();
          const resources = { [lng]: { translation: JSON.parse(text) } };
          await instance.init({ lng, fallbackLng: false, resources, showSupportNotice: false });
          const expected = new Intl.PluralRules(lng, { type }).select(n);
          expect(instance.t('a.k', { count: n, ordinal: type === 'ordinal' })).toBe(expected);
        },
      ),
      { numRuns: samples(300) },
    );
  });
});
