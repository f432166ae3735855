/** A key as lists contain it. */
export interface KeySummary {
  id: string;
  name: string;
  /** The part of the name before the first dot, `""` where there is none. */
  namespace: string;
  /** The source text; null where the key has none. */
  value: string | null;
  description: string | null;
  createdAt: Date;
  /** The time of the last change of the key or of one of its texts. */
  updatedAt: Date;
}

/** A key with its texts. */
export interface KeyWithTexts extends KeySummary {
  /** Texts by language, in the order of the project's languages, the source language first. */
  texts: ReadonlyMap<string, string>;
}

/** The keys that a batch created, updated and deleted, each in the order of the request. */
export interface KeyBatchResult {
  created: KeyWithTexts[];
  updated: KeyWithTexts[];
  /** Ids. */
  deleted: string[];
}

/** Returns the texts in the order of the project's languages; texts of other languages are omitted. */
export function inOrder(texts: ReadonlyMap<string, string>, languages: readonly string[]): Map<string, string> {
  const ordered = new Map<string, string>();
  for (const language of languages) {
    const text = texts.get(language);
    if (text !== undefined) ordered.set(language, text);
  }
  return ordered;
}
