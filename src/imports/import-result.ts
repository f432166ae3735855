import type { CheckCode } from '../checks/finding';
import type { Conflict } from './merge/conflicts';
import type { Merge } from './merge/merge-rule';
import type { FileCounts } from './file-counts';
import type { Warnings } from '../language-files';

/** Number of translation units, and of deleted keys, on a page of the details. */
export const MAX_DETAILS = 1_000;

/** Why a translation unit had its outcome. */
export const REASONS = ['new', 'changed', 'cleared', 'unchanged', 'state', 'kept', 'empty', 'null'] as const;
export type Reason = (typeof REASONS)[number];

/** The outcome of one translation unit of an import. */
export interface UnitOutcome {
  /** Name of the key. */
  key: string;
  language: string;
  outcome: 'imported' | 'updated' | 'skipped';
  reason: Reason;
  /** The project's text before the import; null: none. */
  before: string | null;
  /** The project's text after the import; null: none. */
  after: string | null;
  /** The result of the merge, of an import with a base. */
  merge?: Merge;
}

/** A finding of a check in a text that the import adds or changes. */
export interface ImportFinding {
  /** Name of the key. */
  key: string;
  language: string;
  code: CheckCode;
  detail: string;
}

/** A text that `missingTexts` removed. */
export interface RemovedText {
  /** Name of the key. */
  key: string;
  language: string;
}

/** The revision that a file resembles most. */
export interface LikelyBase {
  revision: number;
  /** The number of texts of the file that the project had at this revision. */
  sameTexts: number;
  /** The number of texts of the file that the project has now. */
  sameTextsNow: number;
}

export interface ImportDetails {
  /** The id of the format of the file: the requested or the detected format. */
  format: string;
  /** The languages of the texts of the file. */
  languages: readonly string[];
  /** The counts of the first files of a zip, or of an import of several files. */
  files?: readonly FileCounts[];
  /** A page, in the order of the file. */
  units: UnitOutcome[];
  /** The findings of the texts of the page. */
  findings: ImportFinding[];
  /** The cursor of the next page of a dry run; null on the last page, and for an import that was written. */
  nextCursor: string | null;
  /** Number of keys that the import created. */
  createdKeys: number;
  createdLanguages: string[];
  /** A page of the names of the keys that `deleteMissing` deleted. */
  deletedKeys: string[];
  deletedKeyCount: number;
  /** The first of the texts that `missingTexts` removed. */
  removedTexts: RemovedText[];
  removedTextCount: number;
  /** Present if the import has a base. */
  conflicts?: { listed: readonly Conflict[]; count: number; openCount: number };
  /** Present if it was asked for: the revision that the file resembles more than the present one; null: none. */
  likelyBase?: LikelyBase | null;
}

/** The numbers of translation units that an import added, changed and left alone; details and warnings on request. */
export interface ImportResult {
  imported: number;
  updated: number;
  skipped: number;
  /** The revision with which the file was compared, or that the import made. */
  revision?: string;
  details?: ImportDetails;
  warnings?: Warnings;
}
