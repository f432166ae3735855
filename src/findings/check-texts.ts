import { createHash } from 'node:crypto';
import { SourceText } from '../checks/check-text';
import type { Finding } from '../checks/finding';
import { SourceTerms } from '../glossary/matching/check-terms';
import { type PackedTerms, unpack } from '../glossary/matching/packed-terms';

/** A key with texts to check: its id, its greatest length, its source text, and its texts by language. */
export type KeyToCheck = readonly [
  id: string,
  maxLength: number | null,
  source: string | null,
  texts: Readonly<Record<string, string>>,
];

/** Texts to check, packed so that they pass between the database, the service and a thread as one string. */
export interface TextsToCheck {
  sourceLanguage: string;
  /** JSON of a list of `KeyToCheck`. */
  keys: string;
  /** The terms of the project. Default: none. */
  terms?: PackedTerms;
}

/** A finding of a text. */
export interface TextFinding extends Finding {
  keyId: string;
  language: string;
  /** See `hashOfTexts`. */
  textsHash: string;
}

const HASH_BYTES = 16;

/**
 * Returns what identifies a text and its source text: a part of their SHA-256, in hexadecimal. Texts contain no U+0000.
 */
export const hashOfTexts = (source: string | null, text: string): string =>
  createHash('sha256')
    .update(`${source ?? ''}\0${text}`)
    .digest('hex')
    .slice(0, 2 * HASH_BYTES);

/**
 * Checks texts one by one, and returns the findings of each. A key without a source text is compared with an empty one.
 */
export function* checkTexts({ sourceLanguage, keys, terms }: TextsToCheck): Generator<TextFinding[]> {
  const glossary = terms && unpack(terms);
  for (const [keyId, maxLength, source, texts] of JSON.parse(keys) as KeyToCheck[]) {
    const inSource = { language: sourceLanguage, text: source ?? '' };
    const original = new SourceText(inSource);
    const sourceTerms = glossary && new SourceTerms(glossary, inSource);
    for (const [language, text] of Object.entries(texts)) {
      const found = original.check({ language, text }, maxLength ?? undefined);
      if (sourceTerms) found.push(...sourceTerms.check({ language, text }));
      if (found.length === 0) yield [];
      else yield withTexts(found, { keyId, language, textsHash: hashOfTexts(source, text) });
    }
  }
}

const withTexts = (found: readonly Finding[], text: Omit<TextFinding, keyof Finding>): TextFinding[] =>
  found.map(({ code, detail }) => ({ ...text, code, detail }));
