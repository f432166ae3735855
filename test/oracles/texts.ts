import * as fc from 'fast-check';
import { concatChunks } from '../../src/language-files/contract/round-trip.contract';
import { anyText, NASTY_TEXTS } from '../../src/language-files/contract/samples.contract';
import {
  type EntryToWrite,
  type FileToWrite,
  type FormatCodec,
  FormatError,
  type Meta,
  type Plural,
} from '../../src/language-files';

/**
 * Texts with characters that are special in some format: texts that have broken parsers, and 300 random texts of a
 * fixed seed.
 */
const TEXTS: readonly string[] = [...NASTY_TEXTS, ...fc.sample(anyText, { numRuns: 300, seed: 20_260 })];

/** Writes entries with a codec. */
export function writeFile(
  codec: FormatCodec,
  entries: readonly EntryToWrite[],
  language = codec.bilingual || codec.multilingual ? 'de' : 'en',
  meta?: Meta,
): Uint8Array {
  const file: FileToWrite = {
    language,
    languages: codec.multilingual ? ['en', 'de'] : [language],
    sourceLanguage: 'en',
    projectName: 'Oracle',
    entries,
    meta,
    warn: () => undefined,
  };
  return concatChunks(codec.serialize(file));
}

/**
 * Returns the texts that a format can carry, by key.
 *
 * @param isTestable returns false for texts that the oracle reads wrongly
 */
export function textsFor(codec: FormatCodec, isTestable: (text: string) => boolean = () => true): Map<string, string> {
  const texts = new Map<string, string>();
  for (const text of TEXTS) {
    const key = `key${String(texts.size).padStart(4, '0')}`;
    if (isTestable(text) && isCarried(codec, toEntry(key, text))) texts.set(key, text);
  }
  return texts;
}

export const entriesOf = (texts: ReadonlyMap<string, string>): EntryToWrite[] =>
  [...texts].map(([key, text]) => toEntry(key, text));

const toEntry = (key: string, value: string): EntryToWrite => ({
  key,
  value,
  source: `source of ${key}`,
  values: new Map([['de', value]]),
});

/** Whether a codec writes an entry without a warning. */
function isCarried(codec: FormatCodec, entry: EntryToWrite): boolean {
  let isSilent = true;
  try {
    const language = codec.bilingual || codec.multilingual ? 'de' : 'en';
    const languages = codec.multilingual ? ['en', 'de'] : [language];
    const file = { language, languages, sourceLanguage: 'en', projectName: 'Oracle', entries: [entry] };
    concatChunks(codec.serialize({ ...file, warn: () => (isSilent = false) }));
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
  return isSilent;
}

export const plural = (forms: Record<string, string>, exact: readonly [number, string][] = []): Plural => ({
  type: 'cardinal',
  arg: 'count',
  exact: new Map(exact),
  forms: new Map(Object.entries(forms)) as Plural['forms'],
});

/** Numbers that cover every plural category of the tested languages. */
export const NUMBERS = [0, 1, 2, 3, 5, 11, 12, 21, 22, 100, 101, 111, 1_000_000];

/** Languages with different plural rules. */
export const LANGUAGES = ['en', 'ru', 'pl', 'ar', 'ja', 'cs', 'fr'] as const;

/** The text after the category in each form, with braces that are not special in most formats. */
const REST = 'of {these} files';

/** Returns a plural whose forms contain the name of their category. */
export function pluralIn(language: string, rest = REST): Plural {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  return plural(Object.fromEntries(pluralCategories.map((category) => [category, `${category} ${rest}`])));
}

/** Returns the expected form for each number. */
export function expectedForms(language: string, numbers: readonly number[] = NUMBERS, rest = REST): string[] {
  const rules = new Intl.PluralRules(language);
  return numbers.map((n) => `${rules.select(n)} ${rest}`);
}
