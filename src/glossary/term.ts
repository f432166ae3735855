/** The parts of speech of TBX-Basic. */
export const PARTS_OF_SPEECH = ['noun', 'verb', 'adjective', 'adverb', 'properNoun', 'other'] as const;
export type PartOfSpeech = (typeof PARTS_OF_SPEECH)[number];

/** The formats of files of terms. */
export const TERM_FILE_FORMATS = ['csv', 'tbx'] as const;
export type TermFileFormat = (typeof TERM_FILE_FORMATS)[number];

/** The language of a term whose language is not said. */
export const DEFAULT_LANGUAGE = 'en';

/** Texts by canonical language tag; the first one of a language is preferred. */
export type Translations = Readonly<Record<string, readonly string[]>>;

/** What a term says. */
export interface TermContent {
  /** The language of the term. */
  language: string;
  term: string;
  definition: string | null;
  partOfSpeech: PartOfSpeech | null;
  caseSensitive: boolean;
  /** In languages without a translation, texts have the term itself. */
  doNotTranslate: boolean;
  /** Texts have neither the term nor its translations. */
  forbidden: boolean;
  /** Null: all projects of the organization. */
  projectIds: readonly string[] | null;
  translations: Translations;
}

/** A term of a glossary. */
export interface Term extends TermContent {
  id: string;
  createdAt: Date;
  updatedAt: Date;
}

/** Returns the size of the texts of a term, in bytes. */
export function bytesOf({
  term,
  definition,
  translations,
}: Pick<TermContent, 'term' | 'translations'> & Partial<Pick<TermContent, 'definition'>>): number {
  let bytes = Buffer.byteLength(term) + Buffer.byteLength(definition ?? '');
  for (const [language, texts] of Object.entries(translations)) {
    for (const text of texts) bytes += language.length + Buffer.byteLength(text);
  }
  return bytes;
}

/** The size of the id of a project in a term, in bytes. */
export const BYTES_OF_PROJECT = 37;

/** Returns the size of a term, in bytes. */
export const sizeOf = (term: Parameters<typeof bytesOf>[0] & Partial<Pick<TermContent, 'projectIds'>>): number =>
  bytesOf(term) + BYTES_OF_PROJECT * (term.projectIds?.length ?? 0);

type Identity = Pick<TermContent, 'term' | 'language' | 'partOfSpeech' | 'forbidden' | 'projectIds'>;

/** Returns what a glossary has once. */
export const identityOf = ({ term, language, partOfSpeech, forbidden, projectIds }: Identity): string =>
  JSON.stringify([term, language, partOfSpeech, forbidden, projectIds]);

/** Returns by what terms are ordered. */
export const placeOf = (term: string): string => term.toLowerCase();
