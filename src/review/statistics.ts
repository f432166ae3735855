/** The numbers of one language. `translated`, `reviewed`, `draft` and `untranslated` add up to the number of keys. */
export interface LanguageStatistics {
  translated: number;
  reviewed: number;
  draft: number;
  /** Texts in any state whose source text has changed since. */
  outdated: number;
  untranslated: number;
  /** The words of the source texts of keys with a text. */
  words: number;
}

/** The numbers of some keys, by language: the source language first. */
export interface KeyStatistics {
  keys: number;
  /** The words of the source texts. */
  words: number;
  languages: Map<string, LanguageStatistics>;
}

/** The numbers of a project at a revision. */
export interface ProjectStatistics extends KeyStatistics {
  revision: string;
  /** By namespace, in the order of code points; the empty one has the names without a dot. */
  namespaces: Map<string, KeyStatistics>;
}
