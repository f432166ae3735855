import { LRUCache } from 'lru-cache';
import { type CheckedTerm, TermSet } from './term-set';

/** The version of how terms are found. With another number, texts of projects with terms are checked again. */
export const MATCHING_VERSION = 2;

/** Terms, packed so that they pass to a thread as one string. */
export interface PackedTerms {
  /** Identifies them; empty: there are none. */
  hash: string;
  /** JSON of a list of `CheckedTerm`. */
  packed: string;
}

/** The sets of a thread, which it has made last. */
const sets = new LRUCache<string, TermSet>({ max: 8 });

/** Returns the set of packed terms; undefined if there are none. */
export function unpack({ hash, packed }: PackedTerms): TermSet | undefined {
  if (hash === '') return undefined;
  const known = sets.get(hash);
  if (known) return known;
  const terms = new TermSet(JSON.parse(packed) as CheckedTerm[]);
  sets.set(hash, terms);
  return terms;
}
