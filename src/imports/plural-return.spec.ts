import fc from 'fast-check';
import {
  codecs,
  type EntryToWrite,
  type FileToWrite,
  type FormatCodec,
  FormatError,
  fromMessage,
  PLURAL_CATEGORIES,
  pluralCategories,
  type PluralCategory,
  printPluralMessage,
  type Warning,
  writeFile,
} from '../language-files';
import { SCOPES } from '../common/access/scope';
import { DetailsPage, FIRST_PAGE } from './details-page';
import { ImportPlan } from './import-plan';
import { ImportRights } from './import-rights';
import { readImport } from './reading/read-import';
import { samples } from '../../test/support/samples';

const NATIVE = codecs.filter(({ plurals, canParse }) => plurals === 'native' && canParse);
const LANGUAGES = [
  ...['en', 'de', 'fr', 'es', 'pt-BR', 'it', 'ja', 'zh-Hans', 'ko', 'ru', 'uk', 'pl', 'cs', 'sl', 'lt', 'lv'],
  ...['ar', 'he', 'cy', 'ga', 'ro', 'mt', 'xx'],
];
const KEY = 'files';
const KEY_ID = '019a9f3e-6d1c-7a52-8f0e-3b5a1c9d7e42';
const SOURCE = '{n, plural, =0 {none} one {# file of {owner}} other {# files of {owner}}}';

const form = fc
  .array(fc.constantFrom('#', '{owner}', 'a', 'b', ' ', "'", '%d', '%s', '{n}', '{', '{{n}}', '|', '日', '<b>', '&'), {
    maxLength: 5,
  })
  .map((parts) => `x${parts.join('')}x`);
/** Generates ICU plurals, with forms that the language does not have, and without forms that it has. */
const message = (language: string): fc.Arbitrary<string> =>
  fc
    .record({
      arg: fc.constantFrom('count', 'n', 'number_of_files'),
      type: fc.constantFrom('cardinal' as const, 'cardinal' as const, 'ordinal' as const),
      exact: fc.uniqueArray(fc.tuple(fc.constantFrom(0, 1, 2, 7), form), { maxLength: 2, selector: ([n]) => n }),
      named: fc.subarray([...PLURAL_CATEGORIES]),
      usual: fc.boolean(),
      texts: fc.array(form, { minLength: 6, maxLength: 6 }),
    })
    .map(({ arg, type, exact, named, usual, texts }) => {
      const categories = new Set<PluralCategory>([...(usual ? pluralCategories(language, type) : named), 'other']);
      const forms = new Map([...categories].map((category, i) => [category, texts[i] ?? '']));
      return printPluralMessage({ type, arg, exact: new Map(exact), forms }, ['#', '{owner}']);
    });

/** Returns what an export writes; undefined if it refuses the text. */
function exported(
  codec: FormatCodec,
  language: string,
  text: string,
  template?: Buffer,
): { bytes: Buffer; warnings: Warning[] } | undefined {
  const warnings: Warning[] = [];
  const silent = { warn: () => undefined };
  const sourceText = language === 'en' ? text : SOURCE;
  const value = fromMessage(text, codec, silent, sourceText);
  const source = fromMessage(sourceText, codec, silent);
  const values = new Map([['en', source], [language, value]]); // prettier-ignore
  const entry: EntryToWrite = { key: KEY, value, source, values };
  const file: FileToWrite = {
    language,
    languages: [...values.keys()],
    sourceLanguage: 'en',
    projectName: 'Project',
    entries: [entry],
    ...(template && { template: { bytes: template, isForeign: false } }),
    warn: (warning) => warnings.push(warning),
  };
  try {
    const parts = [...writeFile(codec, file)].map((part) => Buffer.from(part));
    return { bytes: Buffer.concat(parts), warnings };
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

const RULES = {
  keepsReviewed: false,
  rights: new ImportRights({ scopes: new Set(SCOPES), languages: null }, false),
};

/** Returns the plan of an import of the file into the project that it was exported from. */
async function reimported(codec: FormatCodec, language: string, text: string, bytes: Buffer): Promise<ImportPlan> {
  const request = { bytes, format: codec.id, language, pluralKeys: new Set([KEY]), sourceLanguage: 'en' };
  const file = await readImport({ ...request, targetLanguages: language === 'en' ? [] : [language] });
  const index = [...file.units].findIndex((unit) => unit.language === language && !unit.fromSource);
  expect(index).toBeGreaterThanOrEqual(0);
  const unit = file.units.at(index);
  const plan = new ImportPlan(file, new DetailsPage(FIRST_PAGE, { details: true, detailsOf: 'all' }), RULES);
  const sourceText = language === 'en' ? text : SOURCE;
  const state = {
    unit: index,
    keyId: KEY_ID,
    hasText: true,
    same: unit.text === text,
    sameMeta: true,
    isOtherState: false,
    state: 1,
  };
  plan.add({ index, unit, action: 'set' }, { ...state, current: text, sourceText });
  return plan;
}

describe.each(NATIVE.map((codec) => [codec.id, codec] as const))(
  'an import of an unchanged file of %s',
  (_id, codec) => {
    it.each(LANGUAGES)('changes no plural in %s', async (language) => {
      await fc.assert(
        fc.asyncProperty(message(language), async (text) => {
          const written = exported(codec, language, text);
          if (!written) return;
          const plan = await reimported(codec, language, text, written.bytes);
          expect({ text, texts: [...plan.texts('new'), ...plan.texts('changed')].map((row) => row.text) }).toEqual({
            text,
            texts: [],
          });
        }),
        { numRuns: samples(25) },
      );
    });
  },
);

describe.each(NATIVE.filter(({ template }) => template).map((codec) => [codec.id, codec] as const))(
  'an export into a file of %s that has the plural',
  (_id, codec) => {
    it.each(['en', 'de', 'fr', 'ru', 'ar', 'lv', 'da', 'cy'])('changes no byte in %s', (language) => {
      fc.assert(
        // A target that is an ordinal while its source is none is written in another way into a file that has it.
        fc.property(message(language), (text) => {
          if (text.includes('selectordinal')) return;
          const first = exported(codec, language, text);
          if (!first) return;
          const second = exported(codec, language, text, first.bytes);
          expect({ text, file: second?.bytes.toString() }).toEqual({ text, file: first.bytes.toString() });
        }),
        { numRuns: samples(25) },
      );
    });
  },
);

const withCategories = NATIVE.filter(({ id }) => id !== 'php');

describe.each(withCategories.map((codec) => [codec.id, codec] as const))(
  'an exact number that is a category in %s',
  (_id, codec) => {
    const text = '{n, plural, =1 {one item} other {some items}}';
    const planOf = async (written: string): Promise<string[]> => {
      const file = exported(codec, 'en', text);
      const bytes = Buffer.from(file?.bytes.toString().replace('one item', written) ?? '');
      return Array.from((await reimported(codec, 'en', text, bytes)).texts('changed'), (row) => row.text);
    };

    it('is written, without a warning about it', () => {
      const file = exported(codec, 'en', text);
      expect(file?.bytes.toString()).toContain('one item');
      expect(file?.warnings.filter(({ code }) => code === 'plural_form_dropped')).toEqual([]);
    });

    it('comes back as the exact number when its text is changed', async () => {
      expect(await planOf('one item')).toEqual([]);
      expect(await planOf('a single item')).toEqual(['{n, plural, =1 {a single item} other {some items}}']);
    });
  },
);
