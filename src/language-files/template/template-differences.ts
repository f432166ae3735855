import { createHash } from 'node:crypto';

/**
 * The descriptions and source texts that the project had otherwise than a file when it was imported: the key in the
 * file, and the digest of the project's. The file keeps its own until the project's change. Plain data.
 */
export interface TemplateDifferences {
  descriptions?: readonly Difference[];
  sources?: readonly Difference[];
  /** In a file that all languages fall back to, beside one of the source language: texts in that language. */
  texts?: readonly Difference[];
  /** The keys that only the file beside this one has. */
  elsewhere?: readonly string[];
}

type Difference = readonly [key: string, digest: number];

/** Returns a number that differs for nearly all other texts; 0 for no text. */
export const digestOf = (text: string | undefined): number =>
  text === undefined || text === '' ? 0 : createHash('md5').update(text).digest().readUInt32BE();
