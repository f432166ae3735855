import { createHash } from 'node:crypto';

/**
 * The descriptions and source texts that the project had otherwise than a file when it was imported: the key in the
 * file, and the digest of the project's. The file keeps its own until the project's change. Plain data.
 */
export interface TemplateDifferences {
  descriptions?: readonly Difference[];
  sources?: readonly Difference[];
  /** Beside another file of the same language and namespace: the texts that the project has otherwise than one of them. */
  texts?: readonly Difference[];
  /** In the first of such files: the keys that only others have. */
  elsewhere?: readonly string[];
  /** In another one of them: the keys that the first one lacks. */
  added?: readonly string[];
}

type Difference = readonly [key: string, digest: number];

/** Returns a number that differs for nearly all other texts; 0 for no text. */
export const digestOf = (text: string | undefined): number =>
  text === undefined || text === '' ? 0 : createHash('md5').update(text).digest().readUInt32BE();
