import type { CheckCode } from '../../checks/finding';
import type { KeySet } from '../bulk/key-set-writer';
import type { SearchedText } from './text-search';

/** What is replaced in which texts. */
export type Replacement = SearchedText &
  KeySet & {
    replace: string;
    /** Ids of keys that are left out. */
    exceptKeyIds: readonly string[];
    dryRun: boolean;
  };

/** The texts that an answer shows. */
export interface ShownTexts {
  limit: number;
  /** The place in the order of the names behind which they are. */
  after: readonly [name: string, keyId: string];
}

/**
 * Why a text stays as it is. `protected`: it is reviewed, and the caller may not change it. `placeholder`: a placeholder, a
 * tag or the syntax of ICU would change. `check`: it would have a finding that it does not have. `empty`: nothing but white
 * space would be left.
 */
export const REPLACE_SKIP_REASONS = ['protected', 'placeholder', 'check', 'empty'] as const;
export type ReplaceSkipReason = (typeof REPLACE_SKIP_REASONS)[number];

/** A text before and after. */
export interface ShownText {
  keyId: string;
  name: string;
  before: string;
  after: string;
  /** Null if it changes. */
  skipped: ReplaceSkipReason | null;
  /** Checks that would find something new. */
  checks: CheckCode[];
}

/** What was done, or would be done. */
export interface ReplaceResult {
  dryRun: boolean;
  /** The number of selected keys. */
  keys: number;
  /** The number of texts that change. */
  count: number;
  skipped: Record<ReplaceSkipReason, number>;
  /** Of a dry run all texts, else the texts that stay as they are. */
  texts: ShownText[];
  /** Null if it is no dry run: the next page would be another write. */
  nextCursor: string | null;
}
