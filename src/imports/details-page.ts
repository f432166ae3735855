import { ValidationFailedError } from '../common/errors/domain-error';
import { RevisionMovedError } from '../common/errors/revision-moved.error';
import { CursorCodec, type CursorPartCheck } from '../http/queries/cursor';
import { MAX_DETAILS, type UnitOutcome } from './import-result';

/** UTF-16 code units of the texts and names of a page; a page with one translation unit may have more. */
const MAX_LENGTH = 1_048_576;

const isNumber: CursorPartCheck = (part) => /^\d{1,15}$/.test(part);

/**
 * Index of a translation unit, number of keys to delete on the pages before, and the revision that these compared with.
 */
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
  const [unit, deletedKeys, seen] = DETAILS_CURSOR.decode(detailsCursor, { parameter: 'detailsCursor' });
  if (seen !== revision) throw new RevisionMovedError('detailsCursor', seen, revision);
  return { unit: Number(unit), deletedKeys: Number(deletedKeys) };
}

/** Which translation units the details list. */
export const DETAILS_OF = ['all', 'changes', 'skipped', 'findings'] as const;
export type DetailsOf = (typeof DETAILS_OF)[number];

/**
 * Collects the outcomes of a page of translation units, which is bounded in number and in the length of their texts.
 */
export class DetailsPage {
  readonly units: UnitOutcome[] = [];
  /** Whether the page has the units in which the checks find something: which ones, is known after the comparison. */
  readonly isOfFindings: boolean;
  /** Whether units that do not change may be on the page. */
  readonly listsUnchanged: boolean;
  private readonly lists: (outcome: UnitOutcome) => boolean;
  /** The indexes of the units on the page. */
  private readonly indexes = new Set<number>();
  /** The units of the full page. */
  private byText?: ReadonlyMap<string, UnitOutcome>;
  private length = 0;
  private seen = 0;
  private isFull: boolean;
  /** Index of the unit after the last possible one of the page. */
  private end: number;

  /** @param details whether the page was requested; else it stays empty */
  constructor(
    readonly start: DetailsStart,
    { details, detailsOf }: { details: boolean; detailsOf: DetailsOf },
  ) {
    this.isFull = !details;
    this.isOfFindings = details && detailsOf === 'findings';
    this.listsUnchanged = detailsOf !== 'changes';
    this.lists = LISTS[detailsOf];
    this.end = detailsOf === 'all' ? start.unit + MAX_DETAILS : Infinity;
  }

  /** Whether a unit may be on the page. Units must be asked for in the order of the file. */
  includes(index: number): boolean {
    return !this.isFull && index >= this.start.unit && index < this.end;
  }

  /** Whether a unit is on the page. */
  has(index: number): boolean {
    return this.indexes.has(index);
  }

  /**
   * Adds a unit if it is listed. The length of the other units counts too, because the query reads their texts.
   * @param index of a unit that the page includes
   */
  add(index: number, outcome: UnitOutcome): void {
    if (!this.isOfFindings) this.put(index, outcome);
  }

  /** Adds a unit with findings to a page of these. @returns whether it is on the page */
  addFound(index: number, outcome: UnitOutcome): boolean {
    if (this.includes(index)) this.put(index, outcome);
    return this.has(index);
  }

  private put(index: number, outcome: UnitOutcome): void {
    const { key, before, after } = outcome;
    this.length += key.length + (before?.length ?? 0) + (after?.length ?? 0);
    if (this.length > MAX_LENGTH && this.seen > 0) return this.finish(index);
    this.seen++;
    if (this.lists(outcome)) {
      this.units.push(outcome);
      this.indexes.add(index);
    }
    if (this.units.length === MAX_DETAILS) this.finish(index + 1);
  }

  /** Says of a text that the project does not have it after the import, if it is on the page. */
  remove(key: string, language: string): void {
    this.byText ??= new Map(this.units.map((unit) => [`${unit.language} ${unit.key}`, unit]));
    const unit = this.byText.get(`${language} ${key}`);
    if (unit) unit.after = null;
  }

  /** Takes a unit and the units behind it off the page, unless it is the first unit. @returns whether it did */
  endBefore(index: number): boolean {
    const first = [...this.indexes].indexOf(index);
    if (first <= 0) return false;
    this.units.length = first;
    for (const [place, each] of [...this.indexes].entries()) if (place >= first) this.indexes.delete(each);
    this.finish(index);
    return true;
  }

  /** Ends the page before a unit, which has no room. */
  endAt(index: number): void {
    if (!this.isFull) this.finish(index);
  }

  private finish(end: number): void {
    this.isFull = true;
    this.end = end;
  }

  /**
   * Returns the cursor of the next page; null if this is the last.
   *
   * @param all numbers of the translation units of the file and of the keys that the import deletes
   * @param namedKeys number of the deleted keys that this page names
   */
  nextCursor(all: { units: number; deletedKeys: number }, namedKeys: number, revision: string): string | null {
    const unit = Math.min(this.end, all.units);
    const deletedKeys = this.start.deletedKeys + namedKeys;
    if (unit >= all.units && deletedKeys >= all.deletedKeys) return null;
    return DETAILS_CURSOR.encode(String(unit), String(deletedKeys), revision);
  }
}

/** A change of a state alone is one that the counts have among the skipped units. */
const isChange = ({ outcome, reason }: UnitOutcome): boolean => outcome !== 'skipped' || reason === 'state';

const LISTS: Record<DetailsOf, (outcome: UnitOutcome) => boolean> = {
  all: () => true,
  changes: isChange,
  skipped: (outcome) => !isChange(outcome),
  findings: () => true,
};
