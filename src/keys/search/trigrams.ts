import { mayHaveOtherForm, mayHaveManyMarks } from '../../database/canonical-form';

/** A character that this version of Unicode does not have, so that its small form is not known. */
const UNKNOWN = /\p{Cn}/u;

/** Texts with more trigrams are not worth a signature. */
const MAX_TRIGRAMS = 32_768;

/** The trigrams of the current call. */
const found = new Uint32Array(MAX_TRIGRAMS);
/** Where each trigram may be among them, by its last 16 bits: a sparse set, which needs not be emptied. */
const places = new Uint16Array(65_536);

/**
 * Returns hashes of the trigrams (runs of three bytes of UTF-8) of texts in lower case and in one canonical form. A text that
 * contains another one, by the rule of `containsText`, has all of its trigrams: both are folded as by the rule. Characters
 * that are a pair of a capital and a small letter, or are none, and the normal forms of known characters stay so in all versions
 * of Unicode (Unicode Character Encoding Stability Policies, "Case Pair Stability" and "Normalization Stability"), so that it
 * does not matter which one the database has.
 *
 * @returns hashes that may be repeated, until the next call; undefined if there are too many, a character is not
 *   known, or the database may leave the form of a text as it is
 */
export function trigramsOf(texts: readonly string[]): Uint32Array | undefined {
  let count = 0;
  for (const text of texts) {
    const hasOtherForm = mayHaveOtherForm(text);
    if (hasOtherForm && mayHaveManyMarks(text)) return undefined;
    const small = foldCase(text);
    const bytes = Buffer.from(hasOtherForm ? small.normalize('NFC') : small);
    // A text in ASCII has no character that is not known.
    if (bytes.length !== text.length && UNKNOWN.test(text)) return undefined;
    let trigram = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
    for (let i = 2; i < bytes.length; i++) {
      trigram = ((trigram << 8) | (bytes[i] ?? 0)) & 0xff_ffff;
      const hash = hashOf(trigram);
      const place = places[hash & 0xffff] ?? 0;
      if (place < count && found[place] === hash) continue;
      if (count === MAX_TRIGRAMS) return undefined;
      places[hash & 0xffff] = count;
      found[count++] = hash;
    }
  }
  return found.subarray(0, count);
}

/** Folds case at least as coarsely as the database, which has one small sigma too. */
const foldCase = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

/** Returns 32 bits, each of which depends on all of the number (the finalizer of MurmurHash3). */
function hashOf(number: number): number {
  let hash = Math.imul(number ^ (number >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
