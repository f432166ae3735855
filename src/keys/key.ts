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

/** A key on a page of a list. */
export interface ListedKey {
  /** The members of its JSON, without braces: those of `KeyDto`, and those of its texts if they were asked for. */
  json: string;
  /** The findings in these texts. */
  checks?: FindingsOfKey;
}

/** A text of a key. */
export interface KeyText {
  text: string;
  state: TranslationState;
  /** The source text changed after this text was set or confirmed. */
  isOutdated: boolean;
}

/** The texts of a key by language, in the order of the project's languages, the source language first. */
export type KeyTexts = ReadonlyMap<string, KeyText>;

/** A key with its texts. */
export interface KeyWithTexts extends KeySummary {
  texts: KeyTexts;
  /** The ignored findings of these and of earlier texts. */
  ignored: readonly IgnoredText[];
}

/** A key with its texts and their findings. */
export interface CheckedKey extends KeyWithTexts {
  checks: FindingsOfKey;
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
