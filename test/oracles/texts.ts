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

/** Texts that mean something to one format or another: those that have broken parsers, and 300 more, the same in each run. */
const TEXTS: readonly string[] = [...NASTY_TEXTS, ...fc.sample(anyText, { numRuns: 300, seed: 20_260 })];

/** What the codec writes of entries; the key is the name of each. */
export function fileOf(
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

/** The texts that the format can carry, by key; `isAsked` leaves out what an oracle cannot be asked. */
export function textsFor(codec: FormatCodec, isAsked: (text: string) => boolean = () => true): Map<string, string> {
  const texts = new Map<string, string>();
  for (const text of TEXTS) {
    const key = `key${String(texts.size).padStart(4, '0')}`;
    if (isAsked(text) && isCarried(codec, toEntry(key, text))) texts.set(key, text);
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

/** Written without a word. */
function isCarried(codec: FormatCodec, entry: EntryToWrite): boolean {
  let silent = true;
  try {
    const language = codec.bilingual || codec.multilingual ? 'de' : 'en';
    const languages = codec.multilingual ? ['en', 'de'] : [language];
    const file = { language, languages, sourceLanguage: 'en', projectName: 'Oracle', entries: [entry] };
    concatChunks(codec.serialize({ ...file, warn: () => (silent = false) }));
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
  return silent;
}

export const plural = (forms: Record<string, string>, exact: readonly [number, string][] = []): Plural => ({
  type: 'cardinal',
  arg: 'count',
  exact: new Map(exact),
  forms: new Map(Object.entries(forms)) as Plural['forms'],
});

/** Numbers that meet each category of each language that the tests speak. */
export const NUMBERS = [0, 1, 2, 3, 5, 11, 12, 21, 22, 100, 101, 111, 1_000_000];

/** Languages whose rules have nothing in common. */
export const LANGUAGES = ['en', 'ru', 'pl', 'ar', 'ja', 'cs', 'fr'] as const;

/** What follows the category in a form; braces that mean nothing to most formats. */
const REST = 'of {these} files';

/** A plural of which each form names its category. */
export function pluralIn(language: string, rest = REST): Plural {
  const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
  return plural(Object.fromEntries(pluralCategories.map((category) => [category, `${category} ${rest}`])));
}

/** The form for each of the numbers. */
export function expectedIn(language: string, numbers: readonly number[] = NUMBERS, rest = REST): string[] {
  const rules = new Intl.PluralRules(language);
  return numbers.map((n) => `${rules.select(n)} ${rest}`);
}
