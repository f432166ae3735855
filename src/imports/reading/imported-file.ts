import type { PluralScope, Warnings } from '../../language-files';

/** A key that a file names. */
export interface ImportedKey {
  name: string;
  description?: string;
  /** JSON text of the format's metadata of the key. */
  meta?: string;
}

/** The text of one key in one language, as a file contains it. A file has each translation unit once. */
export interface TranslationUnit {
  /** Index into `ImportedFile.keys`. */
  key: number;
  language: string;
  /** The text; plurals are ICU messages. `null`: the file names the unit but has no text for it. */
  text: string | null;
  /** The text is the source text of a bilingual file, or implied: it fills a gap and replaces nothing. */
  fromSource: boolean;
  /**
   * The plural forms that the file's format can express; undefined if the text was not a plural. Forms that the format cannot
   * express are kept from the message that the text replaces.
   */
  plural?: PluralScope;
  /** JSON text of the format's metadata of the text. */
  meta?: string;
}

/** The content of an import's file, or of all files of its zip, before it is compared with the project. */
export interface ImportedFile {
  keys: ImportedKey[];
  units: TranslationUnit[];
  /** JSON text of the format's metadata of a file, by language. */
  languageMetas: Map<string, string>;
  /** The member of `meta` columns that holds this format's metadata. */
  metaId: string;
  warnings: Warnings;
}
