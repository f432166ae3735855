import { PAGE_BYTES } from '../common/page-bytes';
import type { TranslationState } from '../common/translation-state';
import type { IgnoredText } from '../findings/ignored-findings';
import type { FindingsOfKey } from '../findings/key-findings';

/** Returns tags as keys have them: each of them once, in the order of their code points. */
export const sortTags = (tags: readonly string[]): readonly string[] =>
  [...new Set(tags)].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));

/** A key as lists contain it. */
export interface KeySummary {
  id: string;
  name: string;
  /** The part of the name before the first dot, `""` where there is none. */
  namespace: string;
  /** The source text; null where the key has none. */
  value: string | null;
  description: string | null;
  /** Sorted, each of them once. */
  tags: readonly string[];
  /** The greatest number of grapheme clusters that a text should have; null for no limit. */
  maxLength: number | null;
  createdAt: Date;
  /** The time of the last change of the key or of one of its texts. */
  updatedAt: Date;
}

/** A key on a page of a list: as JSON, or a key whose texts are read in steps, which is alone on its page. */
export type ListedKey = KeyAsJson | { key: CheckedKey };

/** A key of which the database has written the JSON. */
export interface KeyAsJson {
  /** The members of its JSON, without braces: the members of `KeyDto`, and of its texts if they were requested. */
  json: string;
  /** The findings in these texts. */
  checks?: FindingsOfKey;
}

/** A text of a key. */
export interface KeyText {
  /** Null if it was not read, because the texts that would be read together are too large. */
  text: string | null;
  state: TranslationState;
  /** The source text changed after this text was set or confirmed. */
  isOutdated: boolean;
}

/** The texts of a key by language, in the order of the project's languages, the source language first. */
export type KeyTexts = ReadonlyMap<string, KeyText>;

/** A text with its language. */
export type TextInLanguage = readonly [language: string, text: string];

/** A key with its texts. */
export interface KeyWithTexts extends KeySummary {
  texts: KeyTexts;
  /** The ignored findings of these and of earlier texts. */
  ignored: readonly IgnoredText[];
  /**
   * Reads the texts in steps, in the order of the languages, as they were with the key. Undefined: `texts` has them.
   */
  readTexts?: () => AsyncIterable<readonly TextInLanguage[]>;
  /** The hash of the texts that `texts` does not have. */
  textsHash?: string;
}

/** A key with its texts and their findings. */
export interface CheckedKey extends KeyWithTexts {
  /** A function reads them in steps, as `readTexts` does. */
  checks: FindingsOfKey | (() => AsyncIterable<FindingsOfKey>);
}

/** The most bytes of texts that are read together with their keys. */
export const MAX_TEXT_BYTES = PAGE_BYTES;

/** Whether texts of a key were not read, or are too large to be read together. */
export function isLarge({ texts }: Pick<KeyWithTexts, 'texts'>): boolean {
  let bytes = 0;
  for (const { text } of texts.values()) {
    if (text === null) return true;
    bytes += Buffer.byteLength(text);
  }
  return bytes > MAX_TEXT_BYTES;
}

/** The keys that a batch created, updated and deleted, each in the order of the request. */
export interface KeyBatchResult {
  created: KeyWithTexts[];
  updated: KeyWithTexts[];
  /** Ids. */
  deleted: string[];
}

/** Returns the texts in the order of the project's languages; texts of other languages are omitted. */
export function inOrder(texts: KeyTexts, languages: readonly string[]): Map<string, KeyText> {
  const ordered = new Map<string, KeyText>();
  for (const language of languages) {
    const text = texts.get(language);
    if (text !== undefined) ordered.set(language, text);
  }
  return ordered;
}
