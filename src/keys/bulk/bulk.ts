import type { TranslationState } from '../../common/translation-state';
import type { KeySet } from './key-set-writer';

/** Disk space that each text takes which is written, with the row of the history. */
export const DISK_BYTES_PER_TEXT = 2_500;

/** What a bulk change does to each key, or to its texts in some languages. */
export type BulkAction =
  | { action: 'setState'; languages: readonly string[]; state: TranslationState }
  | { action: 'changeTags'; addTags: readonly string[]; removeTags: readonly string[] }
  | { action: 'deleteKeys' }
  | { action: 'clearTexts'; languages: readonly string[] }
  | { action: 'copySource'; languages: readonly string[]; state: TranslationState; overwrite: boolean };

/** A bulk change of keys by their ids, or of all keys that match a filter. */
export type Bulk = BulkAction & KeySet & { dryRun: boolean };

/** Why a bulk change leaves keys and texts as they are. */
export const SKIP_REASONS = [
  'unchanged',
  'noText',
  'noSource',
  'hasText',
  'protected',
  'languageNotAllowed',
  'tooManyTags',
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

/** What a bulk change did, or would do. */
export interface BulkResult {
  dryRun: boolean;
  /** The number of selected keys. */
  keys: number;
  keysChanged: number;
  keysDeleted: number;
  textsSet: number;
  textsRemoved: number;
  statesSet: number;
  skipped: Record<SkipReason, number>;
}

/** How far a bulk change is, in keys. */
export interface BulkProgress {
  done: number;
  total: number;
}
