import type { PluralScope, Warnings } from '../../language-files';

/** A key that a file names. */
export interface ImportedKey {
  name: string;
  description?: string;
  /** JSON text of what the format keeps of it. */
  meta?: string;
}

/** A text of a file: one (key, language) pair, which occurs once. */
export interface ImportedPair {
  /** Index into the keys. */
  key: number;
  language: string;
  /** `null`: the file says that there is none. A plural is an ICU message by now. */
  text: string | null;
  /** It is the source text of a bilingual file, or implied: it fills a gap but replaces nothing. */
  fromSource: boolean;
  /**
   * It was a plural of a format that knows no ICU, and what such a plural can say: its literal forms may stand for placeholders
   * of the message that it replaces, whose other forms stay.
   */
  plural?: PluralScope;
  /** JSON text of what the format keeps of it. */
  meta?: string;
}

/** Everything that an import's file, or its zip of files, says; not yet compared with the project. */
export interface ImportedFile {
  keys: ImportedKey[];
  pairs: ImportedPair[];
  /** By language: JSON text of what the format keeps of its file. */
  languageMetas: Map<string, string>;
  /** Under which name the `meta` of formats is kept. */
  metaId: string;
  warnings: Warnings;
}
