import type { Warnings } from '../language-files';

/** Number of translation units, and of deleted keys, that the details list. */
export const MAX_DETAILS = 1_000;

/** Why a translation unit had its outcome. */
export const REASONS = ['new', 'changed', 'cleared', 'unchanged', 'kept', 'empty', 'null'] as const;
export type Reason = (typeof REASONS)[number];

/** The outcome of one translation unit of an import. */
export interface UnitOutcome {
  /** Name of the key. */
  key: string;
  language: string;
  outcome: 'imported' | 'updated' | 'skipped';
  reason: Reason;
}

export interface ImportDetails {
  /** The first 1,000, in the order of the file. */
  units: UnitOutcome[];
  /** Number of keys that the import created. */
  createdKeys: number;
  createdLanguages: string[];
  /** Names of the first 1,000 keys that `deleteMissing` deleted. */
  deletedKeys: string[];
  deletedKeyCount: number;
}

/** The numbers of translation units that an import added, changed and left alone; details and warnings on request. */
export interface ImportResult {
  imported: number;
  updated: number;
  skipped: number;
  details?: ImportDetails;
  warnings?: Warnings;
}
