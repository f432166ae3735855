import { ValidationFailedError } from '../common/errors/domain-error';
import { RevisionMovedError } from '../common/errors/revision-moved.error';
import { CursorCodec, type CursorPartCheck } from '../http/queries/cursor';
import { MAX_DETAILS, type UnitOutcome } from './import-result';

/** UTF-16 code units of the texts of a page; a page with one translation unit may have more. */
export const MAX_TEXT_LENGTH = 1_048_576;

const isNumber: CursorPartCheck = (part) => /^\d{1,15}$/.test(part);

/** Index of a translation unit, number of keys to delete on the pages before, and the revision that these compared with. */
const DETAILS_CURSOR = new CursorCodec(isNumber, isNumber, isNumber);

/** The position of the first item of a page of details. */
export interface DetailsStart {
  /** Index of its first translation unit in the file. */
  unit: number;
  /** Number of keys to delete on the pages before. */
  deletedKeys: number;
}

export const FIRST_PAGE: DetailsStart = { unit: 0, deletedKeys: 0 };

/**
 * Reads the cursor of a page of a dry run.
 *
 * @param revision of the project now
 * @throws RevisionMovedError if the project changed since the page before
 * @throws ValidationFailedError if it is no cursor, or the import is no dry run with details
 */
export function readDetailsCursor(
  { detailsCursor, dryRun, details }: { detailsCursor?: string; dryRun: boolean; details: boolean },
  revision: string,
): DetailsStart {
  if (detailsCursor === undefined) return FIRST_PAGE;
  if (!dryRun || !details) {
    const detail = 'needs dryRun=true and details=true';
    throw new ValidationFailedError([{ parameter: 'detailsCursor', code: 'not_allowed', detail }]);
  }
  const [unit, deletedKeys, seen] = DETAILS_CURSOR.decode(detailsCursor, 'detailsCursor');
  if (seen !== revision) throw new RevisionMovedError('detailsCursor', seen, revision);
  return { unit: Number(unit), deletedKeys: Number(deletedKeys) };
}

/** Collects the outcomes of a page of translation units, which is bounded in number and in the length of their texts. */
export class DetailsPage {
  readonly units: UnitOutcome[] = [];
  private length = 0;
  private isFull: boolean;

  /** @param isWanted false: the page stays empty */
  constructor(
    readonly start: DetailsStart,
    isWanted: boolean,
  ) {
    this.isFull = !isWanted;
  }

  /** Whether a unit may be on the page. Units must be asked for in the order of the file. */
  includes(index: number): boolean {
    return !this.isFull && index >= this.start.unit && index < this.start.unit + MAX_DETAILS;
  }

  add(outcome: UnitOutcome): void {
    const { before, after } = outcome;
    this.length += (before?.length ?? 0) + (after?.length ?? 0);
    if (this.length > MAX_TEXT_LENGTH && this.units.length > 0) this.isFull = true;
    else this.units.push(outcome);
  }

  /**
   * Returns the cursor of the next page; null if this is the last.
   *
   * @param unitCount of the file
   * @param deletedKeyCount of the import
   */
  nextCursor(unitCount: number, deletedKeyCount: number, revision: string): string | null {
    const unit = Math.min(this.start.unit + this.units.length, unitCount);
    const deletedKeys = Math.min(this.start.deletedKeys + MAX_DETAILS, deletedKeyCount);
    if (unit >= unitCount && deletedKeys >= deletedKeyCount) return null;
    return DETAILS_CURSOR.encode(String(unit), String(deletedKeys), revision);
  }
}
